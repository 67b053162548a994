/* value_lines.h
 * What the files that draw a value tree share: the state of the drawing, and the parts of a line.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_VALUE_LINES_H
#define TF_PLUGIN_VALUE_LINES_H

#include "attr_fields.h"
#include "value_tree.h"

/* The drawing of one value tree. */
typedef struct tf_lines {
    tf_drawing *drawing;
    const tf_field_value *value;
    wmem_map_t *problems; /* tf_value -> first tf_problem_at there; NULL if there are none */
    wmem_strbuf_t *path;  /* of the value being drawn */
    size_t step;          /* where its last step begins */
    wmem_strbuf_t *text;  /* scratch */
    unsigned depth;
    bool masked;              /* all of the field is hidden */
    bool typed;               /* there may be typed fields */
    wmem_strbuf_t *attr_name; /* of the typed field of the value being drawn */
    const tf_attr *attr;      /* that field or, if there is none, that of the value around it */
} tf_lines;

/* Text: value_line_text.c */

/** The comment behind a line: the type of a dynamic value, flags of the schema; or nothing. */
void tf_line_append_notes(wmem_strbuf_t *out, const tf_value *value, bool masked);

/** What stands before the `=`: an attribute's name, a map's key in quotes, an element's index. It is
 * the last step of the path, and there only until more is appended to that.
 * @param end where the path ends, if something stands behind it */
tf_span tf_line_name(const tf_lines *lines, size_t end);

/** The opening of a container, as far as one line can say it: `tags = { (2 elements)`. */
void tf_line_append_container(wmem_strbuf_t *out, const tf_value *value, tf_span name);

/* Filter fields, hidden behind the line: value_fields.c */

/** Hides an item behind its line. @return the item */
proto_item *tf_hidden(proto_item *item);

/** Is a value hidden, by itself or with all of the field? */
bool tf_line_is_masked(const tf_lines *lines, const tf_value *value);

/** The flags that the schema gives the value. @p offset in the message; so below */
void tf_schema_flags_add(const tf_lines *lines, proto_tree *tree, const tf_value *value,
                         uint32_t offset);

/** tfplugin.string, .number, .bool, .null, .unknown with its refinements; and tfplugin.attr.TYPE.PATH,
 * if the value has such a field. */
void tf_typed_add(const tf_lines *lines, proto_tree *tree, const tf_value *value, uint32_t offset);

/* What is wrong with a value, as expert info at its place: value_problems.c */

/** Sorts the problems of the value by where they are. */
void tf_problems_index(tf_lines *lines);

/** Gives an item the problems of its value. */
void tf_problems_add(const tf_lines *lines, proto_item *item, const tf_value *value);

#endif
