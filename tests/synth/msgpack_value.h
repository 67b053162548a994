/* msgpack_value.h
 * Values in MessagePack: the ordinary ones by msgpack-c, the odd ones byte by byte.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SYNTH_MSGPACK_VALUE_H
#define SYNTH_MSGPACK_VALUE_H

#include <glib.h>

/**
 * A map of strings as an encoder writes an object.
 * @param first a key, followed by its value, further pairs, and NULL; a NULL value writes nil
 * @return to be released by the caller
 */
GByteArray *synth_msgpack_object(const char *first, ...) G_GNUC_NULL_TERMINATED;

/**
 * Bytes as a test writes them: hex digits, text between single quotes, spaces ignored. `*N` after a
 * byte or a text repeats it N times in all: `da012c 'a'*300`. `@` before a text makes it a bin8.
 * @return to be released by the caller; a mistake in the text ends the program
 */
GByteArray *synth_bytes(const char *text);

#endif
