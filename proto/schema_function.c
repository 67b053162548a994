/* schema_function.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_wire.h"

#include "schema_reading.h"

/* Fields of Function. */
enum {
    FUNCTION_PARAMETERS = 1,
    FUNCTION_VARIADIC_PARAMETER = 2,
    FUNCTION_RETURN = 3,
    FUNCTION_SUMMARY = 4,
    FUNCTION_DESCRIPTION = 5,
    FUNCTION_DESCRIPTION_KIND = 6,
    FUNCTION_DEPRECATION_MESSAGE = 7
};

/* Fields of Function.Parameter and of Function.Return. */
enum {
    PARAMETER_NAME = 1,
    PARAMETER_TYPE = 2,
    PARAMETER_ALLOW_NULL_VALUE = 3,
    PARAMETER_ALLOW_UNKNOWN_VALUES = 4,
    PARAMETER_DESCRIPTION = 5,
    PARAMETER_DESCRIPTION_KIND = 6
};
enum { RETURN_TYPE = 1 };

static void
read_parameter(tf_reading *reading, const tf_wire_field *at, tf_parameter *parameter)
{
    tf_wire_reader reader;
    tf_wire_field field;

    parameter->name = "";
    parameter->type = &tf_type_dynamic;
    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == PARAMETER_NAME)
            parameter->name = tf_reading_string(reading, &field);
        else if (field.number == PARAMETER_TYPE)
            parameter->type = tf_reading_type(reading, &field, &parameter->bad_type);
        else if (field.number == PARAMETER_ALLOW_NULL_VALUE)
            parameter->allow_null_value = field.scalar != 0;
        else if (field.number == PARAMETER_ALLOW_UNKNOWN_VALUES)
            parameter->allow_unknown_values = field.scalar != 0;
        else if (field.number == PARAMETER_DESCRIPTION)
            parameter->description = tf_reading_text(reading, &field);
        else if (field.number == PARAMETER_DESCRIPTION_KIND)
            parameter->markdown = field.scalar == 1;
    }
}

static void
read_return(tf_reading *reading, const tf_wire_field *at, tf_function *function)
{
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        if (field.number == RETURN_TYPE)
            function->return_type = tf_reading_type(reading, &field, &function->bad_return_type);
}

static void
read_function_field(tf_reading *reading, const tf_wire_field *field, tf_function *function)
{
    switch (field->number) {
    case FUNCTION_PARAMETERS:
        read_parameter(reading, field, &function->parameters[function->n_parameters++]);
        break;
    case FUNCTION_VARIADIC_PARAMETER:
        function->variadic = wmem_new0(reading->pool, tf_parameter);
        read_parameter(reading, field, function->variadic);
        break;
    case FUNCTION_RETURN:
        read_return(reading, field, function);
        break;
    case FUNCTION_SUMMARY:
        function->summary = tf_reading_text(reading, field);
        break;
    case FUNCTION_DESCRIPTION:
        function->description = tf_reading_text(reading, field);
        break;
    case FUNCTION_DESCRIPTION_KIND:
        function->markdown = field->scalar == 1;
        break;
    case FUNCTION_DEPRECATION_MESSAGE:
        function->deprecation_message = tf_reading_text(reading, field);
        break;
    default:
        break;
    }
}

tf_function *
tf_function_read(wmem_allocator_t *pool, const uint8_t *data, uint32_t length)
{
    tf_reading reading = {.pool = pool, .data = data};
    tf_wire_field field, at = {.value_offset = 0, .value_length = length};
    tf_function *function = wmem_new0(pool, tf_function);
    tf_wire_reader reader;

    function->return_type = &tf_type_dynamic;
    function->parameters =
        wmem_alloc0_array(pool, tf_parameter, tf_reading_count(&reading, &at, FUNCTION_PARAMETERS));
    tf_wire_init(&reader, data, 0, length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        read_function_field(&reading, &field, function);
    return function;
}
