/* message.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "message.h"

#include "pb.h"

#define DYNAMIC_VALUE_MSGPACK 1

synth_message *
synth_message_new(const char *name)
{
    synth_message *message = g_new0(synth_message, 1);
    message->bytes = g_byte_array_new();
    message->name = g_strdup(name);
    message->fields = g_ptr_array_new_with_free_func(g_free);
    message->values = g_ptr_array_new_with_free_func(g_free);
    return message;
}

void
synth_message_free(synth_message *message)
{
    g_byte_array_unref(message->bytes);
    g_free(message->name);
    g_ptr_array_unref(message->fields);
    g_ptr_array_unref(message->values);
    g_free(message);
}

void
synth_message_expect_field(synth_message *message, const char *field)
{
    g_ptr_array_add(message->fields, g_strdup(field));
}

void
synth_message_expect_value(synth_message *message, const char *line)
{
    g_ptr_array_add(message->values, g_strdup(line));
}

void
synth_message_expect_lines(synth_message *message, const char *lines)
{
    char **split = g_strsplit(lines ? lines : "", "\n", -1);
    if (!lines)
        message->unchecked = true;
    for (char **line = split; *line; line++)
        synth_message_expect_value(message, *line);
    g_strfreev(split);
}

GByteArray *
synth_dynamic_value(GByteArray *value)
{
    GByteArray *out = g_byte_array_new();
    synth_pb_message(out, DYNAMIC_VALUE_MSGPACK, value);
    return out;
}

void
synth_message_add_msgpack(synth_message *message, unsigned field, const char *field_name,
                          GByteArray *value, const char *lines)
{
    synth_pb_message(message->bytes, field, synth_dynamic_value(value));
    synth_message_expect_field(message, field_name);
    synth_message_expect_lines(message, lines);
}
