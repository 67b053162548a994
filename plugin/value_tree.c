/* value_tree.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "value_lines.h"

#include <string.h>

#include "codec/compare.h"

#include "attr_name.h"
#include "expert.h"
#include "fields.h"
#include "value_text.h"

/* Wireshark refuses trees of more than 500 levels; deeper values are drawn flat below this one. */
#define MAX_TREE_DEPTH 400

/* What may be added to a tree without asking, which is little at a time: expert info, links. */
#define MIN_MARGIN 2000

unsigned tf_max_items = 500000;

static int ett_field = -1, ett_value = -1;

void
tf_value_tree_register(void)
{
    static int *ett[] = {&ett_field, &ett_value};

    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
}

void
tf_drawing_begin(tf_drawing *drawing, proto_tree *tree)
{
    uint64_t most = prefs.gui_max_tree_items, margin = MAX(most / 16, MIN_MARGIN);
    uint64_t limit = (uint64_t)PTREE_DATA(tree)->count + tf_max_items;

    /* Wireshark gives up on the whole frame when a tree grows beyond its own limit. */
    drawing->tree = tree;
    drawing->limit = MIN(limit, most > margin ? most - margin : 0);
}

bool
tf_drawing_take(tf_drawing *drawing, unsigned items)
{
    if (PTREE_DATA(drawing->tree)->count + items > drawing->limit)
        drawing->truncated = true;
    return !drawing->truncated;
}

/* --- Lines ----------------------------------------------------------------------------------- */

static void
append_literal(const tf_lines *lines, wmem_strbuf_t *out, const tf_value *value)
{
    if (tf_line_is_masked(lines, value))
        wmem_strbuf_append(out, TF_MASKED_TEXT);
    else
        tf_value_append_literal(out, value);
}

/* What an unknown value waits for, if the configuration says it: `(known after apply: var.x)`. What
 * is known of the value follows. */
static const char *
waiting_text(const tf_lines *lines, const tf_value *value, const char *text)
{
    static const char unknown[] = "(unknown";
    wmem_strbuf_t *out;

    if (value->kind != TF_VALUE_UNKNOWN || !lines->drawing->expressions.tape ||
        tf_line_is_masked(lines, value) || !g_str_has_prefix(text, unknown))
        return text;
    out = wmem_strbuf_new(lines->drawing->pinfo->pool, "(known after apply: ");
    if (!tf_plan_append_references(out, tf_plan_expression(lines->drawing->expressions, value)))
        return text;
    text += strlen(unknown);
    wmem_strbuf_append(out, text[0] == ':' ? "; " : "");
    wmem_strbuf_append(out, text[0] == ':' ? text + 2 : text);
    return wmem_strbuf_get_str(out);
}

/* The scratch text, for what is to be a line. */
static wmem_strbuf_t *
begin_line(tf_lines *lines)
{
    wmem_strbuf_truncate(lines->text, 0);
    return lines->text;
}

static void
set_container_line(tf_lines *lines, proto_item *item, const tf_value *value, tf_span name)
{
    wmem_strbuf_t *line = begin_line(lines);

    tf_line_append_container(line, value, name);
    tf_line_append_notes(line, value, false);
    proto_item_set_text(item, "%s", wmem_strbuf_get_str(line));
}

/* The literal stands behind the path already. Mostly the line does too, from its name on; but not
 * behind `["key"]`, or where the literal is not what is shown. */
static void
set_leaf_line(tf_lines *lines, proto_item *item, const tf_value *value, size_t path, size_t literal)
{
    const char *text, *shown;
    tf_span name;

    tf_line_append_notes(lines->path, value, tf_line_is_masked(lines, value));
    text = wmem_strbuf_get_str(lines->path);
    name = tf_line_name(lines, path);
    shown = waiting_text(lines, value, text + literal);
    if (name.data + name.length == text + path && shown == text + literal)
        proto_item_set_text(item, "%s", name.data);
    else
        proto_item_set_text(item, "%.*s = %s", (int)name.length, name.data, shown);
}

/* `path = literal` and the line, `name = literal  # notes`, are both made in the path's own buffer,
 * whose text ends where it did afterwards. */
static proto_item *
add_leaf(tf_lines *lines, proto_tree *tree, const tf_value *value, uint32_t offset, int length)
{
    wmem_strbuf_t *text = lines->path;
    size_t path = wmem_strbuf_get_len(text), literal;
    proto_item *item;

    wmem_strbuf_append(text, path ? " = " : "= ");
    literal = wmem_strbuf_get_len(text);
    append_literal(lines, text, value);
    item = proto_tree_add_string(tree, tf_hf[TF_HF_VALUE], lines->drawing->tvb, (int)offset, length,
                                 wmem_strbuf_get_str(text));
    if (value->parent)
        set_leaf_line(lines, item, value, path, literal);
    else
        tf_hidden(item);
    wmem_strbuf_truncate(text, path);
    return item;
}

static proto_item *
add_container(tf_lines *lines, proto_tree *tree, const tf_value *value, uint32_t offset, int length)
{
    proto_item *item = proto_tree_add_string(tree, tf_hf[TF_HF_PATH], lines->drawing->tvb,
                                             (int)offset, length, wmem_strbuf_get_str(lines->path));

    set_container_line(lines, item, value, tf_line_name(lines, wmem_strbuf_get_len(lines->path)));
    return item;
}

static void add_children(tf_lines *lines, proto_tree *tree, const tf_value *value);

static void
add_value(tf_lines *lines, proto_tree *tree, const tf_value *value)
{
    uint32_t offset = lines->value->offset + value->offset;
    uint32_t start = lines->value->offset + value->key_offset;
    int length = (int)(offset + value->length - start);
    bool leaf = tf_value_is_leaf(value) || tf_line_is_masked(lines, value);
    proto_item *item;
    proto_tree *subtree;

    if (!tf_drawing_take(lines->drawing, leaf ? 4 : 1))
        return;
    item = leaf ? add_leaf(lines, tree, value, start, length)
                : add_container(lines, tree, value, start, length);
    subtree = value->parent ? proto_item_add_subtree(item, ett_value) : tree;
    if (leaf) {
        tf_hidden(proto_tree_add_string(subtree, tf_hf[TF_HF_PATH], lines->drawing->tvb, (int)start,
                                        length, wmem_strbuf_get_str(lines->path)));
        tf_typed_add(lines, subtree, value, offset);
    }
    tf_schema_flags_add(lines, subtree, value, offset);
    if (value->parent)
        tf_problems_add(lines, item, value);
    if (!leaf)
        add_children(lines, lines->depth < MAX_TREE_DEPTH ? subtree : tree, value);
}

/* An element has the field of its collection, and so has what is inside a dynamic value. What is not
 * known has none. */
static void
enter_attr(tf_lines *lines, const tf_value *value)
{
    const tf_attr *found;

    if (!lines->typed || value->parent->kind != TF_VALUE_OBJECT || !tf_value_is_known(value) ||
        wmem_strbuf_get_len(lines->attr_name) > TF_ATTR_MAX_NAME)
        return;
    tf_attr_append_step(lines->attr_name, value->key);
    found = tf_attr_field(wmem_strbuf_get_str(lines->attr_name));
    if (found)
        lines->attr = found;
}

static void
add_children(tf_lines *lines, proto_tree *tree, const tf_value *value)
{
    size_t here = wmem_strbuf_get_len(lines->path);
    size_t attr_here = wmem_strbuf_get_len(lines->attr_name);
    const tf_attr *attr = lines->attr;

    lines->depth++;
    lines->step = here;
    for (uint32_t i = 0; i < value->n_children && !lines->drawing->truncated; i++) {
        tf_value_append_step(lines->path, &value->children[i]);
        enter_attr(lines, &value->children[i]);
        add_value(lines, tree, &value->children[i]);
        wmem_strbuf_truncate(lines->path, here);
        wmem_strbuf_truncate(lines->attr_name, attr_here);
        lines->step = here;
        lines->attr = attr;
    }
    lines->depth--;
}

static void
add_field_notes(tf_drawing *drawing, proto_item *item, const tf_field_value *value)
{
    packet_info *pinfo = drawing->pinfo;

    if (value->both)
        expert_add_info(pinfo, item, &tf_ei[TF_EI_BOTH_ENCODINGS]);
    if (value->decoded->root->kind == TF_VALUE_ABSENT)
        expert_add_info(pinfo, item, &tf_ei[TF_EI_NO_ENCODING]);
    if (value->other_version)
        expert_add_info_format(pinfo, item, &tf_ei[TF_EI_STORED_VERSION],
                               "%s is stored at version %" PRId64
                               ", the schema is at version %" PRId64 ": decoded by its own shape",
                               value->field, value->stored_version, value->schema_version);
    else if (!value->type && value->kind != TF_SCHEMA_FOREIGN && value->kind != TF_SCHEMA_NONE &&
             !value->flatmap && value->decoded->root->kind != TF_VALUE_ABSENT)
        expert_add_info_format(pinfo, item, &tf_ei[TF_EI_NO_SCHEMA],
                               "No schema is known for %s: decoded by its own shape", value->field);
}

static void
add_schema_link(tf_drawing *drawing, proto_tree *tree, const tf_field_value *value)
{
    proto_item *item;

    if (!value->ref)
        return;
    if (value->ref->source->frame) {
        item = proto_tree_add_uint(tree, tf_hf[TF_HF_SCHEMA_IN], drawing->tvb, 0, 0,
                                   value->ref->source->frame);
        proto_item_set_generated(item);
        /* Saving only what is displayed keeps what it needs to be read. */
        tf_depend_on_frame(drawing->pinfo, value->ref->source->frame);
    }
    if (value->ref->source->provider) {
        item = proto_tree_add_string(tree, tf_hf[TF_HF_PROVIDER], drawing->tvb, 0, 0,
                                     value->ref->source->provider);
        proto_item_set_generated(item);
    }
}

static void
set_field_line(tf_lines *lines, proto_item *item, const tf_field_value *value)
{
    const tf_value *root = value->decoded->root;
    tf_span name = {value->field, (uint32_t)strlen(value->field)};
    wmem_strbuf_t *line;

    if (tf_value_has_lines(value, root)) {
        set_container_line(lines, item, root, name);
        return;
    }
    line = begin_line(lines);
    wmem_strbuf_append(line, value->field);
    wmem_strbuf_append(line, " = ");
    append_literal(lines, line, root);
    tf_line_append_notes(line, root, lines->masked);
    proto_item_set_text(item, "%s", wmem_strbuf_get_str(line));
}

void
tf_value_tree_add(tf_drawing *drawing, proto_tree *tree, const tf_field_value *value,
                  const tf_wire_field *at)
{
    wmem_allocator_t *pool = drawing->pinfo->pool;
    tf_lines lines = {.drawing = drawing,
                      .value = value,
                      .path = wmem_strbuf_new(pool, ""),
                      .text = wmem_strbuf_new(pool, ""),
                      .masked = tf_field_is_masked(value),
                      .attr_name = wmem_strbuf_new(pool, "")};
    const tf_value *root = value->decoded->root;
    proto_tree *subtree;
    proto_item *item;

    if (!tf_drawing_take(drawing, 3))
        return;
    lines.typed = tf_attr_fields_begin(value, lines.attr_name);
    if (lines.typed)
        lines.attr = tf_attr_field(wmem_strbuf_get_str(lines.attr_name));
    item = proto_tree_add_string(tree, tf_hf[TF_HF_FIELD], drawing->tvb, (int)at->offset,
                                 (int)at->length, value->field);
    set_field_line(&lines, item, value);
    subtree = proto_item_add_subtree(item, ett_field);
    add_schema_link(drawing, subtree, value);
    add_field_notes(drawing, item, value);
    tf_problems_index(&lines);
    /* The line of a root that has no others is hidden: what is wrong with it stands
     * in the field's. */
    tf_problems_add(&lines, item, root);
    if (!tf_value_has_lines(value, root))
        add_value(&lines, subtree, root);
    else
        add_children(&lines, subtree, root);
}

static void
add_plain(tf_drawing *drawing, proto_tree *tree, int hf, const tf_value *value, uint32_t base)
{
    wmem_strbuf_t *line;

    if (!tf_value_is_leaf(value)) {
        for (uint32_t i = 0; i < value->n_children; i++)
            add_plain(drawing, tree, hf, &value->children[i], base);
        return;
    }
    if (!tf_drawing_take(drawing, 1))
        return;
    line = wmem_strbuf_new(drawing->pinfo->pool, "");
    tf_value_append_line(line, value);
    proto_item_set_text(proto_tree_add_string(tree, hf, drawing->tvb, (int)(base + value->offset),
                                              (int)value->length, wmem_strbuf_get_str(line)),
                        "%s", wmem_strbuf_get_str(line));
}

void
tf_value_tree_add_plain(tf_drawing *drawing, proto_tree *tree, int hf, const tf_decoded *decoded,
                        uint32_t base)
{
    add_plain(drawing, tree, hf, decoded->root, base);
}
