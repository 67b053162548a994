/* show_plan.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "show_plan.h"

#include <string.h>

#include "show_document.h"
#include "show_import.h"
#include "show_object.h"

/* gRPC status of a call that the provider does not have. */
#define STATUS_UNIMPLEMENTED 12

/* The making of one document. */
typedef struct tf_work {
    const tf_collection *collection;
    wmem_allocator_t *pool;    /* for the whole document */
    wmem_allocator_t *scratch; /* for one call */
    tf_imports imports;
    GHashTable *applying; /* sessions that apply */
    GHashTable *read;     /* types and hashes of the objects that were read */
    tf_json_out changes, deferred, drift, prior, planned;
    bool errored;
} tf_work;

/* --- Objects that were read ------------------------------------------------------------------ */

static gpointer
object_key(tf_work *work, const tf_call *call, const tf_value *value)
{
    tf_compare compare;

    tf_compare_init(&compare, work->scratch);
    return GUINT_TO_POINTER(tf_value_hash(&compare, value) ^ g_str_hash(call->type_name));
}

static void
show_prior(tf_work *work, const tf_call *call, const tf_shown *shown)
{
    if (!tf_value_is_null(shown->root))
        tf_show_resource(&work->prior, call, shown);
}

static void
note_read(tf_work *work, tf_exchange *exchange)
{
    tf_shown current = tf_shown_of(&exchange->request, "current_state");
    tf_shown state = tf_shown_of(&exchange->response, "new_state");
    tf_shown_change drift = {.call = exchange->call, .before = current, .after = state};

    show_prior(work, exchange->call, &state);
    g_hash_table_add(work->read, object_key(work, exchange->call, state.root));
    if (!exchange->request.message || tf_imports_complete(&work->imports, exchange, &current) ||
        tf_shown_same(work->scratch, current.root, state.root))
        return;
    drift.action = tf_value_is_null(state.root) ? TF_ACTION_DELETE : TF_ACTION_UPDATE;
    drift.before_identity = tf_shown_of(&exchange->request, "current_identity.identity_data");
    drift.after_identity = tf_shown_of(&exchange->response, "new_identity.identity_data");
    tf_show_change(&work->drift, &drift);
}

/* --- Plans ----------------------------------------------------------------------------------- */

/* Was the new object of a replacement made before the old one was destroyed? */
static bool
creates_first(const tf_change_links *first)
{
    const tf_change_links *second = first->second;
    const tf_change_links *again = second && second->by_plan ? second->by_plan : second;
    const tf_change_links *old = first->by_plan ? first->by_plan : first;

    return old->by_apply && again && again->by_apply &&
           again->by_apply->call->request_frame < old->by_apply->call->request_frame;
}

/* A plan that only repeats another of the document: the second one of a replacement, or the one
 * that core asks for again before it applies. */
static bool
is_repetition(const tf_work *work, const tf_change_links *links)
{
    if (!links)
        return false;
    if (links->first)
        return tf_collection_has(work->collection, links->first->call);
    return links->follows && tf_collection_has(work->collection, links->follows->call);
}

/* The paths that force a replacement. */
static void
take_replace_paths(tf_exchange *first, tf_shown_change *change)
{
    wmem_allocator_t *pool = first->response.pool;
    tf_compare compare;
    tf_replace_path *judged;
    tf_steps *steps;
    uint32_t count;

    tf_compare_init(&compare, pool);
    count = tf_change_replace_paths(first, &compare, &judged);
    change->replace = wmem_alloc_array(pool, tf_steps, MAX(count, 1));
    if (count == 0 || tf_side_paths(&first->response, "requires_replace", &steps) != count)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (judged[i].forces)
            change->replace[change->n_replace++] = steps[i];
}

static tf_action
action_of(tf_work *work, const tf_shown_change *change, const tf_change_links *links)
{
    const tf_value *before = change->before.root, *after = change->after.root;

    if (tf_value_is_null(after))
        return tf_value_is_null(before) ? TF_ACTION_NO_OP : TF_ACTION_DELETE;
    if (tf_value_is_null(before))
        return TF_ACTION_CREATE;
    if (change->n_replace || (links && links->second))
        return TF_ACTION_REPLACE;
    return tf_value_wholly_known(after) && tf_shown_same(work->scratch, before, after)
               ? TF_ACTION_NO_OP
               : TF_ACTION_UPDATE;
}

/* `deferred.reason` in lower case; NULL if the response is not deferred. */
static const char *
deferred_reason(tf_exchange *exchange)
{
    static const char *const reasons[] = {"unknown", "resource_config_unknown",
                                          "provider_config_unknown", "absent_prereq"};
    tf_span deferred = tf_side_bytes(&exchange->response, "deferred");
    tf_wire_reader reader;
    tf_wire_field field;
    uint64_t reason = 0;

    if (!exchange->response.message->deferred)
        return NULL;
    tf_wire_init(&reader, (const uint8_t *)deferred.data, 0, deferred.length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        if (field.number == 1)
            reason = field.scalar;
    return reasons[reason < G_N_ELEMENTS(reasons) ? reason : 0];
}

static void
show_planned(tf_work *work, tf_exchange *exchange, const tf_shown_change *change)
{
    const char *reason = deferred_reason(exchange);

    if (!reason) {
        tf_show_change(&work->changes, change);
        if (!tf_value_is_null(change->after.root))
            tf_show_resource(&work->planned, change->call, &change->after);
        return;
    }
    tf_out_open(&work->deferred, '{');
    tf_out_member(&work->deferred, "reason", reason);
    tf_out_key(&work->deferred, "resource_change");
    tf_show_change(&work->deferred, change);
    tf_out_close(&work->deferred, '}');
}

static void
note_plan(tf_work *work, tf_exchange *first)
{
    const tf_change_links *links = tf_history_links(first->call);
    tf_exchange last = *first;
    tf_shown_change change = {.call = first->call,
                              .before = tf_shown_of(&first->request, "prior_state")};

    if (is_repetition(work, links))
        return;
    if (links && links->second)
        last = tf_exchange_of(work->scratch, links->second->call);
    if (!last.response.message || last.response.message->n_errors)
        return;
    change.after = tf_shown_of(&last.response, "planned_state");
    change.before_identity = tf_shown_of(&first->request, "prior_identity.identity_data");
    change.after_identity = tf_shown_of(&last.response, "planned_identity.identity_data");
    take_replace_paths(first, &change);
    change.action = action_of(work, &change, links);
    change.create_first = links && links->second && creates_first(links);
    tf_imports_mark(&work->imports, &change);
    if (!tf_value_is_null(change.before.root) &&
        !g_hash_table_contains(work->read, object_key(work, first->call, change.before.root)))
        show_prior(work, first->call, &change.before);
    show_planned(work, &last, &change);
}

/* --- Calls ----------------------------------------------------------------------------------- */

static bool
failed(const tf_collected *collected)
{
    const tf_message *response = collected->messages[1];
    int32_t status = collected->call->status;

    return (response && response->n_errors) || (status > 0 && status != STATUS_UNIMPLEMENTED);
}

static void
note_call(tf_work *work, const tf_collected *collected)
{
    tf_exchange exchange = tf_collected_exchange(work->scratch, collected);
    bool applying = g_hash_table_contains(work->applying, collected->call->session);

    if (!applying && failed(collected))
        work->errored = true;
    if (!exchange.response.message || exchange.response.message->n_errors ||
        !collected->call->type_name)
        return;
    switch (collected->call->rpc->id) {
    case TF_RPC_IMPORT_RESOURCE_STATE:
        tf_imports_note(&work->imports, collected);
        break;
    case TF_RPC_READ_RESOURCE:
        note_read(work, &exchange);
        break;
    case TF_RPC_READ_DATA_SOURCE:
        if (!applying) {
            tf_shown state = tf_shown_of(&exchange.response, "state");
            show_prior(work, collected->call, &state);
        }
        break;
    case TF_RPC_PLAN_RESOURCE_CHANGE:
        if (exchange.request.message)
            note_plan(work, &exchange);
        break;
    default:
        break;
    }
}

static void
note_calls(tf_work *work)
{
    uint32_t count = tf_collection_count(work->collection);

    for (uint32_t i = 0; i < count; i++) {
        const tf_call *call = tf_collection_at(work->collection, i)->call;
        if (call->rpc->id == TF_RPC_APPLY_RESOURCE_CHANGE)
            g_hash_table_add(work->applying, call->session);
    }
    for (uint32_t i = 0; i < count; i++) {
        const tf_collected *collected = tf_collection_at(work->collection, i);
        if (collected->call->rpc->version)
            note_call(work, collected);
        wmem_free_all(work->scratch);
    }
}

/* --- The document ---------------------------------------------------------------------------- */

static void
write_prior_state(tf_json_out *out, const tf_work *work, const char *version)
{
    if (tf_show_is_empty(&work->prior))
        return;
    tf_out_key(out, "prior_state");
    tf_out_open(out, '{');
    tf_out_member(out, "format_version", "1.0");
    tf_out_member(out, "terraform_version", version);
    tf_show_values(out, "values", &work->prior);
    tf_out_close(out, '}');
}

static void
write_plan(tf_json_out *out, const tf_work *work)
{
    const char *version = tf_show_core_version(work->pool, work->collection);

    tf_out_open(out, '{');
    tf_out_member(out, "format_version", "1.2");
    tf_out_member(out, "terraform_version", version);
    tf_show_values(out, "planned_values", tf_show_is_empty(&work->planned) ? NULL : &work->planned);
    if (!tf_show_is_empty(&work->drift))
        tf_show_list(out, "resource_drift", &work->drift);
    tf_show_list(out, "resource_changes", &work->changes);
    if (!tf_show_is_empty(&work->deferred))
        tf_show_list(out, "deferred_changes", &work->deferred);
    write_prior_state(out, work, version);
    tf_out_key(out, "errored");
    tf_out_word(out, work->errored ? "true" : "false");
    tf_out_close(out, '}');
}

void
tf_show_plan(tf_json_out *out, const tf_collection *collection)
{
    tf_work work = {.collection = collection,
                    .pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK),
                    .scratch = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK),
                    .applying = g_hash_table_new(g_direct_hash, g_direct_equal),
                    .read = g_hash_table_new(g_direct_hash, g_direct_equal)};
    tf_json_out *const parts[] = {&work.changes, &work.deferred, &work.drift, &work.prior,
                                  &work.planned};

    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
        tf_out_init(parts[i], work.pool);
    tf_imports_init(&work.imports, work.pool, work.scratch);
    note_calls(&work);
    write_plan(out, &work);
    g_hash_table_destroy(work.applying);
    g_hash_table_destroy(work.read);
    wmem_destroy_allocator(work.scratch);
    wmem_destroy_allocator(work.pool);
}
