/*
 * What the fake core and the fake provider share: buffers, protobuf fields, gRPC messages.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TESTS_EXTCAP_WIRE_H
#define TESTS_EXTCAP_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include <nghttp2/nghttp2.h>

#define MAGIC_COOKIE "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"

typedef struct {
    uint8_t *bytes;
    size_t length;
    size_t room;
    size_t taken; /* by the sender */
} Buffer;

/* Appends; ends the program when memory runs out. `bytes` may be NULL: zeros. */
void buffer_add(Buffer *buffer, const void *bytes, size_t length);
void buffer_clear(Buffer *buffer);

/* Appends a length-delimited protobuf field. */
void put_field(Buffer *buffer, unsigned number, const void *bytes, size_t length);

/* Finds the first length-delimited field `number`; NULL if there is none. */
const uint8_t *find_field(const uint8_t *message, size_t size, unsigned number, size_t *length);

/* Appends a gRPC message: the five bytes before it, and itself. */
void put_grpc(Buffer *buffer, const Buffer *message);

/* The message in a complete gRPC body, or NULL. */
const uint8_t *grpc_message(const Buffer *body, size_t *length);

/* An HTTP/2 header of string constants. */
nghttp2_nv header(const char *name, const char *value);

/* A data source that sends the Buffer `source->ptr` and then ends the stream or leaves trailers. */
ssize_t read_body(nghttp2_session *session, int32_t stream, uint8_t *out, size_t length,
                  uint32_t *flags, nghttp2_data_source *source, void *user_data);

/* Writes what the session has to send, as far as the socket takes it; 0, or -1 if it is broken. */
int session_write(nghttp2_session *session, int fd, Buffer *unsent);

/* Feeds the session what has arrived; 1, 0 at the end of the connection, -1 if it is broken. */
int session_read(nghttp2_session *session, int fd);

#endif
