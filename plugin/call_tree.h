/* call_tree.h
 * Draws which call a message belongs to: names, links, times, status.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_CALL_TREE_H
#define TF_PLUGIN_CALL_TREE_H

#include "call.h"

/** The top line of a message or of the end of a call. @param what comes after the method's name */
proto_item *tf_call_tree_top(tvbuff_t *tvb, proto_tree *tree, int proto, int length,
                             const tf_call *call, const char *what);

/** What is known of a message before it is read, with expert info on @p item. */
void tf_call_tree_head(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, proto_item *item,
                       const tf_message *message);

/** Draws the end of a call in a frame of its own: status, or that it was cut off. */
void tf_call_end_tree_add(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int proto,
                          tf_call *call);

/** Registers the subtree of this file. */
void tf_call_tree_register(void);

#endif
