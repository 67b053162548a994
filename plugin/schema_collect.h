/* schema_collect.h
 * The schemas of a capture, gathered by provider.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The wire names no provider. Its address is that of the recording's interface where there is one;
 * else one is made of the types' common first word: `unknown.invalid/capture/random`. A schema,
 * identities and functions come in responses of their own; those of one connection are one
 * provider's, and identities of a connection without a schema are that provider's which has such
 * resources.
 */
#ifndef TF_PLUGIN_SCHEMA_COLLECT_H
#define TF_PLUGIN_SCHEMA_COLLECT_H

#include "codec/schema_json.h"

#include "session.h"

/** One schema or function of a provider. */
typedef struct tf_item {
    tf_schema_section section;
    const char *name; /**< "" for the provider's own schema */
    tf_schema_ref ref;
} tf_item;

/** What one provider has said in all its responses. */
typedef struct tf_provider {
    const char *address;
    uint32_t session;       /**< of the first response */
    wmem_map_t *entries;    /**< "SECTION NAME" -> tf_item */
    const char *first_type; /**< in the order of names; NULL if it has only functions */
} tf_provider;

/**
 * Gathers all schemas of the open capture.
 * @param pool what the providers live in
 * @return tf_provider *, in the order of their addresses; to be freed
 */
GPtrArray *tf_schemas_collect(wmem_allocator_t *pool);

#endif
