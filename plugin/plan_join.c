/* plan_join.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_join.h"

#include <string.h>

#include "codec/compare.h"
#include "codec/plan_match.h"
#include "codec/text.h"

#include "history.h"

/* What a value says of the object. */
typedef enum tf_role { ROLE_NONE, ROLE_BEFORE, ROLE_AFTER, ROLE_CONFIG } tf_role;

/* What the messages of a call say of one object. */
typedef struct tf_evidence {
    tf_planned planned;
    bool contradicted;
    uint32_t exact;    /* values that are the same */
    uint32_t open;     /* values that do not contradict, and agree in something */
    uint32_t unlikely; /* values that only a legacy SDK would make of the other */
} tf_evidence;

typedef struct tf_join {
    tf_evidence *evidence;
    uint32_t n;
    bool from_object; /* the call begins from an object */
} tf_join;

static wmem_map_t *joins; /* tf_call -> tf_join; file scope, NULL before the first file */

void
tf_plan_join_reset(void)
{
    joins = NULL;
}

/* --- Roles ----------------------------------------------------------------------------------- */

static const struct {
    tf_rpc_id rpc;
    bool response;
    const char *field;
    tf_role role;
} roles[] = {
    {TF_RPC_VALIDATE_RESOURCE_CONFIG, false, "config", ROLE_CONFIG},
    {TF_RPC_VALIDATE_DATA_RESOURCE_CONFIG, false, "config", ROLE_CONFIG},
    {TF_RPC_UPGRADE_RESOURCE_STATE, false, "raw_state", ROLE_BEFORE},
    {TF_RPC_UPGRADE_RESOURCE_STATE, true, "upgraded_state", ROLE_BEFORE},
    {TF_RPC_MOVE_RESOURCE_STATE, true, "target_state", ROLE_BEFORE},
    {TF_RPC_READ_RESOURCE, false, "current_state", ROLE_BEFORE},
    {TF_RPC_READ_RESOURCE, true, "new_state", ROLE_BEFORE},
    {TF_RPC_PLAN_RESOURCE_CHANGE, false, "prior_state", ROLE_BEFORE},
    {TF_RPC_PLAN_RESOURCE_CHANGE, false, "config", ROLE_CONFIG},
    {TF_RPC_PLAN_RESOURCE_CHANGE, true, "planned_state", ROLE_AFTER},
    {TF_RPC_APPLY_RESOURCE_CHANGE, false, "prior_state", ROLE_BEFORE},
    {TF_RPC_APPLY_RESOURCE_CHANGE, false, "planned_state", ROLE_AFTER},
    {TF_RPC_APPLY_RESOURCE_CHANGE, true, "new_state", ROLE_AFTER},
    {TF_RPC_READ_DATA_SOURCE, false, "config", ROLE_CONFIG},
    {TF_RPC_READ_DATA_SOURCE, true, "state", ROLE_AFTER},
};

static tf_role
role_of(const tf_message *message, const char *field)
{
    for (size_t i = 0; i < G_N_ELEMENTS(roles); i++)
        if (roles[i].rpc == message->call->rpc->id && roles[i].response == message->response &&
            strcmp(roles[i].field, field) == 0)
            return roles[i].role;
    return ROLE_NONE;
}

/* The mode of the objects that a call is about; NULL if files say nothing of such calls. */
static const char *
mode_of(const tf_call *call)
{
    if (!call->rpc->version)
        return NULL;
    switch (tf_rpc_type_kind(call->rpc->id)) {
    case TF_SCHEMA_RESOURCE:
        return "managed";
    case TF_SCHEMA_DATA_SOURCE:
        return "data";
    default:
        return NULL;
    }
}

/* --- Evidence -------------------------------------------------------------------------------- */

static bool
has_action(const tf_plan_object *object, const char *action)
{
    for (tf_json_iterator i = tf_json_iterate(object->actions); tf_json_next(&i);)
        if (tf_text_is(tf_json_text(i.value), action))
            return true;
    return false;
}

static bool
is_change(const tf_plan_object *object)
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
match_nothing(const tf_plan_object *object, const tf_call *call, tf_role role)
{
    bool may_be;

    if (role == ROLE_BEFORE)
        may_be = is_null(object->before) || makes_new(call) ||
                 g_strcmp0(object->action_reason, "replace_because_tainted") == 0;
    else
        may_be = is_null(object->after) || has_action(object, "delete");
    return may_be ? TF_MATCH_OPEN : TF_MATCH_NO;
}

static void
weigh_change(tf_evidence *evidence, const tf_join *join, const tf_message *message,
             const tf_value *value, tf_role role)
{
    const tf_plan_object *object = evidence->planned.object;
    static const tf_json_node nowhere = {NULL, 0};
    bool replaces = has_action(object, "delete") && has_action(object, "create");

    tf_match match = TF_MATCH_OPEN;
    uint32_t agreed = 0;

    if (tf_value_is_null(value))
        match = match_nothing(object, message->call, role);
    else if (role == ROLE_BEFORE)
        match = tf_plan_match(value, object->before, nowhere, false, &agreed);
    else if (role == ROLE_CONFIG)
        match = MIN(tf_plan_match(value, object->after, object->after_unknown, true, &agreed),
                    TF_MATCH_OPEN);
    /* The first plan of a replacement is one of an update, which will not be made. */
    else if (!(replaces && join->from_object &&
               message->call->rpc->id == TF_RPC_PLAN_RESOURCE_CHANGE))
        match = tf_plan_match(value, object->after, object->after_unknown, false, &agreed);
    judge(evidence, match, agreed);
}

/* Objects of a state, and what drifted, are from one time or another: only that they are the same
 * counts. A data source is the same object at all times, so its configuration may rule it out. */
static void
weigh_object(tf_evidence *evidence, const tf_value *value, tf_role role)
{
    const tf_plan_object *object = evidence->planned.object;
    static const tf_json_node nowhere = {NULL, 0};
    uint32_t agreed;

    if (tf_value_is_null(value))
        return;
    if (role != ROLE_CONFIG)
        evidence->exact +=
            tf_plan_match(value, object->before, nowhere, false, NULL) == TF_MATCH_YES ||
            tf_plan_match(value, object->after, nowhere, false, NULL) == TF_MATCH_YES;
    else if (g_strcmp0(object->mode, "data") == 0)
        judge(evidence,
              MIN(tf_plan_match(value, object->after, nowhere, true, &agreed), TF_MATCH_OPEN),
              agreed);
}

/* --- Messages -------------------------------------------------------------------------------- */

static tf_join *
join_of(const tf_call *call)
{
    const char *mode = mode_of(call);
    const GArray *objects;
    tf_join *join;

    if (!joins)
        joins = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    join = (tf_join *)wmem_map_lookup(joins, call);
    if (join || !mode || !call->type_name)
        return join;
    join = wmem_new0(wmem_file_scope(), tf_join);
    objects = tf_plan_files_objects(mode, call->type_name);
    join->n = objects ? objects->len : 0;
    join->evidence = wmem_alloc0_array(wmem_file_scope(), tf_evidence, MAX(join->n, 1));
    for (uint32_t i = 0; i < join->n; i++)
        join->evidence[i].planned = g_array_index(objects, tf_planned, i);
    wmem_map_insert(joins, call, join);
    return join;
}

/* A message whose values are being weighed. */
typedef struct tf_weighing {
    tf_join *join;
    const tf_message *message;
} tf_weighing;

static void
weigh_value(tf_field_value *value, void *user)
{
    const tf_weighing *weighing = (const tf_weighing *)user;
    tf_join *join = weighing->join;
    tf_role role = role_of(weighing->message, value->field);
    const tf_value *root = value->decoded->root;

    if (role == ROLE_NONE)
        return;
    if (role == ROLE_BEFORE && !weighing->message->response)
        join->from_object = !tf_value_is_null(root);
    for (uint32_t i = 0; i < join->n; i++) {
        tf_evidence *evidence = &join->evidence[i];
        if (evidence->contradicted)
            continue;
        if (is_change(evidence->planned.object))
            weigh_change(evidence, join, weighing->message, root, role);
        else
            weigh_object(evidence, root, role);
    }
}

/* Of an import the request says nothing but the id. */
static void
weigh_import(tf_join *join, const tf_message *message, const uint8_t *data)
{
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(message->call->rpc->request, "id");
    tf_wire_reader reader;
    tf_wire_field at;

    tf_wire_init(&reader, data, 0, message->length);
    while (field && tf_wire_next(&reader, &at) == TF_WIRE_OK) {
        tf_span id = {(const char *)data + at.value_offset, at.value_length};
        if (at.number != field->id || at.wire_type != TF_WIRE_BYTES)
            continue;
        for (uint32_t i = 0; i < join->n; i++) {
            tf_json_node wanted = tf_json_get(join->evidence[i].planned.object->importing, "id");
            join->evidence[i].exact +=
                wanted.tape && tf_text_compare(tf_json_text(wanted), id) == 0;
        }
    }
}

void
tf_plan_join_note(tf_message *message, const uint8_t *data)
{
    wmem_allocator_t *pool;
    tf_weighing weighing = {NULL, message};

    if (!tf_plan_files_any())
        return;
    weighing.join = join_of(message->call);
    if (!weighing.join || weighing.join->n == 0 || message->index > 0)
        return;
    pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    if (message->call->rpc->id == TF_RPC_IMPORT_RESOURCE_STATE && !message->response)
        weigh_import(weighing.join, message, data);
    else
        tf_message_values(pool, message, data, weigh_value, &weighing);
    wmem_destroy_allocator(pool);
}

/* --- The result ------------------------------------------------------------------------------ */

static bool
same_instance(const tf_plan_object *a, const tf_plan_object *b)
{
    return strcmp(a->address, b->address) == 0 && g_strcmp0(a->deposed, b->deposed) == 0;
}

/* Of several objects of one instance the first that is a change tells most. */
static void
add_candidate(wmem_array_t *found, const tf_planned *planned)
{
    for (unsigned i = 0; i < wmem_array_get_count(found); i++) {
        tf_planned *known = (tf_planned *)wmem_array_index(found, i);
        if (!same_instance(known->object, planned->object))
            continue;
        if (!is_change(known->object) && is_change(planned->object))
            *known = *planned;
        return;
    }
    wmem_array_append(found, planned, 1);
}

static bool
fits(const tf_evidence *evidence)
{
    return !evidence->contradicted && evidence->exact + evidence->open > 0;
}

/* Of what fits, the most exact is best, then the least unlikely; NULL if nothing fits. */
static const tf_evidence *
find_best(const tf_join *join)
{
    const tf_evidence *best = NULL;

    for (uint32_t i = 0; i < join->n; i++) {
        const tf_evidence *at = &join->evidence[i];
        if (fits(at) && (!best || at->exact > best->exact ||
                         (at->exact == best->exact && at->unlikely < best->unlikely)))
            best = at;
    }
    return best;
}

static bool
find_candidates(wmem_allocator_t *pool, const tf_call *call, tf_joined *joined)
{
    const tf_join *join = joins ? (const tf_join *)wmem_map_lookup(joins, call) : NULL;
    wmem_array_t *found;
    const tf_evidence *best;

    if (!join)
        return false;
    found = wmem_array_new(pool, sizeof(tf_planned));
    best = find_best(join);
    for (uint32_t i = 0; i < join->n; i++) {
        const tf_evidence *at = &join->evidence[i];
        if (best && fits(at) && at->exact == best->exact && at->unlikely == best->unlikely)
            add_candidate(found, &at->planned);
    }
    joined->candidates = (const tf_planned *)wmem_array_get_raw(found);
    joined->n_candidates = wmem_array_get_count(found);
    return true;
}

static bool
is_candidate(const tf_joined *joined, const tf_planned *planned)
{
    for (uint32_t i = 0; i < joined->n_candidates; i++)
        if (same_instance(joined->candidates[i].object, planned->object))
            return true;
    return false;
}

/* Leaves the candidates that are those of a related call too, if there are any. */
static void
narrow(wmem_allocator_t *pool, tf_joined *joined, const tf_change_links *related)
{
    tf_joined other;
    wmem_array_t *both;

    if (joined->n_candidates < 2 || !related || !tf_plan_join_of(pool, related->call, &other))
        return;
    both = wmem_array_new(pool, sizeof(tf_planned));
    for (uint32_t i = 0; i < joined->n_candidates; i++)
        if (is_candidate(&other, &joined->candidates[i]))
            wmem_array_append(both, &joined->candidates[i], 1);
    if (wmem_array_get_count(both) == 0)
        return;
    joined->candidates = (const tf_planned *)wmem_array_get_raw(both);
    joined->n_candidates = wmem_array_get_count(both);
}

bool
tf_plan_join_of(wmem_allocator_t *pool, const tf_call *call, tf_joined *joined)
{
    const tf_change_links *links = tf_history_links(call);

    if (!find_candidates(pool, call, joined))
        return false;
    if (links) {
        narrow(pool, joined, links->first);
        narrow(pool, joined, links->follows);
    }
    return true;
}

const tf_planned *
tf_plan_join_one(wmem_allocator_t *pool, const tf_call *call)
{
    tf_joined joined;

    return tf_plan_join_of(pool, call, &joined) && joined.n_candidates == 1 ? joined.candidates
                                                                            : NULL;
}
