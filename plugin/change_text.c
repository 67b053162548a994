/* change_text.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "change_text.h"

#include "codec/rules.h"

#include "value_text.h"

bool
tf_text_hides(const tf_value *value)
{
    const tf_attribute *attribute = value->member ? value->member->attribute : NULL;

    return tf_value_masks(value) || (attribute && (attribute->sensitive || attribute->write_only));
}

const tf_value *
tf_text_hidden_by(const tf_value *value)
{
    const tf_value *outermost = NULL;

    for (; value; value = value->parent)
        if (tf_value_masks(value))
            outermost = value;
    return outermost;
}

static bool
is_hidden(const tf_value *value, tf_text_style style)
{
    return tf_text_hidden_by(value) ||
           (style == TF_TEXT_PLAN && !tf_value_is_null(value) && tf_value_is_sensitive(value));
}

static void
append_leaf(wmem_strbuf_t *out, const tf_value *value, tf_text_style style)
{
    if (style == TF_TEXT_PLAN && value->kind == TF_VALUE_UNKNOWN)
        wmem_strbuf_append(out, "(known after apply)");
    else
        tf_value_append_literal(out, value);
}

static void
append_children(wmem_strbuf_t *out, const tf_value *value, tf_text_style style)
{
    bool keys = tf_value_has_keys(value);

    wmem_strbuf_append_c(out, keys ? '{' : '[');
    for (uint32_t i = 0; i < value->n_children; i++) {
        const tf_value *child = &value->children[i];
        if (i)
            wmem_strbuf_append(out, ", ");
        if (keys && value->kind == TF_VALUE_OBJECT && tf_is_identifier(child->key))
            wmem_strbuf_append_len(out, child->key.data, child->key.length);
        else if (keys)
            tf_append_json_string(out, child->key);
        if (keys)
            wmem_strbuf_append(out, " = ");
        tf_text_append_value(out, child, style);
    }
    wmem_strbuf_append_c(out, keys ? '}' : ']');
}

void
tf_text_append_value(wmem_strbuf_t *out, const tf_value *value, tf_text_style style)
{
    if (!value)
        wmem_strbuf_append(out, "(absent)");
    else if (is_hidden(value, style))
        wmem_strbuf_append(out, TF_MASKED_TEXT);
    else if (tf_value_is_leaf(value))
        append_leaf(out, value, style);
    else
        append_children(out, value, style);
}

char *
tf_text_of(wmem_allocator_t *pool, const tf_value *value, tf_text_style style)
{
    wmem_strbuf_t *out = wmem_strbuf_new(pool, "");

    tf_text_append_value(out, value, style);
    return wmem_strbuf_finalize(out);
}
