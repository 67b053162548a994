/* undelivered.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "undelivered.h"

#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "headers.h"
#include "kept.h"
#include "loss.h"
#include "lower_fields.h"
#include "meet.h"

/* Type of an HTTP/2 frame that ends a stream at once (RFC 9113, 6.4), and how far before the number
 * of the stream the type stands (4.1). */
#define HTTP2_RST_STREAM 3
#define TYPE_BEFORE_STREAM 2

/* A walk over the fields of HTTP/2 and gRPC in the order of the frame. */
typedef struct tf_rest {
    packet_info *pinfo;
    proto_tree *tree;
    int proto; /* of ours */
    uint32_t stream;
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
see_path(tf_rest *rest, const char *path)
{
    tf_call *call = tf_meet_call(rest->pinfo, rest->tree, rest->stream, path);

    if (call)
        tf_session_set_client(call->session, rest->pinfo, true);
}

static void
see_status(tf_rest *rest, const char *status)
{
    rest->status_call = known_call(rest);
    if (rest->status_call && rest->status_call->session->lost[1] &&
        !tf_loss_came_literally(rest->pinfo, rest->tree, status))
        rest->status_call = NULL;
    rest->status = (uint32_t)strtoul(status, NULL, 10);
}

static void
see_headers(tf_rest *rest, const field_info *length)
{
    tf_headers headers = tf_headers_of(length);
    tf_header header;

    while (tf_headers_next(&headers, &header)) {
        if (tf_header_is(&header, ":path"))
            see_path(rest, tf_header_value(rest->pinfo->pool, &header));
        else if (tf_header_is(&header, "grpc-status"))
            see_status(rest, tf_header_value(rest->pinfo->pool, &header));
        else if (tf_header_is(&header, "grpc-message"))
            rest->status_message = tf_header_value(rest->pinfo->pool, &header);
    }
}

/* A byte that stands so far before a field; 0 if there is none. */
static uint8_t
byte_before(const field_info *field, int distance)
{
    int at = field->start - distance;

    return at >= 0 && tvb_bytes_exist(field->ds_tvb, at, 1) ? *tvb_get_ptr(field->ds_tvb, at, 1)
                                                            : 0;
}

/* A message that did not reach the dissector: without bytes, under a content type or package that
 * is not in gRPC's table, or compressed in a way that gRPC could not undo. What it says is kept: in
 * later dissections the fields that lead to it may not be there. */
static void
see_message(tf_rest *rest, field_info *length_field)
{
    uint32_t length = fvalue_get_uinteger(TF_FINFO_VALUE(length_field));
    int start = length_field->start + 4;
    const uint8_t *data;
    tf_message *message;
    tf_call *call;

    if ((length && tf_frame_claimed(rest->pinfo, rest->stream)) ||
        tvb_captured_length_remaining(length_field->ds_tvb, start) < (int)length)
        return;
    call = known_call(rest);
    if (!call)
        return;
    message = tf_message_add(rest->pinfo, call, !tf_session_from_client(call->session, rest->pinfo),
                             length, false);
    message->undecodable = length && byte_before(length_field, 1) != 0;
    if (length == 0 || message->undecodable)
        return;
    data = tvb_get_ptr(length_field->ds_tvb, start, (int)length);
    message->kept = tf_kept_copy(data, length);
    tf_meet_content(message, data);
}

static void
see_stream(tf_rest *rest, field_info *stream)
{
    tf_call *call;

    finish_status(rest);
    rest->stream = fvalue_get_uinteger(TF_FINFO_VALUE(stream));
    call = byte_before(stream, TYPE_BEFORE_STREAM) == HTTP2_RST_STREAM ? known_call(rest) : NULL;
    if (call)
        tf_call_set_reset(call, rest->pinfo);
}

static void
see_field(tf_rest *rest, field_info *field)
{
    int hf = field->hfinfo->id;

    if (hf == tf_lower.stream)
        see_stream(rest, field);
    else if (hf == tf_lower.header_length)
        see_headers(rest, field);
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
    tf_frame *frame;

    tf_loss_note(pinfo, tree);
    walk(&rest, tree);
    finish_status(&rest);
    frame = tf_frame_of(pinfo, false);
    if (frame)
        frame->complete = true;
}
