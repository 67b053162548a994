/* pb.h
 * Writes protobuf, field by field, in the order of the calls: zero values too, unlike generated
 * code, since a test may want them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SYNTH_PB_H
#define SYNTH_PB_H

#include <stdint.h>

#include <glib.h>

void synth_pb_varint(GByteArray *out, unsigned field, uint64_t value);
void synth_pb_bytes(GByteArray *out, unsigned field, const void *bytes, size_t length);
void synth_pb_string(GByteArray *out, unsigned field, const char *text);

/** A message within a message, which is released. */
void synth_pb_message(GByteArray *out, unsigned field, GByteArray *message);

/** An entry of a map from string to message, which is released. */
void synth_pb_map_entry(GByteArray *out, unsigned field, const char *key, GByteArray *message);

/** An entry of a map from string to string. */
void synth_pb_string_entry(GByteArray *out, unsigned field, const char *key, const char *value);

#endif
