/* undelivered.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "undelivered.h"

#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "loss.h"
#include "lower_fields.h"
#include "meet.h"

/* Type of an HTTP/2 frame that ends a stream at once (RFC 9113, 6.4). */
#define HTTP2_RST_STREAM 3

/* A walk over the fields of HTTP/2 and gRPC in the order of the frame. */
typedef struct tf_rest {
    packet_info *pinfo;
    proto_tree *tree;
    int proto; /* of ours */
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
        tf_call *call = tf_meet_call(rest->pinfo, rest->tree, rest->stream, value);
        if (call)
            tf_session_set_client(call->session, rest->pinfo, true);
    } else if (strcmp(rest->name, "grpc-status") == 0) {
        rest->status_call = known_call(rest);
        if (rest->status_call && rest->status_call->session->lost[1] &&
            !tf_loss_came_literally(rest->tree, value))
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
    tf_meet_content(message, message->bytes);
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

    if (hf == tf_lower.frame_type)
        rest->frame_type = fvalue_get_uinteger(TF_FINFO_VALUE(field));
    else if (hf == tf_lower.stream)
        see_stream(rest, fvalue_get_uinteger(TF_FINFO_VALUE(field)));
    else if (hf == tf_lower.header_name)
        rest->name = fvalue_get_string(TF_FINFO_VALUE(field));
    else if (hf == tf_lower.header_value)
        see_header(rest, fvalue_get_string(TF_FINFO_VALUE(field)));
    else if (hf == tf_lower.compressed)
        rest->compressed = fvalue_get_uinteger(TF_FINFO_VALUE(field)) != 0;
    else if (hf == tf_lower.message_length)
        see_message(rest, field);
}

/* In the order of the tree, which is that of the frame; what we have drawn is left out. */
static void
walk(tf_rest *rest, const proto_node *parent)
{
    for (const proto_node *node = parent->first_child; node; node = node->next) {
        field_info *field = PNODE_FINFO(node);

        if (field && field->hfinfo->id == rest->proto)
            continue;
        if (field)
            see_field(rest, field);
        walk(rest, node);
    }
}

void
tf_meet_undelivered(packet_info *pinfo, proto_tree *tree, int proto)
{
    tf_rest rest = {.pinfo = pinfo, .tree = tree, .proto = proto};
    tf_session *session = tf_session_of(pinfo, false);
    tf_frame *frame;

    if (session)
        tf_loss_note(session, pinfo, tree);
    walk(&rest, tree);
    finish_status(&rest);
    frame = tf_frame_of(pinfo, false);
    if (frame)
        frame->complete = true;
}
