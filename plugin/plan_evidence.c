/* plan_evidence.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_evidence.h"

#include <string.h>

#include "codec/compare.h"
#include "codec/plan_match.h"
#include "codec/text.h"

#include "history.h"

/* The unknown values of what a file has no unknown values of. */
static const tf_json_node nowhere = {NULL, 0};

static const struct {
    tf_rpc_id rpc;
    bool response;
    const char *field;
    tf_evidence_role role;
} roles[] = {
    {TF_RPC_VALIDATE_RESOURCE_CONFIG, false, "config", TF_ROLE_CONFIG},
    {TF_RPC_VALIDATE_DATA_RESOURCE_CONFIG, false, "config", TF_ROLE_CONFIG},
    {TF_RPC_UPGRADE_RESOURCE_STATE, false, "raw_state", TF_ROLE_BEFORE},
    {TF_RPC_UPGRADE_RESOURCE_STATE, true, "upgraded_state", TF_ROLE_BEFORE},
    {TF_RPC_MOVE_RESOURCE_STATE, true, "target_state", TF_ROLE_BEFORE},
    {TF_RPC_READ_RESOURCE, false, "current_state", TF_ROLE_BEFORE},
    {TF_RPC_READ_RESOURCE, true, "new_state", TF_ROLE_BEFORE},
    {TF_RPC_PLAN_RESOURCE_CHANGE, false, "prior_state", TF_ROLE_BEFORE},
    {TF_RPC_PLAN_RESOURCE_CHANGE, false, "config", TF_ROLE_CONFIG},
    {TF_RPC_PLAN_RESOURCE_CHANGE, true, "planned_state", TF_ROLE_AFTER},
    {TF_RPC_APPLY_RESOURCE_CHANGE, false, "prior_state", TF_ROLE_BEFORE},
    {TF_RPC_APPLY_RESOURCE_CHANGE, false, "planned_state", TF_ROLE_AFTER},
    {TF_RPC_APPLY_RESOURCE_CHANGE, true, "new_state", TF_ROLE_AFTER},
    {TF_RPC_READ_DATA_SOURCE, false, "config", TF_ROLE_CONFIG},
    {TF_RPC_READ_DATA_SOURCE, true, "state", TF_ROLE_AFTER},
};

tf_evidence_role
tf_evidence_role_of(const tf_message *message, const char *field)
{
    for (size_t i = 0; i < G_N_ELEMENTS(roles); i++)
        if (roles[i].rpc == message->call->rpc->id && roles[i].response == message->response &&
            strcmp(roles[i].field, field) == 0)
            return roles[i].role;
    return TF_ROLE_NONE;
}

static bool
has_action(const tf_plan_object *object, const char *action)
{
    for (tf_json_iterator i = tf_json_iterate(object->actions); tf_json_next(&i);)
        if (tf_text_is(tf_json_text(i.value), action))
            return true;
    return false;
}

bool
tf_evidence_is_change(const tf_plan_object *object)
{
    return object->origin == TF_PLAN_CHANGE || object->origin == TF_PLAN_DEFERRED;
}

/* @param agreed strings, numbers and bools that are the same */
static void
judge(tf_evidence *evidence, tf_match match, uint32_t agreed)
{
    evidence->contradicted |= match == TF_MATCH_NO;
    evidence->exact += match == TF_MATCH_YES;
    evidence->open += match < TF_MATCH_YES && agreed > 0;
    evidence->unlikely += match == TF_MATCH_UNLIKELY;
}

static bool
is_null(tf_json_node json)
{
    return !json.tape || tf_json_is(json, TF_TOKEN_NULL);
}

/* Is the call about the new object of a replacement? */
static bool
makes_new(const tf_call *call)
{
    for (const tf_change_links *at = tf_history_links(call); at; at = at->follows)
        if (at->first)
            return true;
    return false;
}

/* Nothing where the file may have something: a creation, or the half of a replacement. Core forgets
 * a tainted object before it plans the new one. */
static tf_match
match_nothing(const tf_plan_object *object, const tf_call *call, tf_evidence_role role)
{
    bool may_be;

    if (role == TF_ROLE_BEFORE)
        may_be = is_null(object->before) || makes_new(call) ||
                 g_strcmp0(object->action_reason, "replace_because_tainted") == 0;
    else
        may_be = is_null(object->after) || has_action(object, "delete");
    return may_be ? TF_MATCH_OPEN : TF_MATCH_NO;
}

/* A configuration never says everything. */
static tf_match
match_config(const tf_value *config, const tf_plan_object *object, tf_json_node unknown,
             uint32_t *agreed)
{
    tf_match match = tf_plan_match(config, object->after, unknown, true, agreed);

    return MIN(match, TF_MATCH_OPEN);
}

static void
weigh_change(tf_evidence *evidence, const tf_call *call, bool from_object, const tf_value *value,
             tf_evidence_role role)
{
    const tf_plan_object *object = evidence->planned.object;
    bool replaces = has_action(object, "delete") && has_action(object, "create");
    tf_match match = TF_MATCH_OPEN;
    uint32_t agreed = 0;

    if (tf_value_is_null(value))
        match = match_nothing(object, call, role);
    else if (role == TF_ROLE_BEFORE)
        match = tf_plan_match(value, object->before, nowhere, false, &agreed);
    else if (role == TF_ROLE_CONFIG)
        match = match_config(value, object, object->after_unknown, &agreed);
    /* The first plan of a replacement is one of an update, which will not be made. */
    else if (!(replaces && from_object && call->rpc->id == TF_RPC_PLAN_RESOURCE_CHANGE))
        match = tf_plan_match(value, object->after, object->after_unknown, false, &agreed);
    judge(evidence, match, agreed);
}

/* Objects of a state, and what drifted, are from one time or another: only that they are the same
 * counts. A data source is the same object at all times, so its configuration may rule it out. */
static void
weigh_object(tf_evidence *evidence, const tf_value *value, tf_evidence_role role)
{
    const tf_plan_object *object = evidence->planned.object;
    tf_match match;
    uint32_t agreed;

    if (tf_value_is_null(value))
        return;
    if (role != TF_ROLE_CONFIG) {
        evidence->exact +=
            tf_plan_match(value, object->before, nowhere, false, NULL) == TF_MATCH_YES ||
            tf_plan_match(value, object->after, nowhere, false, NULL) == TF_MATCH_YES;
    } else if (g_strcmp0(object->mode, "data") == 0) {
        match = match_config(value, object, nowhere, &agreed);
        judge(evidence, match, agreed);
    }
}

void
tf_evidence_weigh(tf_evidence *evidence, const tf_call *call, tf_evidence_role role,
                  const tf_value *value, bool from_object)
{
    if (tf_evidence_is_change(evidence->planned.object))
        weigh_change(evidence, call, from_object, value, role);
    else
        weigh_object(evidence, value, role);
}
