/* call.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "call.h"

#include <string.h>

#include "frame.h"
#include "session.h"

/* In the order of their beginning; of the file. */
static tf_call *first_call, *last_call;

void
tf_calls_reset(void)
{
    first_call = last_call = NULL;
}

tf_call *
tf_call_find(const tf_session *session, uint32_t stream)
{
    return (tf_call *)wmem_map_lookup(session->calls, GUINT_TO_POINTER(stream));
}

static void
append(tf_call *call)
{
    if (last_call)
        last_call->next = call;
    else
        first_call = call;
    last_call = call;
}

/* Few are unknown: of the others the table of methods has the name. */
static const char *
keep_package(const tf_rpc *rpc, const char *package)
{
    return strcmp(rpc->package, package) == 0 ? rpc->package
                                              : wmem_strdup(wmem_file_scope(), package);
}

tf_call *
tf_call_open(tf_session *session, uint32_t frame, uint32_t stream, const tf_rpc *rpc,
             const char *package)
{
    tf_call *call = tf_call_find(session, stream);

    if (call)
        return call;
    call = wmem_new0(wmem_file_scope(), tf_call);
    call->session = session;
    call->frame = frame;
    call->stream = stream;
    call->rpc = rpc;
    call->package = keep_package(rpc, package);
    call->status = -1;
    wmem_map_insert(session->calls, GUINT_TO_POINTER(stream), call);
    append(call);
    if (rpc->version && !session->version) {
        session->version = rpc->version;
        session->schemas.version = rpc->version;
    }
    return call;
}

void
tf_calls_foreach(tf_call_func func, void *user)
{
    for (tf_call *call = first_call; call; call = call->next)
        func(call, user);
}

/* --- Messages -------------------------------------------------------------------------------- */

const char *
tf_message_direction(const tf_message *message)
{
    return message->response ? "Response" : "Request";
}

static void
note_request(tf_call *call, const packet_info *pinfo)
{
    if (call->n_requests++ == 0) {
        call->request_frame = pinfo->num;
        call->request_time = pinfo->abs_ts;
    }
    if (call->rpc->id == TF_RPC_CONFIGURE_PROVIDER && !call->session->configured_frame)
        call->session->configured_frame = pinfo->num;
}

static void
note_response(tf_call *call, const packet_info *pinfo)
{
    if (call->n_responses++ == 0)
        call->response_frame = pinfo->num;
    call->end_time = pinfo->abs_ts;
    call->has_end_time = true;
}

tf_message *
tf_call_add_message(tf_call *call, const packet_info *pinfo, bool response, uint32_t length)
{
    tf_message *message = wmem_new0(wmem_file_scope(), tf_message);

    message->call = call;
    message->response = response;
    message->length = length;
    message->empty = length == 0;
    message->index = response ? call->n_responses : call->n_requests;
    message->frame = pinfo->num;
    message->time = pinfo->abs_ts;
    if (call->last)
        call->last->next = message;
    else
        call->first = message;
    call->last = message;
    if (response)
        note_response(call, pinfo);
    else
        note_request(call, pinfo);
    return message;
}

/* --- The end --------------------------------------------------------------------------------- */

static void
note_end(tf_call *call, packet_info *pinfo)
{
    if (!call->response_frame)
        call->response_frame = pinfo->num;
    call->end_time = pinfo->abs_ts;
    call->has_end_time = true;
}

void
tf_call_set_status(tf_call *call, packet_info *pinfo, uint32_t status, const char *message)
{
    if (call->status >= 0)
        return;
    call->status = (int32_t)status;
    call->status_frame = pinfo->num;
    call->status_message = message ? wmem_strdup(wmem_file_scope(), message) : NULL;
    note_end(call, pinfo);
    if (status != 0 || call->n_responses == 0)
        tf_frame_add_end(pinfo, call);
}

void
tf_call_set_reset(tf_call *call, packet_info *pinfo)
{
    if (call->reset_frame || call->status >= 0)
        return;
    call->reset_frame = pinfo->num;
    note_end(call, pinfo);
    tf_frame_add_end(pinfo, call);
}

/* --- Schemas --------------------------------------------------------------------------------- */

/* Nothing names the provider of a provider_meta, but it is the one that has the call's type. */
static bool
find_meta(tf_call *call, uint32_t frame, const tf_encoded *value, tf_schema_ref *ref)
{
    const tf_schema_ref *type =
        call->type_name
            ? tf_call_schema(call, tf_rpc_type_kind(call->rpc->id), call->type_name, frame, NULL)
            : NULL;

    if (type && tf_store_sibling(type, TF_SCHEMA_PROVIDER_META, "", ref))
        return true;
    return tf_store_find(&call->session->schemas, TF_SCHEMA_PROVIDER_META, "", frame, value, ref);
}

const tf_schema_ref *
tf_call_schema(tf_call *call, tf_schema_kind kind, const char *name, uint32_t frame,
               const tf_encoded *value)
{
    tf_schema_use *use = call->schemas;
    tf_schema_ref ref;

    while (use && (use->kind != kind || strcmp(use->name, name) != 0))
        use = use->next;
    if (use)
        return &use->ref;
    if (kind == TF_SCHEMA_PROVIDER_META
            ? !find_meta(call, frame, value, &ref)
            : !tf_store_find(&call->session->schemas, kind, name, frame, value, &ref))
        return NULL;
    use = wmem_new(wmem_file_scope(), tf_schema_use);
    use->kind = kind;
    use->name = wmem_strdup(wmem_file_scope(), name);
    use->ref = ref;
    use->next = call->schemas;
    call->schemas = use;
    return &use->ref;
}
