/* headers.h
 * The header fields of HTTP/2. Wireshark decompresses those of a HEADERS or CONTINUATION frame into
 * bytes of their own, and one field of the tree, http2.header.length, lies on them: that is enough
 * to read them all, where http2.header.name and http2.header.value are two items for each.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_HEADERS_H
#define TF_PLUGIN_HEADERS_H

#include "compat.h"

#include "codec/value.h"

/** One header field, in the bytes of its frame's header fields. */
typedef struct tf_header {
    tf_span name, value;
} tf_header;

/** A walk over the header fields of one frame. */
typedef struct tf_headers {
    const uint8_t *at, *end;
} tf_headers;

/** Begins a walk. @param length http2.header.length of the frame */
tf_headers tf_headers_of(const field_info *length);

/** Takes the next header field. @return false if there is none, or if the bytes are not laid out as
 * Wireshark 4.0 to 4.6 do it */
bool tf_headers_next(tf_headers *headers, tf_header *header);

/** Is this the name of the header field? */
bool tf_header_is(const tf_header *header, const char *name);

/** Its value, as http2.header.value has it. */
const char *tf_header_value(wmem_allocator_t *pool, const tf_header *header);

#endif
