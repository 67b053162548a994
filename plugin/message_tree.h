/* message_tree.h
 * Draws a message: every field with its exact bytes, values through value_tree.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_MESSAGE_TREE_H
#define TF_PLUGIN_MESSAGE_TREE_H

#include "call.h"

/** Registers the subtrees of this file. */
void tf_message_tree_register(void);

/**
 * Draws a message as a protocol tree of its own: call, links and fields.
 * @param tvb the message; for one without bytes any tvb, of which nothing is marked
 */
void tf_message_tree_add(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int proto,
                         tf_message *message);

#endif
