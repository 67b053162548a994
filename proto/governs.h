/* governs.h
 * Which schema says what a field of a message holds.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A DynamicValue can't be read well without the schema that it was written by, and the message
 * doesn't say which that is. The rules are core's own: the type it gives its decoder for a field.
 */
#ifndef TF_PROTO_GOVERNS_H
#define TF_PROTO_GOVERNS_H

#include "rpc.h"

/** The kinds of schema, and the fixed types of the few fields that need none. */
typedef enum tf_schema_kind {
    TF_SCHEMA_NONE,
    TF_SCHEMA_RESOURCE,          /**< resource_schemas[key] */
    TF_SCHEMA_DATA_SOURCE,       /**< data_source_schemas[key] */
    TF_SCHEMA_EPHEMERAL,         /**< ephemeral_resource_schemas[key] */
    TF_SCHEMA_LIST,              /**< list_resource_schemas[key] */
    TF_SCHEMA_ACTION,            /**< action_schemas[key].schema */
    TF_SCHEMA_STATE_STORE,       /**< state_store_schemas[key] */
    TF_SCHEMA_FUNCTION,          /**< functions[key] as a whole: of a call, never of a field */
    TF_SCHEMA_FUNCTION_ARGUMENT, /**< functions[key].parameters[i] for the field's i-th occurrence,
                                      variadic_parameter after the last of them */
    TF_SCHEMA_FUNCTION_RESULT,   /**< functions[key].return */
    TF_SCHEMA_IDENTITY,          /**< identity_schemas[key], of GetResourceIdentitySchemas */
    TF_SCHEMA_PROVIDER,          /**< provider */
    TF_SCHEMA_PROVIDER_META,     /**< provider_meta */
    TF_SCHEMA_PROVISIONER,       /**< provisioner, of the GetSchema of this very connection */
    TF_SCHEMA_FIXED_BOOL,        /**< no schema: bool */
    TF_SCHEMA_FIXED_NUMBER,      /**< no schema: number */
    TF_SCHEMA_FIXED_STRING_MAP,  /**< no schema: map of strings */
    TF_SCHEMA_FOREIGN            /**< of another provider as a rule: read it by its own shape */
} tf_schema_kind;

/** Where the name comes from under which the schema is to be looked up. */
typedef enum tf_key_source {
    TF_KEY_NONE,         /**< there is one schema of this kind, or none is needed */
    TF_KEY_CALL,         /**< the call's: tf_rpc_key_field() of its request, for responses too */
    TF_KEY_SAME_MESSAGE, /**< the `type_name` next to the field; the call's if that is empty */
    TF_KEY_VERSIONED,    /**< the call's, but the schema fits only if its version equals the
                              request's `version`: else read the value by its own shape */
    TF_KEY_HOLDER        /**< the governor of the field that holds this message says */
} tf_key_source;

/** What governs a field. Constant, lives as long as the program. */
typedef struct tf_governor {
    tf_schema_kind kind;
    tf_key_source key;
} tf_governor;

/**
 * What governs the value in a field of type DynamicValue, RawState or ResourceIdentityData.
 *
 * Every field of these types has a governor. A ResourceIdentityData is a wrapper: look at the field
 * that holds it (`current_identity`) for the key; its own identity_data says TF_KEY_HOLDER. The
 * fields within DynamicValue and RawState have none, they are encodings of what is governed.
 *
 * The state of an ImportedResource is decoded by core with the request's type, while the provider
 * encodes it by the type_name next to it (TF_KEY_SAME_MESSAGE): worth a remark where they differ.
 * MoveResourceState's source_state and source_identity are TF_SCHEMA_FOREIGN even where
 * source_provider_address happens to be the provider itself.
 *
 * @param field  of a message of tfplugin5 or tfplugin6; NULL is no field
 * @return NULL for every other field. Takes constant time; the first call builds a table, so it
 * must not race with another.
 */
const tf_governor *tf_governor_of(const ProtobufCFieldDescriptor *field);

/**
 * The field of the request that names the type which a call is about: `type_name`, `action_type`,
 * CallFunction's `name`, MoveResourceState's `target_type_name`. A string field.
 *
 * In WriteStateBytes it isn't a field of the request itself but `type_name` of the RequestChunkMeta
 * in the field `meta`, which only the stream's first chunk has: compare the pointer at every depth.
 *
 * @return NULL if the call is about no type, or for NULL
 */
const ProtobufCFieldDescriptor *tf_rpc_key_field(const tf_rpc *rpc);

/**
 * What the field of tf_rpc_key_field() names: the type of a resource, data source, ephemeral
 * resource, list, action or state store, or a function. TF_SCHEMA_NONE if there is no such field.
 */
tf_schema_kind tf_rpc_type_kind(tf_rpc_id id);

#endif
