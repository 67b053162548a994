/* provider.h
 * The provider that most cases talk to: its schemas, and sample values of each of them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each kind of schema has an attribute of its own beside `tags`, a map of strings. A value decoded
 * by the wrong schema, or by none, reads otherwise: `tags.Name` instead of `tags["Name"]`.
 */
#ifndef SYNTH_PROVIDER_H
#define SYNTH_PROVIDER_H

#include "message.h"

typedef enum synth_kind {
    SYNTH_RESOURCE,
    SYNTH_DATA_SOURCE,
    SYNTH_EPHEMERAL,
    SYNTH_LIST,
    SYNTH_ACTION,
    SYNTH_STATE_STORE,
    SYNTH_PROVIDER,
    SYNTH_PROVIDER_META,
    SYNTH_PROVISIONER,
    SYNTH_IDENTITY
} synth_kind;

/** Name of the type that resources, data sources, ephemeral resources, lists, identities have. */
#define SYNTH_TYPE "synth_thing"
#define SYNTH_ACTION_TYPE "synth_act"
#define SYNTH_STORE_TYPE "synth_store"
#define SYNTH_FUNCTION "synth_describe"

#define SYNTH_RESOURCE_VERSION 3
#define SYNTH_IDENTITY_VERSION 1

/* --- Schemas --------------------------------------------------------------------------------- */

/** Schema.Attribute of a name and a type: `"string"`, `["list","number"]`. Optional and computed.
 */
GByteArray *synth_attribute(const char *name, const char *type);

/** Adds an attribute to a Schema.Block. @param attribute released */
void synth_block_add(GByteArray *block, GByteArray *attribute);

/** Schema of a block, which is released. */
GByteArray *synth_schema(unsigned version, GByteArray *block);

/** The sample schema of a kind other than SYNTH_IDENTITY. */
GByteArray *synth_sample_schema(synth_kind kind);

/** GetSchema.Response (version 5) or GetProviderSchema.Response (6), every field populated. */
synth_message *synth_schema_response(unsigned version);

/** The map of functions as GetFunctions.Response has it in 1, the schema in 7. */
void synth_add_functions(GByteArray *out, unsigned field);

/** GetResourceIdentitySchemas.Response, every field populated. */
synth_message *synth_identity_schemas_response(void);

/** Two diagnostics, with paths of every kind of step. */
void synth_add_diagnostics(GByteArray *out, unsigned field);

/** ServerCapabilities, all set. */
GByteArray *synth_server_capabilities(void);

/* --- Values ---------------------------------------------------------------------------------- */

/** MessagePack of a sample value, whose first attribute holds @p text. */
GByteArray *synth_sample(synth_kind kind, const char *text);

/** The lines of that value. To be freed. */
char *synth_sample_lines(synth_kind kind, const char *text);

/** Adds a DynamicValue with a sample that holds the name of its field, and expects it. */
void synth_add_sample(synth_message *message, unsigned field, const char *name, synth_kind kind);

/** Adds it to a part of the message: @p out becomes that part later. */
void synth_add_sample_to(synth_message *message, GByteArray *out, unsigned field, const char *name,
                         synth_kind kind);

/** Adds a ResourceIdentityData and expects `NAME.identity_data`. */
void synth_add_identity(synth_message *message, GByteArray *out, unsigned field, const char *name);

#endif
