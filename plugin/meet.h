/* meet.h
 * Calls and messages that are met for the first time: in the first dissection of their frame they
 * are recorded, and everything that learns from what passes is told.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_MEET_H
#define TF_PLUGIN_MEET_H

#include "session.h"

/**
 * The call on a stream of this frame's connection; made, and its session too, if it is new.
 * @param tree of the whole frame, or NULL
 * @param path of HTTP/2, `/tfplugin6.Provider/PlanResourceChange`
 * @return NULL if this is no call of ours, or may be another than the path says, for bytes are
 *         missing
 */
tf_call *tf_meet_call(packet_info *pinfo, proto_tree *tree, uint32_t stream, const char *path);

/**
 * The record of a message that gRPC hands down.
 * @param key gRPC's, `CONTENT-TYPE,PATH,request|response`
 * @return NULL if it is none of ours
 */
tf_message *tf_meet_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const char *key);

/**
 * Learns from what a message says. HTTP/2 does not notice when bytes are missing in a message that
 * was under way: one that does not hold together then gets `has_hole`, and nothing is learned.
 * @param data its bytes, `message->length` of them
 */
void tf_meet_content(tf_message *message, const uint8_t *data);

#endif
