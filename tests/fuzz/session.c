/* session.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "session.h"

#include <string.h>

enum { DATA = 0, HEADERS = 1, SETTINGS = 4, END_HEADERS = 4, END_STREAM = 1 };
enum { IP_HEAD = 20, TCP_HEAD = 20, MAX_SEGMENT = 60000, MAX_DATA_FRAME = 16384 };

static void
put(GByteArray *out, const void *data, size_t length)
{
    g_byte_array_append(out, (const guint8 *)data, (guint)length);
}

static void
put_number(GByteArray *out, uint32_t value, unsigned bytes)
{
    while (bytes-- > 0)
        put(out, (const uint8_t[]){(uint8_t)(value >> (8 * bytes))}, 1);
}

static void
put_frame_head(GByteArray *out, uint32_t length, uint8_t type, uint8_t flags, uint32_t stream)
{
    put_number(out, length, 3);
    put_number(out, type, 1);
    put_number(out, flags, 1);
    put_number(out, stream, 4);
}

/* A literal header field that HPACK's table does not keep, without Huffman coding. */
static void
put_header(GByteArray *block, const char *name, const char *value)
{
    size_t length = MIN(strlen(value), 126);

    put_number(block, 0, 1);
    put_number(block, (uint32_t)strlen(name), 1);
    put(block, name, strlen(name));
    put_number(block, (uint32_t)length, 1);
    put(block, value, length);
}

static void
put_headers(session *s, const GByteArray *block, uint8_t flags)
{
    put_frame_head(s->pending, block->len, HEADERS, (uint8_t)(END_HEADERS | flags), s->stream);
    put(s->pending, block->data, block->len);
}

void
session_begin(session *s, unsigned number)
{
    static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    *s = (session){.pending = g_byte_array_new(), .number = number};
    put(s->pending, preface, sizeof preface - 1);
    put_frame_head(s->pending, 0, SETTINGS, 0, 0);
}

void
session_end(session *s)
{
    g_byte_array_free(s->pending, TRUE);
}

void
session_call(session *s, const char *path)
{
    GByteArray *block = g_byte_array_new();

    s->stream += s->stream ? 2 : 1;
    put_header(block, ":method", "POST");
    put_header(block, ":scheme", "http");
    put_header(block, ":path", path);
    put_header(block, "content-type", "application/grpc");
    put_headers(s, block, 0);
    g_byte_array_free(block, TRUE);
}

static void
put_response_head(session *s)
{
    GByteArray *block = g_byte_array_new();

    put_header(block, ":status", "200");
    put_header(block, "content-type", "application/grpc");
    put_headers(s, block, 0);
    g_byte_array_free(block, TRUE);
}

static void
put_trailers(session *s)
{
    GByteArray *block = g_byte_array_new();

    put_header(block, "grpc-status", "0");
    put_headers(s, block, END_STREAM);
    g_byte_array_free(block, TRUE);
}

void
session_message(session *s, bool response, const uint8_t *data, uint32_t length)
{
    GByteArray *body = g_byte_array_new();

    if (response)
        put_response_head(s);
    put_number(body, 0, 1);
    put_number(body, length, 4);
    put(body, data, length);
    for (uint32_t at = 0; at < body->len; at += MAX_DATA_FRAME) {
        uint32_t part = MIN(body->len - at, (uint32_t)MAX_DATA_FRAME);
        put_frame_head(s->pending, part, DATA, 0, s->stream);
        put(s->pending, body->data + at, part);
    }
    if (response)
        put_trailers(s);
    g_byte_array_free(body, TRUE);
}

static void
put_packet(GByteArray *out, session *s, bool response, const uint8_t *data, uint32_t length)
{
    static const uint8_t addresses[2][4] = {{10, 0, 0, 1}, {10, 0, 0, 2}};
    const uint32_t ports[2] = {20000 + s->number, 40000 + s->number};

    put_number(out, 0x45000000 | (IP_HEAD + TCP_HEAD + length), 4);
    put_number(out, 0x00004000, 4); /* not fragmented */
    put_number(out, 0x40060000, 4); /* TCP, no checksum */
    put(out, addresses[response], 4);
    put(out, addresses[!response], 4);
    put_number(out, ports[response], 2);
    put_number(out, ports[!response], 2);
    put_number(out, s->sequence[response] + 1, 4);
    put_number(out, s->sequence[!response] + 1, 4);
    put_number(out, 0x5018ffff, 4); /* PSH, ACK */
    put_number(out, 0, 4);
    put(out, data, length);
    s->sequence[response] += length;
}

void
session_send(session *s, bool response, session_packet send, void *user)
{
    GByteArray *packet = g_byte_array_new();

    for (uint32_t at = 0; at < s->pending->len; at += MAX_SEGMENT) {
        g_byte_array_set_size(packet, 0);
        put_packet(packet, s, response, s->pending->data + at,
                   MIN(s->pending->len - at, (uint32_t)MAX_SEGMENT));
        send(packet->data, packet->len, user);
    }
    g_byte_array_set_size(s->pending, 0);
    g_byte_array_free(packet, TRUE);
}
