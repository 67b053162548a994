/* schema_wire.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_wire.h"

#include "schema_reading.h"

/* Fields of Schema. */
enum { SCHEMA_VERSION = 1, SCHEMA_BLOCK = 2 };

/* Fields of Schema.Block. */
enum {
    BLOCK_VERSION = 1,
    BLOCK_ATTRIBUTES = 2,
    BLOCK_BLOCK_TYPES = 3,
    BLOCK_DESCRIPTION = 4,
    BLOCK_DESCRIPTION_KIND = 5,
    BLOCK_DEPRECATED = 6,
    BLOCK_DEPRECATION_MESSAGE = 7,
    BLOCK_V6_COMPUTED = 8
};

/* Fields of Schema.NestedBlock. */
enum {
    NESTED_TYPE_NAME = 1,
    NESTED_BLOCK = 2,
    NESTED_NESTING = 3,
    NESTED_MIN_ITEMS = 4,
    NESTED_MAX_ITEMS = 5
};

/* Fields of ActionSchema and of ResourceIdentitySchema. */
enum { ACTION_SCHEMA = 1 };
enum { IDENTITY_VERSION = 1, IDENTITY_ATTRIBUTES = 2 };

static tf_block *read_block(tf_reading *reading, const tf_wire_field *at);

static tf_block *
empty_block(wmem_allocator_t *pool)
{
    tf_block *block = wmem_new0(pool, tf_block);

    tf_block_finish(pool, block);
    return block;
}

static void
read_block_type(tf_reading *reading, const tf_wire_field *at, tf_block_type *block_type)
{
    tf_wire_reader reader;
    tf_wire_field field;

    block_type->name = "";
    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == NESTED_TYPE_NAME)
            block_type->name = tf_reading_string(reading, &field);
        else if (field.number == NESTED_BLOCK)
            block_type->block = read_block(reading, &field);
        else if (field.number == NESTED_NESTING)
            block_type->nesting = tf_reading_nesting(&field);
        else if (field.number == NESTED_MIN_ITEMS)
            block_type->min_items = (int64_t)field.scalar;
        else if (field.number == NESTED_MAX_ITEMS)
            block_type->max_items = (int64_t)field.scalar;
    }
    if (!block_type->block)
        block_type->block = empty_block(reading->pool);
}

static void
read_block_types(tf_reading *reading, const tf_wire_field *at, tf_block *block)
{
    tf_wire_reader reader;
    tf_wire_field field;
    uint32_t n = tf_reading_count(reading, at, BLOCK_BLOCK_TYPES);

    block->block_types = wmem_alloc0_array(reading->pool, tf_block_type, n);
    tf_wire_enter(&reader, reading->data, at);
    while (block->n_block_types < n && tf_wire_next(&reader, &field) == TF_WIRE_OK)
        if (field.number == BLOCK_BLOCK_TYPES)
            read_block_type(reading, &field, &block->block_types[block->n_block_types++]);
}

static void
read_block_field(tf_reading *reading, const tf_wire_field *field, tf_block *block)
{
    switch (field->number) {
    case BLOCK_VERSION:
        block->version = (int64_t)field->scalar;
        break;
    case BLOCK_DESCRIPTION:
        block->description = tf_reading_text(reading, field);
        break;
    case BLOCK_DESCRIPTION_KIND:
        block->markdown = field->scalar == 1;
        break;
    case BLOCK_DEPRECATED:
        block->deprecated = field->scalar != 0;
        break;
    case BLOCK_DEPRECATION_MESSAGE:
        block->deprecation_message = tf_reading_text(reading, field);
        break;
    case BLOCK_V6_COMPUTED:
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

    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        read_block_field(reading, &field, block);
    block->attributes = tf_reading_attributes(reading, at, BLOCK_ATTRIBUTES, &block->n_attributes);
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

    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == SCHEMA_VERSION)
            schema->version = (int64_t)field.scalar;
        else if (field.number == SCHEMA_BLOCK)
            schema->block = read_block(reading, &field);
    }
}

static void
read_action_schema(tf_reading *reading, const tf_wire_field *at, tf_schema *schema)
{
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK)
        if (field.number == ACTION_SCHEMA)
            read_schema_fields(reading, &field, schema);
}

static void
read_identity_schema(tf_reading *reading, const tf_wire_field *at, tf_schema *schema)
{
    tf_wire_reader reader;
    tf_wire_field field;
    uint32_t n = tf_reading_count(reading, at, IDENTITY_ATTRIBUTES);
    tf_block *block = wmem_new0(reading->pool, tf_block);

    block->attributes = wmem_alloc0_array(reading->pool, tf_attribute, n);
    tf_wire_enter(&reader, reading->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.number == IDENTITY_VERSION)
            schema->version = (int64_t)field.scalar;
        else if (field.number == IDENTITY_ATTRIBUTES && block->n_attributes < n)
            tf_reading_identity_attribute(reading, &field,
                                          &block->attributes[block->n_attributes++]);
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
    if (!schema->block)
        schema->block = empty_block(pool);
    return schema;
}
