/* compare.h
 * Comparing values by what they mean: numbers by value, maps and objects without order, sets as
 * sets, null apart from unknown.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_COMPARE_H
#define TF_CODEC_COMPARE_H

#include "value.h"

/** Values that one comparison may visit unless the caller says otherwise. */
#define TF_COMPARE_STEPS 4000000

/**
 * What a comparison works with. Elements of sets are found by their hash, so that cost follows the
 * size of the values; what an attacker could still make slow (colliding hashes, sets of values that
 * are not known yet, rules that look at every level of a value again) is bounded by `steps`.
 */
typedef struct tf_compare {
    wmem_allocator_t *pool; /**< for indexes; everything in it may go when the caller is done */
    uint64_t steps;         /**< values that may still be visited or put into an index */
    bool exhausted;         /**< the comparison gave up: what it says since means nothing */
    /** Containers that differences are not to go into; NULL: none. */
    bool (*closed)(const tf_value *value);
} tf_compare;

/** Makes a comparison that may begin. @param pool must not be NULL; results point into it */
void tf_compare_init(tf_compare *compare, wmem_allocator_t *pool);

/** Counts one visited value. @return false if the comparison must give up */
bool tf_compare_step(tf_compare *compare);

/** The same for several. */
bool tf_compare_steps(tf_compare *compare, uint32_t count);

/** A null for where a value is missing. */
extern const tf_value tf_value_null;

/** Is there no value: NULL, null, or a DynamicValue with neither encoding (null to core)? */
bool tf_value_is_null(const tf_value *value);

/** Is it neither null nor unknown? */
bool tf_value_is_known(const tf_value *value);

/** Is neither it nor anything in it unknown? */
bool tf_value_wholly_known(const tf_value *value);

/** Is it a list, tuple or set? */
bool tf_value_has_elements(const tf_value *value);

/** Is it a map or object? */
bool tf_value_has_keys(const tf_value *value);

/** Do two strings mean the same: equal, or equal after the normalisation of core, NFC? */
bool tf_strings_equal(tf_span a, tf_span b);

/**
 * Are two values the same, unknown ones included? Where the type is dynamic the types count too.
 *
 * @param refined unknown values must also be refined in the same way
 * @return anything when the comparison gave up
 */
bool tf_values_equal(tf_compare *compare, const tf_value *a, const tf_value *b, bool refined);

/** A hash that is equal for values that tf_values_equal() without refinements finds equal. */
uint32_t tf_value_hash(tf_compare *compare, const tf_value *value);

/** The children of a container sorted by key, or the distinct elements of a set. */
typedef struct tf_index {
    const tf_value **at;
    uint32_t *hashes; /**< of each; NULL where they were not needed */
    uint32_t count;
} tf_index;

/** Sorts an object's or map's children by key; empty for anything else. Costs nothing but memory
 * for those that are sorted already, as core writes them. Of several with one key all are kept.
 * Empty as well when the comparison gave up; so for all that follow. */
tf_index tf_index_keys(tf_compare *compare, const tf_value *value);

/** Finds the child with a key; NULL if there is none. */
const tf_value *tf_index_get(const tf_index *index, const char *key, size_t length);

/** The elements of a set in wire order, without those that are equal to an earlier one; of any
 * other sequence all. */
tf_index tf_index_elements(tf_compare *compare, const tf_value *value);

/**
 * For each element of @p of one that is equal in @p in, or NULL; each of @p in is taken once.
 * @return array of `of->count`
 */
const tf_value **tf_index_match(tf_compare *compare, const tf_index *of, const tf_index *in,
                                bool refined);

/** A place where two values differ. */
typedef struct tf_difference {
    const char *path;               /**< empty for the whole value */
    const tf_value *before, *after; /**< NULL where there is none */
} tf_difference;

/** All of them. */
typedef struct tf_differences {
    tf_difference *list;
    uint32_t count;
} tf_differences;

/**
 * Lists where two values differ, at the deepest places that can be told apart.
 *
 * An attribute that is missing on one side is null there; an element or key that is missing has no
 * value (NULL). An element of a set that only one side has stands under the path of the set. A
 * container that meets null or nothing is taken apart: its attributes and elements are new or gone.
 */
tf_differences tf_values_diff(tf_compare *compare, const tf_value *before, const tf_value *after);

#endif
