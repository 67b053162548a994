/* value_fields.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "value_lines.h"

#include "codec/number.h"

#include "fields.h"
#include "value_text.h"

proto_item *
tf_hidden(proto_item *item)
{
    proto_item_set_hidden(item);
    return item;
}

static void
add_flag(const tf_lines *lines, proto_tree *tree, int hf, uint32_t offset, uint32_t length)
{
    tf_hidden(
        proto_tree_add_boolean(tree, hf, lines->drawing->tvb, (int)offset, (int)length, true));
}

void
tf_schema_flags_add(const tf_lines *lines, proto_tree *tree, const tf_value *value, uint32_t offset)
{
    const tf_attribute *attribute = value->member ? value->member->attribute : NULL;

    if (!attribute)
        return;
    if (attribute->sensitive)
        add_flag(lines, tree, tf_hf[TF_HF_SENSITIVE], offset, value->length);
    if (attribute->write_only)
        add_flag(lines, tree, tf_hf[TF_HF_WRITE_ONLY], offset, value->length);
    if (attribute->computed)
        add_flag(lines, tree, tf_hf[TF_HF_COMPUTED], offset, value->length);
    if (attribute->deprecated)
        add_flag(lines, tree, tf_hf[TF_HF_DEPRECATED], offset, value->length);
}

/* A value as Wireshark's fields take it. */
typedef struct tf_plain {
    const char *string;
    double number;
} tf_plain;

static void
add_number(const tf_lines *lines, proto_tree *tree, const tf_value *value, double nearest,
           uint32_t offset)
{
    tvbuff_t *tvb = lines->drawing->tvb;

    tf_hidden(proto_tree_add_double(tree, tf_hf[TF_HF_NUMBER], tvb, (int)offset, (int)value->length,
                                    nearest));
    if (!tf_number_is_double(&value->number, nearest)) {
        wmem_strbuf_truncate(lines->text, 0);
        tf_number_append(lines->text, &value->number);
        tf_hidden(proto_tree_add_string(tree, tf_hf[TF_HF_NUMBER_TEXT], tvb, (int)offset,
                                        (int)value->length, wmem_strbuf_get_str(lines->text)));
    }
}

static void
add_bound(const tf_lines *lines, proto_tree *tree, const tf_number *bound, bool inclusive, int hf,
          int hf_inclusive, uint32_t offset, uint32_t length)
{
    tvbuff_t *tvb = lines->drawing->tvb;

    tf_hidden(
        proto_tree_add_double(tree, hf, tvb, (int)offset, (int)length, tf_number_to_double(bound)));
    tf_hidden(proto_tree_add_boolean(tree, hf_inclusive, tvb, (int)offset, (int)length, inclusive));
}

static void
add_refinement(const tf_lines *lines, proto_tree *tree, const tf_value *value, uint32_t offset)
{
    const tf_refinement *known = value->refinement;
    tvbuff_t *tvb = lines->drawing->tvb;
    int start = (int)offset, length = (int)value->length;

    if (!known)
        return;
    if (known->not_null)
        add_flag(lines, tree, tf_hf[TF_HF_NOT_NULL], offset, value->length);
    if (known->has_prefix)
        tf_hidden(proto_tree_add_string(tree, tf_hf[TF_HF_PREFIX], tvb, start, length,
                                        tf_utf8_text(lines->drawing->pinfo->pool, known->prefix)));
    if (known->has_lower)
        add_bound(lines, tree, &known->lower, known->lower_inclusive, tf_hf[TF_HF_LOWER],
                  tf_hf[TF_HF_LOWER_INCLUSIVE], offset, value->length);
    if (known->has_upper)
        add_bound(lines, tree, &known->upper, known->upper_inclusive, tf_hf[TF_HF_UPPER],
                  tf_hf[TF_HF_UPPER_INCLUSIVE], offset, value->length);
    if (known->has_length_lower)
        tf_hidden(proto_tree_add_int64(tree, tf_hf[TF_HF_LENGTH_LOWER], tvb, start, length,
                                       known->length_lower));
    if (known->has_length_upper)
        tf_hidden(proto_tree_add_int64(tree, tf_hf[TF_HF_LENGTH_UPPER], tvb, start, length,
                                       known->length_upper));
}

bool
tf_line_is_masked(const tf_lines *lines, const tf_value *value)
{
    return lines->masked || tf_value_masks(value);
}

static void
add_typed(const tf_lines *lines, proto_tree *tree, const tf_value *value, const tf_plain *plain,
          uint32_t offset)
{
    tvbuff_t *tvb = lines->drawing->tvb;
    int start = (int)offset, length = (int)value->length;

    switch (value->kind) {
    case TF_VALUE_STRING:
        tf_hidden(
            proto_tree_add_string(tree, tf_hf[TF_HF_STRING], tvb, start, length, plain->string));
        break;
    case TF_VALUE_NUMBER:
        add_number(lines, tree, value, plain->number, offset);
        break;
    case TF_VALUE_BOOL:
        tf_hidden(
            proto_tree_add_boolean(tree, tf_hf[TF_HF_BOOL], tvb, start, length, value->boolean));
        break;
    case TF_VALUE_NULL:
        add_flag(lines, tree, tf_hf[TF_HF_NULL], offset, value->length);
        break;
    case TF_VALUE_UNKNOWN:
        add_flag(lines, tree, tf_hf[TF_HF_UNKNOWN], offset, value->length);
        if (!tf_line_is_masked(lines, value))
            add_refinement(lines, tree, value, offset);
        break;
    case TF_VALUE_BYTES:
        tf_hidden(proto_tree_add_item(tree, tf_hf[TF_HF_BYTES], tvb, start, length, ENC_NA));
        break;
    default:
        break;
    }
}

static const char *
attr_text(const tf_lines *lines, const tf_value *value, const tf_plain *plain)
{
    if (value->kind == TF_VALUE_STRING && !lines->attr->literal)
        return plain->string;
    wmem_strbuf_truncate(lines->text, 0);
    tf_value_append_literal(lines->text, value);
    return wmem_strbuf_get_str(lines->text);
}

/* Unknown and null are no values of a typed field; a value of another type than
 * its field neither. */
static void
add_attr(const tf_lines *lines, proto_tree *tree, const tf_value *value, const tf_plain *plain,
         uint32_t offset)
{
    tvbuff_t *tvb = lines->drawing->tvb;
    int start = (int)offset, length = (int)value->length, hf = lines->attr->hf;

    if (value->kind > TF_VALUE_STRING || value->kind < TF_VALUE_BOOL)
        return;
    if (lines->attr->type == FT_STRING)
        tf_hidden(
            proto_tree_add_string(tree, hf, tvb, start, length, attr_text(lines, value, plain)));
    else if (lines->attr->type == FT_BOOLEAN && value->kind == TF_VALUE_BOOL)
        tf_hidden(proto_tree_add_boolean(tree, hf, tvb, start, length, value->boolean));
    else if (lines->attr->type == FT_DOUBLE && value->kind == TF_VALUE_NUMBER)
        tf_hidden(proto_tree_add_double(tree, hf, tvb, start, length, plain->number));
    else if (lines->attr->type == FT_DOUBLE && value->kind == TF_VALUE_BOOL)
        tf_hidden(proto_tree_add_double(tree, hf, tvb, start, length, value->boolean));
}

void
tf_typed_add(const tf_lines *lines, proto_tree *tree, const tf_value *value, uint32_t offset)
{
    bool masked = tf_line_is_masked(lines, value);
    tf_plain plain = {0};

    if (masked && value->kind != TF_VALUE_NULL && value->kind != TF_VALUE_UNKNOWN)
        return;
    if (value->kind == TF_VALUE_STRING)
        plain.string = tf_utf8_text(lines->drawing->pinfo->pool, value->string);
    else if (value->kind == TF_VALUE_NUMBER)
        plain.number = tf_number_to_double(&value->number);
    add_typed(lines, tree, value, &plain, offset);
    if (lines->attr && !masked)
        add_attr(lines, tree, value, &plain, offset);
}
