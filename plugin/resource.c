/* resource.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "resource.h"

#include <string.h>

#include "history_facts.h"
#include "history_match.h"
#include "resource_state.h"

struct tf_resource {
    uint32_t number;
    /* The last connection on which a call of each method was about it. */
    const tf_session *taken[TF_RPC_N_IDS];
};

/* A validation that no plan was found for yet. */
typedef struct tf_unplanned {
    tf_message *request;
    struct tf_unplanned *next; /* of the same hash, earlier in the file */
} tf_unplanned;

/* File scope. */
static tf_message *first_untied, *last_untied; /* messages that were not looked at yet */
static wmem_map_t *validations;                /* hash of type and configuration -> tf_unplanned */
static uint32_t resources;

void
tf_resource_reset(void)
{
    first_untied = NULL;
    validations = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    resources = 0;
    tf_resource_states_reset();
}

/* --- Which calls ----------------------------------------------------------------------------- */

/* The field of the request with the state that a call is given; NULL if it is given none. */
static const char *
state_given(tf_rpc_id id)
{
    switch (id) {
    case TF_RPC_UPGRADE_RESOURCE_STATE:
        return "raw_state";
    case TF_RPC_READ_RESOURCE:
        return "current_state";
    case TF_RPC_GENERATE_RESOURCE_CONFIG:
        return "state";
    case TF_RPC_PLAN_RESOURCE_CHANGE:
    case TF_RPC_APPLY_RESOURCE_CHANGE:
        return "prior_state";
    default:
        return NULL;
    }
}

static const char *
state_returned(tf_rpc_id id)
{
    switch (id) {
    case TF_RPC_UPGRADE_RESOURCE_STATE:
        return "upgraded_state";
    case TF_RPC_READ_RESOURCE:
    case TF_RPC_APPLY_RESOURCE_CHANGE:
        return "new_state";
    case TF_RPC_IMPORT_RESOURCE_STATE:
        return "imported_resources[0].state";
    case TF_RPC_MOVE_RESOURCE_STATE:
        return "target_state";
    default:
        return NULL;
    }
}

bool
tf_resource_gets_state(const tf_call *call)
{
    return call->rpc->version && state_returned(call->rpc->id);
}

static void
append_untied(tf_message *message)
{
    if (first_untied)
        last_untied->next_untied = message;
    else
        first_untied = message;
    last_untied = message;
}

void
tf_resource_note(tf_message *message)
{
    tf_rpc_id id = message->call->rpc->id;

    if (message->index || !message->call->rpc->version || !message->call->type_name ||
        (!state_given(id) && !state_returned(id) && id != TF_RPC_VALIDATE_RESOURCE_CONFIG))
        return;
    append_untied(message);
}

/* --- Finding --------------------------------------------------------------------------------- */

static tf_resource *
new_resource(void)
{
    tf_resource *resource = wmem_new0(wmem_file_scope(), tf_resource);

    resource->number = resources++;
    return resource;
}

/* The first that no such call has taken on this connection: equal instances find one each. */
static tf_resource *
first_free(const tf_resource_state *state, const tf_call *call)
{
    wmem_list_frame_t *at = wmem_list_head(tf_resource_state_list(state));

    for (; at; at = wmem_list_frame_next(at)) {
        tf_resource *resource = (tf_resource *)wmem_list_frame_data(at);
        if (resource->taken[call->rpc->id] != call->session)
            return resource;
    }
    return NULL;
}

/* The resource of the plan or apply that this one belongs to. */
static tf_resource *
linked(const tf_call *call)
{
    const tf_change_links *links = tf_history_links(call);

    if (links && links->first)
        return links->first->call->resource;
    return links && links->follows ? links->follows->call->resource : NULL;
}

/* The resource of a call that is given a state; NULL if the state cannot be read. */
static tf_resource *
with_state(tf_message *request, wmem_allocator_t *pool)
{
    const tf_call *call = request->call;
    tf_side side = tf_side_of(pool, request);
    bool null = false;
    tf_resource_state *state = tf_resource_state_of(&side, state_given(call->rpc->id), &null);
    tf_resource *resource = linked(call);

    if (!resource && state)
        resource = first_free(state, call);
    if (!resource && (state || null))
        resource = new_resource();
    if (resource && state)
        tf_resource_state_add(state, resource);
    return resource;
}

/* --- Validations ----------------------------------------------------------------------------- */

static tf_span
configuration(tf_message *request)
{
    tf_side side = tf_side_of(NULL, request);

    return tf_side_encoded(&side, "config");
}

static void
note_validation(tf_message *request)
{
    tf_unplanned *validation = wmem_new(wmem_file_scope(), tf_unplanned);
    void *key = GUINT_TO_POINTER(tf_span_hash(request->call, configuration(request)));

    *validation = (tf_unplanned){request, (tf_unplanned *)wmem_map_lookup(validations, key)};
    wmem_map_insert(validations, key, validation);
}

static bool
is_validated_by(const tf_message *plan, tf_span config, tf_message *validation)
{
    return validation->call->session == plan->call->session && !validation->call->resource &&
           strcmp(validation->call->type_name, plan->call->type_name) == 0 &&
           tf_spans_equal(configuration(validation), config);
}

/* The validation that came before a plan: the oldest that has none, for instances are validated and
 * planned in one order. */
static void
take_validation(tf_message *plan)
{
    tf_span config = configuration(plan);
    void *key = GUINT_TO_POINTER(tf_span_hash(plan->call, config));
    tf_unplanned *at = (tf_unplanned *)wmem_map_lookup(validations, key);
    tf_call *found = NULL;

    for (unsigned tried = 0; at && tried < TF_MAX_CANDIDATES; at = at->next, tried++)
        if (is_validated_by(plan, config, at->request))
            found = at->request->call;
    if (found)
        found->resource = plan->call->resource;
}

/* --- Taking up ------------------------------------------------------------------------------- */

/* Nobody validates the second plan of a replacement. */
static bool
may_be_validated(const tf_call *call)
{
    const tf_change_links *links = tf_history_links(call);

    return tf_call_is_plan(call) && links && !links->first;
}

static void
take_request(tf_message *request, wmem_allocator_t *pool)
{
    tf_call *call = request->call;

    if (call->rpc->id == TF_RPC_VALIDATE_RESOURCE_CONFIG) {
        if (tf_side_of(pool, request).message)
            note_validation(request);
        return;
    }
    call->resource = state_given(call->rpc->id) ? with_state(request, pool) : new_resource();
    if (!call->resource)
        return;
    call->resource->taken[call->rpc->id] = call->session;
    if (may_be_validated(call))
        take_validation(request);
}

/* Of several objects that were imported at once, nothing says which one the call is about. */
static bool
is_of_one_object(const tf_call *call, tf_side *response)
{
    const tf_field_value *imported = tf_side_value(response, "imported_resources[0].state");

    return call->rpc->id != TF_RPC_IMPORT_RESOURCE_STATE ||
           (imported && strcmp(imported->type_name, call->type_name) == 0 &&
            !tf_side_value(response, "imported_resources[1].state"));
}

static void
take_response(tf_message *response, wmem_allocator_t *pool)
{
    const tf_call *call = response->call;
    const char *field = state_returned(call->rpc->id);
    tf_side side = tf_side_of(pool, response);
    tf_resource_state *state;
    bool null;

    if (!call->resource || !field || !is_of_one_object(call, &side))
        return;
    state = tf_resource_state_of(&side, field, &null);
    if (state)
        tf_resource_state_add(state, call->resource);
}

/* Tying takes decoding, and the packet list does not ask for it. As in history.c, what comes of it
 * does not depend on when it is done. */
static void
take_untied(void)
{
    wmem_allocator_t *pool;

    if (!first_untied)
        return;
    pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    while (first_untied) {
        tf_message *message = first_untied;
        first_untied = message->next_untied;
        if (message->response)
            take_response(message, pool);
        else
            take_request(message, pool);
        wmem_free_all(pool);
    }
    wmem_destroy_allocator(pool);
}

bool
tf_resource_number(const tf_call *call, uint32_t *number)
{
    take_untied();
    if (!call->resource)
        return false;
    *number = call->resource->number;
    return true;
}
