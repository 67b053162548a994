/* sound.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sound.h"

#include <string.h>

#include "content.h"

static bool is_sound(wmem_allocator_t *pool, const ProtobufCMessageDescriptor *descriptor,
                     const uint8_t *data, const tf_wire_field *at, unsigned depth);

static bool
is_sound_bytes(wmem_allocator_t *pool, const ProtobufCFieldDescriptor *field, const uint8_t *data,
               const tf_wire_field *at)
{
    const uint8_t *bytes = data + at->value_offset;
    const tf_decoded *decoded = NULL;

    if (field->type == PROTOBUF_C_TYPE_STRING)
        return g_utf8_validate((const char *)bytes, at->value_length, NULL);
    if (strcmp(field->name, "type") == 0)
        return tf_type_parse(pool, bytes, at->value_length, NULL) != NULL;
    if (strcmp(field->name, "msgpack") == 0 && at->value_length)
        decoded = tf_decode_msgpack(pool, bytes, at->value_length, NULL, 0);
    else if (strcmp(field->name, "json") == 0 && at->value_length)
        decoded = tf_decode_json(pool, bytes, at->value_length, NULL, 0, true);
    for (uint32_t i = 0; decoded && i < decoded->n_problems; i++)
        if (tf_problem_severity(decoded->problems[i].code) == TF_SEVERITY_ERROR ||
            decoded->problems[i].code == TF_PROBLEM_TRAILING_BYTES)
            return false;
    return true;
}

static bool
is_sound_field(wmem_allocator_t *pool, const ProtobufCFieldDescriptor *field, const uint8_t *data,
               const tf_wire_field *at, unsigned depth)
{
    switch (field->type) {
    case PROTOBUF_C_TYPE_MESSAGE:
        return at->wire_type == TF_WIRE_BYTES &&
               is_sound(pool, (const ProtobufCMessageDescriptor *)field->descriptor, data, at,
                        depth);
    case PROTOBUF_C_TYPE_STRING:
    case PROTOBUF_C_TYPE_BYTES:
        return at->wire_type == TF_WIRE_BYTES && is_sound_bytes(pool, field, data, at);
    default:
        return at->wire_type == TF_WIRE_VARINT;
    }
}

static bool
is_sound(wmem_allocator_t *pool, const ProtobufCMessageDescriptor *descriptor, const uint8_t *data,
         const tf_wire_field *at, unsigned depth)
{
    tf_wire_status status;
    tf_wire_reader reader;
    tf_wire_field field;

    if (depth > TF_MAX_DEPTH)
        return false;
    tf_wire_enter(&reader, data, at);
    while ((status = tf_wire_next(&reader, &field)) == TF_WIRE_OK) {
        const ProtobufCFieldDescriptor *known =
            protobuf_c_message_descriptor_get_field(descriptor, field.number);
        if (!known || !is_sound_field(pool, known, data, &field, depth + 1))
            return false;
    }
    return status == TF_WIRE_END;
}

bool
tf_message_is_sound(tf_message *message, const uint8_t *data)
{
    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    tf_wire_field at = {.value_offset = 0, .value_length = message->length};
    bool sound = is_sound(pool, tf_message_descriptor(message), data, &at, 0);

    wmem_destroy_allocator(pool);
    return sound;
}
