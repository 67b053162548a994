/* session.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "session.h"

#include <string.h>

#include <epan/conversation.h>
#include <epan/proto_data.h>

#include "history.h"
#include "resource.h"
#include "plan_join.h"

/* Keys of the data that a frame keeps: its record for the file, and the place in it for one
 * dissection. */
enum { FRAME_RECORD, FRAME_CURSOR };

/* The state of one dissection of a frame. */
typedef struct tf_cursor {
    tf_message *last;    /* the message that the dissector has taken last; NULL before the first */
    wmem_map_t *claimed; /* streams whose messages the dissector has met; NULL if none */
    conversation_t *conversation; /* looked up last, or NULL; with the ends that it is of */
    address src, dst;
    uint32_t srcport, destport;
} tf_cursor;

static int proto_tfplugin = -1;

/* File scope. */
static uint32_t n_sessions;
static wmem_list_t *calls; /* tf_call, in the order of their beginning */

static void
reset(void)
{
    n_sessions = 0;
    calls = wmem_list_new(wmem_file_scope());
    tf_store_reset();
    tf_history_reset();
    tf_resource_reset();
    tf_plan_join_reset();
}

void
tf_session_init(int proto)
{
    proto_tfplugin = proto;
    register_init_routine(reset);
}

uint32_t
tf_session_count(void)
{
    return n_sessions;
}

static tf_session *
make_session(void)
{
    tf_session *session = wmem_new0(wmem_file_scope(), tf_session);

    session->number = n_sessions++;
    session->calls = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    session->schemas.session = session->number;
    session->schemas.used = wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal);
    clear_address(&session->client);
    return session;
}

/* Our own recordings name an interface after the provider: `registry.example.org/acme/thing`. */
static const char *
provider_of_interface(packet_info *pinfo)
{
    const char *name = NULL;
    unsigned slashes = 0;

    if (pinfo->rec->presence_flags & WTAP_HAS_INTERFACE_ID)
        name = tf_interface_name(pinfo);
    for (const char *c = name; c && *c; c++)
        slashes += *c == '/';
    return slashes == 2 ? wmem_strdup(wmem_file_scope(), name) : NULL;
}

static tf_cursor *
cursor_of(packet_info *pinfo)
{
    tf_cursor *cursor =
        (tf_cursor *)p_get_proto_data(pinfo->pool, pinfo, proto_tfplugin, FRAME_CURSOR);

    if (!cursor) {
        cursor = wmem_new0(pinfo->pool, tf_cursor);
        p_add_proto_data(pinfo->pool, pinfo, proto_tfplugin, FRAME_CURSOR, cursor);
    }
    return cursor;
}

static bool
is_of_cursor(const tf_cursor *cursor, const packet_info *pinfo)
{
    return cursor->conversation && cursor->srcport == pinfo->srcport &&
           cursor->destport == pinfo->destport && addresses_equal(&cursor->src, &pinfo->src) &&
           addresses_equal(&cursor->dst, &pinfo->dst);
}

/* A frame asks for its conversation several times for each of its messages, and one look-up costs
 * as much as the rest of a message's bookkeeping. The ends are compared, for a frame can hold
 * packets of several connections (an A-MSDU, a tunnel). */
static conversation_t *
conversation_of(packet_info *pinfo, bool create)
{
    tf_cursor *cursor = cursor_of(pinfo);

    if (is_of_cursor(cursor, pinfo))
        return cursor->conversation;
    cursor->conversation =
        create ? find_or_create_conversation(pinfo) : find_conversation_pinfo(pinfo, 0);
    copy_address_shallow(&cursor->src, &pinfo->src);
    copy_address_shallow(&cursor->dst, &pinfo->dst);
    cursor->srcport = pinfo->srcport;
    cursor->destport = pinfo->destport;
    return cursor->conversation;
}

tf_session *
tf_session_of(packet_info *pinfo, bool create)
{
    conversation_t *conversation = conversation_of(pinfo, create);
    tf_session *session;

    if (!conversation)
        return NULL;
    session = (tf_session *)conversation_get_proto_data(conversation, proto_tfplugin);
    if (!session && create) {
        session = make_session();
        session->interface_provider = provider_of_interface(pinfo);
        conversation_add_proto_data(conversation, proto_tfplugin, session);
    }
    return session;
}

bool
tf_session_from_client(const tf_session *session, const packet_info *pinfo)
{
    return pinfo->srcport == session->client_port && addresses_equal(&pinfo->src, &session->client);
}

void
tf_session_set_client(tf_session *session, const packet_info *pinfo, bool request)
{
    if (session->client.type != AT_NONE)
        return;
    copy_address_wmem(wmem_file_scope(), &session->client, request ? &pinfo->src : &pinfo->dst);
    session->client_port = request ? pinfo->srcport : pinfo->destport;
}

tf_call *
tf_call_find(const tf_session *session, uint32_t stream)
{
    return (tf_call *)wmem_map_lookup(session->calls, GUINT_TO_POINTER(stream));
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
    call->package = wmem_strdup(wmem_file_scope(), package);
    call->status = -1;
    wmem_map_insert(session->calls, GUINT_TO_POINTER(stream), call);
    wmem_list_append(calls, call);
    if (rpc->version && !session->version) {
        session->version = rpc->version;
        session->schemas.version = rpc->version;
    }
    return call;
}

void
tf_calls_foreach(tf_call_func func, void *user)
{
    for (wmem_list_frame_t *at = wmem_list_head(calls); at; at = wmem_list_frame_next(at))
        func((tf_call *)wmem_list_frame_data(at), user);
}

/* --- Frames ---------------------------------------------------------------------------------- */

tf_frame *
tf_frame_of(packet_info *pinfo, bool create)
{
    tf_frame *frame =
        (tf_frame *)p_get_proto_data(wmem_file_scope(), pinfo, proto_tfplugin, FRAME_RECORD);

    if (!frame && create) {
        frame = wmem_new0(wmem_file_scope(), tf_frame);
        p_add_proto_data(wmem_file_scope(), pinfo, proto_tfplugin, FRAME_RECORD, frame);
    }
    return frame;
}

void
tf_frame_claim(packet_info *pinfo, uint32_t stream)
{
    tf_cursor *cursor = cursor_of(pinfo);

    if (!cursor->claimed)
        cursor->claimed = wmem_map_new(pinfo->pool, g_direct_hash, g_direct_equal);
    wmem_map_insert(cursor->claimed, GUINT_TO_POINTER(stream), cursor);
}

bool
tf_frame_claimed(packet_info *pinfo, uint32_t stream)
{
    tf_cursor *cursor = cursor_of(pinfo);

    return cursor->claimed && wmem_map_contains(cursor->claimed, GUINT_TO_POINTER(stream));
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

static tf_message *
make_message(packet_info *pinfo, tf_call *call, bool response, uint32_t length)
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

static void
append_to_frame(tf_frame *frame, tf_message *message)
{
    if (frame->last)
        frame->last->next_in_frame = message;
    else
        frame->first = message;
    frame->last = message;
}

tf_message *
tf_message_add(packet_info *pinfo, tf_call *call, bool response, uint32_t length, bool claimed)
{
    tf_message *message = make_message(pinfo, call, response, length);

    message->claimed = claimed;
    append_to_frame(tf_frame_of(pinfo, true), message);
    if (claimed)
        cursor_of(pinfo)->last = message;
    return message;
}

tf_message *
tf_message_next(packet_info *pinfo)
{
    tf_frame *frame = tf_frame_of(pinfo, false);
    tf_cursor *cursor = cursor_of(pinfo);
    tf_message *message;

    if (!frame)
        return NULL;
    message = cursor->last ? cursor->last->next_in_frame : frame->first;
    if (!message || !message->claimed)
        return NULL;
    cursor->last = message;
    return message;
}

static void
note_end(tf_call *call, packet_info *pinfo)
{
    if (!call->response_frame)
        call->response_frame = pinfo->num;
    call->end_time = pinfo->abs_ts;
    call->has_end_time = true;
}

/* A call that fails or ends without any response is shown where it ends. */
static void
note_lone_end(tf_call *call, packet_info *pinfo)
{
    tf_frame *frame = tf_frame_of(pinfo, true);

    if (!frame->ended)
        frame->ended = wmem_list_new(wmem_file_scope());
    wmem_list_append(frame->ended, call);
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
        note_lone_end(call, pinfo);
}

void
tf_call_set_reset(tf_call *call, packet_info *pinfo)
{
    if (call->reset_frame || call->status >= 0)
        return;
    call->reset_frame = pinfo->num;
    note_end(call, pinfo);
    note_lone_end(call, pinfo);
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
