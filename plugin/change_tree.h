/* change_tree.h
 * Draws what a response changes, and what it does against the rules.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_CHANGE_TREE_H
#define TF_PLUGIN_CHANGE_TREE_H

#include "value_tree.h"

/** Registers the subtrees of this file. */
void tf_change_tree_register(void);

/**
 * Draws the subtree `Change` and the findings of a response below @p tree; of calls without either
 * nothing. Costs nothing where nobody looks: no visible tree, no filter on these fields, nobody who
 * collects expert info.
 */
void tf_change_tree_add(tf_drawing *drawing, proto_tree *tree, tf_message *message,
                        const uint8_t *data);

#endif
