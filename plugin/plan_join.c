/* plan_join.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_join.h"

#include <string.h>

#include "codec/compare.h"
#include "codec/text.h"

#include "history.h"
#include "plan_evidence.h"

/* What is known of one call. */
typedef struct tf_join {
    tf_evidence *evidence; /* one for each object that it could be about */
    uint32_t n;
    bool from_object; /* the call begins from an object */
} tf_join;

static wmem_map_t *joins; /* tf_call -> tf_join; file scope, NULL before the first file */

void
tf_plan_join_reset(void)
{
    joins = NULL;
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

/* --- What messages say ----------------------------------------------------------------------- */

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
    tf_evidence_role role = tf_evidence_role_of(weighing->message, value->field);
    const tf_value *root = value->decoded->root;

    if (role == TF_ROLE_NONE)
        return;
    if (role == TF_ROLE_BEFORE && !weighing->message->response)
        join->from_object = !tf_value_is_null(root);
    for (uint32_t i = 0; i < join->n; i++) {
        tf_evidence *evidence = &join->evidence[i];
        if (!evidence->contradicted)
            tf_evidence_weigh(evidence, weighing->message->call, role, root, join->from_object);
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
        if (!tf_evidence_is_change(known->object) && tf_evidence_is_change(planned->object))
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
