/* scan.c
 * What is noted of every message when it is met first: in summary mode this is nearly all that we
 * do, so it looks at no more than it must and builds nothing.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "content.h"

#include <string.h>

#include "codec/count.h"
#include "proto/schema_find.h"

/* The unknown values in a DynamicValue of a response; JSON has no way to write them. */
static uint32_t
count_unknown(const uint8_t *data, const tf_wire_field *at)
{
    tf_wire_reader reader;
    tf_wire_field inner;
    uint32_t n = 0;

    tf_wire_enter(&reader, data, at);
    while (tf_wire_next(&reader, &inner) == TF_WIRE_OK)
        if (inner.number == 1 && inner.wire_type == TF_WIRE_BYTES)
            n += tf_count_unknown(data + inner.value_offset, inner.value_length);
    return n;
}

static const char *
message_name(const ProtobufCFieldDescriptor *field)
{
    return ((const ProtobufCMessageDescriptor *)field->descriptor)->short_name;
}

static void
scan_response_field(tf_message *message, const ProtobufCFieldDescriptor *field, const uint8_t *data,
                    const tf_wire_field *at)
{
    if (field->type == PROTOBUF_C_TYPE_ENUM && strcmp(field->name, "severity") == 0) {
        message->n_errors += at->scalar == 1;
        message->n_warnings += at->scalar == 2;
    } else if (field->type != PROTOBUF_C_TYPE_MESSAGE || at->wire_type != 2) {
        return;
    } else if (tf_is_dynamic_value(field)) {
        message->n_unknown += count_unknown(data, at);
    } else if (strcmp(field->name, "deferred") == 0) {
        message->deferred = true;
    } else if (strcmp(message_name(field), "FunctionError") == 0) {
        message->n_errors++;
    }
}

/* Of several fields the last counts, as protobuf has it; of several requests of a
 * stream the first. */
static void
note_type_name(tf_message *message, const uint8_t *data, const tf_wire_field *at)
{
    tf_call *call = message->call;

    if (call->type_name && message->index > 0)
        return;
    call->type_name = tf_store_use(&call->session->schemas, tf_rpc_type_kind(call->rpc->id),
                                   (const char *)data + at->value_offset, at->value_length);
}

static bool
may_go_into(const ProtobufCFieldDescriptor *field, const tf_wire_field *at)
{
    return field->type == PROTOBUF_C_TYPE_MESSAGE && at->wire_type == TF_WIRE_BYTES &&
           !tf_is_dynamic_value(field) && tf_may_hold_values(field);
}

/* @param key the field of a request that holds the type's name; NULL in a response */
static void
scan_fields(tf_message *message, const ProtobufCMessageDescriptor *descriptor, const uint8_t *data,
            const tf_wire_field *at, const ProtobufCFieldDescriptor *key)
{
    tf_wire_reader reader;
    tf_wire_field inner;

    tf_wire_enter(&reader, data, at);
    while (tf_wire_next(&reader, &inner) == TF_WIRE_OK) {
        const ProtobufCFieldDescriptor *field =
            protobuf_c_message_descriptor_get_field(descriptor, inner.number);
        if (!field)
            continue;
        if (message->response)
            scan_response_field(message, field, data, &inner);
        else if (field == key)
            note_type_name(message, data, &inner);
        if (may_go_into(field, &inner))
            scan_fields(message, (const ProtobufCMessageDescriptor *)field->descriptor, data,
                        &inner, key);
    }
}

void
tf_message_scan(tf_message *message, const uint8_t *data)
{
    tf_call *call = message->call;
    tf_wire_field at = {.value_offset = 0, .value_length = message->length};
    const ProtobufCFieldDescriptor *key = message->response ? NULL : tf_rpc_key_field(call->rpc);

    if (tf_message_descriptor(message) && (message->response || key))
        scan_fields(message, tf_message_descriptor(message), data, &at, key);
    if (message->response && tf_rpc_has_schemas(call->rpc->id))
        message->schemas = tf_store_learn(&call->session->schemas, call->rpc, message->frame, data,
                                          message->length);
}
