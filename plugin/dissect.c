/* dissect.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "dissect.h"

#include "call_tree.h"
#include "columns.h"
#include "expert.h"
#include "frame.h"
#include "kept.h"
#include "lower_fields.h"
#include "meet.h"
#include "message_tree.h"
#include "tap.h"
#include "undelivered.h"

static int proto_tfplugin;

static bool
must_draw(proto_tree *tree)
{
    return tree && (proto_field_is_referenced(tree, proto_tfplugin) || tf_experts_collected());
}

static void
draw_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, tf_message *message)
{
    if (must_draw(tree))
        tf_message_tree_add(tvb, pinfo, tree, proto_tfplugin, message);
}

int
tf_dissect_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    const tf_frame *frame = tf_frame_of(pinfo, false);
    tf_message *message = NULL;

    if (frame && frame->complete)
        message = tf_message_next(pinfo);
    else if (data)
        message = tf_meet_message(tvb, pinfo, tree, (const char *)data);
    if (!message || message->length != tvb_captured_length(tvb))
        return 0;
    draw_message(tvb, pinfo, tree, message);
    tf_tap_message(pinfo, message, tvb_get_ptr(tvb, 0, (int)message->length));
    return (int)tvb_captured_length(tvb);
}

/* A message that did not come through the dissector. */
static void
show_unclaimed(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, tf_message *message)
{
    const uint8_t *data = message->kept ? tf_kept_bytes(pinfo->pool, message->kept) : NULL;
    tvbuff_t *own = tvb;

    if (data && must_draw(tree)) {
        own = tvb_new_child_real_data(tvb, data, message->length, (int)message->length);
        add_new_data_source(pinfo, own, "gRPC message");
    }
    draw_message(own, pinfo, tree, message);
    tf_tap_message(pinfo, message, data);
}

static void
draw_ended(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const tf_frame *frame)
{
    for (wmem_list_frame_t *at = wmem_list_head(frame->ended); at; at = wmem_list_frame_next(at))
        tf_call_end_tree_add(tvb, pinfo, tree, proto_tfplugin, (tf_call *)wmem_list_frame_data(at));
}

int
tf_postdissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    const tf_frame *frame = tf_frame_of(pinfo, false);

    if (!proto_is_frame_protocol(pinfo->layers, "http2"))
        return 0;
    if (tree && !(frame && frame->complete) && !PINFO_FD_VISITED(pinfo))
        tf_meet_undelivered(pinfo, tree, proto_tfplugin);
    frame = tf_frame_of(pinfo, false);
    if (!frame)
        return 0;
    for (tf_message *message = frame->first; message; message = message->next_in_frame)
        if (!message->claimed)
            show_unclaimed(tvb, pinfo, tree, message);
    if (frame->ended && must_draw(tree))
        draw_ended(tvb, pinfo, tree, frame);
    tf_columns_set(pinfo, frame);
    return (int)tvb_captured_length(tvb);
}

void
tf_dissect_handoff(int proto, dissector_handle_t postdissector)
{
    proto_tfplugin = proto;
    tf_lower_fields_handoff(postdissector);
}
