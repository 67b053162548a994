/* schema_attribute.c
 * Attributes of blocks and of nested types, and the attributes of identities.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_reading.h"

/* Fields of Schema.Attribute: from 10 on the protocols differ. */
enum {
    ATTRIBUTE_NAME = 1,
    ATTRIBUTE_TYPE = 2,
    ATTRIBUTE_DESCRIPTION = 3,
    ATTRIBUTE_REQUIRED = 4,
    ATTRIBUTE_OPTIONAL = 5,
    ATTRIBUTE_COMPUTED = 6,
    ATTRIBUTE_SENSITIVE = 7,
    ATTRIBUTE_DESCRIPTION_KIND = 8,
    ATTRIBUTE_DEPRECATED = 9,
    ATTRIBUTE_V5_WRITE_ONLY = 10,
    ATTRIBUTE_V5_DEPRECATION_MESSAGE = 11,
    ATTRIBUTE_V6_NESTED_TYPE = 10,
    ATTRIBUTE_V6_WRITE_ONLY = 11,
    ATTRIBUTE_V6_DEPRECATION_MESSAGE = 12
};

/* Fields of Schema.Object of protocol 6. */
enum { OBJECT_ATTRIBUTES = 1, OBJECT_NESTING = 3, OBJECT_MIN_ITEMS = 4, OBJECT_MAX_ITEMS = 5 };

/* Fields of ResourceIdentitySchema.IdentityAttribute. */
enum {
    IDENTITY_NAME = 1,
    IDENTITY_TYPE = 2,
    IDENTITY_REQUIRED_FOR_IMPORT = 3,
    IDENTITY_OPTIONAL_FOR_IMPORT = 4,
    IDENTITY_DESCRIPTION = 5
};

static void read_attribute(tf_reading *reading, const tf_wire_field *at, tf_attribute *attribute);

tf_attribute *
tf_reading_attributes(tf_reading *reading, const tf_wire_field *at, uint32_t number,
                      uint32_t *count)
{
    tf_wire_reader reader;
    tf_wire_field field;
    uint32_t n = tf_reading_count(reading, at, number);
    tf_attribute *attributes = wmem_alloc0_array(reading->pool, tf_attribute, n);

    *count = 0;
    tf_wire_enter(&reader, reading->data, at);
    while (*count < n && tf_wire_next(&reader, &field) == TF_WIRE_OK)
        if (field.number == number)
            read_attribute(reading, &field, &attributes[(*count)++]);
    return attributes;
}

static tf_nested_type *
read_nested_type(tf_reading *reading, const tf_wire_field *at)
{
    tf_nested_type *nested = wmem_new0(reading->pool, tf_nested_type);
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == OBJECT_NESTING)
            nested->nesting = tf_reading_nesting(&field);
        else if (field.number == OBJECT_MIN_ITEMS)
            nested->min_items = (int64_t)field.scalar;
        else if (field.number == OBJECT_MAX_ITEMS)
            nested->max_items = (int64_t)field.scalar;
    }
    if (reading->depth < TF_MAX_DEPTH) {
        reading->depth++;
        nested->attributes =
            tf_reading_attributes(reading, at, OBJECT_ATTRIBUTES, &nested->n_attributes);
        reading->depth--;
    }
    return nested;
}

/* The fields whose numbers are the same in both versions. */
static void
read_common_attribute_field(tf_reading *reading, const tf_wire_field *field,
                            tf_attribute *attribute)
{
    bool set = field->scalar != 0;

    switch (field->number) {
    case ATTRIBUTE_NAME:
        attribute->name = tf_reading_string(reading, field);
        break;
    case ATTRIBUTE_TYPE:
        if (field->value_length)
            attribute->type = tf_reading_type(reading, field, &attribute->bad_type);
        break;
    case ATTRIBUTE_DESCRIPTION:
        attribute->description = tf_reading_text(reading, field);
        break;
    case ATTRIBUTE_REQUIRED:
        attribute->required = set;
        break;
    case ATTRIBUTE_OPTIONAL:
        attribute->optional = set;
        break;
    case ATTRIBUTE_COMPUTED:
        attribute->computed = set;
        break;
    case ATTRIBUTE_SENSITIVE:
        attribute->sensitive = set;
        break;
    case ATTRIBUTE_DESCRIPTION_KIND:
        attribute->markdown = field->scalar == 1;
        break;
    case ATTRIBUTE_DEPRECATED:
        attribute->deprecated = set;
        break;
    default:
        break;
    }
}

static void
read_v5_attribute_field(tf_reading *reading, const tf_wire_field *field, tf_attribute *attribute)
{
    if (field->number == ATTRIBUTE_V5_WRITE_ONLY)
        attribute->write_only = field->scalar != 0;
    else if (field->number == ATTRIBUTE_V5_DEPRECATION_MESSAGE)
        attribute->deprecation_message = tf_reading_text(reading, field);
    else
        read_common_attribute_field(reading, field, attribute);
}

static void
read_v6_attribute_field(tf_reading *reading, const tf_wire_field *field, tf_attribute *attribute)
{
    if (field->number == ATTRIBUTE_V6_NESTED_TYPE)
        attribute->nested = read_nested_type(reading, field);
    else if (field->number == ATTRIBUTE_V6_WRITE_ONLY)
        attribute->write_only = field->scalar != 0;
    else if (field->number == ATTRIBUTE_V6_DEPRECATION_MESSAGE)
        attribute->deprecation_message = tf_reading_text(reading, field);
    else
        read_common_attribute_field(reading, field, attribute);
}

static void
read_attribute(tf_reading *reading, const tf_wire_field *at, tf_attribute *attribute)
{
    tf_wire_reader reader;
    tf_wire_field field;

    attribute->name = "";
    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (reading->version == 5)
            read_v5_attribute_field(reading, &field, attribute);
        else
            read_v6_attribute_field(reading, &field, attribute);
    }
    if (attribute->nested) {
        tf_attribute_finish(reading->pool, attribute);
    } else if (!attribute->type) {
        attribute->type = &tf_type_dynamic;
        attribute->bad_type = true;
    }
}

void
tf_reading_identity_attribute(const tf_reading *reading, const tf_wire_field *at,
                              tf_attribute *attribute)
{
    tf_wire_reader reader;
    tf_wire_field field;

    attribute->name = "";
    attribute->type = &tf_type_dynamic;
    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == IDENTITY_NAME)
            attribute->name = tf_reading_string(reading, &field);
        else if (field.number == IDENTITY_TYPE)
            attribute->type = tf_reading_type(reading, &field, &attribute->bad_type);
        else if (field.number == IDENTITY_REQUIRED_FOR_IMPORT)
            attribute->required_for_import = field.scalar != 0;
        else if (field.number == IDENTITY_OPTIONAL_FOR_IMPORT)
            attribute->optional_for_import = field.scalar != 0;
        else if (field.number == IDENTITY_DESCRIPTION)
            attribute->description = tf_reading_text(reading, &field);
    }
}
