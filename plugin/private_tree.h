/* private_tree.h
 * Draws private data: what providers keep beside a state for themselves.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_PRIVATE_TREE_H
#define TF_PLUGIN_PRIVATE_TREE_H

#include "value_tree.h"

/**
 * Draws below @p item what the bytes of a private field hold, where they are what the SDKs write: a
 * JSON object (SDKv2), or one whose values are JSON in base64 (terraform-plugin-framework). Other
 * bytes stay bytes.
 * @param at the field
 */
void tf_private_tree_add(tf_drawing *drawing, proto_item *item, const tf_wire_field *at);

/** Registers the subtree of this file. */
void tf_private_tree_register(void);

#endif
