/* exchange.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "exchange.h"

#include <string.h>

#include "codec/compare.h"

#include "kept.h"

/* Numbers of the fields of AttributePath.Step and DynamicValue. */
enum { STEP_ATTRIBUTE = 1, STEP_KEY = 2, STEP_INDEX = 3 };
enum { DYNAMIC_MSGPACK = 1, DYNAMIC_JSON = 2 };

/* --- Sides ----------------------------------------------------------------------------------- */

tf_side
tf_side_of(wmem_allocator_t *pool, tf_message *message)
{
    tf_side side = {.pool = pool};

    if (message && (message->kept || message->length == 0) && !message->undecodable &&
        !message->has_hole)
        side.message = message;
    return side;
}

static tf_message *
first_of(const tf_call *call, bool response)
{
    tf_message *message = call->first;

    while (message && message->response != response)
        message = message->next;
    return message;
}

tf_exchange
tf_exchange_of(wmem_allocator_t *pool, tf_call *call)
{
    return (tf_exchange){call, tf_side_of(pool, first_of(call, false)),
                         tf_side_of(pool, first_of(call, true))};
}

tf_exchange
tf_exchange_around(wmem_allocator_t *pool, tf_message *message, const uint8_t *data,
                   wmem_array_t *values)
{
    tf_exchange exchange = tf_exchange_of(pool, message->call);
    tf_side *side = message->response ? &exchange.response : &exchange.request;

    *side = (tf_side){.message = message, .data = data, .values = values, .pool = pool};
    return exchange;
}

/* --- Values ---------------------------------------------------------------------------------- */

static const tf_field_value *
find_value(wmem_array_t *values, const char *field)
{
    for (unsigned i = 0; i < wmem_array_get_count(values); i++) {
        const tf_field_value *value = *(tf_field_value **)wmem_array_index(values, i);
        if (strcmp(value->field, field) == 0)
            return value;
    }
    return NULL;
}

/* What was kept is put together when it is asked for. */
static const uint8_t *
data_of(tf_side *side)
{
    const tf_kept *kept = side->message->kept;

    if (!side->data)
        side->data = kept ? tf_kept_bytes(side->pool, kept) : (const uint8_t *)"";
    return side->data;
}

void
tf_side_foreach_value(tf_side *side, tf_field_value_func func, void *user)
{
    if (side->message)
        tf_message_values(side->pool, side->message, data_of(side), func, user);
}

const tf_field_value *
tf_side_value(tf_side *side, const char *field)
{
    const tf_field_value *value;

    if (!side->message)
        return NULL;
    if (!side->values)
        side->values = wmem_array_new(side->pool, sizeof(tf_field_value *));
    value = find_value(side->values, field);
    if (value)
        return value;
    value = tf_message_value(side->pool, side->message, data_of(side), field);
    if (value)
        wmem_array_append_one(side->values, value);
    return value;
}

static bool
is_sound(const tf_decoded *decoded)
{
    for (uint32_t i = 0; i < decoded->n_problems; i++)
        if (tf_problem_severity(decoded->problems[i].code) != TF_SEVERITY_NOTE ||
            decoded->problems[i].code == TF_PROBLEM_TOO_MANY)
            return false;
    return true;
}

const tf_value *
tf_side_whole(tf_side *side, const char *field)
{
    const tf_field_value *value = tf_side_value(side, field);

    if (!side->message)
        return NULL;
    if (!value)
        return &tf_value_null;
    if (value->decoded->root->kind != TF_VALUE_ABSENT && !is_sound(value->decoded))
        return NULL;
    return value->decoded->root;
}

const tf_value *
tf_side_tree(tf_side *side, const char *field)
{
    const tf_field_value *value = tf_side_value(side, field);

    if (value && value->decoded->root->kind != TF_VALUE_ABSENT && !value->type)
        return NULL;
    return tf_side_whole(side, field);
}

/* --- Fields ---------------------------------------------------------------------------------- */

static const ProtobufCFieldDescriptor *
field_of(const tf_side *side, const char *field)
{
    const tf_rpc *rpc = side->message->call->rpc;
    const ProtobufCMessageDescriptor *descriptor =
        side->message->response ? rpc->response : rpc->request;

    return descriptor ? protobuf_c_message_descriptor_get_field_by_name(descriptor, field) : NULL;
}

/* A visit to the fields of one number. */
typedef struct tf_side_visit {
    uint32_t number;
    tf_side_func func;
    void *user;
} tf_side_visit;

static void
visit(const uint8_t *data, const tf_wire_field *at, void *user)
{
    const tf_side_visit *wanted = (const tf_side_visit *)user;

    if (at->number == wanted->number)
        wanted->func(data, at, wanted->user);
}

static void
foreach_at_hand(const tf_side *side, tf_side_visit *wanted)
{
    tf_wire_reader reader;
    tf_wire_field at;

    tf_wire_init(&reader, side->data, 0, side->message->length);
    while (tf_wire_next(&reader, &at) == TF_WIRE_OK)
        visit(side->data, &at, wanted);
}

void
tf_side_foreach(const tf_side *side, const char *field, tf_side_func func, void *user)
{
    const ProtobufCFieldDescriptor *descriptor = side->message ? field_of(side, field) : NULL;
    tf_side_visit wanted = {descriptor ? descriptor->id : 0, func, user};

    if (!descriptor)
        return;
    if (side->message->kept)
        tf_kept_foreach(side->message->kept, visit, &wanted);
    else if (side->data)
        foreach_at_hand(side, &wanted);
}

static void
take_bytes(const uint8_t *data, const tf_wire_field *at, void *user)
{
    if (at->wire_type == TF_WIRE_BYTES)
        *(tf_span *)user = (tf_span){(const char *)data + at->value_offset, at->value_length};
}

tf_span
tf_side_bytes(const tf_side *side, const char *field)
{
    tf_span span = {"", 0};

    tf_side_foreach(side, field, take_bytes, &span);
    return span;
}

static void
take_flag(const uint8_t *data _U_, const tf_wire_field *at, void *user)
{
    *(bool *)user = at->scalar != 0;
}

bool
tf_side_flag(const tf_side *side, const char *field)
{
    bool flag = false;

    tf_side_foreach(side, field, take_flag, &flag);
    return flag;
}

tf_encoded
tf_side_encodings(const tf_side *side, const char *field)
{
    tf_span value = tf_side_bytes(side, field);
    const uint8_t *data = (const uint8_t *)value.data;
    tf_encoded encoded = {0};
    tf_wire_reader reader;
    tf_wire_field at;

    tf_wire_init(&reader, data, 0, value.length);
    while (tf_wire_next(&reader, &at) == TF_WIRE_OK) {
        if (at.wire_type != TF_WIRE_BYTES)
            continue;
        if (at.number == DYNAMIC_MSGPACK) {
            encoded.msgpack = data + at.value_offset;
            encoded.msgpack_length = at.value_length;
        } else if (at.number == DYNAMIC_JSON) {
            encoded.json = data + at.value_offset;
            encoded.json_length = at.value_length;
        }
    }
    return encoded;
}

tf_span
tf_side_encoded(const tf_side *side, const char *field)
{
    tf_encoded encoded = tf_side_encodings(side, field);

    if (encoded.msgpack_length)
        return (tf_span){(const char *)encoded.msgpack, encoded.msgpack_length};
    return (tf_span){encoded.json_length ? (const char *)encoded.json : "", encoded.json_length};
}

bool
tf_side_is_null(const tf_side *side, const char *field)
{
    tf_span value = tf_side_encoded(side, field);

    return value.length == 0 || (value.length == 1 && value.data[0] == '\xc0') ||
           (value.length == 4 && memcmp(value.data, "null", 4) == 0);
}

/* --- Paths ----------------------------------------------------------------------------------- */

/* The paths of one field while they are read. */
typedef struct tf_path_list {
    wmem_allocator_t *pool;
    wmem_array_t *paths;
} tf_path_list;

static tf_step
read_step(const uint8_t *data, const tf_wire_field *step)
{
    tf_step result = {.name = {"", 0}};
    tf_wire_reader reader;
    tf_wire_field at;

    tf_wire_enter(&reader, data, step);
    while (tf_wire_next(&reader, &at) == TF_WIRE_OK) {
        if (at.number == STEP_INDEX)
            result = (tf_step){TF_STEP_INDEX, {"", 0}, (int64_t)at.scalar};
        else if (at.number == STEP_ATTRIBUTE || at.number == STEP_KEY)
            result = (tf_step){at.number == STEP_KEY ? TF_STEP_KEY : TF_STEP_ATTRIBUTE,
                               {(const char *)data + at.value_offset, at.value_length},
                               0};
    }
    return result;
}

static void
take_path(const uint8_t *data, const tf_wire_field *path, void *user)
{
    tf_path_list *list = (tf_path_list *)user;
    wmem_array_t *steps = wmem_array_new(list->pool, sizeof(tf_step));
    tf_steps result;
    tf_wire_reader reader;
    tf_wire_field at;

    tf_wire_enter(&reader, data, path);
    while (tf_wire_next(&reader, &at) == TF_WIRE_OK) {
        tf_step step = read_step(data, &at);
        wmem_array_append_one(steps, step);
    }
    result = (tf_steps){(const tf_step *)wmem_array_get_raw(steps), wmem_array_get_count(steps)};
    wmem_array_append_one(list->paths, result);
}

uint32_t
tf_side_paths(const tf_side *side, const char *field, tf_steps **paths)
{
    tf_path_list list = {side->pool, wmem_array_new(side->pool, sizeof(tf_steps))};

    tf_side_foreach(side, field, take_path, &list);
    *paths = (tf_steps *)wmem_array_get_raw(list.paths);
    return wmem_array_get_count(list.paths);
}
