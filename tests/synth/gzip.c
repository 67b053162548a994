/* gzip.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "gzip.h"

#include <zlib.h>

#define GZIP_WINDOW (15 + 16)
#define MEMORY_LEVEL 8

GByteArray *
synth_gzip(const uint8_t *bytes, size_t length)
{
    z_stream z = {.next_in = (Bytef *)bytes, .avail_in = (uInt)length};
    GByteArray *out = g_byte_array_new();

    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        g_error("deflateInit2 failed");
    g_byte_array_set_size(out, (guint)deflateBound(&z, (uLong)length));
    z.next_out = out->data;
    z.avail_out = out->len;
    if (deflate(&z, Z_FINISH) != Z_STREAM_END)
        g_error("deflate failed");
    g_byte_array_set_size(out, (guint)z.total_out);
    deflateEnd(&z);
    return out;
}
