/* schema_json_function.c
 * One function of a schema file.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_json_object.h"

static void
read_parameter(const tf_schema_reader *r, uint32_t at, tf_parameter *parameter)
{
    static const tf_schema_property properties[] = {
        {"name", tf_schema_read_text, offsetof(tf_parameter, name)},
        {"type", tf_schema_read_type, offsetof(tf_parameter, type)},
        {"description", tf_schema_read_text, offsetof(tf_parameter, description)},
        {"is_nullable", tf_schema_read_bool, offsetof(tf_parameter, allow_null_value)},
        {NULL, NULL, 0},
    };
    tf_schema_read_object(r, at, properties, parameter);
    if (!parameter->name)
        parameter->name = "";
    if (!parameter->type) {
        parameter->type = &tf_type_dynamic;
        parameter->bad_type = true;
    }
}

static void
read_parameters(const tf_schema_reader *r, uint32_t at, void *out)
{
    const tf_token *array = tf_schema_token(r, at);
    tf_function *function = (tf_function *)out;
    uint32_t count = array->kind == TF_TOKEN_ARRAY ? array->count : 0;
    function->parameters = wmem_alloc0_array(r->pool, tf_parameter, count);
    function->n_parameters = count;
    at++;
    for (uint32_t i = 0; i < count; i++, at = tf_schema_behind(r, at))
        read_parameter(r, at, &function->parameters[i]);
}

static void
read_variadic(const tf_schema_reader *r, uint32_t at, void *out)
{
    tf_parameter *parameter = wmem_new0(r->pool, tf_parameter);
    read_parameter(r, at, parameter);
    *(tf_parameter **)out = parameter;
}

static tf_function *
read_function(const tf_schema_reader *r)
{
    static const tf_schema_property properties[] = {
        {"parameters", read_parameters, 0},
        {"variadic_parameter", read_variadic, offsetof(tf_function, variadic)},
        {"return_type", tf_schema_read_type, offsetof(tf_function, return_type)},
        {"summary", tf_schema_read_text, offsetof(tf_function, summary)},
        {"description", tf_schema_read_text, offsetof(tf_function, description)},
        {"deprecation_message", tf_schema_read_text, offsetof(tf_function, deprecation_message)},
        {NULL, NULL, 0},
    };
    tf_function *function = wmem_new0(r->pool, tf_function);
    tf_schema_read_object(r, 0, properties, function);
    if (!function->return_type) {
        function->return_type = &tf_type_dynamic;
        function->bad_return_type = true;
    }
    return function;
}

tf_function *
tf_schema_json_read_function(wmem_allocator_t *pool, const uint8_t *json, uint32_t length,
                             tf_schema_json_error *error)
{
    tf_schema_reader r = {.pool = pool};
    tf_function *function =
        tf_schema_reader_begin(&r, json, length, error) ? read_function(&r) : NULL;
    tf_tape_clear(&r.tape);
    return function;
}
