/* pb.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "pb.h"

#include <string.h>

#define WIRE_VARINT 0
#define WIRE_LENGTH 2

static void
add_varint(GByteArray *out, uint64_t value)
{
    do {
        guint8 byte = (guint8)((value & 0x7F) | (value > 0x7F ? 0x80 : 0));
        g_byte_array_append(out, &byte, 1);
        value >>= 7;
    } while (value > 0);
}

static void
add_tag(GByteArray *out, unsigned field, unsigned wire_type)
{
    add_varint(out, field << 3 | wire_type);
}

void
synth_pb_varint(GByteArray *out, unsigned field, uint64_t value)
{
    add_tag(out, field, WIRE_VARINT);
    add_varint(out, value);
}

void
synth_pb_bytes(GByteArray *out, unsigned field, const void *bytes, size_t length)
{
    add_tag(out, field, WIRE_LENGTH);
    add_varint(out, length);
    if (length > 0)
        g_byte_array_append(out, (const guint8 *)bytes, (guint)length);
}

void
synth_pb_string(GByteArray *out, unsigned field, const char *text)
{
    synth_pb_bytes(out, field, text, strlen(text));
}

void
synth_pb_message(GByteArray *out, unsigned field, GByteArray *message)
{
    synth_pb_bytes(out, field, message->data, message->len);
    g_byte_array_unref(message);
}

void
synth_pb_map_entry(GByteArray *out, unsigned field, const char *key, GByteArray *message)
{
    GByteArray *entry = g_byte_array_new();
    synth_pb_string(entry, 1, key);
    synth_pb_message(entry, 2, message);
    synth_pb_message(out, field, entry);
}

void
synth_pb_string_entry(GByteArray *out, unsigned field, const char *key, const char *value)
{
    GByteArray *entry = g_byte_array_new();
    synth_pb_string(entry, 1, key);
    synth_pb_string(entry, 2, value);
    synth_pb_message(out, field, entry);
}
