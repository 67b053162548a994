/* plan_rules.h
 * What the rules for plans share.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_PLAN_RULES_H
#define TF_CODEC_PLAN_RULES_H

#include "rules_internal.h"

/** Prior, configured and planned value of the same place; a missing one is NULL. */
typedef struct tf_three {
    const tf_value *prior, *config, *planned;
} tf_three;

/** The children of each, ready to be found. */
typedef struct tf_three_index {
    tf_three of;
    tf_index prior, config, planned;
} tf_three_index;

/** Is it an unknown value? A missing one is not. */
bool tf_three_unknown(const tf_value *value);

/** Indexes the children of all three by their keys; what is missing or null has none. */
tf_three_index tf_three_index_of(tf_findings *findings, tf_three at);

/** The children under a key; whatever is in an unknown value is unknown. */
tf_three tf_three_at(const tf_three_index *index, tf_span key);

/** The element of a list; NULL if there is none. */
const tf_value *tf_three_element(const tf_value *value, uint32_t i);

/** Elements of a container; 0 of anything else. */
uint32_t tf_three_length(const tf_value *value);

/**
 * Is an object both configured and planned? If it is only one of the two, that is a finding.
 */
bool tf_plan_present(tf_findings *findings, tf_three at);

/**
 * Judges the entries of a map.
 * @param object type of each
 * @param block  they are nested blocks, else nested objects of an attribute
 */
void tf_plan_entries(tf_findings *findings, const tf_type *object, tf_three at, bool block);

/** Judges one attribute of a plan, with all that is in it. */
void tf_plan_attribute(tf_findings *findings, const tf_attribute *attribute, tf_three at);

#endif
