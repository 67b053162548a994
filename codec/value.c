/* value.c
 * Paths and literals of values.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "value.h"
#include "number.h"
#include "text.h"

bool
tf_value_is_container(const tf_value *value)
{
    return value->kind >= TF_VALUE_LIST && value->kind <= TF_VALUE_OBJECT;
}

bool
tf_value_is_leaf(const tf_value *value)
{
    return !tf_value_is_container(value) || value->n_children == 0;
}

static bool
has_keys(const tf_value *value)
{
    return value->kind == TF_VALUE_MAP || value->kind == TF_VALUE_OBJECT;
}

const tf_value *
tf_value_child(const tf_value *value, const char *key, size_t length)
{
    tf_span wanted = {key, (uint32_t)length};
    if (!has_keys(value))
        return NULL;
    for (uint32_t i = 0; i < value->n_children; i++)
        if (tf_text_compare(value->children[i].key, wanted) == 0)
            return &value->children[i];
    return NULL;
}

void
tf_value_append_step(wmem_strbuf_t *out, const tf_value *value)
{
    const tf_value *parent = value->parent;

    if (!parent)
        return;
    if (!has_keys(parent)) {
        wmem_strbuf_append_c(out, '[');
        tf_append_integer(out, value - parent->children);
        wmem_strbuf_append_c(out, ']');
    } else if (parent->kind == TF_VALUE_OBJECT && tf_is_identifier(value->key)) {
        if (parent->parent)
            wmem_strbuf_append_c(out, '.');
        wmem_strbuf_append_len(out, value->key.data, value->key.length);
    } else {
        wmem_strbuf_append_c(out, '[');
        tf_append_json_string(out, value->key);
        wmem_strbuf_append_c(out, ']');
    }
}

void
tf_value_append_path(wmem_strbuf_t *out, const tf_value *value)
{
    if (value->parent)
        tf_value_append_path(out, value->parent);
    tf_value_append_step(out, value);
}

/** The parts of a refinement, with what stands before each. */
typedef struct parts {
    wmem_strbuf_t *out;
    const char *separator;
} parts;

static void
begin_part(parts *p, const char *text)
{
    wmem_strbuf_append(p->out, p->separator);
    wmem_strbuf_append(p->out, text);
    p->separator = ", ";
}

static void
append_bounds(parts *p, const tf_refinement *r)
{
    if (r->has_lower) {
        begin_part(p, r->lower_inclusive ? ">= " : "> ");
        tf_number_append(p->out, &r->lower);
    }
    if (r->has_upper) {
        begin_part(p, r->upper_inclusive ? "<= " : "< ");
        tf_number_append(p->out, &r->upper);
    }
    if (r->has_length_lower) {
        begin_part(p, "length >= ");
        tf_append_integer(p->out, r->length_lower);
    }
    if (r->has_length_upper) {
        begin_part(p, "length <= ");
        tf_append_integer(p->out, r->length_upper);
    }
}

static void
append_unknown(wmem_strbuf_t *out, const tf_refinement *r)
{
    parts p = {out, ": "};
    wmem_strbuf_append(out, "(unknown");
    if (r) {
        if (r->definitely_null)
            begin_part(&p, "null");
        if (r->not_null)
            begin_part(&p, "not null");
        if (r->has_prefix) {
            begin_part(&p, "prefix ");
            tf_append_json_string(out, r->prefix);
        }
        append_bounds(&p, r);
    }
    wmem_strbuf_append_c(out, ')');
}

void
tf_value_append_literal(wmem_strbuf_t *out, const tf_value *value)
{
    switch (value->kind) {
    case TF_VALUE_NULL:
        wmem_strbuf_append(out, "null");
        break;
    case TF_VALUE_UNKNOWN:
        append_unknown(out, value->refinement);
        break;
    case TF_VALUE_BOOL:
        wmem_strbuf_append(out, value->boolean ? "true" : "false");
        break;
    case TF_VALUE_NUMBER:
        tf_number_append(out, &value->number);
        break;
    case TF_VALUE_STRING:
        tf_append_json_string(out, value->string);
        break;
    case TF_VALUE_ABSENT:
        wmem_strbuf_append(out, "(absent)");
        break;
    case TF_VALUE_BYTES:
        wmem_strbuf_append_printf(out, "(%u bytes)", (unsigned)value->string.length);
        break;
    default:
        wmem_strbuf_append(out, has_keys(value) ? "{}" : "[]");
    }
}

void
tf_value_append_line(wmem_strbuf_t *out, const tf_value *value)
{
    tf_value_append_path(out, value);
    wmem_strbuf_append(out, value->parent ? " = " : "= ");
    tf_value_append_literal(out, value);
}

uint32_t
tf_value_count_unknown(const tf_value *value)
{
    uint32_t n = value->kind == TF_VALUE_UNKNOWN;
    if (tf_value_is_container(value))
        for (uint32_t i = 0; i < value->n_children; i++)
            n += tf_value_count_unknown(&value->children[i]);
    return n;
}
