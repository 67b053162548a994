/*
 * A provider as go-plugin would serve it, in clear over a unix socket: handshake line, HTTP/2, the
 * calls of tfplugin5 that the fake core makes. FAKE_MODE makes it fail on purpose:
 *   crash-start, garbage, garbage-before, hang-start, crash-call, hang-call
 * FAKE_OLD=1 ignores PLUGIN_UNIX_SOCKET_DIR as providers of old did, FAKE_SCHEMA_TYPES says how
 * many resource types of 10 kB the schema has.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <fcntl.h>

#include "wire.h"

#define CONNECTIONS_MAX 256

typedef struct {
    Buffer request;
    Buffer response;
    char path[128];
} Call;

typedef struct {
    int fd;
    nghttp2_session *session;
    Buffer unsent;
} Connection;

static Connection connections[CONNECTIONS_MAX];
static size_t connection_count;
static char socket_path[108];
static int shutting_down;

static int
mode_is(const char *name)
{
    const char *mode = getenv("FAKE_MODE");

    return mode != NULL && strcmp(mode, name) == 0;
}

/* One resource type: Schema{block: Block{attributes: [Attribute{name, type, description}]}} */
static void
put_type(Buffer *message, unsigned number)
{
    static char description[10000];
    Buffer attribute = {0};
    Buffer block = {0};
    Buffer block_field = {0};
    Buffer entry = {0};
    char name[32];

    memset(description, 'a' + (int)(number % 26), sizeof description);
    put_field(&attribute, 1, "value", 5);
    put_field(&attribute, 2, "\"string\"", 8);
    put_field(&attribute, 3, description, sizeof description);
    put_field(&block, 2, attribute.bytes, attribute.length);
    put_field(&block_field, 2, block.bytes, block.length);
    snprintf(name, sizeof name, "fake_type%u", number);
    put_field(&entry, 1, name, strlen(name));
    put_field(&entry, 2, block_field.bytes, block_field.length);
    put_field(message, 2, entry.bytes, entry.length);
    buffer_clear(&attribute);
    buffer_clear(&block);
    buffer_clear(&block_field);
    buffer_clear(&entry);
}

static void
put_schema(Buffer *message)
{
    const char *types = getenv("FAKE_SCHEMA_TYPES");
    unsigned count = types ? (unsigned)atoi(types) : 3;

    for (unsigned i = 0; i < count; i++) {
        put_type(message, i);
    }
}

/* PlanResourceChange and ApplyResourceChange give back the state that was proposed. */
static void
put_state(Buffer *message, const Buffer *body, unsigned field)
{
    size_t size;
    size_t length = 0;
    const uint8_t *request = grpc_message(body, &size);
    const uint8_t *value = request ? find_field(request, size, field, &length) : NULL;

    if (value != NULL) {
        put_field(message, 1, value, length);
    }
}

/* A bulk request holds the wanted size as text. */
static void
put_bulk(Buffer *message, const Buffer *body)
{
    char text[32] = "";
    size_t size;
    const uint8_t *request = grpc_message(body, &size);

    if (request != NULL && size < sizeof text) {
        memcpy(text, request, size);
        buffer_add(message, NULL, strtoul(text, NULL, 10));
    }
}

static void
answer(const char *path, const Buffer *request, Buffer *response)
{
    const char *method = strrchr(path, '/') + 1;
    Buffer message = {0};

    if (strcmp(method, "GetSchema") == 0) {
        put_schema(&message);
    } else if (strcmp(method, "PlanResourceChange") == 0) {
        put_state(&message, request, 3);
    } else if (strcmp(method, "ApplyResourceChange") == 0) {
        if (mode_is("crash-call")) {
            _exit(3);
        }
        put_state(&message, request, 3);
    } else if (strcmp(method, "Bulk") == 0) {
        put_bulk(&message, request);
    } else if (strcmp(method, "Shutdown") == 0) {
        shutting_down = 1;
    }
    put_grpc(response, &message);
    buffer_clear(&message);
}

static ssize_t
read_response(nghttp2_session *session, int32_t stream, uint8_t *out, size_t length,
              uint32_t *flags, nghttp2_data_source *source, void *user_data)
{
    ssize_t n = read_body(session, stream, out, length, flags, source, user_data);

    if (*flags & NGHTTP2_DATA_FLAG_EOF) {
        nghttp2_nv trailers[] = {header("grpc-status", "0"), header("grpc-message", "")};
        *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
        nghttp2_submit_trailer(session, stream, trailers, 2);
    }
    return n;
}

static int
on_begin_headers(nghttp2_session *session, const nghttp2_frame *frame, void *user_data)
{
    (void)user_data;
    if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
        nghttp2_session_set_stream_user_data(session, frame->hd.stream_id, calloc(1, sizeof(Call)));
    }
    return 0;
}

static int
on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
          size_t name_length, const uint8_t *value, size_t length, uint8_t flags, void *user_data)
{
    Call *call = nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);

    (void)flags;
    (void)user_data;
    if (call != NULL && name_length == 5 && memcmp(name, ":path", 5) == 0) {
        snprintf(call->path, sizeof call->path, "%.*s", (int)length, (const char *)value);
    }
    return 0;
}

static int
on_data(nghttp2_session *session, uint8_t flags, int32_t stream, const uint8_t *data, size_t length,
        void *user_data)
{
    Call *call = nghttp2_session_get_stream_user_data(session, stream);

    (void)flags;
    (void)user_data;
    buffer_add(&call->request, data, length);
    return 0;
}

static int
on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *user_data)
{
    nghttp2_nv headers[] = {header(":status", "200"), header("content-type", "application/grpc")};
    Call *call;

    (void)user_data;
    if ((frame->hd.type != NGHTTP2_DATA && frame->hd.type != NGHTTP2_HEADERS) ||
        !(frame->hd.flags & NGHTTP2_FLAG_END_STREAM)) {
        return 0;
    }
    call = nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
    if (call != NULL && mode_is("hang-call") && strstr(call->path, "ApplyResourceChange")) {
        /* Says so to a test that waits for it. */
        close(creat(getenv("FAKE_HANGS"), 0600));
        return 0;
    }
    if (call != NULL) {
        nghttp2_data_provider body = {.source.ptr = &call->response,
                                      .read_callback = read_response};
        answer(call->path, &call->request, &call->response);
        nghttp2_submit_response(session, frame->hd.stream_id, headers, 2, &body);
    }
    return 0;
}

static int
on_close(nghttp2_session *session, int32_t stream, uint32_t error_code, void *user_data)
{
    Call *call = nghttp2_session_get_stream_user_data(session, stream);

    (void)error_code;
    (void)user_data;
    if (call != NULL) {
        buffer_clear(&call->request);
        buffer_clear(&call->response);
        free(call);
    }
    return 0;
}

static nghttp2_session *
new_session(void)
{
    nghttp2_session_callbacks *callbacks;
    nghttp2_session *session;

    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, on_begin_headers);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    nghttp2_session_server_new(&session, callbacks, NULL);
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, NULL, 0);
    return session;
}

/* FALSE when the connection is over. */
static int
serve(Connection *connection, short events)
{
    if (events & (POLLIN | POLLHUP | POLLERR) &&
        session_read(connection->session, connection->fd) <= 0) {
        return 0;
    }
    return session_write(connection->session, connection->fd, &connection->unsent) == 0 &&
           (nghttp2_session_want_read(connection->session) ||
            nghttp2_session_want_write(connection->session) || connection->unsent.length > 0);
}

static void
drop(size_t i)
{
    close(connections[i].fd);
    nghttp2_session_del(connections[i].session);
    buffer_clear(&connections[i].unsent);
    connections[i] = connections[--connection_count];
}

static void
serve_all(int listener)
{
    struct pollfd polls[CONNECTIONS_MAX + 1];

    for (;;) {
        polls[0] = (struct pollfd){listener, POLLIN, 0};
        for (size_t i = 0; i < connection_count; i++) {
            short events = connections[i].unsent.length ? POLLIN | POLLOUT : POLLIN;
            polls[i + 1] = (struct pollfd){connections[i].fd, events, 0};
        }
        if (poll(polls, connection_count + 1, -1) < 0) {
            return;
        }
        for (size_t i = connection_count; i-- > 0;) {
            if (polls[i + 1].revents && !serve(&connections[i], polls[i + 1].revents)) {
                drop(i);
            }
        }
        if (polls[0].revents && connection_count < CONNECTIONS_MAX) {
            int fd = accept(listener, NULL, NULL);
            fcntl(fd, F_SETFL, O_NONBLOCK);
            connections[connection_count++] = (Connection){fd, new_session(), {0}};
            serve(&connections[connection_count - 1], 0);
        }
        if (shutting_down) {
            unlink(socket_path);
            return;
        }
    }
}

static int
listen_somewhere(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *folder = getenv("FAKE_OLD") ? NULL : getenv("PLUGIN_UNIX_SOCKET_DIR");
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    if (folder == NULL || *folder == '\0') {
        folder = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    }
    snprintf(socket_path, sizeof socket_path, "%s/plugin%09u", folder, (unsigned)getpid());
    memcpy(address.sun_path, socket_path, sizeof address.sun_path);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 128) != 0) {
        perror(socket_path);
        exit(1);
    }
    return fd;
}

int
main(void)
{
    const char *cookie = getenv("TF_PLUGIN_MAGIC_COOKIE");
    const char *certificate = getenv("PLUGIN_CLIENT_CERT");
    int listener;

    if (cookie == NULL || strcmp(cookie, MAGIC_COOKIE) != 0) {
        fputs("This binary is a plugin. These are not meant to be executed directly.\n", stderr);
        return 1;
    }
    if (certificate != NULL && *certificate != '\0') {
        fputs("TLS is asked for, which this provider cannot do\n", stderr);
        return 1;
    }
    if (mode_is("crash-start")) {
        return 1;
    }
    if (mode_is("hang-start")) {
        pause();
    }
    if (mode_is("garbage")) {
        puts("Segmentation violation, more or less");
        fflush(stdout);
        pause();
    }
    if (mode_is("garbage-before")) {
        puts("debug output that does not belong here");
    }
    signal(SIGINT, SIG_IGN); /* as go-plugin does: Ctrl-C is core's business */
    signal(SIGPIPE, SIG_IGN);
    listener = listen_somewhere();
    printf("1|5|unix|%s|grpc|\n", socket_path);
    fflush(stdout);
    serve_all(listener);
    return 0;
}
