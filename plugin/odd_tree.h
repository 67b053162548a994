/* odd_tree.h
 * Messages that are shown in a form of their own: paths, times, diagnostics.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_ODD_TREE_H
#define TF_PLUGIN_ODD_TREE_H

#include "scalar_tree.h"

/** An AttributePath as a path, `ingress[0].from_port`; in packet scope. */
char *tf_attribute_path_text(const tf_drawing *drawing, const tf_wire_field *at);

/** Draws a google.protobuf.Timestamp. */
void tf_timestamp_add(tf_drawing *drawing, const tf_level *level,
                      const ProtobufCFieldDescriptor *field, const tf_wire_field *at);

/** Gives a Diagnostic its line and its expert info. @param item its item */
void tf_diagnostic_judge(tf_drawing *drawing, proto_item *item, const tf_wire_field *at);

/** Gives a FunctionError its expert info. @param item its item */
void tf_function_error_judge(tf_drawing *drawing, proto_item *item, const tf_wire_field *at);

#endif
