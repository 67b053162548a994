/* change_tree.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "change_tree.h"

#include "change.h"
#include "change_text.h"
#include "conformance.h"
#include "expert.h"
#include "fields.h"
#include "stage_tree.h"
#include "value_text.h"

static int ett_change = -1, ett_difference = -1, ett_finding = -1;

void
tf_change_tree_register(void)
{
    static int *ett[] = {&ett_change, &ett_difference, &ett_finding};

    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
}

/* Lines of this file belong to no bytes: Wireshark 4.6 refuses more than 50,000 lines in a row that
 * lie before others of the same bytes, and many changes are all drawn after the values. */
static proto_item *
add_string(proto_tree *tree, enum tf_field_id field, const char *text)
{
    proto_item *item = proto_tree_add_string(tree, tf_hf[field], NULL, 0, 0, text ? text : "");

    proto_item_set_generated(item);
    return item;
}

static void
add_frame(proto_tree *tree, enum tf_field_id field, uint32_t frame)
{
    if (frame)
        proto_item_set_generated(proto_tree_add_uint(tree, tf_hf[field], NULL, 0, 0, frame));
}

/* --- Changes --------------------------------------------------------------------------------- */

static void
add_links(proto_tree *tree, const tf_change_links *links)
{
    if (!links)
        return;
    if (links->first)
        add_frame(tree, TF_HF_CHANGE_FIRST_PLAN, links->first->call->response_frame);
    if (links->second)
        add_frame(tree, TF_HF_CHANGE_SECOND_PLAN, links->second->call->response_frame);
    if (links->follows)
        add_frame(tree, TF_HF_CHANGE_PLANNED_IN, links->follows->call->response_frame);
    if (links->by_plan)
        add_frame(tree, TF_HF_CHANGE_PLANNED_AGAIN_IN, links->by_plan->call->response_frame);
    if (links->by_apply)
        add_frame(tree, TF_HF_CHANGE_APPLIED_IN, links->by_apply->call->response_frame);
}

static char
sign_of(const tf_difference *difference)
{
    if (tf_value_is_null(difference->before))
        return '+';
    return tf_value_is_null(difference->after) ? '-' : '~';
}

/* A change that was drawn, for its stages come last. */
typedef struct tf_drawn_change {
    tf_change change;
    proto_item *item;
    proto_tree *tree;    /* NULL if nothing was drawn */
    proto_tree **places; /* of each difference; NULL for those that were left out */
} tf_drawn_change;

/* @return the subtree; NULL if it was left out */
static proto_tree *
add_difference(tf_drawing *drawing, proto_tree *tree, const tf_change *change,
               const tf_difference *difference)
{
    wmem_allocator_t *pool = drawing->pinfo->pool;
    char *before = tf_text_of(pool, difference->before, TF_TEXT_EXACT);
    char *after = tf_text_of(pool, difference->after, TF_TEXT_EXACT);
    bool forces = tf_change_forced(change, difference->path);
    proto_item *item;

    if (!tf_drawing_take(drawing, 4))
        return NULL;
    item = add_string(tree, TF_HF_CHANGE_PATH, difference->path);
    proto_item_set_text(item, "%c %s: %s -> %s%s", sign_of(difference), difference->path, before,
                        after, forces ? "  # forces replacement" : "");
    tree = proto_item_add_subtree(item, ett_difference);
    add_string(tree, TF_HF_CHANGE_BEFORE, before);
    add_string(tree, TF_HF_CHANGE_AFTER, after);
    if (!tf_value_wholly_known(difference->after))
        add_string(tree, TF_HF_CHANGE_AFTER_UNKNOWN, difference->path);
    return tree;
}

static void
add_replace_paths(tf_drawing *drawing, proto_tree *tree, const tf_change *change)
{
    for (uint32_t i = 0; i < change->n_replace && tf_drawing_take(drawing, 1); i++)
        if (change->replace[i].forces)
            add_string(tree, TF_HF_CHANGE_REQUIRES_REPLACE, change->replace[i].path);
}

static void
add_change(tf_drawing *drawing, proto_tree *tree, tf_exchange *exchange, tf_drawn_change *drawn)
{
    const tf_change *change = &drawn->change;

    *drawn = (tf_drawn_change){0};
    if (!tf_change_of(exchange, tf_value_masks, &drawn->change) || !tf_drawing_take(drawing, 6))
        return;
    drawn->item = add_string(tree, TF_HF_CHANGE_ACTION, tf_action_name(change->action));
    proto_item_set_text(drawn->item, "Change: %s, %u %s", tf_action_name(change->action),
                        change->differences.count,
                        change->differences.count == 1 ? "place" : "places");
    drawn->tree = proto_item_add_subtree(drawn->item, ett_change);
    add_links(drawn->tree, tf_history_links(exchange->call));
    add_replace_paths(drawing, drawn->tree, change);
    drawn->places =
        wmem_alloc0_array(drawing->pinfo->pool, proto_tree *, MAX(change->differences.count, 1));
    for (uint32_t i = 0; i < change->differences.count && !drawing->truncated; i++)
        drawn->places[i] =
            add_difference(drawing, drawn->tree, change, &change->differences.list[i]);
    if (change->exhausted)
        expert_add_info(drawing->pinfo, drawn->item, &tf_ei[TF_EI_COMPARE_LIMIT]);
}

/* Only plans and applies have stages. They repeat much of what the message holds: of a large one
 * they are what is left out first. */
static void
add_stages(tf_drawing *drawing, tf_exchange *exchange, tf_drawn_change *drawn)
{
    tf_stages stages;

    if (!drawn->tree || drawing->truncated || exchange->call->rpc->id == TF_RPC_READ_DATA_SOURCE ||
        !tf_stage_tree_wanted(drawn->tree))
        return;
    tf_stages_of(exchange, &stages);
    for (uint32_t i = 0; i < drawn->change.differences.count && !drawing->truncated; i++)
        if (drawn->places[i])
            tf_stage_tree_add(drawing, drawn->places[i], &stages,
                              &drawn->change.differences.list[i]);
    tf_stage_tree_add_unlisted(drawing, drawn->tree, &stages, &drawn->change);
    if (stages.compare.exhausted && !drawn->change.exhausted)
        expert_add_info(drawing->pinfo, drawn->item, &tf_ei[TF_EI_COMPARE_LIMIT]);
}

/* --- Findings -------------------------------------------------------------------------------- */

static enum tf_expert_id
severity_of(const tf_verdict *verdict)
{
    if (!verdict->core)
        return verdict->serious ? TF_EI_CONFORMANCE_WARNING : TF_EI_CONFORMANCE_NOTE;
    return verdict->tolerated ? TF_EI_CONFORMANCE_NOTE : TF_EI_CONFORMANCE_ERROR;
}

/* Where it is; of a hidden container not what keys it has. */
static const char *
shown_path(wmem_allocator_t *pool, const tf_finding *finding)
{
    const tf_value *value = finding->found ? finding->found : finding->wanted;
    const tf_value *hidden = value ? tf_text_hidden_by(value) : NULL;
    wmem_strbuf_t *path;

    if (!hidden)
        return finding->path;
    path = wmem_strbuf_new(pool, "");
    tf_value_append_path(path, hidden);
    return wmem_strbuf_finalize(path);
}

static void
append_compared(wmem_strbuf_t *text, const tf_verdict *verdict, const tf_value *value)
{
    if (verdict->secret && tf_mask_sensitive)
        wmem_strbuf_append(text, TF_MASKED_TEXT);
    else
        tf_text_append_value(text, value, TF_TEXT_EXACT);
}

/* What is compared, as far as there is something: `: config 1, planned 2`. */
static char *
compared_text(wmem_allocator_t *pool, const tf_verdict *verdict)
{
    const tf_finding *finding = verdict->finding;
    wmem_strbuf_t *text = wmem_strbuf_new(pool, "");

    if (finding->detail) {
        wmem_strbuf_append_printf(text, ": %s", finding->detail);
        return wmem_strbuf_finalize(text);
    }
    if (finding->wanted) {
        wmem_strbuf_append_printf(text, ": %s ", verdict->wanted);
        append_compared(text, verdict, finding->wanted);
    }
    if (finding->found) {
        wmem_strbuf_append_printf(text, "%s%s ", finding->wanted ? ", " : ": ", verdict->found);
        append_compared(text, verdict, finding->found);
    }
    return wmem_strbuf_finalize(text);
}

static void
add_verdict(tf_drawing *drawing, proto_tree *tree, const tf_verdict *verdict)
{
    wmem_allocator_t *pool = drawing->pinfo->pool;
    const tf_finding *finding = verdict->finding;
    const char *path = shown_path(pool, finding);
    char *rule = wmem_strdup_printf(pool, "%s.%s", verdict->context, tf_rule_name(finding->rule));
    proto_item *item;

    if (!tf_drawing_take(drawing, 6))
        return;
    item = add_string(tree, TF_HF_CONFORMANCE_RULE, rule);
    tree = proto_item_add_subtree(item, ett_finding);
    add_string(tree, TF_HF_CONFORMANCE_PATH, path);
    add_string(tree, TF_HF_CONFORMANCE_SOURCE, verdict->core ? "core" : "lint");
    proto_item_set_generated(proto_tree_add_boolean(tree, tf_hf[TF_HF_CONFORMANCE_TOLERATED], NULL,
                                                    0, 0, verdict->tolerated));
    add_frame(tree, TF_HF_CONFORMANCE_COMPARED_IN, verdict->frame);
    expert_add_info_format(drawing->pinfo, item, &tf_ei[severity_of(verdict)], "%s%s%s: %s%s%s",
                           rule, path[0] ? " at " : "", path, tf_rule_text(finding->rule),
                           compared_text(pool, verdict),
                           verdict->tolerated ? " (core tolerates it of old SDKs)" : "");
}

static void
add_verdicts(tf_drawing *drawing, proto_tree *tree, tf_exchange *exchange)
{
    tf_verdicts verdicts = tf_conformance_check(exchange);

    for (uint32_t i = 0; i < verdicts.count && !drawing->truncated; i++)
        add_verdict(drawing, tree, &verdicts.list[i]);
    if (verdicts.exhausted)
        expert_add_info(drawing->pinfo, proto_tree_get_parent(tree), &tf_ei[TF_EI_COMPARE_LIMIT]);
}

/* Does anybody see what would be drawn? */
static bool
is_asked_for(proto_tree *tree)
{
    static const enum tf_field_id fields[] = {
        TF_HF_CHANGE_ACTION,         TF_HF_CHANGE_PATH,
        TF_HF_CHANGE_BEFORE,         TF_HF_CHANGE_AFTER,
        TF_HF_CHANGE_AFTER_UNKNOWN,  TF_HF_CHANGE_REQUIRES_REPLACE,
        TF_HF_CHANGE_FIRST_PLAN,     TF_HF_CHANGE_SECOND_PLAN,
        TF_HF_CHANGE_PLANNED_IN,     TF_HF_CHANGE_PLANNED_AGAIN_IN,
        TF_HF_CHANGE_APPLIED_IN,     TF_HF_CONFORMANCE_RULE,
        TF_HF_CONFORMANCE_PATH,      TF_HF_CONFORMANCE_SOURCE,
        TF_HF_CONFORMANCE_TOLERATED, TF_HF_CONFORMANCE_COMPARED_IN,
    };

    static const enum tf_expert_id experts[] = {TF_EI_CONFORMANCE_ERROR, TF_EI_CONFORMANCE_WARNING,
                                                TF_EI_CONFORMANCE_NOTE, TF_EI_COMPARE_LIMIT};

    if (tf_stage_tree_wanted(tree) || tf_experts_collected())
        return true;
    for (size_t i = 0; i < G_N_ELEMENTS(experts); i++)
        if (proto_field_is_referenced(tree, tf_ei[experts[i]].hf))
            return true;
    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
        if (proto_field_is_referenced(tree, tf_hf[fields[i]]))
            return true;
    return false;
}

void
tf_change_tree_add(tf_drawing *drawing, proto_tree *tree, tf_message *message, const uint8_t *data)
{
    tf_drawn_change drawn;
    tf_exchange exchange;

    if (!message->response || message->call->rpc->server_stream || !is_asked_for(tree))
        return;
    exchange = tf_exchange_around(drawing->pinfo->pool, message, data, drawing->values);
    add_change(drawing, tree, &exchange, &drawn);
    add_verdicts(drawing, tree, &exchange);
    add_stages(drawing, &exchange, &drawn);
}
