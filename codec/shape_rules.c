/* shape_rules.c
 * Rules about a single value.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "rules_internal.h"

#define MIN_SENSITIVE_LENGTH 6

/* Calls itself for what is in a value, with the path kept along. */
#define FOR_EACH_CHILD(findings, value, call)                                                      \
    for (uint32_t i = 0; tf_value_is_container(value) && i < (value)->n_children; i++) {           \
        const tf_value *child = &(value)->children[i];                                             \
        size_t here = tf_enter_child(findings, child);                                             \
        call;                                                                                      \
        tf_leave(findings, here);                                                                  \
    }

void
tf_rules_known(tf_findings *findings, const tf_value *value)
{
    if (value->kind == TF_VALUE_UNKNOWN)
        tf_findings_add(findings, TF_RULE_UNKNOWN, NULL, value, NULL);
    FOR_EACH_CHILD(findings, value, tf_rules_known(findings, child))
}

bool
tf_rules_write_only(tf_findings *findings, const tf_value *value)
{
    const tf_attribute *attribute = value->member ? value->member->attribute : NULL;
    bool found = false;

    if (attribute && attribute->write_only) {
        if (tf_value_is_null(value))
            return false;
        tf_findings_add(findings, TF_RULE_WRITE_ONLY, NULL, value, NULL);
        return true;
    }
    FOR_EACH_CHILD(findings, value, found |= tf_rules_write_only(findings, child))
    return found;
}

bool
tf_rules_fits(tf_findings *findings, const tf_decoded *decoded)
{
    bool found = false;

    for (uint32_t i = 0; i < decoded->n_problems; i++) {
        const tf_problem *problem = &decoded->problems[i];
        if (tf_problem_severity(problem->code) == TF_SEVERITY_NOTE)
            continue;
        tf_value_append_path(findings->path, problem->where);
        tf_findings_add(findings, TF_RULE_MISFIT, NULL, problem->where, problem->detail);
        tf_leave(findings, 0);
        found = true;
    }
    return found;
}

/* --- Blocks ---------------------------------------------------------------------------------- */

static void
count_items(tf_findings *findings, const tf_block_type *block, const tf_value *value)
{
    bool open = !tf_value_wholly_known(value);
    const char *detail;

    /* While elements are unknown a block may stand for any number of them. */
    if (open || !(tf_value_has_elements(value) || tf_value_has_keys(value)))
        return;
    if (value->n_children < block->min_items && block->min_items > 0) {
        detail = wmem_strdup_printf(findings->compare.pool, "%u of at least %" PRId64,
                                    value->n_children, block->min_items);
        tf_findings_add(findings, TF_RULE_MIN_ITEMS, NULL, value, detail);
    } else if (block->max_items > 0 && value->n_children > block->max_items) {
        detail = wmem_strdup_printf(findings->compare.pool, "%u of at most %" PRId64,
                                    value->n_children, block->max_items);
        tf_findings_add(findings, TF_RULE_MAX_ITEMS, NULL, value, detail);
    }
}

static void
inspect_block(tf_findings *findings, const tf_block_type *block, const tf_value *value)
{
    if (block->nesting == TF_NESTING_SINGLE || block->nesting == TF_NESTING_GROUP) {
        tf_rules_blocks(findings, block->block, value);
        return;
    }
    if (tf_value_is_null(value)) {
        tf_findings_add(findings, TF_RULE_NULL_BLOCK, NULL, value, NULL);
        return;
    }
    count_items(findings, block, value);
    FOR_EACH_CHILD(findings, value, tf_rules_blocks(findings, block->block, child))
}

void
tf_rules_blocks(tf_findings *findings, const tf_block *block, const tf_value *value)
{
    tf_index index;

    if (!tf_value_is_known(value) || !tf_compare_step(&findings->compare))
        return;
    index = tf_index_keys(&findings->compare, value);
    for (uint32_t i = 0; i < block->type->count; i++) {
        const tf_member *member = &block->type->members[i];
        tf_span name = tf_member_name(member);
        size_t here = tf_enter_attribute(findings, name);
        const tf_value *child = tf_index_get(&index, name.data, name.length);
        if (member->block && child)
            inspect_block(findings, member->block, child);
        tf_leave(findings, here);
    }
}

/* --- Secrets --------------------------------------------------------------------------------- */

void
tf_rules_sensitive_text(tf_findings *findings, const tf_value *value, const char *text)
{
    if (value->kind == TF_VALUE_STRING && value->string.length >= MIN_SENSITIVE_LENGTH &&
        tf_value_is_sensitive(value) &&
        g_strstr_len(
            text, -1,
            wmem_strndup(findings->compare.pool, value->string.data, value->string.length)))
        tf_findings_add(findings, TF_RULE_SENSITIVE_TEXT, NULL, value, NULL);
    FOR_EACH_CHILD(findings, value, tf_rules_sensitive_text(findings, child, text))
}
