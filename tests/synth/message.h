/* message.h
 * A message to be sent, together with what a dissector must say about it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SYNTH_MESSAGE_H
#define SYNTH_MESSAGE_H

#include <stdbool.h>

#include <glib.h>

typedef struct synth_message {
    GByteArray *bytes; /**< protobuf, without gRPC's prefix */
    char *name;        /**< `PlanResourceChange.Request`; NULL if no dissector of ours knows it */
    GPtrArray *fields; /**< of char *: fields that hold values, in wire order */
    GPtrArray *values; /**< of char *: lines `path = literal`, in wire order */
    bool unchecked;    /**< nothing is promised about fields and values */
} synth_message;

/** An empty message. @param name may be NULL. Free with synth_message_free(). */
synth_message *synth_message_new(const char *name);

void synth_message_free(synth_message *message);

/** The next field that holds a value is this. @param field `config` */
void synth_message_expect_field(synth_message *message, const char *field);

/** The next value reads so. @param line `path = literal` */
void synth_message_expect_value(synth_message *message, const char *line);

/** The next values read so: lines parted by newlines. NULL: their text is not promised. */
void synth_message_expect_lines(synth_message *message, const char *lines);

/**
 * Adds a DynamicValue in MessagePack, and expects it.
 * @param value released
 * @param lines of synth_message_expect_lines()
 */
void synth_message_add_msgpack(synth_message *message, unsigned field, const char *field_name,
                               GByteArray *value, const char *lines);

/** A DynamicValue in MessagePack alone. @param value released. */
GByteArray *synth_dynamic_value(GByteArray *value);

#endif
