/* attribute_rules.c
 * A planned attribute against configuration and prior state.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_rules.h"

/* --- Nested objects -------------------------------------------------------------------------- */

static void
plan_nested_list(tf_findings *findings, const tf_type *object, tf_three at)
{
    for (uint32_t i = 0; i < tf_three_length(at.planned); i++) {
        size_t here = tf_enter_index(findings, i);
        tf_plan_attributes(findings, object, tf_three_element(at.prior, i),
                           tf_three_element(at.config, i), tf_three_element(at.planned, i));
        tf_leave(findings, here);
    }
}

/* How many elements a set can come to have: one that holds unknown values may still shrink. */
static void
length_range(tf_findings *findings, const tf_value *set, uint32_t *least, uint32_t *most)
{
    *most = tf_index_elements(&findings->compare, set).count;
    *least = *most > 1 && !tf_value_wholly_known(set) ? 1 : *most;
}

static void
plan_nested_set(tf_findings *findings, tf_three at)
{
    uint32_t planned_least, planned_most, least, most;

    if (tf_three_unknown(at.config))
        return;
    length_range(findings, at.planned, &planned_least, &planned_most);
    length_range(findings, at.config, &least, &most);
    if (most < planned_least || least > planned_most)
        tf_findings_add(findings, TF_RULE_COUNT, at.config, at.planned, NULL);
}

static void
plan_nested_collection(tf_findings *findings, const tf_attribute *attribute, tf_three at)
{
    const tf_type *object = attribute->type->element;

    if (attribute->nested->nesting == TF_NESTING_SET) {
        plan_nested_set(findings, at);
        return;
    }
    if (tf_three_unknown(at.config) || tf_three_length(at.planned) != tf_three_length(at.config))
        tf_findings_add(findings, TF_RULE_COUNT, at.config, at.planned, NULL);
    else if (attribute->nested->nesting == TF_NESTING_LIST)
        plan_nested_list(findings, object, at);
    else
        tf_plan_entries(findings, object, at, false);
}

static void
plan_nested(tf_findings *findings, const tf_attribute *attribute, tf_three at)
{
    if (!tf_plan_present(findings, at))
        return;
    if (tf_three_unknown(at.planned)) {
        tf_findings_add(findings, TF_RULE_UNKNOWN_CONFIGURED, at.config, at.planned, NULL);
    } else if (attribute->type->kind == TF_TYPE_OBJECT) {
        tf_plan_attributes(findings, attribute->type, at.prior, at.config, at.planned);
    } else if (attribute->type->element) {
        plan_nested_collection(findings, attribute, at);
    }
}

/* --- Attributes ------------------------------------------------------------------------------ */

/* Did the provider leave it as configured, or keep what was there? */
static bool
is_unchanged(tf_findings *findings, tf_three at)
{
    if (tf_values_equal(&findings->compare, at.planned, at.config, false))
        return true;
    return !tf_value_is_null(at.prior) && !tf_value_is_null(at.config) &&
           tf_values_equal(&findings->compare, at.planned, at.prior, false);
}

void
tf_plan_attribute(tf_findings *findings, const tf_attribute *attribute, tf_three at)
{
    /* A value for a write-only attribute is found by a rule of its own. */
    if (is_unchanged(findings, at) || attribute->write_only)
        return;
    if (attribute->computed && (!attribute->optional || tf_value_is_null(at.config)))
        return;
    if (tf_value_is_null(at.config))
        tf_findings_add(findings, TF_RULE_NOT_COMPUTED, NULL, at.planned, NULL);
    else if (attribute->nested)
        plan_nested(findings, attribute, at);
    else if (tf_value_is_null(at.prior))
        tf_findings_add(findings, TF_RULE_NOT_CONFIG, at.config, at.planned, NULL);
    else
        tf_findings_add(findings, TF_RULE_NOT_CONFIG_NOR_PRIOR, at.config, at.planned, NULL);
}
