/* schema.h
 * What a provider declares: blocks, attributes, functions, identities.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_SCHEMA_H
#define TF_CODEC_SCHEMA_H

#include "type.h"

/** Nesting modes; the numbers are those of Schema.NestedBlock.NestingMode on the wire. */
typedef enum tf_nesting {
    TF_NESTING_INVALID,
    TF_NESTING_SINGLE,
    TF_NESTING_LIST,
    TF_NESTING_SET,
    TF_NESTING_MAP,
    TF_NESTING_GROUP
} tf_nesting;

typedef struct tf_attribute tf_attribute;
typedef struct tf_block tf_block;
typedef struct tf_block_type tf_block_type;

/** The nested_type of an attribute (protocol 6): attributes in a nesting mode. */
typedef struct tf_nested_type {
    tf_nesting nesting;
    tf_attribute *attributes;
    uint32_t n_attributes;
    int64_t min_items, max_items; /**< no effect, deprecated from 6.1 */
} tf_nested_type;

struct tf_attribute {
    const char *name;
    const tf_type *type; /**< the type, also the one that `nested` implies; dynamic if unreadable */
    tf_nested_type *nested; /**< NULL unless the attribute has a nested_type */
    const char *description, *deprecation_message; /**< NULL or not empty */
    bool markdown;                                 /**< description_kind */
    bool required, optional, computed, sensitive, write_only, deprecated;
    bool bad_type;                                 /**< neither a readable type nor a nested_type */
    bool required_for_import, optional_for_import; /**< identity schemas only */
};

struct tf_block_type {
    const char *name;
    tf_nesting nesting;
    tf_block *block;
    int64_t min_items, max_items;
};

struct tf_block {
    tf_attribute *attributes;
    uint32_t n_attributes;
    tf_block_type *block_types;
    uint32_t n_block_types;
    int64_t version; /**< Schema.Block.version, unused in practice; Schema.version counts */
    const char *description, *deprecation_message;
    bool markdown, deprecated, computed;
    const tf_type *type; /**< the object type that the block implies; set by tf_block_finish() */
};

/** A schema of a resource, data source, provider, ...: also an identity schema, which has
 * attributes only. */
typedef struct tf_schema {
    int64_t version;
    tf_block *block; /**< never NULL */
} tf_schema;

typedef struct tf_parameter {
    const char *name;
    const tf_type *type;
    const char *description;
    bool markdown, allow_null_value, allow_unknown_values, bad_type;
} tf_parameter;

typedef struct tf_function {
    tf_parameter *parameters;
    uint32_t n_parameters;
    tf_parameter *variadic; /**< NULL if there is none */
    const tf_type *return_type;
    const char *summary, *description, *deprecation_message;
    bool markdown, bad_return_type;
} tf_function;

/**
 * Sets `type` of an attribute with a nested_type, from nesting and attributes, as core implies it
 * (configschema's Object.ImpliedType). The attributes inside must be finished first. Does nothing
 * to any other attribute.
 */
void tf_attribute_finish(wmem_allocator_t *pool, tf_attribute *attribute);

/**
 * Sets `type` of a block to the object type that it implies, as core does (configschema's
 * Block.ImpliedType, by HCL's hcldec). Attributes and nested blocks must be finished first. An
 * attribute hides a block of the same name; of two attributes with one name the last wins; a block
 * type whose nesting mode is unknown is ignored. Members point back at their attribute or block
 * type.
 */
void tf_block_finish(wmem_allocator_t *pool, tf_block *block);

#endif
