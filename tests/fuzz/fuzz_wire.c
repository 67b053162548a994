/* fuzz_wire.c
 * Protobuf: the reader, and the schemas in it. The first byte of the input chooses the protocol
 * version (5 or 6) and the kind of message.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include "codec/schema_json.h"
#include "proto/schema_find.h"
#include "proto/schema_wire.h"
#include "proto/wire.h"

#define MAX_DEPTH 20

/* Reads everything as if it were messages in messages: ranges stay within ranges. */
static void
read_all(const uint8_t *data, uint32_t begin, uint32_t end, unsigned depth)
{
    tf_wire_reader reader;
    tf_wire_field field;
    tf_wire_status status;
    uint32_t at = begin;

    tf_wire_init(&reader, data, begin, end);
    while ((status = tf_wire_next(&reader, &field)) != TF_WIRE_END) {
        fuzz_assert(field.offset == at && field.length > 0 && field.length <= end - at);
        fuzz_assert(field.value_offset >= field.offset);
        fuzz_assert(field.value_offset + field.value_length <= field.offset + field.length);
        fuzz_assert(tf_wire_status_text(status));
        at += field.length;
        if (status == TF_WIRE_OK && depth < MAX_DEPTH &&
            (field.wire_type == TF_WIRE_BYTES || field.wire_type == TF_WIRE_GROUP))
            read_all(data, field.value_offset, field.value_offset + field.value_length, depth + 1);
    }
    fuzz_assert(at == end);
}

typedef struct reading {
    wmem_allocator_t *pool;
    unsigned version;
} reading;

/* A schema that was read can be written, and read from what was written. */
static void
read_schema(wmem_allocator_t *pool, tf_schema_kind kind, unsigned version, const uint8_t *data,
            uint32_t length)
{
    tf_schema *schema = tf_schema_read(pool, kind, version, data, length);
    wmem_strbuf_t *json = wmem_strbuf_new(pool, "");
    tf_schema_section section =
        kind == TF_SCHEMA_IDENTITY ? TF_SECTION_IDENTITY : TF_SECTION_RESOURCE;

    fuzz_assert(schema && schema->block && schema->block->type);
    tf_schema_json_append(json, section, schema);
    tf_schema_json_read(pool, (const uint8_t *)wmem_strbuf_get_str(json),
                        (uint32_t)wmem_strbuf_get_len(json), NULL);
}

static void
read_function(wmem_allocator_t *pool, const uint8_t *data, uint32_t length)
{
    wmem_strbuf_t *json = wmem_strbuf_new(pool, "");

    tf_schema_json_append_function(json, tf_function_read(pool, data, length));
    fuzz_assert(tf_schema_json_read_function(pool, (const uint8_t *)wmem_strbuf_get_str(json),
                                             (uint32_t)wmem_strbuf_get_len(json), NULL));
}

static void
found(tf_schema_kind kind, tf_span name _U_, const uint8_t *data, uint32_t length, void *user)
{
    reading *of = (reading *)user;

    if (kind == TF_SCHEMA_FUNCTION)
        read_function(of->pool, data, length);
    else
        read_schema(of->pool, kind, of->version, data, length);
}

static void
read_response(wmem_allocator_t *pool, unsigned version, const uint8_t *data, uint32_t length)
{
    reading of = {pool, version};

    for (size_t i = 0; i < tf_rpc_count(); i++)
        if (tf_rpc_at(i)->version == version && tf_rpc_has_schemas(tf_rpc_at(i)->id))
            tf_schemas_find(tf_rpc_at(i), data, length, found, &of);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wmem_allocator_t *pool;
    uint32_t length;
    unsigned version;

    if (size == 0)
        return 0;
    pool = fuzz_pool_begin();
    length = (uint32_t)size - 1;
    version = data[0] & 1 ? 5 : 6;
    read_all(data + 1, 0, length, 0);
    switch (data[0] >> 1 & 3) {
    case 0:
        read_response(pool, version, data + 1, length);
        break;
    case 1:
        read_schema(pool, TF_SCHEMA_RESOURCE, version, data + 1, length);
        break;
    case 2:
        read_schema(pool, TF_SCHEMA_IDENTITY, version, data + 1, length);
        break;
    default:
        read_function(pool, data + 1, length);
        break;
    }
    fuzz_pool_end(size);
    return 0;
}
