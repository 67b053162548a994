/* wire.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "wire.h"

#define MAX_VARINT_LENGTH 10

void
tf_wire_init(tf_wire_reader *r, const uint8_t *data, uint32_t offset, uint32_t end)
{
    r->data = data;
    r->offset = offset;
    r->end = end > offset ? end : offset;
}

void
tf_wire_enter(tf_wire_reader *r, const uint8_t *data, const tf_wire_field *field)
{
    tf_wire_init(r, data, field->value_offset, field->value_offset + field->value_length);
}

static uint32_t
left(const tf_wire_reader *r)
{
    return r->end - r->offset;
}

/* On failure the reader stays where the varint begins. */
static tf_wire_status
read_varint(tf_wire_reader *r, uint64_t *value)
{
    const uint8_t *p = r->data + r->offset;
    uint64_t result = 0;

    for (uint32_t i = 0; i < MAX_VARINT_LENGTH; i++) {
        if (i == left(r))
            return TF_WIRE_TRUNCATED;
        if (i == MAX_VARINT_LENGTH - 1 && p[i] > 1)
            return TF_WIRE_BAD_VARINT;
        result |= (uint64_t)(p[i] & 0x7f) << (7 * i);
        if (p[i] < 0x80) {
            r->offset += i + 1;
            *value = result;
            return TF_WIRE_OK;
        }
    }
    return TF_WIRE_BAD_VARINT;
}

static tf_wire_status
read_fixed(tf_wire_reader *r, uint32_t size, uint64_t *value)
{
    if (left(r) < size)
        return TF_WIRE_TRUNCATED;
    *value = 0;
    for (uint32_t i = 0; i < size; i++)
        *value |= (uint64_t)r->data[r->offset + i] << (8 * i);
    r->offset += size;
    return TF_WIRE_OK;
}

static tf_wire_status
read_tag(tf_wire_reader *r, uint32_t *number, uint8_t *wire_type)
{
    uint64_t tag;
    tf_wire_status status = read_varint(r, &tag);

    if (status != TF_WIRE_OK)
        return status;
    if (tag > UINT32_MAX || tag >> 3 == 0)
        return TF_WIRE_BAD_TAG;
    *number = (uint32_t)(tag >> 3);
    *wire_type = tag & 7;
    return *wire_type <= TF_WIRE_FIXED32 ? TF_WIRE_OK : TF_WIRE_BAD_TAG;
}

static tf_wire_status
read_bytes(tf_wire_reader *r, uint32_t *value_offset)
{
    uint64_t length;
    tf_wire_status status = read_varint(r, &length);

    if (status != TF_WIRE_OK)
        return status;
    *value_offset = r->offset;
    if (length > left(r))
        return TF_WIRE_TRUNCATED;
    r->offset += (uint32_t)length;
    return TF_WIRE_OK;
}

/* The value of a field that is no group. */
static tf_wire_status
read_value(tf_wire_reader *r, uint8_t wire_type, uint32_t *value_offset, uint64_t *scalar)
{
    switch (wire_type) {
    case TF_WIRE_VARINT:
        return read_varint(r, scalar);
    case TF_WIRE_FIXED64:
        return read_fixed(r, 8, scalar);
    case TF_WIRE_FIXED32:
        return read_fixed(r, 4, scalar);
    case TF_WIRE_BYTES:
        return read_bytes(r, value_offset);
    default:
        return TF_WIRE_BAD_GROUP;
    }
}

/* Passes over the fields of group `number` and its end tag. A stack of its own, as the depth is the
 * sender's choice. Sets `value_end` to where the end tag begins. */
static tf_wire_status
skip_group(tf_wire_reader *r, uint32_t number, uint32_t *value_end)
{
    uint32_t open[TF_WIRE_MAX_GROUPS] = {number};
    uint32_t depth = 1;

    while (depth > 0) {
        uint32_t inner, ignored_offset;
        uint64_t ignored_scalar;
        uint8_t wire_type;

        *value_end = r->offset;
        tf_wire_status status = read_tag(r, &inner, &wire_type);
        if (status != TF_WIRE_OK)
            return status;
        if (wire_type == TF_WIRE_GROUP && depth < TF_WIRE_MAX_GROUPS)
            open[depth++] = inner;
        else if (wire_type == TF_WIRE_END_GROUP && open[depth - 1] == inner)
            depth--;
        else if ((status = read_value(r, wire_type, &ignored_offset, &ignored_scalar)))
            return status;
    }
    return TF_WIRE_OK;
}

/* Reads a field but for its length and value_length; `value_end` is set for a group only. */
static tf_wire_status
read_field(tf_wire_reader *r, tf_wire_field *field, uint32_t *value_end)
{
    tf_wire_status status = read_tag(r, &field->number, &field->wire_type);

    field->value_offset = r->offset;
    if (status != TF_WIRE_OK)
        return status;
    if (field->wire_type == TF_WIRE_GROUP)
        return skip_group(r, field->number, value_end);
    return read_value(r, field->wire_type, &field->value_offset, &field->scalar);
}

tf_wire_status
tf_wire_next(tf_wire_reader *r, tf_wire_field *field)
{
    uint32_t value_end = 0;

    if (left(r) == 0)
        return TF_WIRE_END;
    *field = (tf_wire_field){.offset = r->offset};
    tf_wire_status status = read_field(r, field, &value_end);
    if (status != TF_WIRE_OK)
        r->offset = r->end;
    if (status != TF_WIRE_OK || field->wire_type != TF_WIRE_GROUP)
        value_end = r->offset;
    field->length = r->offset - field->offset;
    field->value_length = value_end - field->value_offset;
    return status;
}

const char *
tf_wire_status_text(tf_wire_status status)
{
    switch (status) {
    case TF_WIRE_OK:
        return "ok";
    case TF_WIRE_END:
        return "no more fields";
    case TF_WIRE_TRUNCATED:
        return "field is cut off";
    case TF_WIRE_BAD_TAG:
        return "field has no valid number or wire type";
    case TF_WIRE_BAD_VARINT:
        return "integer has more than 64 bits";
    case TF_WIRE_BAD_GROUP:
        return "group has no start or is nested too deeply";
    }
    return "unknown error";
}
