/* plan_tree.h
 * Draws what plan and state files say of the resource of a call, as generated items.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_PLAN_TREE_H
#define TF_PLUGIN_PLAN_TREE_H

#include "plan_join.h"

/** Registers the subtrees of this file. */
void tf_plan_tree_register(void);

/**
 * Draws address, module and reason of a call's object, what the configuration says of it, and what
 * in the file concerns it. Of an ambiguous call the candidates are listed in an expert note; that
 * no file has an object for a plan or an apply is another. Without plan files nothing is drawn.
 * @param item what expert info is attached to
 */
void tf_plan_tree_add(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, proto_item *item,
                      const tf_message *message);

/** The expressions of the configuration of a call's resource; no place if they are not known. */
tf_json_node tf_plan_tree_expressions(packet_info *pinfo, const tf_call *call);

#endif
