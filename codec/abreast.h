/* abreast.h
 * Several values of one type side by side: what each of them has in one place.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_ABREAST_H
#define TF_CODEC_ABREAST_H

#include "compare.h"

/** The values, and what was found in them so far. Cost follows the size of the values, not the
 * number of places that are asked for. */
typedef struct tf_abreast {
    tf_compare *compare;
    const tf_value **roots, **none;
    uint32_t count;
    wmem_map_t *met;     /* value -> its counterparts */
    wmem_map_t *indexes; /* container -> tf_index of its keys */
} tf_abreast;

/**
 * @param compare must outlive the result; when it gives up nothing more is found
 * @param roots   @p count values, none of them NULL; must outlive the result
 */
void tf_abreast_init(tf_abreast *abreast, tf_compare *compare, const tf_value **roots,
                     uint32_t count);

/**
 * What each value has where another value stands: the same attribute, key or position, in a set the
 * element that is equal. What lies in an unknown value is that unknown value; what is missing, or
 * lies in null, is NULL.
 *
 * @param value need not be of one of the roots, but of a value of their type
 * @return array of as many as there are roots
 */
const tf_value *const *tf_abreast_at(tf_abreast *abreast, const tf_value *value);

#endif
