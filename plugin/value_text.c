/* value_text.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "value_text.h"

#include <string.h>

#include <epan/charsets.h>

#include "codec/text.h"

#include "secrets.h"

tf_ws_bool tf_mask_sensitive = false;

/* Was the value decoded by a schema, so that it is known what in it is sensitive? */
static bool
has_schema(const tf_field_value *field)
{
    switch (field->kind) {
    case TF_SCHEMA_FIXED_BOOL:
    case TF_SCHEMA_FIXED_NUMBER:
        return true;
    case TF_SCHEMA_FIXED_STRING_MAP: /* a provisioner's connection: user, password, private_key */
        return false;
    default:
        return field->type && !field->flatmap;
    }
}

bool
tf_field_is_masked(const tf_field_value *field)
{
    if (!tf_mask_sensitive || field->decoded->root->kind == TF_VALUE_ABSENT)
        return false;
    return !has_schema(field) ||
           (field->kind == TF_SCHEMA_EPHEMERAL && strcmp(field->field, "result") == 0);
}

/* An attribute of an object that was read by a type which does not have it. */
static bool
is_undeclared(const tf_value *value)
{
    const tf_type *around = value->parent ? value->parent->type : NULL;

    return around && around->kind == TF_TYPE_OBJECT && !value->member;
}

/* A whole value that was decoded by its own shape. */
static bool
is_shape_only(const tf_value *value)
{
    return !value->parent && !value->type && value->kind != TF_VALUE_ABSENT;
}

bool
tf_value_masks(const tf_value *value)
{
    const tf_attribute *attribute = value->member ? value->member->attribute : NULL;

    if (!tf_mask_sensitive)
        return false;
    return (attribute && (attribute->sensitive || attribute->write_only)) ||
           value->kind == TF_VALUE_BYTES || is_undeclared(value) || is_shape_only(value) ||
           (value->kind == TF_VALUE_STRING && tf_secrets_in(value->string));
}

bool
tf_value_is_masked(const tf_field_value *field, const tf_value *value)
{
    if (!tf_mask_sensitive)
        return false;
    if (tf_field_is_masked(field))
        return true;
    for (; value; value = value->parent)
        if (tf_value_masks(value))
            return true;
    return false;
}

bool
tf_value_has_lines(const tf_field_value *field, const tf_value *value)
{
    return !tf_value_is_leaf(value) && !tf_value_is_masked(field, value);
}

bool
tf_bytes_are_masked(void)
{
    return tf_mask_sensitive;
}

const char *
tf_utf8_text(wmem_allocator_t *pool, tf_span string)
{
    if (tf_text_is_utf8(string))
        return wmem_strndup(pool, string.data, string.length);
    return (const char *)get_utf_8_string(pool, (const uint8_t *)string.data, (int)string.length);
}

const char *
tf_shown_text(const char *text)
{
    return tf_mask_sensitive && tf_secrets_in((tf_span){text, (uint32_t)strlen(text)})
               ? TF_MASKED_TEXT
               : text;
}
