/* schema_json_read.c
 * One schema of a schema file.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_json_object.h"

static void
read_nesting(const tf_schema_reader *r, uint32_t at, void *out)
{
    static const char *const names[] = {"single", "list", "set", "map", "group"};
    const tf_token *token = tf_schema_token(r, at);
    for (size_t i = 0; token->kind == TF_TOKEN_STRING && i < G_N_ELEMENTS(names); i++)
        if (tf_text_is(tf_token_text(token), names[i]))
            *(tf_nesting *)out = (tf_nesting)(TF_NESTING_SINGLE + i);
}

/* --- Attributes ------------------------------------------------------------------------------ */

/** A map of names to attributes, as a list. */
typedef struct attribute_list {
    tf_attribute *attributes;
    uint32_t count;
} attribute_list;

static void read_attribute(const tf_schema_reader *r, uint32_t at, tf_attribute *attribute);

static void
read_attributes(const tf_schema_reader *r, uint32_t at, void *out)
{
    const tf_token *object = tf_schema_token(r, at);
    attribute_list *list = (attribute_list *)out;
    uint32_t count = object->kind == TF_TOKEN_MAP ? object->count : 0;
    list->attributes = wmem_alloc0_array(r->pool, tf_attribute, count);
    list->count = count;
    at++;
    for (uint32_t i = 0; i < count; i++, at = tf_schema_behind(r, at + 1)) {
        list->attributes[i].name = tf_text_copy(r->pool, tf_token_text(tf_schema_token(r, at)));
        read_attribute(r, at + 1, &list->attributes[i]);
    }
}

typedef struct nested_object {
    attribute_list list;
    tf_nesting nesting;
    int64_t min_items, max_items;
} nested_object;

static void
read_nested_type(const tf_schema_reader *r, uint32_t at, void *out)
{
    static const tf_schema_property properties[] = {
        {"attributes", read_attributes, offsetof(nested_object, list)},
        {"nesting_mode", read_nesting, offsetof(nested_object, nesting)},
        {"min_items", tf_schema_read_integer, offsetof(nested_object, min_items)},
        {"max_items", tf_schema_read_integer, offsetof(nested_object, max_items)},
        {NULL, NULL, 0},
    };
    nested_object object = {0};
    if (tf_schema_token(r, at)->kind != TF_TOKEN_MAP)
        return;
    tf_schema_read_object(r, at, properties, &object);
    tf_nested_type *nested = wmem_new0(r->pool, tf_nested_type);
    nested->nesting = object.nesting;
    nested->attributes = object.list.attributes;
    nested->n_attributes = object.list.count;
    nested->min_items = object.min_items;
    nested->max_items = object.max_items;
    *(tf_nested_type **)out = nested;
}

static void
read_attribute(const tf_schema_reader *r, uint32_t at, tf_attribute *attribute)
{
    static const tf_schema_property properties[] = {
        {"type", tf_schema_read_type, offsetof(tf_attribute, type)},
        {"nested_type", read_nested_type, offsetof(tf_attribute, nested)},
        {"description", tf_schema_read_text, offsetof(tf_attribute, description)},
        {"description_kind", tf_schema_read_markdown, offsetof(tf_attribute, markdown)},
        {"deprecated", tf_schema_read_bool, offsetof(tf_attribute, deprecated)},
        {"deprecation_message", tf_schema_read_text, offsetof(tf_attribute, deprecation_message)},
        {"required", tf_schema_read_bool, offsetof(tf_attribute, required)},
        {"optional", tf_schema_read_bool, offsetof(tf_attribute, optional)},
        {"computed", tf_schema_read_bool, offsetof(tf_attribute, computed)},
        {"sensitive", tf_schema_read_bool, offsetof(tf_attribute, sensitive)},
        {"write_only", tf_schema_read_bool, offsetof(tf_attribute, write_only)},
        {"required_for_import", tf_schema_read_bool, offsetof(tf_attribute, required_for_import)},
        {"optional_for_import", tf_schema_read_bool, offsetof(tf_attribute, optional_for_import)},
        {NULL, NULL, 0},
    };
    tf_schema_read_object(r, at, properties, attribute);
    tf_attribute_finish(r->pool, attribute);
    if (!attribute->type) {
        attribute->type = &tf_type_dynamic;
        attribute->bad_type = true;
    }
}

/* --- Blocks ---------------------------------------------------------------------------------- */

static void read_block(const tf_schema_reader *r, uint32_t at, void *out);

static tf_block *
empty_block(const tf_schema_reader *r)
{
    tf_block *block = wmem_new0(r->pool, tf_block);
    tf_block_finish(r->pool, block);
    return block;
}

static void
read_block_type(const tf_schema_reader *r, uint32_t at, tf_block_type *block_type)
{
    static const tf_schema_property properties[] = {
        {"nesting_mode", read_nesting, offsetof(tf_block_type, nesting)},
        {"block", read_block, offsetof(tf_block_type, block)},
        {"min_items", tf_schema_read_integer, offsetof(tf_block_type, min_items)},
        {"max_items", tf_schema_read_integer, offsetof(tf_block_type, max_items)},
        {NULL, NULL, 0},
    };
    tf_schema_read_object(r, at, properties, block_type);
    if (!block_type->block)
        block_type->block = empty_block(r);
}

/** A map of names to nested blocks, as a list. */
typedef struct block_type_list {
    tf_block_type *block_types;
    uint32_t count;
} block_type_list;

static void
read_block_types(const tf_schema_reader *r, uint32_t at, void *out)
{
    const tf_token *object = tf_schema_token(r, at);
    block_type_list *list = (block_type_list *)out;
    uint32_t count = object->kind == TF_TOKEN_MAP ? object->count : 0;
    list->block_types = wmem_alloc0_array(r->pool, tf_block_type, count);
    list->count = count;
    at++;
    for (uint32_t i = 0; i < count; i++, at = tf_schema_behind(r, at + 1)) {
        list->block_types[i].name = tf_text_copy(r->pool, tf_token_text(tf_schema_token(r, at)));
        read_block_type(r, at + 1, &list->block_types[i]);
    }
}

typedef struct block_object {
    attribute_list attributes;
    block_type_list block_types;
    tf_block block; /**< the rest */
} block_object;

static void
read_block(const tf_schema_reader *r, uint32_t at, void *out)
{
    static const tf_schema_property properties[] = {
        {"attributes", read_attributes, offsetof(block_object, attributes)},
        {"block_types", read_block_types, offsetof(block_object, block_types)},
        {"description", tf_schema_read_text, offsetof(block_object, block.description)},
        {"description_kind", tf_schema_read_markdown, offsetof(block_object, block.markdown)},
        {"deprecated", tf_schema_read_bool, offsetof(block_object, block.deprecated)},
        {"deprecation_message", tf_schema_read_text,
         offsetof(block_object, block.deprecation_message)},
        {"computed", tf_schema_read_bool, offsetof(block_object, block.computed)},
        {NULL, NULL, 0},
    };
    block_object object = {.block = {.attributes = NULL}};
    tf_block *block = wmem_new(r->pool, tf_block);
    tf_schema_read_object(r, at, properties, &object);
    *block = object.block;
    block->attributes = object.attributes.attributes;
    block->n_attributes = object.attributes.count;
    block->block_types = object.block_types.block_types;
    block->n_block_types = object.block_types.count;
    tf_block_finish(r->pool, block);
    *(tf_block **)out = block;
}

/** An identity has attributes where others have a block. */
typedef struct schema_object {
    tf_schema schema;
    attribute_list identity;
} schema_object;

static tf_schema *
read_schema(const tf_schema_reader *r)
{
    static const tf_schema_property properties[] = {
        {"version", tf_schema_read_integer, offsetof(schema_object, schema.version)},
        {"block", read_block, offsetof(schema_object, schema.block)},
        {"attributes", read_attributes, offsetof(schema_object, identity)},
        {NULL, NULL, 0},
    };
    schema_object object = {.schema = {.block = NULL}};
    tf_schema *schema = wmem_new(r->pool, tf_schema);
    tf_schema_read_object(r, 0, properties, &object);
    *schema = object.schema;
    if (!schema->block) {
        schema->block = wmem_new0(r->pool, tf_block);
        schema->block->attributes = object.identity.attributes;
        schema->block->n_attributes = object.identity.count;
        tf_block_finish(r->pool, schema->block);
    }
    return schema;
}

tf_schema *
tf_schema_json_read(wmem_allocator_t *pool, const uint8_t *json, uint32_t length,
                    tf_schema_json_error *error)
{
    tf_schema_reader r = {.pool = pool};
    tf_schema *schema = tf_schema_reader_begin(&r, json, length, error) ? read_schema(&r) : NULL;
    tf_tape_clear(&r.tape);
    return schema;
}
