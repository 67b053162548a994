/* schema_find.h
 * Which responses carry schemas, and where in them each one is.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PROTO_SCHEMA_FIND_H
#define TF_PROTO_SCHEMA_FIND_H

#include "codec/value.h"
#include "governs.h"
#include "rpc.h"

/**
 * One schema found in a response. @p data and @p length are the bytes of the Schema,
 * ResourceIdentitySchema, ActionSchema or Function message; @p name is empty for the schemas of the
 * provider itself, of provider_meta and of a provisioner.
 */
typedef void (*tf_schema_found)(tf_schema_kind kind, tf_span name, const uint8_t *data,
                                uint32_t length, void *user);

/** Does the response of this RPC carry schemas: GetSchema, GetProviderSchema, GetFunctions,
 * GetResourceIdentitySchemas? */
bool tf_rpc_has_schemas(tf_rpc_id id);

/**
 * Finds the schemas in a response, in wire order, without looking into them: cost is the number of
 * schemas, not their size. Bytes that cannot be read end the walk.
 */
void tf_schemas_find(const tf_rpc *rpc, const uint8_t *data, uint32_t length, tf_schema_found found,
                     void *user);

#endif
