/* schema_wire.h
 * Schemas and functions as providers send them: from protobuf bytes to the schema model.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PROTO_SCHEMA_WIRE_H
#define TF_PROTO_SCHEMA_WIRE_H

#include "codec/schema.h"
#include "governs.h"

/**
 * Reads a Schema message.
 *
 * @param pool   what the schema is allocated in, names and descriptions included: it does not
 *               refer to @p data
 * @param kind   TF_SCHEMA_IDENTITY and TF_SCHEMA_ACTION read the messages that stand for a schema
 *               there, every other kind a Schema
 * @param version 5 or 6: the numbers of some fields differ
 * @return never NULL; what cannot be read is left out, an attribute whose type cannot be read is
 *         dynamic with `bad_type` set. Blocks nested deeper than TF_MAX_DEPTH are left out.
 */
tf_schema *tf_schema_read(wmem_allocator_t *pool, tf_schema_kind kind, unsigned version,
                          const uint8_t *data, uint32_t length);

/** Reads a Function message; as tf_schema_read(). */
tf_function *tf_function_read(wmem_allocator_t *pool, const uint8_t *data, uint32_t length);

#endif
