/* frame.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "frame.h"

#include <epan/proto_data.h>

/* The state of one dissection of a frame. */
typedef struct tf_cursor {
    tf_message *last;    /* the message that the dissector has taken last; NULL before the first */
    wmem_map_t *claimed; /* streams whose messages the dissector has met; NULL if none */
} tf_cursor;

static int proto_tfplugin = -1;

void
tf_frame_init(int proto)
{
    proto_tfplugin = proto;
}

static tf_cursor *
cursor_of(packet_info *pinfo)
{
    tf_cursor *cursor =
        (tf_cursor *)p_get_proto_data(pinfo->pool, pinfo, proto_tfplugin, TF_FRAME_CURSOR);

    if (!cursor) {
        cursor = wmem_new0(pinfo->pool, tf_cursor);
        p_add_proto_data(pinfo->pool, pinfo, proto_tfplugin, TF_FRAME_CURSOR, cursor);
    }
    return cursor;
}

tf_frame *
tf_frame_of(packet_info *pinfo, bool create)
{
    tf_frame *frame =
        (tf_frame *)p_get_proto_data(wmem_file_scope(), pinfo, proto_tfplugin, TF_FRAME_RECORD);

    if (!frame && create) {
        frame = wmem_new0(wmem_file_scope(), tf_frame);
        p_add_proto_data(wmem_file_scope(), pinfo, proto_tfplugin, TF_FRAME_RECORD, frame);
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
    tf_message *message = tf_call_add_message(call, pinfo, response, length);

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

void
tf_frame_add_end(packet_info *pinfo, tf_call *call)
{
    tf_frame *frame = tf_frame_of(pinfo, true);

    if (!frame->ended)
        frame->ended = wmem_list_new(wmem_file_scope());
    wmem_list_append(frame->ended, call);
}
