/* undelivered.h
 * What no dissector is called for in a frame: empty messages, those under a content type or package
 * that gRPC's table does not have, those that gRPC cannot uncompress, status and reset of calls.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_UNDELIVERED_H
#define TF_PLUGIN_UNDELIVERED_H

#include "compat.h"

/**
 * Finds it, in the first dissection of a frame, when all other dissectors are done; the frame is
 * complete then.
 * @param tree  of the whole frame
 * @param proto ours: what we have drawn is passed over
 */
void tf_meet_undelivered(packet_info *pinfo, proto_tree *tree, int proto);

#endif
