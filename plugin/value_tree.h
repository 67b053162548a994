/* value_tree.h
 * Draws decoded values: one line each, written like HCL, with its filter fields.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_VALUE_TREE_H
#define TF_PLUGIN_VALUE_TREE_H

#include "codec/plan_file.h"

#include "content.h"

/** One drawing of a message: what all parts of it need. */
typedef struct tf_drawing {
    tvbuff_t *tvb; /**< the message */
    packet_info *pinfo;
    proto_tree *tree;         /**< any of the frame's */
    uint64_t limit;           /**< items of the whole tree beyond which nothing is added */
    bool truncated;           /**< something was left out */
    wmem_array_t *values;     /**< of tf_field_value *: what was drawn, for others to use */
    tf_json_node expressions; /**< of the configuration behind the values, or no place */
} tf_drawing;

/** Tree items that one message may add before the rest of it is left out; a preference. */
extern unsigned tf_max_items;

/** Registers the subtrees of this file. */
void tf_value_tree_register(void);

/**
 * Draws a field's value below @p tree: the field with its expert info, then the value's lines.
 * @param at the range of the whole field in the message
 */
void tf_value_tree_add(tf_drawing *drawing, proto_tree *tree, const tf_field_value *value,
                       const tf_wire_field *at);

/**
 * Draws the lines of a decoded value that is no DynamicValue, each as a @p hf of `path = literal`.
 * @param base offset of its bytes in @p tvb

 */
void tf_value_tree_add_plain(tf_drawing *drawing, proto_tree *tree, int hf,
                             const tf_decoded *decoded, uint32_t base);

/**
 * Begins the drawing of a message: sets how far the tree may grow.
 * @param tree what it is drawn below
 */
void tf_drawing_begin(tf_drawing *drawing, proto_tree *tree);

/** May so many items be added? @return false when the budget is used up, then and ever after */
bool tf_drawing_take(tf_drawing *drawing, unsigned items);

#endif
