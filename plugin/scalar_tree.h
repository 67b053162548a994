/* scalar_tree.h
 * Draws the fields of a message that are no messages themselves.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SCALAR_TREE_H
#define TF_PLUGIN_SCALAR_TREE_H

#include "value_tree.h"

/* The subtree that is being filled, and the line above it that sums it up. */
typedef struct tf_level {
    proto_tree *tree;
    proto_item *line;
    const ProtobufCMessageDescriptor *descriptor;
    unsigned depth;
} tf_level;

/** A string field as text; in packet scope. */
const char *tf_field_text(const tf_drawing *drawing, const tf_wire_field *at);

/** Is the message part of a schema, whose lines are summed up in the line above? */
bool tf_is_schema_message(const ProtobufCMessageDescriptor *descriptor);

/** Draws bytes that no schema describes, or says that they are hidden. @return the item */
proto_item *tf_opaque_add(tf_drawing *drawing, proto_tree *tree, int hf, uint32_t offset,
                          uint32_t length);

/** Draws a field of a scalar type. @param at must be of the wire type that the field has */
void tf_scalar_add(tf_drawing *drawing, const tf_level *level,
                   const ProtobufCFieldDescriptor *field, const tf_wire_field *at);

/** Draws a field that the definition does not know, or that came in another wire type. */
void tf_unknown_field_add(tf_drawing *drawing, const tf_level *level, const tf_wire_field *at);

/** Registers the subtree of this file. */
void tf_scalar_tree_register(void);

#endif
