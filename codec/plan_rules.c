/* plan_rules.c
 * A planned object against configuration and prior state.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_rules.h"

static void plan_object(tf_findings *findings, const tf_type *object, tf_three at);

/* --- Blocks ---------------------------------------------------------------------------------- */

static void
plan_block_list(tf_findings *findings, const tf_type *object, tf_three at)
{
    if (tf_three_length(at.planned) != tf_three_length(at.config)) {
        tf_findings_add(findings, TF_RULE_COUNT, at.config, at.planned, NULL);
        return;
    }
    for (uint32_t i = 0; i < tf_three_length(at.planned); i++) {
        tf_three inner = {tf_three_element(at.prior, i), tf_three_element(at.config, i),
                          tf_three_element(at.planned, i)};
        size_t here = tf_enter_index(findings, i);
        if (inner.planned && inner.planned->kind == TF_VALUE_UNKNOWN)
            tf_findings_add(findings, TF_RULE_BLOCK_UNKNOWN, inner.config, inner.planned, NULL);
        else
            plan_object(findings, object, inner);
        tf_leave(findings, here);
    }
}

/* One entry of a map of blocks, or of a map of nested objects. */
static void
plan_entry(tf_findings *findings, const tf_type *object, tf_three at, bool block)
{
    if (!at.config)
        tf_findings_add(findings, TF_RULE_EXTRA_KEY, NULL, at.planned, NULL);
    else if (block && at.planned->kind == TF_VALUE_UNKNOWN)
        tf_findings_add(findings, TF_RULE_BLOCK_UNKNOWN, at.config, at.planned, NULL);
    else if (block)
        plan_object(findings, object, at);
    else
        tf_plan_attributes(findings, object, at.prior, at.config, at.planned);
}

void
tf_plan_entries(tf_findings *findings, const tf_type *object, tf_three at, bool block)
{
    tf_three_index index = tf_three_index_of(findings, at);

    for (uint32_t i = 0; i < index.planned.count; i++) {
        size_t here = tf_enter_key(findings, index.planned.at[i]->key);
        plan_entry(findings, object, tf_three_at(&index, index.planned.at[i]->key), block);
        tf_leave(findings, here);
    }
    for (uint32_t i = 0; i < index.config.count; i++) {
        tf_three entry = tf_three_at(&index, index.config.at[i]->key);
        size_t here = tf_enter_key(findings, index.config.at[i]->key);
        if (!entry.planned)
            tf_findings_add(findings, TF_RULE_MISSING_KEY, entry.config, NULL, NULL);
        tf_leave(findings, here);
    }
}

/* Elements of a set have nothing to find their counterparts by: only that they are there counts. */
static void
plan_block_set(tf_findings *findings, const tf_value *planned)
{
    for (uint32_t i = 0; i < tf_three_length(planned); i++) {
        size_t here = tf_enter_index(findings, i);
        if (planned->children[i].kind == TF_VALUE_UNKNOWN)
            tf_findings_add(findings, TF_RULE_BLOCK_UNKNOWN, NULL, &planned->children[i], NULL);
        tf_leave(findings, here);
    }
}

static void
plan_blocks_by_nesting(tf_findings *findings, const tf_block_type *block, tf_three at)
{
    const tf_type *object = block->block->type;

    switch (block->nesting) {
    case TF_NESTING_LIST:
        plan_block_list(findings, object, at);
        break;
    case TF_NESTING_MAP:
        if (tf_three_length(at.planned) != tf_three_length(at.config) &&
            at.planned->kind == TF_VALUE_MAP)
            tf_findings_add(findings, TF_RULE_COUNT, at.config, at.planned, NULL);
        else
            tf_plan_entries(findings, object, at, true);
        break;
    case TF_NESTING_SET:
        plan_block_set(findings, at.planned);
        break;
    default:
        plan_object(findings, object, at);
    }
}

static void
plan_block(tf_findings *findings, const tf_block_type *block, tf_three at)
{
    bool collection = block->nesting == TF_NESTING_LIST || block->nesting == TF_NESTING_SET ||
                      block->nesting == TF_NESTING_MAP;

    if (tf_values_equal(&findings->compare, at.planned, at.config, true))
        return;
    if (tf_three_unknown(at.config))
        tf_findings_add(findings, TF_RULE_BLOCK_OF_UNKNOWN, at.config, at.planned, NULL);
    else if (collection && tf_value_is_null(at.planned))
        tf_findings_add(findings, TF_RULE_BLOCK_NULL, at.config, at.planned, NULL);
    else if (tf_value_is_null(at.config) && block->block->computed)
        return;
    else if (tf_three_unknown(at.planned))
        tf_findings_add(findings, TF_RULE_BLOCK_UNKNOWN, at.config, at.planned, NULL);
    else
        plan_blocks_by_nesting(findings, block, at);
}

/* --- Objects --------------------------------------------------------------------------------- */

static void
plan_members(tf_findings *findings, const tf_type *object, tf_three at)
{
    tf_three_index index = tf_three_index_of(findings, at);

    for (uint32_t i = 0; i < object->count && tf_compare_step(&findings->compare); i++) {
        const tf_member *member = &object->members[i];
        tf_span name = tf_member_name(member);
        size_t here = tf_enter_attribute(findings, name);
        if (member->attribute)
            tf_plan_attribute(findings, member->attribute, tf_three_at(&index, name));
        else if (member->block)
            plan_block(findings, member->block, tf_three_at(&index, name));
        tf_leave(findings, here);
    }
}

void
tf_plan_attributes(tf_findings *findings, const tf_type *object, const tf_value *prior,
                   const tf_value *config, const tf_value *planned)
{
    plan_members(findings, object, (tf_three){prior, config, planned});
}

bool
tf_plan_present(tf_findings *findings, tf_three at)
{
    bool planned = !tf_value_is_null(at.planned), configured = !tf_value_is_null(at.config);

    if (planned != configured)
        tf_findings_add(findings, planned ? TF_RULE_PRESENT : TF_RULE_ABSENT, at.config, at.planned,
                        NULL);
    return planned && configured;
}

static void
plan_object(tf_findings *findings, const tf_type *object, tf_three at)
{
    if (tf_plan_present(findings, at))
        plan_members(findings, object, at);
}

void
tf_rules_plan(tf_findings *findings, const tf_block *block, const tf_value *prior,
              const tf_value *config, const tf_value *planned)
{
    plan_object(findings, block->type, (tf_three){prior, config, planned});
}
