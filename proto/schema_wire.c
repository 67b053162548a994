/* schema_wire.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_wire.h"

#include <string.h>

#include "wire.h"

/* The numbers of protocol 5 and 6 that differ (protocol-facts 0.1). */
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

typedef struct tf_reading {
    wmem_allocator_t *pool;
    unsigned version;
    const uint8_t *data;
    unsigned depth;
} tf_reading;

static tf_block *read_block(tf_reading *reading, const tf_wire_field *at);

static uint32_t
count_fields(const tf_reading *reading, const tf_wire_field *at, uint32_t number)
{
    tf_wire_reader reader;
    tf_wire_field field;
    uint32_t count = 0;

    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        count += field.number == number;
    return count;
}

static char *
read_string(const tf_reading *reading, const tf_wire_field *field)
{
    return wmem_strndup(reading->pool, (const char *)reading->data + field->value_offset,
                        field->value_length);
}

/* An absent string and an empty one are the same on the wire. */
static char *
read_text(const tf_reading *reading, const tf_wire_field *field)
{
    return field->value_length ? read_string(reading, field) : NULL;
}

static const tf_type *
read_type(const tf_reading *reading, const tf_wire_field *field, bool *bad)
{
    const tf_type *type = tf_type_parse(reading->pool, reading->data + field->value_offset,
                                        field->value_length, NULL);
    *bad = type == NULL;
    return type ? type : &tf_type_dynamic;
}

static tf_nesting
read_nesting(const tf_wire_field *field)
{
    return field->scalar <= TF_NESTING_GROUP ? (tf_nesting)field->scalar : TF_NESTING_INVALID;
}

static void read_attribute(tf_reading *reading, const tf_wire_field *at, tf_attribute *attribute);

/* Reads the attributes that stand in fields of one number of a block or an object. */
static tf_attribute *
read_attributes(tf_reading *reading, const tf_wire_field *at, uint32_t number, uint32_t *count)
{
    tf_wire_reader reader;
    tf_wire_field field;
    uint32_t n = count_fields(reading, at, number);
    tf_attribute *attributes = wmem_alloc0_array(reading->pool, tf_attribute, n);

    *count = 0;
    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
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

    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == 3)
            nested->nesting = read_nesting(&field);
        else if (field.number == 4)
            nested->min_items = (int64_t)field.scalar;
        else if (field.number == 5)
            nested->max_items = (int64_t)field.scalar;
    }
    if (reading->depth < TF_MAX_DEPTH) {
        reading->depth++;
        nested->attributes = read_attributes(reading, at, 1, &nested->n_attributes);
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
        attribute->name = read_string(reading, field);
        break;
    case ATTRIBUTE_TYPE:
        if (field->value_length)
            attribute->type = read_type(reading, field, &attribute->bad_type);
        break;
    case ATTRIBUTE_DESCRIPTION:
        attribute->description = read_text(reading, field);
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
        attribute->deprecation_message = read_text(reading, field);
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
        attribute->deprecation_message = read_text(reading, field);
    else
        read_common_attribute_field(reading, field, attribute);
}

static void
read_attribute(tf_reading *reading, const tf_wire_field *at, tf_attribute *attribute)
{
    tf_wire_reader reader;
    tf_wire_field field;

    attribute->name = "";
    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
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

static void
read_block_type(tf_reading *reading, const tf_wire_field *at, tf_block_type *block_type)
{
    tf_wire_reader reader;
    tf_wire_field field;

    block_type->name = "";
    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == 1)
            block_type->name = read_string(reading, &field);
        else if (field.number == 2)
            block_type->block = read_block(reading, &field);
        else if (field.number == 3)
            block_type->nesting = read_nesting(&field);
        else if (field.number == 4)
            block_type->min_items = (int64_t)field.scalar;
        else if (field.number == 5)
            block_type->max_items = (int64_t)field.scalar;
    }
    if (!block_type->block) {
        block_type->block = wmem_new0(reading->pool, tf_block);
        tf_block_finish(reading->pool, block_type->block);
    }
}

static void
read_block_types(tf_reading *reading, const tf_wire_field *at, tf_block *block)
{
    tf_wire_reader reader;
    tf_wire_field field;
    uint32_t n = count_fields(reading, at, 3);

    block->block_types = wmem_alloc0_array(reading->pool, tf_block_type, n);
    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (block->n_block_types < n && tf_wire_next(&reader, &field) == TF_WIRE_OK)
        if (field.number == 3)
            read_block_type(reading, &field, &block->block_types[block->n_block_types++]);
}

static void
read_block_field(tf_reading *reading, const tf_wire_field *field, tf_block *block)
{
    switch (field->number) {
    case 1:
        block->version = (int64_t)field->scalar;
        break;
    case 4:
        block->description = read_text(reading, field);
        break;
    case 5:
        block->markdown = field->scalar == 1;
        break;
    case 6:
        block->deprecated = field->scalar != 0;
        break;
    case 7:
        block->deprecation_message = read_text(reading, field);
        break;
    case 8:
        block->computed = reading->version == 6 && field->scalar != 0;
        break;
    default:
        break;
    }
}

static tf_block *
read_block(tf_reading *reading, const tf_wire_field *at)
{
    tf_block *block = wmem_new0(reading->pool, tf_block);
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        read_block_field(reading, &field, block);
    block->attributes = read_attributes(reading, at, 2, &block->n_attributes);
    if (reading->depth < TF_MAX_DEPTH) {
        reading->depth++;
        read_block_types(reading, at, block);
        reading->depth--;
    }
    tf_block_finish(reading->pool, block);
    return block;
}

static void
read_schema_fields(tf_reading *reading, const tf_wire_field *at, tf_schema *schema)
{
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == 1)
            schema->version = (int64_t)field.scalar;
        else if (field.number == 2)
            schema->block = read_block(reading, &field);
    }
}

static void
read_action_schema(tf_reading *reading, const tf_wire_field *at, tf_schema *schema)
{
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        if (field.number == 1)
            read_schema_fields(reading, &field, schema);
}

static void
read_identity_attribute(tf_reading *reading, const tf_wire_field *at, tf_attribute *attribute)
{
    tf_wire_reader reader;
    tf_wire_field field;

    attribute->name = "";
    attribute->type = &tf_type_dynamic;
    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == 1)
            attribute->name = read_string(reading, &field);
        else if (field.number == 2)
            attribute->type = read_type(reading, &field, &attribute->bad_type);
        else if (field.number == 3)
            attribute->required_for_import = field.scalar != 0;
        else if (field.number == 4)
            attribute->optional_for_import = field.scalar != 0;
        else if (field.number == 5)
            attribute->description = read_text(reading, &field);
    }
}

static void
read_identity_schema(tf_reading *reading, const tf_wire_field *at, tf_schema *schema)
{
    tf_wire_reader reader;
    tf_wire_field field;
    uint32_t n = count_fields(reading, at, 2);
    tf_block *block = wmem_new0(reading->pool, tf_block);

    block->attributes = wmem_alloc0_array(reading->pool, tf_attribute, n);
    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == 1)
            schema->version = (int64_t)field.scalar;
        else if (field.number == 2 && block->n_attributes < n)
            read_identity_attribute(reading, &field, &block->attributes[block->n_attributes++]);
    }
    tf_block_finish(reading->pool, block);
    schema->block = block;
}

tf_schema *
tf_schema_read(wmem_allocator_t *pool, tf_schema_kind kind, unsigned version, const uint8_t *data,
               uint32_t length)
{
    tf_reading reading = {.pool = pool, .version = version, .data = data};
    tf_wire_field at = {.value_offset = 0, .value_length = length};
    tf_schema *schema = wmem_new0(pool, tf_schema);

    if (kind == TF_SCHEMA_IDENTITY)
        read_identity_schema(&reading, &at, schema);
    else if (kind == TF_SCHEMA_ACTION)
        read_action_schema(&reading, &at, schema);
    else
        read_schema_fields(&reading, &at, schema);
    if (!schema->block) {
        schema->block = wmem_new0(pool, tf_block);
        tf_block_finish(pool, schema->block);
    }
    return schema;
}

static void
read_parameter(tf_reading *reading, const tf_wire_field *at, tf_parameter *parameter)
{
    tf_wire_reader reader;
    tf_wire_field field;

    parameter->name = "";
    parameter->type = &tf_type_dynamic;
    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == 1)
            parameter->name = read_string(reading, &field);
        else if (field.number == 2)
            parameter->type = read_type(reading, &field, &parameter->bad_type);
        else if (field.number == 3)
            parameter->allow_null_value = field.scalar != 0;
        else if (field.number == 4)
            parameter->allow_unknown_values = field.scalar != 0;
        else if (field.number == 5)
            parameter->description = read_text(reading, &field);
        else if (field.number == 6)
            parameter->markdown = field.scalar == 1;
    }
}

static void
read_return(tf_reading *reading, const tf_wire_field *at, tf_function *function)
{
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_init(&reader, reading->data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        if (field.number == 1)
            function->return_type = read_type(reading, &field, &function->bad_return_type);
}

static void
read_function_field(tf_reading *reading, const tf_wire_field *field, tf_function *function)
{
    switch (field->number) {
    case 1:
        read_parameter(reading, field, &function->parameters[function->n_parameters++]);
        break;
    case 2:
        function->variadic = wmem_new0(reading->pool, tf_parameter);
        read_parameter(reading, field, function->variadic);
        break;
    case 3:
        read_return(reading, field, function);
        break;
    case 4:
        function->summary = read_text(reading, field);
        break;
    case 5:
        function->description = read_text(reading, field);
        break;
    case 6:
        function->markdown = field->scalar == 1;
        break;
    case 7:
        function->deprecation_message = read_text(reading, field);
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
    function->parameters = wmem_alloc0_array(pool, tf_parameter, count_fields(&reading, &at, 1));
    tf_wire_init(&reader, data, 0, length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        read_function_field(&reading, &field, function);
    return function;
}

/* Which field of which response holds schemas of which kind. In a map the entry holds name and
 * schema, else the field is the schema itself. */
static const struct {
    tf_rpc_id id;
    const char *field;
    tf_schema_kind kind;
    bool map;
} schema_fields[] = {
    {TF_RPC_GET_SCHEMA, "provider", TF_SCHEMA_PROVIDER, false},
    {TF_RPC_GET_SCHEMA, "provider_meta", TF_SCHEMA_PROVIDER_META, false},
    {TF_RPC_GET_SCHEMA, "resource_schemas", TF_SCHEMA_RESOURCE, true},
    {TF_RPC_GET_SCHEMA, "data_source_schemas", TF_SCHEMA_DATA_SOURCE, true},
    {TF_RPC_GET_SCHEMA, "ephemeral_resource_schemas", TF_SCHEMA_EPHEMERAL, true},
    {TF_RPC_GET_SCHEMA, "list_resource_schemas", TF_SCHEMA_LIST, true},
    {TF_RPC_GET_SCHEMA, "state_store_schemas", TF_SCHEMA_STATE_STORE, true},
    {TF_RPC_GET_SCHEMA, "action_schemas", TF_SCHEMA_ACTION, true},
    {TF_RPC_GET_SCHEMA, "functions", TF_SCHEMA_FUNCTION, true},
    {TF_RPC_GET_FUNCTIONS, "functions", TF_SCHEMA_FUNCTION, true},
    {TF_RPC_GET_RESOURCE_IDENTITY_SCHEMAS, "identity_schemas", TF_SCHEMA_IDENTITY, true},
    {TF_RPC_PROVISIONER_GET_SCHEMA, "provisioner", TF_SCHEMA_PROVISIONER, false},
};

bool
tf_rpc_has_schemas(tf_rpc_id id)
{
    for (size_t i = 0; i < G_N_ELEMENTS(schema_fields); i++)
        if (schema_fields[i].id == id)
            return true;
    return false;
}

static void
find_map_entry(tf_schema_kind kind, const uint8_t *data, const tf_wire_field *at,
               tf_schema_found found, void *user)
{
    tf_wire_reader reader;
    tf_wire_field field;
    tf_span name = {"", 0};
    const uint8_t *value = data + at->value_offset;
    uint32_t value_length = 0;

    tf_wire_init(&reader, data, at->value_offset, at->value_offset + at->value_length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == 1) {
            name.data = (const char *)data + field.value_offset;
            name.length = field.value_length;
        } else if (field.number == 2) {
            value = data + field.value_offset;
            value_length = field.value_length;
        }
    }
    found(kind, name, value, value_length, user);
}

static void
find_in_field(const tf_rpc *rpc, const uint8_t *data, const tf_wire_field *field,
              tf_schema_found found, void *user)
{
    const ProtobufCFieldDescriptor *descriptor =
        protobuf_c_message_descriptor_get_field(rpc->response, field->number);

    for (size_t i = 0; descriptor && i < G_N_ELEMENTS(schema_fields); i++) {
        if (schema_fields[i].id != rpc->id || strcmp(schema_fields[i].field, descriptor->name) != 0)
            continue;
        if (schema_fields[i].map)
            find_map_entry(schema_fields[i].kind, data, field, found, user);
        else
            found(schema_fields[i].kind, (tf_span){"", 0}, data + field->value_offset,
                  field->value_length, user);
    }
}

void
tf_schemas_find(const tf_rpc *rpc, const uint8_t *data, uint32_t length, tf_schema_found found,
                void *user)
{
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_init(&reader, data, 0, length);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        find_in_field(rpc, data, &field, found, user);
}
