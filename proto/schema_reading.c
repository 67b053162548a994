/* schema_reading.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_reading.h"

uint32_t
tf_reading_count(const tf_reading *reading, const tf_wire_field *at, uint32_t number)
{
    tf_wire_reader reader;
    tf_wire_field field;
    uint32_t count = 0;

    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        count += field.number == number;
    return count;
}

char *
tf_reading_string(const tf_reading *reading, const tf_wire_field *field)
{
    return wmem_strndup(reading->pool, (const char *)reading->data + field->value_offset,
                        field->value_length);
}

char *
tf_reading_text(const tf_reading *reading, const tf_wire_field *field)
{
    return field->value_length ? tf_reading_string(reading, field) : NULL;
}

const tf_type *
tf_reading_type(const tf_reading *reading, const tf_wire_field *field, bool *bad)
{
    const tf_type *type = tf_type_parse(reading->pool, reading->data + field->value_offset,
                                        field->value_length, NULL);
    *bad = type == NULL;
    return type ? type : &tf_type_dynamic;
}

tf_nesting
tf_reading_nesting(const tf_wire_field *field)
{
    return field->scalar <= TF_NESTING_GROUP ? (tf_nesting)field->scalar : TF_NESTING_INVALID;
}
