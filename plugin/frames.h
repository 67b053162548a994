/* frames.h
 * From gRPC and HTTP/2 to messages and calls: the dissector under the gRPC methods, and the
 * postdissector for what never reaches a message dissector (empty messages, status, resets, and
 * methods of unknown packages).
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_FRAMES_H
#define TF_PLUGIN_FRAMES_H

#include "compat.h"

/** Dissects one gRPC message; @p data is gRPC's key, `CONTENT-TYPE,PATH,request|response`. */
int tf_dissect_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

/** Looks at a frame after all other dissectors. */
int tf_postdissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

/** Finds the fields of HTTP/2 and gRPC that both need, and asks for them. */
void tf_frames_handoff(int proto, dissector_handle_t postdissector);

#endif
