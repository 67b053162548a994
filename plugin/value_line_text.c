/* value_line_text.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "value_lines.h"

#include "codec/text.h"

static void
append_note(wmem_strbuf_t *out, const char *note, bool *first)
{
    wmem_strbuf_append(out, *first ? "  # " : ", ");
    wmem_strbuf_append(out, note);
    *first = false;
}

void
tf_line_append_notes(wmem_strbuf_t *out, const tf_value *value, bool masked)
{
    const tf_attribute *attribute = value->member ? value->member->attribute : NULL;
    bool first = true;

    if (value->dynamic && value->type && !masked) {
        append_note(out, "dynamic: ", &first);
        tf_type_append_start(out, value->type, ITEM_LABEL_LENGTH);
    }
    if (!attribute)
        return;
    if (attribute->sensitive)
        append_note(out, "sensitive", &first);
    if (attribute->write_only)
        append_note(out, "write-only", &first);
    if (attribute->computed)
        append_note(out, "computed", &first);
    if (attribute->deprecated)
        append_note(out, "deprecated", &first);
}

tf_span
tf_line_name(const tf_lines *lines, size_t end)
{
    const char *step = wmem_strbuf_get_str(lines->path) + lines->step;
    uint32_t length = (uint32_t)(end - lines->step);

    if (step[0] == '.')
        return (tf_span){step + 1, length - 1};
    if (step[0] == '[' && step[1] == '"')
        return (tf_span){step + 1, length - 2};
    return (tf_span){step, length};
}

static void
append_count(wmem_strbuf_t *out, const tf_value *value, const char *one, const char *many)
{
    tf_append_integer(out, value->n_children);
    wmem_strbuf_append_c(out, ' ');
    wmem_strbuf_append(out, value->n_children == 1 ? one : many);
}

void
tf_line_append_container(wmem_strbuf_t *out, const tf_value *value, tf_span name)
{
    bool block = value->member && value->member->block;
    bool element_of_block = value->parent && value->parent->member && value->parent->member->block;

    wmem_strbuf_append_len(out, name.data, name.length);
    if (value->kind == TF_VALUE_OBJECT) {
        wmem_strbuf_append(out, block || element_of_block ? " {" : name.length ? " = {" : "{");
    } else if (block) {
        wmem_strbuf_append(out, ": ");
        append_count(out, value, "block", "blocks");
    } else {
        wmem_strbuf_append(out, name.length ? " = " : "");
        wmem_strbuf_append(out, value->kind == TF_VALUE_MAP ? "{ (" : "[ (");
        append_count(out, value, "element", "elements");
        wmem_strbuf_append_c(out, ')');
    }
}
