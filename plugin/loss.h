/* loss.h
 * Bytes of a connection that are not in the file, and what can no longer be believed then: HTTP/2
 * goes on as if nothing were missing.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_LOSS_H
#define TF_PLUGIN_LOSS_H

#include "session.h"

/** Notes in the session of this frame, if there is one, whether bytes before the frame or of it are
 * missing. @param tree of the whole frame, or NULL */
void tf_loss_note(packet_info *pinfo, proto_tree *tree);

/**
 * Did a header of this value come in this frame as it is, not as an index into HPACK's table? After
 * a loss that table is not the sender's. The bytes are asked, for few frames: HTTP/2's field for
 * this would cost a string for every header.
 */
bool tf_loss_came_literally(packet_info *pinfo, proto_tree *tree, const char *value);

#endif
