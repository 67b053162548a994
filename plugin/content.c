/* content.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "content.h"

#include <string.h>

/* A message has far fewer fields than this; more would only share an index. */
#define MAX_FIELDS 64

static bool
is_message(const ProtobufCFieldDescriptor *field, const char *name)
{
    return field->type == PROTOBUF_C_TYPE_MESSAGE &&
           strcmp(((const ProtobufCMessageDescriptor *)field->descriptor)->short_name, name) == 0;
}

bool
tf_is_dynamic_value(const ProtobufCFieldDescriptor *field)
{
    return is_message(field, "DynamicValue");
}

bool
tf_is_raw_state(const ProtobufCFieldDescriptor *field)
{
    return is_message(field, "RawState");
}

/* --- Places ---------------------------------------------------------------------------------- */

tf_place
tf_place_top(tf_message *message, const uint8_t *data)
{
    return (tf_place){.message = message, .data = data};
}

void
tf_place_enter(wmem_allocator_t *pool, tf_place *place,
               const ProtobufCMessageDescriptor *descriptor, const tf_wire_field *at)
{
    const ProtobufCFieldDescriptor *type_name =
        protobuf_c_message_descriptor_get_field_by_name(descriptor, "type_name");
    const ProtobufCFieldDescriptor *version =
        protobuf_c_message_descriptor_get_field_by_name(descriptor, "version");
    tf_wire_reader reader;
    tf_wire_field field;

    if (!type_name && !version)
        return;
    tf_wire_enter(&reader, place->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (type_name && field.number == type_name->id && field.wire_type == TF_WIRE_BYTES)
            place->type_name = wmem_strndup(pool, (const char *)place->data + field.value_offset,
                                            field.value_length);
        else if (version && field.number == version->id)
            place->stored_version = (int64_t)field.scalar;
    }
    place->has_stored_version = version != NULL;
}

tf_place
tf_place_field(const tf_place *around, const ProtobufCFieldDescriptor *field, uint32_t index)
{
    tf_place place = *around;
    const tf_governor *governor = tf_governor_of(field);

    place.around = around;
    place.field = field;
    place.index = index;
    if (governor && governor->key != TF_KEY_HOLDER)
        place.governor = governor;
    return place;
}

/* --- Walking --------------------------------------------------------------------------------- */

/* What a walk over a message does with the values that it meets. */
typedef struct tf_walk {
    wmem_allocator_t *pool;
    tf_field_value_func func;
    void *user;
    const char *wanted; /* the only field that is decoded; NULL for all */
    bool over;          /* it was met */
} tf_walk;

bool
tf_may_hold_values(const ProtobufCFieldDescriptor *field)
{
    const char *name = ((const ProtobufCMessageDescriptor *)field->descriptor)->short_name;

    return !g_str_has_suffix(name, "Entry") && strcmp(name, "Schema") != 0;
}

static void
meet_value(tf_walk *walk, const tf_place *place, const tf_wire_field *at)
{
    if (walk->wanted && strcmp(tf_place_path(walk->pool, place), walk->wanted) != 0)
        return;
    walk->over = walk->wanted != NULL;
    walk->func(tf_place_decode(walk->pool, place, at), walk->user);
}

static void walk_message(tf_walk *walk, tf_place *place,
                         const ProtobufCMessageDescriptor *descriptor, const tf_wire_field *at);

static void
walk_field(tf_walk *walk, const tf_place *around, const ProtobufCFieldDescriptor *field,
           uint32_t index, const tf_wire_field *at)
{
    tf_place place;

    if (field->type != PROTOBUF_C_TYPE_MESSAGE || at->wire_type != 2)
        return;
    place = tf_place_field(around, field, index);
    if (tf_is_dynamic_value(field) || tf_is_raw_state(field))
        meet_value(walk, &place, at);
    else if (tf_may_hold_values(field))
        walk_message(walk, &place, (const ProtobufCMessageDescriptor *)field->descriptor, at);
}

static void
walk_message(tf_walk *walk, tf_place *place, const ProtobufCMessageDescriptor *descriptor,
             const tf_wire_field *at)
{
    uint32_t met[MAX_FIELDS] = {0};
    tf_wire_reader reader;
    tf_wire_field field;

    tf_place_enter(walk->pool, place, descriptor, at);
    tf_wire_enter(&reader, place->data, at);
    while (!walk->over && tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        const ProtobufCFieldDescriptor *known =
            protobuf_c_message_descriptor_get_field(descriptor, field.number);
        if (known)
            walk_field(walk, place, known, met[(known - descriptor->fields) % MAX_FIELDS]++,
                       &field);
    }
}

const ProtobufCMessageDescriptor *
tf_message_descriptor(const tf_message *message)
{
    return message->response ? message->call->rpc->response : message->call->rpc->request;
}

static void
walk_all(tf_walk *walk, tf_message *message, const uint8_t *data)
{
    tf_wire_field at = {.value_offset = 0, .value_length = message->length};
    tf_place place = tf_place_top(message, data);

    if (tf_message_descriptor(message))
        walk_message(walk, &place, tf_message_descriptor(message), &at);
}

void
tf_message_values(wmem_allocator_t *pool, tf_message *message, const uint8_t *data,
                  tf_field_value_func func, void *user)
{
    tf_walk walk = {.pool = pool, .func = func, .user = user};

    walk_all(&walk, message, data);
}

static void
take_value(tf_field_value *value, void *user)
{
    *(tf_field_value **)user = value;
}

tf_field_value *
tf_message_value(wmem_allocator_t *pool, tf_message *message, const uint8_t *data,
                 const char *field)
{
    tf_field_value *found = NULL;
    tf_walk walk = {.pool = pool, .func = take_value, .user = &found, .wanted = field};

    walk_all(&walk, message, data);
    return found;
}
