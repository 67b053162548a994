/* value_line_text.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "value_lines.h"

const char *
tf_line_notes(wmem_strbuf_t *out, const tf_value *value, bool masked)
{
    const tf_attribute *attribute = value->member ? value->member->attribute : NULL;
    const char *before = "  # ";

    wmem_strbuf_truncate(out, 0);
    if (value->dynamic && value->type && !masked) {
        wmem_strbuf_append(out, "  # dynamic: ");
        tf_type_append_start(out, value->type, ITEM_LABEL_LENGTH);
        before = ", ";
    }
    if (!attribute)
        return wmem_strbuf_get_str(out);
#define FLAG(flag, text)                                                                           \
    if (attribute->flag) {                                                                         \
        wmem_strbuf_append_printf(out, "%s%s", before, text);                                      \
        before = ", ";                                                                             \
    }
    FLAG(sensitive, "sensitive")
    FLAG(write_only, "write-only")
    FLAG(computed, "computed")
    FLAG(deprecated, "deprecated")
#undef FLAG
    return wmem_strbuf_get_str(out);
}

static uint32_t
index_in_parent(const tf_value *value)
{
    return (uint32_t)(value - value->parent->children);
}

char *
tf_line_name(wmem_allocator_t *pool, const tf_value *value)
{
    wmem_strbuf_t *name;

    if (!value->parent)
        return wmem_strdup(pool, "");
    if (value->parent->kind != TF_VALUE_OBJECT && value->parent->kind != TF_VALUE_MAP)
        return wmem_strdup_printf(pool, "[%u]", index_in_parent(value));
    if (value->parent->kind == TF_VALUE_OBJECT && tf_is_identifier(value->key))
        return wmem_strndup(pool, value->key.data, value->key.length);
    name = wmem_strbuf_new(pool, "");
    tf_append_json_string(name, value->key);
    return wmem_strbuf_finalize(name);
}

static const char *
plural(uint32_t n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

char *
tf_container_text(wmem_allocator_t *pool, const tf_value *value, const char *name,
                  const char *notes)
{
    bool block = value->member && value->member->block;
    bool element_of_block = value->parent && value->parent->member && value->parent->member->block;
    uint32_t n = value->n_children;

    switch (value->kind) {
    case TF_VALUE_OBJECT:
        if (block || element_of_block)
            return wmem_strdup_printf(pool, "%s {%s", name, notes);
        return wmem_strdup_printf(pool, "%s%s{%s", name, name[0] ? " = " : "", notes);
    case TF_VALUE_MAP:
        if (block)
            return wmem_strdup_printf(pool, "%s: %u %s%s", name, n, plural(n, "block", "blocks"),
                                      notes);
        return wmem_strdup_printf(pool, "%s%s{ (%u %s)%s", name, name[0] ? " = " : "", n,
                                  plural(n, "element", "elements"), notes);
    default:
        if (block)
            return wmem_strdup_printf(pool, "%s: %u %s%s", name, n, plural(n, "block", "blocks"),
                                      notes);
        return wmem_strdup_printf(pool, "%s%s[ (%u %s)%s", name, name[0] ? " = " : "", n,
                                  plural(n, "element", "elements"), notes);
    }
}
