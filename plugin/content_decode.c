/* content_decode.c
 * The value at a place: the schema that governs it, and its decoding from whichever encoding.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "content.h"

#include "codec/place.h"

/* Fields of DynamicValue, of RawState, and of an entry of a map. */
enum { DYNAMIC_VALUE_MSGPACK = 1, DYNAMIC_VALUE_JSON = 2 };
enum { RAW_STATE_JSON = 1, RAW_STATE_FLATMAP = 2 };
enum { ENTRY_KEY = 1, ENTRY_VALUE = 2 };

unsigned tf_max_values = 1000000;

static void
append_field_path(wmem_strbuf_t *out, const tf_place *place)
{
    if (!place->field)
        return;
    append_field_path(out, place->around);
    if (wmem_strbuf_get_len(out))
        wmem_strbuf_append_c(out, '.');
    wmem_strbuf_append(out, place->field->name);
    if (place->field->label == PROTOBUF_C_LABEL_REPEATED)
        tf_place_append_index(out, place->index);
}

const char *
tf_place_path(wmem_allocator_t *pool, const tf_place *place)
{
    wmem_strbuf_t *path = wmem_strbuf_new(pool, "");

    append_field_path(path, place);
    return wmem_strbuf_finalize(path);
}

static const char *
schema_name(const tf_place *place)
{
    const tf_call *call = place->message->call;

    switch (place->governor->key) {
    case TF_KEY_NONE:
        return "";
    case TF_KEY_SAME_MESSAGE:
        if (place->type_name)
            return place->type_name;
        break;
    default:
        break;
    }
    return call->type_name ? call->type_name : "";
}

static const tf_type *
function_type(const tf_place *place, const tf_function *function)
{
    if (place->governor->kind == TF_SCHEMA_FUNCTION_RESULT)
        return function->return_type;
    if (place->index < function->n_parameters)
        return function->parameters[place->index].type;
    return function->variadic ? function->variadic->type : NULL;
}

static const tf_type *
fixed_type(tf_schema_kind kind)
{
    static const tf_type string_map = {.kind = TF_TYPE_MAP, .element = &tf_type_string};

    switch (kind) {
    case TF_SCHEMA_FIXED_BOOL:
        return &tf_type_bool;
    case TF_SCHEMA_FIXED_NUMBER:
        return &tf_type_number;
    case TF_SCHEMA_FIXED_STRING_MAP:
        return &string_map;
    default:
        return NULL;
    }
}

/* A RawState is of the version that wrote it, which only sometimes is the version of the schema. */
static bool
version_fits(tf_field_value *value, const tf_place *place, const tf_schema *schema)
{
    if (place->governor->key != TF_KEY_VERSIONED || !place->has_stored_version)
        return true;
    value->stored_version = place->stored_version;
    value->schema_version = schema->version;
    value->other_version = place->stored_version != schema->version;
    return !value->other_version;
}

/* A function's schema covers its arguments and its result. */
static tf_schema_kind
lookup_kind(tf_schema_kind kind)
{
    return kind == TF_SCHEMA_FUNCTION_ARGUMENT || kind == TF_SCHEMA_FUNCTION_RESULT
               ? TF_SCHEMA_FUNCTION
               : kind;
}

static void
find_type(tf_field_value *value, const tf_place *place, const tf_encoded *encoded)
{
    const tf_schema *schema;

    if (!place->governor)
        return;
    value->kind = place->governor->kind;
    value->type = fixed_type(value->kind);
    if (value->type || value->kind == TF_SCHEMA_FOREIGN || value->kind == TF_SCHEMA_NONE)
        return;
    value->type_name = schema_name(place);
    value->ref = tf_call_schema(place->message->call, lookup_kind(value->kind), value->type_name,
                                place->message->frame, encoded);
    if (!value->ref)
        return;
    schema = tf_schema_ref_schema(value->ref);
    if (!schema)
        value->type = function_type(place, tf_schema_ref_function(value->ref));
    else if (version_fits(value, place, schema))
        value->type = schema->block->type;
}

static void
decode_encoded(wmem_allocator_t *pool, tf_field_value *value, const tf_place *place,
               const tf_encoded *encoded, bool raw)
{
    value->both = encoded->msgpack_length && encoded->json_length;
    find_type(value, place, encoded);
    if (encoded->msgpack_length) {
        value->offset = (uint32_t)(encoded->msgpack - place->data);
        value->length = encoded->msgpack_length;
        value->decoded = tf_decode_msgpack(pool, encoded->msgpack, encoded->msgpack_length,
                                           value->type, tf_max_values);
    } else if (encoded->json_length) {
        value->json = true;
        value->offset = (uint32_t)(encoded->json - place->data);
        value->length = encoded->json_length;
        value->decoded = tf_decode_json(pool, encoded->json, encoded->json_length, value->type,
                                        tf_max_values, raw);
    } else {
        value->decoded = tf_decode_absent(pool, 0);
    }
}

static void
take_bytes(const tf_place *place, const tf_wire_field *field, const uint8_t **bytes,
           uint32_t *length)
{
    *bytes = place->data + field->value_offset;
    *length = field->value_length;
}

static tf_field_value *
decode_dynamic_value(wmem_allocator_t *pool, tf_field_value *value, const tf_place *place,
                     const tf_wire_field *at)
{
    tf_encoded encoded = {0};
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_enter(&reader, place->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.wire_type != TF_WIRE_BYTES)
            continue;
        if (field.number == DYNAMIC_VALUE_MSGPACK)
            take_bytes(place, &field, &encoded.msgpack, &encoded.msgpack_length);
        else if (field.number == DYNAMIC_VALUE_JSON)
            take_bytes(place, &field, &encoded.json, &encoded.json_length);
    }
    decode_encoded(pool, value, place, &encoded, false);
    return value;
}

/* One entry of the map<string,string> flatmap. */
static tf_flatmap_entry
read_flatmap_entry(const tf_place *place, const tf_wire_field *at)
{
    tf_flatmap_entry entry = {.key = {"", 0},
                              .value = {"", 0},
                              .offset = at->offset,
                              .length = at->length,
                              .value_offset = at->value_offset};
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_enter(&reader, place->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        tf_span text = {(const char *)place->data + field.value_offset, field.value_length};
        if (field.number == ENTRY_KEY) {
            entry.key = text;
        } else if (field.number == ENTRY_VALUE) {
            entry.value = text;
            entry.value_offset = field.value_offset;
            entry.value_length = field.value_length;
        }
    }
    return entry;
}

static tf_field_value *
decode_raw_state(wmem_allocator_t *pool, tf_field_value *value, const tf_place *place,
                 const tf_wire_field *at)
{
    wmem_array_t *entries = wmem_array_new(pool, sizeof(tf_flatmap_entry));
    tf_encoded encoded = {0};
    tf_wire_reader reader;
    tf_wire_field field;

    tf_wire_enter(&reader, place->data, at);
    while (tf_wire_next(&reader, &field) == TF_WIRE_OK) {
        if (field.wire_type != TF_WIRE_BYTES)
            continue;
        if (field.number == RAW_STATE_JSON) {
            take_bytes(place, &field, &encoded.json, &encoded.json_length);
        } else if (field.number == RAW_STATE_FLATMAP) {
            tf_flatmap_entry entry = read_flatmap_entry(place, &field);
            wmem_array_append_one(entries, entry);
        }
    }
    if (encoded.json_length || wmem_array_get_count(entries) == 0) {
        decode_encoded(pool, value, place, &encoded, true);
        return value;
    }
    value->flatmap = true;
    value->offset = 0;
    value->length = at->value_offset + at->value_length;
    value->decoded =
        tf_decode_flatmap(pool, (const tf_flatmap_entry *)wmem_array_get_raw(entries),
                          wmem_array_get_count(entries), at->value_offset, at->value_length);
    return value;
}

tf_field_value *
tf_place_decode(wmem_allocator_t *pool, const tf_place *place, const tf_wire_field *at)
{
    tf_field_value *value = wmem_new0(pool, tf_field_value);

    value->field = tf_place_path(pool, place);
    value->type_name = "";
    value->offset = at->value_offset;
    if (tf_is_raw_state(place->field))
        return decode_raw_state(pool, value, place, at);
    return decode_dynamic_value(pool, value, place, at);
}
