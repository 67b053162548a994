/* value_json.h
 * Values as `show -json` has them: plain JSON, with the unknown and the sensitive in trees of their
 * own (OpenTofu internal/command/jsonplan, internal/command/jsonstate; go-cty cty/json).
 *
 * Members of objects and maps come sorted by key, elements of sets of strings, numbers or bools in
 * the order of cty; the three functions agree on that order. Of several members with one key the
 * last counts. Output is valid JSON for any value tree.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_VALUE_JSON_H
#define TF_CODEC_VALUE_JSON_H

#include "value.h"

/** Which values must not be shown: is this one hidden by itself, whatever is around it? */
typedef bool (*tf_value_hidden)(const tf_value *value);

/** What stands in the place of a hidden value that is neither null nor unknown. */
#define TF_JSON_HIDDEN "\"(sensitive value)\""

/**
 * Appends a value as JSON: lists, sets and tuples are arrays, maps and objects are objects; unknown
 * members are left out, unknown elements are null; numbers keep all their digits.
 *
 * What JSON cannot say becomes: infinities and NaN the strings "Inf", "-Inf" and "NaN"; bytes that
 * are UTF-8 a string, others null; a whole unknown value null.
 *
 * @param hidden what must not be shown; NULL hides nothing
 */
void tf_value_append_json(wmem_strbuf_t *out, const tf_value *value, tf_value_hidden hidden);

/**
 * Appends the tree of what is unknown: true for an unknown value of any type, false for any other
 * without elements; members that are false are left out, elements are not. A value without unknown
 * ones is `{}`, whatever its type.
 */
void tf_value_append_unknown_json(wmem_strbuf_t *out, const tf_value *value);

/**
 * Appends the tree of what the schema calls sensitive: true for a sensitive attribute, also if it
 * is null or unknown; a set with one inside is true as a whole. Otherwise as for unknown values,
 * but an unknown container is empty. A lower bound: marks of the configuration never reach a
 * provider.
 */
void tf_value_append_sensitive_json(wmem_strbuf_t *out, const tf_value *value);

/** Appends a number as JSON. */
void tf_number_append_json(wmem_strbuf_t *out, const tf_number *number);

#endif
