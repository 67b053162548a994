/*
 * Shared by the fake core and the fake provider. See wire.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
buffer_add(Buffer *buffer, const void *bytes, size_t length)
{
    if (length == 0) {
        return;
    }
    if (buffer->length + length > buffer->room) {
        buffer->room = (buffer->length + length) * 2;
        buffer->bytes = realloc(buffer->bytes, buffer->room);
        if (buffer->bytes == NULL) {
            abort();
        }
    }
    if (bytes != NULL) {
        memcpy(buffer->bytes + buffer->length, bytes, length);
    } else {
        memset(buffer->bytes + buffer->length, 0, length);
    }
    buffer->length += length;
}

void
buffer_clear(Buffer *buffer)
{
    free(buffer->bytes);
    memset(buffer, 0, sizeof *buffer);
}

static void
put_varint(Buffer *buffer, uint64_t value)
{
    do {
        uint8_t byte = (uint8_t)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
        buffer_add(buffer, &byte, 1);
        value >>= 7;
    } while (value != 0);
}

void
put_field(Buffer *buffer, unsigned number, const void *bytes, size_t length)
{
    put_varint(buffer, (uint64_t)number << 3 | 2);
    put_varint(buffer, length);
    buffer_add(buffer, bytes, length);
}

static uint64_t
get_varint(const uint8_t *message, size_t size, size_t *at)
{
    uint64_t value = 0;

    for (unsigned shift = 0; *at < size && shift < 64; shift += 7) {
        uint8_t byte = message[(*at)++];
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) {
            break;
        }
    }
    return value;
}

const uint8_t *
find_field(const uint8_t *message, size_t size, unsigned number, size_t *length)
{
    size_t at = 0;

    while (at < size) {
        uint64_t tag = get_varint(message, size, &at);
        uint64_t value = get_varint(message, size, &at);
        if ((tag & 7) == 2) {
            if (value > size - at) {
                return NULL;
            }
            if (tag >> 3 == number) {
                *length = value;
                return message + at;
            }
            at += value;
        } else if ((tag & 7) != 0) {
            return NULL;
        }
    }
    return NULL;
}

void
put_grpc(Buffer *buffer, const Buffer *message)
{
    uint8_t head[5] = {0, (uint8_t)(message->length >> 24), (uint8_t)(message->length >> 16),
                       (uint8_t)(message->length >> 8), (uint8_t)message->length};

    buffer_add(buffer, head, sizeof head);
    buffer_add(buffer, message->bytes, message->length);
}

const uint8_t *
grpc_message(const Buffer *body, size_t *length)
{
    const uint8_t *b = body->bytes;

    if (body->length < 5 || b[0] != 0) {
        return NULL;
    }
    *length = (size_t)b[1] << 24 | (size_t)b[2] << 16 | (size_t)b[3] << 8 | b[4];
    return *length == body->length - 5 ? b + 5 : NULL;
}

nghttp2_nv
header(const char *name, const char *value)
{
    nghttp2_nv nv = {(uint8_t *)name, (uint8_t *)value, strlen(name), strlen(value),
                     NGHTTP2_NV_FLAG_NONE};
    return nv;
}

ssize_t
read_body(nghttp2_session *session, int32_t stream, uint8_t *out, size_t length, uint32_t *flags,
          nghttp2_data_source *source, void *user_data)
{
    Buffer *body = source->ptr;
    size_t n = body->length - body->taken < length ? body->length - body->taken : length;

    (void)session;
    (void)stream;
    (void)user_data;
    memcpy(out, body->bytes + body->taken, n);
    body->taken += n;
    if (body->taken == body->length) {
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    }
    return (ssize_t)n;
}

/* FALSE while the socket takes no more. */
static int
write_unsent(int fd, Buffer *unsent)
{
    while (unsent->taken < unsent->length) {
        ssize_t n = write(fd, unsent->bytes + unsent->taken, unsent->length - unsent->taken);
        if (n < 0) {
            return errno == EAGAIN ? 0 : -1;
        }
        unsent->taken += (size_t)n;
    }
    unsent->length = unsent->taken = 0;
    return 1;
}

int
session_write(nghttp2_session *session, int fd, Buffer *unsent)
{
    int state;

    while ((state = write_unsent(fd, unsent)) > 0) {
        const uint8_t *bytes;
        ssize_t n;
        /* Several frames in one write, as grpc-go does. */
        while (unsent->length < 32768 && (n = nghttp2_session_mem_send(session, &bytes)) > 0) {
            buffer_add(unsent, bytes, (size_t)n);
        }
        if (unsent->length == 0) {
            return 0;
        }
    }
    return state;
}

int
session_read(nghttp2_session *session, int fd)
{
    uint8_t bytes[65536];
    ssize_t n = read(fd, bytes, sizeof bytes);

    if (n == 0) {
        return 0;
    }
    if (n < 0) {
        return errno == EAGAIN ? 1 : -1;
    }
    return nghttp2_session_mem_recv(session, bytes, (size_t)n) == n ? 1 : -1;
}
