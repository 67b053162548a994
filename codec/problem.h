/* problem.h
 * Collecting what is wrong with a value.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_PROBLEM_H
#define TF_CODEC_PROBLEM_H

#include "decode.h"

/** Bytes of a detail that are shown: it is one line for a person, in which the type of a whole
 * block has no place. */
#define TF_MAX_PROBLEM_DETAIL 240

/**
 * Whether a problem of this code would still be kept. Asking first saves the work of its detail.
 * Notes and warnings stop at TF_MAX_PROBLEMS; an error takes the place of the last of them.
 */
bool tf_problem_wanted(const tf_decoded *decoded, tf_problem_code code);

/**
 * Adds a problem.
 * @param where  the value concerned; offset and length are its own
 * @param format as of printf(); a long result is cut
 */
void tf_problem_add(wmem_allocator_t *pool, tf_decoded *decoded, tf_problem_code code,
                    const tf_value *where, const char *format, ...) G_GNUC_PRINTF(5, 6);

/** The same, about these bytes. */
void tf_problem_add_at(wmem_allocator_t *pool, tf_decoded *decoded, tf_problem_code code,
                       const tf_value *where, uint32_t offset, uint32_t length, const char *detail);

#endif
