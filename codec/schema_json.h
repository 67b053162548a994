/* schema_json.h
 * Schemas as `terraform providers schema -json` and `tofu providers schema -json` write them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Such a file can be tens of megabytes for one provider, of which a capture uses a few types. It is
 * read in two steps: an index of the file, which passes over what stands in a schema without
 * looking into it, and the reading of one schema.
 */
#ifndef TF_CODEC_SCHEMA_JSON_H
#define TF_CODEC_SCHEMA_JSON_H

#include "schema.h"
#include "value.h"

/** What the properties of one provider hold, in the order in which cores write them. */
typedef enum tf_schema_section {
    TF_SECTION_PROVIDER,    /**< `provider`, one schema; all others are maps by name */
    TF_SECTION_RESOURCE,    /**< `resource_schemas` */
    TF_SECTION_DATA_SOURCE, /**< `data_source_schemas` */
    TF_SECTION_EPHEMERAL,   /**< `ephemeral_resource_schemas` */
    TF_SECTION_LIST,        /**< `list_resource_schemas` */
    TF_SECTION_FUNCTION,    /**< `functions` */
    TF_SECTION_IDENTITY,    /**< `resource_identity_schemas` */
    TF_SECTION_ACTION,      /**< `action_schemas` */
    TF_SECTION_STATE_STORE, /**< `state_store_schemas` */
    TF_SECTION_COUNT
} tf_schema_section;

/** The property's name, as above; constant. */
const char *tf_schema_section_name(tf_schema_section section);

/** Why a file was refused, and where. */
typedef struct tf_schema_json_error {
    uint32_t offset;     /**< byte in the file */
    const char *message; /**< constant text, one clause, never NULL after a failure */
} tf_schema_json_error;

/**
 * One schema or function found in a file.
 * @param provider address, `registry.terraform.io/hashicorp/random`; valid during the call
 * @param name     of the type or function, "" for the provider's own; valid during the call
 * @param json     the bytes of the schema, in the file
 */
typedef void (*tf_schema_json_found)(const char *provider, tf_schema_section section,
                                     const char *name, const uint8_t *json, uint32_t length,
                                     void *user);

/**
 * Finds the schemas in a file, in file order. Properties that are not known are passed over.
 *
 * Takes linear time and a bounded stack, whatever the input. What stands inside a schema is only
 * matched for brackets and strings; whether it can be read shows when it is.
 *
 * @param data  the file; must outlive what @p found keeps
 * @param found called for each
 * @param error filled in on failure; may be NULL
 * @return false if the file is no JSON object, its `format_version` is missing or its major version
 *         is not 1, or what surrounds the schemas is broken. @p found has been called for what came
 *         before.
 */
bool tf_schema_json_index(const uint8_t *data, uint32_t length, tf_schema_json_found found,
                          void *user, tf_schema_json_error *error);

/**
 * Reads one schema of any section but functions: `{"version":1,"block":{...}}`, or with
 * `attributes` in the place of the block for an identity.
 *
 * @param pool what the schema is allocated in, texts included: it does not refer to @p json
 * @param error filled in on failure, offset relative to @p json; may be NULL
 * @return NULL if it is no JSON object. Unknown properties, and known ones of an unexpected kind,
 *         are ignored; an attribute whose type cannot be read is dynamic with `bad_type` set.
 */
tf_schema *tf_schema_json_read(wmem_allocator_t *pool, const uint8_t *json, uint32_t length,
                               tf_schema_json_error *error);

/** Reads one function; as tf_schema_json_read(). */
tf_function *tf_schema_json_read_function(wmem_allocator_t *pool, const uint8_t *json,
                                          uint32_t length, tf_schema_json_error *error);

/**
 * Appends a schema as a section holds it, byte for byte as cores write it: properties in their
 * order, names sorted, nothing that is empty or false.
 * @param section not TF_SECTION_FUNCTION
 */
void tf_schema_json_append(wmem_strbuf_t *out, tf_schema_section section, const tf_schema *schema);

/** Appends a function; as tf_schema_json_append(). */
void tf_schema_json_append_function(wmem_strbuf_t *out, const tf_function *function);

/** Appends text as a JSON string with the escapes that cores use: also `<`, `>` and `&`. */
void tf_schema_json_append_text(wmem_strbuf_t *out, const char *text);

#endif
