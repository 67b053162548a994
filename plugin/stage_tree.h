/* stage_tree.h
 * Draws the stages of a change.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_STAGE_TREE_H
#define TF_PLUGIN_STAGE_TREE_H

#include "change_stages.h"
#include "value_tree.h"

/** Registers the subtrees of this file. */
void tf_stage_tree_register(void);

/** Does anybody see what this file draws? The stages need not be computed otherwise. */
bool tf_stage_tree_wanted(proto_tree *tree);

/** Draws what each stage says where there is a difference, below the line of its path. */
void tf_stage_tree_add(tf_drawing *drawing, proto_tree *tree, tf_stages *stages,
                       const tf_difference *difference);

/** Draws the places where stages differ that the change does not list, below the change. */
void tf_stage_tree_add_unlisted(tf_drawing *drawing, proto_tree *tree, tf_stages *stages,
                                const tf_change *change);

#endif
