/* result_rules.c
 * An object against what was planned: blocks.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "rules_internal.h"

static void result_object(tf_findings *findings, const tf_type *object, const tf_value *planned,
                          const tf_value *actual);

static bool
is_unknown(const tf_value *value)
{
    return value && value->kind == TF_VALUE_UNKNOWN;
}

/* --- Attributes ------------------------------------------------------------------------------ */

/* Of a sensitive attribute only that something differs is said, at the attribute as a whole. */
static void
result_attribute(tf_findings *findings, const tf_attribute *attribute, const tf_value *planned,
                 const tf_value *actual)
{
    uint32_t before;

    if (!attribute->sensitive) {
        tf_rules_value(findings, planned, actual);
        return;
    }
    before = tf_try_begin(findings);
    tf_rules_value(findings, planned, actual);
    if (tf_try_end(findings, before))
        tf_findings_add(findings, TF_RULE_SENSITIVE, planned, actual, NULL);
}

/* --- Blocks ---------------------------------------------------------------------------------- */

/* What sets of blocks need to find counterparts. */
static bool
blocks_agree(tf_findings *findings, const void *object, const tf_value *planned,
             const tf_value *actual)
{
    uint32_t before = tf_try_begin(findings);

    result_object(findings, (const tf_type *)object, planned, actual);
    return !tf_try_end(findings, before);
}

static void
result_list(tf_findings *findings, const tf_type *object, const tf_value *planned,
            const tf_value *actual)
{
    if (planned->n_children != actual->n_children) {
        tf_findings_add(findings, TF_RULE_BLOCK_COUNT, planned, actual, NULL);
        return;
    }
    for (uint32_t i = 0; i < planned->n_children; i++) {
        size_t here = tf_enter_index(findings, i);
        result_object(findings, object, &planned->children[i], &actual->children[i]);
        tf_leave(findings, here);
    }
}

/* Blocks under labels; where they hold something dynamic each label is an attribute, and core looks
 * at the labels instead of counting. */
static void
result_map(tf_findings *findings, const tf_type *object, const tf_value *planned,
           const tf_value *actual)
{
    bool labels = planned->kind == TF_VALUE_OBJECT;
    tf_index old = tf_index_keys(&findings->compare, planned);
    tf_index now = tf_index_keys(&findings->compare, actual);

    if (!labels && old.count != now.count) {
        tf_findings_add(findings, TF_RULE_BLOCK_COUNT, planned, actual, NULL);
        return;
    }
    for (uint32_t i = 0; i < old.count; i++) {
        const tf_value *block = tf_index_get(&now, old.at[i]->key.data, old.at[i]->key.length);
        size_t here = tf_enter_key(findings, old.at[i]->key);
        if (block)
            result_object(findings, object, old.at[i], block);
        else if (labels)
            tf_findings_add(findings, TF_RULE_ELEMENT_GONE, old.at[i], NULL, NULL);
        tf_leave(findings, here);
    }
    for (uint32_t i = 0; labels && i < now.count; i++) {
        size_t here = tf_enter_key(findings, now.at[i]->key);
        if (!tf_index_get(&old, now.at[i]->key.data, now.at[i]->key.length))
            tf_findings_add(findings, TF_RULE_ELEMENT_NEW, NULL, now.at[i], NULL);
        tf_leave(findings, here);
    }
}

static void
result_collection(tf_findings *findings, const tf_block_type *block, const tf_value *planned,
                  const tf_value *actual)
{
    if (!tf_value_is_known(planned) || !tf_value_is_known(actual))
        return;
    if (block->nesting == TF_NESTING_LIST)
        result_list(findings, block->block->type, planned, actual);
    else if (block->nesting == TF_NESTING_MAP)
        result_map(findings, block->block->type, planned, actual);
    else
        tf_rules_sets(findings, planned, actual, blocks_agree, block->block->type);
}

static void
result_block(tf_findings *findings, const tf_block_type *block, const tf_value *planned,
             const tf_value *actual)
{
    bool single = block->nesting == TF_NESTING_SINGLE || block->nesting == TF_NESTING_GROUP;

    if (block->block->computed && block->nesting != TF_NESTING_SINGLE && tf_value_is_null(actual))
        tf_findings_add(findings, TF_RULE_NOW_NULL, planned, actual, NULL);
    else if (block->block->computed && is_unknown(planned))
        tf_rules_value(findings, planned, actual);
    else if (!single)
        result_collection(findings, block, planned, actual);
    else if (!is_unknown(planned) || !tf_value_is_null(actual))
        result_object(findings, block->block->type, planned, actual);
}

/* --- Objects --------------------------------------------------------------------------------- */

/* Whatever is in an unknown block is unknown; what is known of the block, and its type, are not its
 * members'. */
static const tf_value *
child_of(const tf_value *value, const tf_index *index, tf_span name)
{
    static const tf_value member = {.kind = TF_VALUE_UNKNOWN};

    return is_unknown(value) ? &member : tf_index_get(index, name.data, name.length);
}

static void
result_members(tf_findings *findings, const tf_type *object, const tf_value *planned,
               const tf_value *actual)
{
    tf_index old = tf_index_keys(&findings->compare, planned);
    tf_index now = tf_index_keys(&findings->compare, actual);
    uint32_t before_all = findings->found;

    for (uint32_t i = 0; i < object->count && tf_compare_step(&findings->compare); i++) {
        const tf_member *member = &object->members[i];
        tf_span name = tf_member_name(member);
        const tf_value *before = child_of(planned, &old, name);
        const tf_value *after = child_of(actual, &now, name);
        size_t here = tf_enter_attribute(findings, name);
        if (member->attribute)
            result_attribute(findings, member->attribute, before, after);
        else if (member->block)
            result_block(findings, member->block, before, after);
        tf_leave(findings, here);
        if (findings->trying && findings->found != before_all)
            return;
    }
}

static void
result_object(tf_findings *findings, const tf_type *object, const tf_value *planned,
              const tf_value *actual)
{
    if (tf_value_is_null(planned)) {
        if (!tf_value_is_null(actual))
            tf_findings_add(findings, TF_RULE_APPEARED, planned, actual, NULL);
    } else if (tf_value_is_null(actual)) {
        tf_findings_add(findings, TF_RULE_VANISHED, planned, actual, NULL);
    } else {
        result_members(findings, object, planned, actual);
    }
}

void
tf_rules_result(tf_findings *findings, const tf_block *block, const tf_value *planned,
                const tf_value *actual)
{
    result_object(findings, block->type, planned, actual);
}
