/* frames.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "frames.h"

#include <stdlib.h>
#include <string.h>

#include <epan/prefs-int.h>
#include <epan/tap.h>

#include "attr_fields.h"
#include "call_tree.h"
#include "columns.h"
#include "content.h"
#include "find.h"
#include "history.h"
#include "hpack.h"
#include "message_tree.h"
#include "plan_join.h"
#include "resource.h"
#include "secrets.h"
#include "session.h"
#include "sound.h"
#include "tap.h"

/* Type of an HTTP/2 frame that ends a stream at once (RFC 9113, 6.4). */
#define HTTP2_RST_STREAM 3
/* Where in an HTTP/2 frame the number of its stream stands. */
#define STREAM_OFFSET 5

static int proto_tfplugin;
static int hf_stream, hf_frame_type, hf_header_name, hf_header_value;
static int hf_compressed, hf_length, hf_lost;

/* --- Messages -------------------------------------------------------------------------------- */

/* The stream of the message being dissected: HTTP/2 exports no call for it, but its field is the
 * last in the tree when gRPC hands a message down (verified for several messages in one frame). */
static bool
current_stream(proto_tree *tree, uint32_t *stream)
{
    GPtrArray *found = tree ? proto_get_finfo_ptr_array(tree, hf_stream) : NULL;

    if (!found || found->len == 0)
        return false;
    *stream = fvalue_get_uinteger(TF_FINFO_VALUE((field_info *)found->pdata[found->len - 1]));
    return true;
}

/* Expert info must be given even where no tree is shown, when somebody collects it. Its tap comes
 * into being with the first file. */
static bool
must_draw(proto_tree *tree)
{
    static int expert_tap;

    if (expert_tap == 0)
        expert_tap = find_tap_id("expert");
    return tree &&
           (proto_field_is_referenced(tree, proto_tfplugin) || have_tap_listener(expert_tap));
}

static void
draw_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, tf_message *message)
{
    if (must_draw(tree))
        tf_message_tree_add(tvb, pinfo, tree, proto_tfplugin, message);
}

/* --- Missing bytes --------------------------------------------------------------------------- */

static bool
has_field(proto_tree *tree, int hf)
{
    GPtrArray *found = hf > 0 ? proto_get_finfo_ptr_array(tree, hf) : NULL;

    return found && found->len > 0;
}

/* With this preference TCP puts segments in order first, and holds back what follows a gap. */
static bool
tcp_reorders(void)
{
    module_t *tcp = prefs_find_module("tcp");
    pref_t *pref = tcp ? prefs_find_preference(tcp, "reassemble_out_of_order") : NULL;

    return pref && prefs_get_bool_value(pref, pref_current);
}

/* Notes that bytes before this frame, or of it, are not in the file. */
static void
note_loss(tf_session *session, packet_info *pinfo, proto_tree *tree)
{
    bool cut = pinfo->fd->cap_len < pinfo->fd->pkt_len;

    if (session->client.type != AT_NONE && (cut || (has_field(tree, hf_lost) && !tcp_reorders())))
        session->lost[!tf_session_from_client(session, pinfo)] = pinfo->num;
}

/* A search for the header of a value, in the order of the frame. */
typedef struct tf_header_search {
    const char *value;
    const field_info *stream; /* of the HTTP/2 frame at hand */
    unsigned index;           /* of the next header in it */
    bool literal;
} tf_header_search;

static void
search_header(tf_header_search *search, const proto_node *parent)
{
    for (const proto_node *node = parent->first_child; node; node = node->next) {
        field_info *field = PNODE_FINFO(node);

        if (field && field->hfinfo->id == hf_stream) {
            search->stream = field;
            search->index = 0;
        } else if (field && field->hfinfo->id == hf_header_value && search->stream) {
            if (strcmp(fvalue_get_string(TF_FINFO_VALUE(field)), search->value) == 0)
                search->literal = tf_hpack_is_literal(
                    search->stream->ds_tvb, search->stream->start - STREAM_OFFSET, search->index);
            search->index++;
        }
        search_header(search, node);
    }
}

/* Did a header of this value come in this frame as it is, not as an index into HPACK's table? The
 * bytes are asked, for few frames: HTTP/2's field for this would cost a string for every header. */
static bool
came_literally(proto_tree *tree, const char *value)
{
    tf_header_search search = {.value = value};

    search_header(&search, tree);
    return search.literal;
}

static tf_call *
open_call(packet_info *pinfo, proto_tree *tree, uint32_t stream, const char *path)
{
    tf_session *session = tf_session_of(pinfo, false);
    tf_call *call = session ? tf_call_find(session, stream) : NULL;
    tf_found_path found;

    if (call)
        return call;
    if (!tf_find_path(path, session ? session->version : 0, &found))
        return NULL;
    if (session) {
        note_loss(session, pinfo, tree);
        if (session->lost[0] && !came_literally(tree, path))
            return NULL;
    }
    call =
        tf_call_open(tf_session_of(pinfo, true), pinfo->num, stream, found.rpc, found.path.package);
    call->version_guessed = found.guessed;
    return call;
}

/* HTTP/2 does not notice when bytes are missing in a message that was under way: what does not hold
 * together then is not shown. */
static void
read_message(tf_message *message, const uint8_t *data)
{
    const tf_call *call = message->call;
    uint32_t lost = call->session->lost[message->response];

    message->has_hole = lost && call->frame <= lost && !tf_message_is_sound(message, data);
    if (message->has_hole)
        return;
    tf_message_scan(message, data);
    tf_history_note(message, data);
    tf_resource_note(message);
    tf_attr_fields_see(message);
    tf_plan_join_note(message, data);
    tf_secrets_learn(message, data);
}

/* The record of a message that gRPC hands down for the first time; NULL if it is none of ours. */
static tf_message *
meet_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const char *key)
{
    const char *path = strchr(key, ','), *direction = strrchr(key, ',');
    bool response = direction && strcmp(direction, ",response") == 0;
    uint32_t stream, length = tvb_captured_length(tvb);
    tf_message *message;
    tf_call *call;

    if (!path || direction == path || !current_stream(tree, &stream))
        return NULL;
    call = open_call(pinfo, tree, stream,
                     wmem_strndup(pinfo->pool, path + 1, (size_t)(direction - path - 1)));
    if (!call)
        return NULL;
    tf_frame_claim(pinfo, stream);
    tf_session_set_client(call->session, pinfo, !response);
    message = tf_message_add(pinfo, call, response, length, true);
    note_loss(call->session, pinfo, tree);
    read_message(message, tvb_get_ptr(tvb, 0, (int)length));
    return message;
}

int
tf_dissect_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    const tf_frame *frame = tf_frame_of(pinfo, false);
    tf_message *message = NULL;

    if (frame && frame->complete)
        message = tf_message_next(pinfo);
    else if (data)
        message = meet_message(tvb, pinfo, tree, (const char *)data);
    if (!message || message->length != tvb_captured_length(tvb))
        return 0;
    draw_message(tvb, pinfo, tree, message);
    tf_tap_message(pinfo, message, tvb_get_ptr(tvb, 0, (int)message->length));
    return (int)tvb_captured_length(tvb);
}

/* --- What is left after dissection ----------------------------------------------------------- */

/* A walk over the fields of HTTP/2 and gRPC in the order of the frame. */
typedef struct tf_rest {
    packet_info *pinfo;
    proto_tree *tree;
    uint32_t stream;
    uint32_t frame_type; /* of HTTP/2 */
    bool compressed;
    const char *name;     /* of the header whose value comes next */
    tf_call *status_call; /* whose grpc-status was the last seen */
    uint32_t status;
    const char *status_message;
} tf_rest;

static tf_call *
known_call(const tf_rest *rest)
{
    tf_session *session = tf_session_of(rest->pinfo, false);

    return session ? tf_call_find(session, rest->stream) : NULL;
}

static void
finish_status(tf_rest *rest)
{
    if (rest->status_call)
        tf_call_set_status(rest->status_call, rest->pinfo, rest->status, rest->status_message);
    rest->status_call = NULL;
    rest->status_message = NULL;
}

static void
see_header(tf_rest *rest, const char *value)
{
    if (!rest->name || !value)
        return;
    if (strcmp(rest->name, ":path") == 0) {
        tf_call *call = open_call(rest->pinfo, rest->tree, rest->stream, value);
        if (call)
            tf_session_set_client(call->session, rest->pinfo, true);
    } else if (strcmp(rest->name, "grpc-status") == 0) {
        rest->status_call = known_call(rest);
        if (rest->status_call && rest->status_call->session->lost[1] &&
            !came_literally(rest->tree, value))
            rest->status_call = NULL;
        rest->status = (uint32_t)strtoul(value, NULL, 10);
    } else if (strcmp(rest->name, "grpc-message") == 0) {
        rest->status_message = value;
    }
}

/* A message that did not reach the dissector: without bytes, under a content type or package that
 * is not in gRPC's table, or compressed in a way that gRPC could not undo. What it says is kept: in
 * later dissections the fields that lead to it may not be there. */
static void
see_message(tf_rest *rest, field_info *length_field)
{
    uint32_t length = fvalue_get_uinteger(TF_FINFO_VALUE(length_field));
    int start = length_field->start + 4;
    tf_call *call = known_call(rest);
    tf_message *message;

    if (!call || (length && tf_frame_claimed(rest->pinfo, rest->stream)) ||
        tvb_captured_length_remaining(length_field->ds_tvb, start) < (int)length)
        return;
    message = tf_message_add(rest->pinfo, call, !tf_session_from_client(call->session, rest->pinfo),
                             length, false);
    message->undecodable = length && rest->compressed;
    if (length == 0 || message->undecodable)
        return;
    message->bytes =
        (const uint8_t *)tvb_memdup(wmem_file_scope(), length_field->ds_tvb, start, length);
    read_message(message, message->bytes);
}

static void
see_stream(tf_rest *rest, uint32_t stream)
{
    tf_call *call;

    finish_status(rest);
    rest->stream = stream;
    call = rest->frame_type == HTTP2_RST_STREAM ? known_call(rest) : NULL;
    if (call)
        tf_call_set_reset(call, rest->pinfo);
}

static void
see_field(tf_rest *rest, field_info *field)
{
    int hf = field->hfinfo->id;

    if (hf == hf_frame_type)
        rest->frame_type = fvalue_get_uinteger(TF_FINFO_VALUE(field));
    else if (hf == hf_stream)
        see_stream(rest, fvalue_get_uinteger(TF_FINFO_VALUE(field)));
    else if (hf == hf_header_name)
        rest->name = fvalue_get_string(TF_FINFO_VALUE(field));
    else if (hf == hf_header_value)
        see_header(rest, fvalue_get_string(TF_FINFO_VALUE(field)));
    else if (hf == hf_compressed)
        rest->compressed = fvalue_get_uinteger(TF_FINFO_VALUE(field)) != 0;
    else if (hf == hf_length)
        see_message(rest, field);
}

/* In the order of the tree, which is that of the frame; what we have drawn is left out. */
static void
walk(tf_rest *rest, const proto_node *parent)
{
    for (const proto_node *node = parent->first_child; node; node = node->next) {
        field_info *field = PNODE_FINFO(node);

        if (field && field->hfinfo->id == proto_tfplugin)
            continue;
        if (field)
            see_field(rest, field);
        walk(rest, node);
    }
}

static void
draw_unclaimed(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, tf_message *message)
{
    tvbuff_t *own = tvb;

    if (message->claimed || !must_draw(tree))
        return;
    if (message->bytes) {
        own = tvb_new_child_real_data(tvb, message->bytes, message->length, (int)message->length);
        add_new_data_source(pinfo, own, "gRPC message");
    }
    draw_message(own, pinfo, tree, message);
}

static void
draw_ended(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const tf_frame *frame)
{
    for (wmem_list_frame_t *at = wmem_list_head(frame->ended); at; at = wmem_list_frame_next(at))
        tf_call_end_tree_add(tvb, pinfo, tree, proto_tfplugin, (tf_call *)wmem_list_frame_data(at));
}

static void
meet_rest(packet_info *pinfo, proto_tree *tree)
{
    tf_rest rest = {.pinfo = pinfo, .tree = tree};
    tf_session *session = tf_session_of(pinfo, false);
    tf_frame *frame;

    if (session)
        note_loss(session, pinfo, tree);
    walk(&rest, tree);
    finish_status(&rest);
    frame = tf_frame_of(pinfo, false);
    if (frame)
        frame->complete = true;
}

int
tf_postdissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    const tf_frame *frame = tf_frame_of(pinfo, false);

    if (!proto_is_frame_protocol(pinfo->layers, "http2"))
        return 0;
    if (tree && !(frame && frame->complete) && !PINFO_FD_VISITED(pinfo))
        meet_rest(pinfo, tree);
    frame = tf_frame_of(pinfo, false);
    if (!frame)
        return 0;
    for (tf_message *message = frame->first; message; message = message->next_in_frame) {
        draw_unclaimed(tvb, pinfo, tree, message);
        if (!message->claimed)
            tf_tap_message(pinfo, message, message->bytes);
    }
    if (frame->ended && must_draw(tree))
        draw_ended(tvb, pinfo, tree, frame);
    tf_columns_set(pinfo, frame);
    return (int)tvb_captured_length(tvb);
}

void
tf_frames_handoff(int proto, dissector_handle_t postdissector)
{
    const struct {
        int *id;
        const char *name;
    } wanted[] = {
        {&hf_frame_type, "http2.type"},           {&hf_stream, "http2.streamid"},
        {&hf_header_name, "http2.header.name"},   {&hf_header_value, "http2.header.value"},
        {&hf_compressed, "grpc.compressed_flag"}, {&hf_length, "grpc.message_length"},
        {&hf_lost, "tcp.analysis.lost_segment"},
    };
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(int));

    proto_tfplugin = proto;
    for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++) {
        *wanted[i].id = proto_registrar_get_id_byname(wanted[i].name);
        if (*wanted[i].id > 0)
            g_array_append_val(ids, *wanted[i].id);
    }
    set_postdissector_wanted_hfids(postdissector, ids);
}
