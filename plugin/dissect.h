/* dissect.h
 * The two dissectors: the one that gRPC calls for messages, and the postdissector for what never
 * reaches it. What is new to the file they have recorded (meet.h), then they draw and tap it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_DISSECT_H
#define TF_PLUGIN_DISSECT_H

#include "compat.h"

/**
 * Dissects one gRPC message.
 * @param data gRPC's key, `CONTENT-TYPE,PATH,request|response`
 * @return the length of the message; 0 if it is none of ours, for gRPC to hand it to another
 */
int tf_dissect_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

/** Looks at a frame after all other dissectors. @return 0 if it holds nothing of ours */
int tf_postdissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

/** Tells both what our protocol is, and asks for the fields that they need. To be called once, when
 * all dissectors are registered. */
void tf_dissect_handoff(int proto, dissector_handle_t postdissector);

#endif
