/* plan_match.h
 * Is a value on the wire the one that a plan or state file has?
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_PLAN_MATCH_H
#define TF_CODEC_PLAN_MATCH_H

#include "plan_file.h"

typedef enum tf_match {
    TF_MATCH_NO,       /**< they contradict each other */
    TF_MATCH_UNLIKELY, /**< only a provider on the legacy SDK may make the one of the other */
    TF_MATCH_OPEN,     /**< they do not, but one of them does not say everything */
    TF_MATCH_YES       /**< they are the same, unknown values included */
} tf_match;

/** Comparisons that one match may take; beyond that it is open. */
#define TF_MATCH_STEPS 1000000

/**
 * Holds a value against the JSON of a file. Numbers are compared by value, strings after
 * normalisation, sets as sets; what a file leaves out is null or, as @p unknown says, unknown.
 *
 * @param json    `before`, `after` or `values`; no place counts as null
 * @param unknown `after_unknown`, or no place
 * @param config  the value is a configuration: null says nothing about what the provider may choose
 * @param agreed  set to the number of strings, numbers and bools that are the same; may be NULL
 */
tf_match tf_plan_match(const tf_value *value, tf_json_node json, tf_json_node unknown, bool config,
                       uint32_t *agreed);

#endif
