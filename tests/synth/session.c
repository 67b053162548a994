/* session.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "session.h"

#include <string.h>

#include <nghttp2/nghttp2.h>

#include "gzip.h"

#define FRAME_HEADER 9
#define MAX_HEADERS 12

typedef struct synth_end {
    nghttp2_session *h2;
    synth_session *session;
} synth_end;

/* One direction of a stream: gRPC bytes that wait for DATA frames. */
typedef struct synth_flow {
    GByteArray *queue;
    guint taken;
    uint32_t frame_size;
    uint8_t padding;
    bool ended;
} synth_flow;

typedef struct synth_stream {
    int32_t id;
    synth_flow flow[2];
    char *content_type, *encoding;
    char *status, *status_message;
    bool responded;
} synth_stream;

struct synth_session {
    synth_options options;
    synth_tcp *tcp;
    synth_end end[2];
    GHashTable *streams;
};

static void
check(int result, const char *what)
{
    if (result < 0)
        g_error("%s: %s", what, nghttp2_strerror(result));
}

/* --- Streams --------------------------------------------------------------------------------- */

static void
free_stream(gpointer data)
{
    synth_stream *stream = (synth_stream *)data;
    g_byte_array_unref(stream->flow[SYNTH_CLIENT].queue);
    g_byte_array_unref(stream->flow[SYNTH_SERVER].queue);
    g_free(stream->content_type);
    g_free(stream->encoding);
    g_free(stream->status);
    g_free(stream->status_message);
    g_free(stream);
}

static synth_stream *
new_stream(const synth_call_options *options)
{
    synth_stream *stream = g_new0(synth_stream, 1);
    stream->content_type =
        g_strdup(options->content_type ? options->content_type : "application/grpc");
    stream->encoding = g_strdup(options->encoding);
    stream->flow[SYNTH_CLIENT].queue = g_byte_array_new();
    stream->flow[SYNTH_SERVER].queue = g_byte_array_new();
    return stream;
}

static synth_stream *
find_stream(synth_session *session, int32_t id)
{
    synth_stream *stream =
        (synth_stream *)g_hash_table_lookup(session->streams, GINT_TO_POINTER(id));
    if (!stream)
        g_error("no stream %d", id);
    return stream;
}

/* --- Headers --------------------------------------------------------------------------------- */

typedef struct header_list {
    nghttp2_nv item[MAX_HEADERS];
    size_t count;
} header_list;

/* A header without a value is left out. nghttp2 copies both when the list is submitted. */
static void
add_header(header_list *list, const char *name, const char *value)
{
    if (!value)
        return;
    g_assert(list->count < MAX_HEADERS);
    list->item[list->count++] = (nghttp2_nv){
        .name = (uint8_t *)name,
        .namelen = strlen(name),
        .value = (uint8_t *)value,
        .valuelen = strlen(value),
    };
}

static void
add_request_headers(header_list *list, const synth_stream *stream, const char *path)
{
    add_header(list, ":method", "POST");
    add_header(list, ":scheme", "http");
    add_header(list, ":path", path);
    add_header(list, ":authority", "unused");
    add_header(list, "content-type", stream->content_type);
    add_header(list, "user-agent", "grpc-go/1.69.4");
    add_header(list, "te", "trailers");
    add_header(list, "grpc-encoding", stream->encoding);
    add_header(list, "grpc-accept-encoding", "gzip");
}

static void
add_response_headers(header_list *list, const synth_stream *stream)
{
    add_header(list, ":status", "200");
    add_header(list, "content-type", stream->content_type);
    add_header(list, "grpc-encoding", stream->encoding);
}

static void
add_trailers(header_list *list, const synth_stream *stream)
{
    add_header(list, "grpc-status", stream->status);
    add_header(list, "grpc-message", stream->status_message);
}

/* --- What nghttp2 asks for ------------------------------------------------------------------- */

/* The end of a server's messages: the trailers carry END_STREAM, not the last DATA frame. */
static void
finish_flow(nghttp2_session *h2, synth_stream *stream, synth_direction from, uint32_t *flags)
{
    header_list list = {.count = 0};

    *flags |= NGHTTP2_DATA_FLAG_EOF;
    if (from == SYNTH_CLIENT)
        return;
    *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
    add_trailers(&list, stream);
    check(nghttp2_submit_trailer(h2, stream->id, list.item, list.count), "trailers");
}

static ssize_t
read_flow(nghttp2_session *h2, int32_t id, uint8_t *buffer, size_t length, uint32_t *flags,
          nghttp2_data_source *source, void *data)
{
    synth_stream *stream = (synth_stream *)source->ptr;
    synth_direction from =
        ((synth_end *)data)->session->end[SYNTH_CLIENT].h2 == h2 ? SYNTH_CLIENT : SYNTH_SERVER;
    synth_flow *flow = &stream->flow[from];
    size_t left = flow->queue->len - flow->taken;
    size_t count = MIN(left, flow->frame_size ? MIN(length, flow->frame_size) : length);

    (void)id;
    if (left == 0 && !flow->ended)
        return NGHTTP2_ERR_DEFERRED;
    if (count > 0)
        memcpy(buffer, flow->queue->data + flow->taken, count);
    flow->taken += (guint)count;
    if (count == left && flow->ended)
        finish_flow(h2, stream, from, flags);
    if (count == left) {
        g_byte_array_set_size(flow->queue, 0);
        flow->taken = 0;
    }
    return (ssize_t)count;
}

static ssize_t
frame_limit(nghttp2_session *h2, uint8_t type, int32_t id, int32_t session_window,
            int32_t stream_window, uint32_t max_frame_size, void *data)
{
    (void)h2, (void)type, (void)id, (void)data;
    return (ssize_t)MIN((uint32_t)MIN(session_window, stream_window), max_frame_size);
}

static ssize_t
padded_length(nghttp2_session *h2, const nghttp2_frame *frame, size_t most, void *data)
{
    synth_end *end = (synth_end *)data;
    synth_direction from = end->session->end[SYNTH_CLIENT].h2 == h2 ? SYNTH_CLIENT : SYNTH_SERVER;
    synth_stream *stream;

    if (frame->hd.type != NGHTTP2_DATA)
        return (ssize_t)frame->hd.length;
    stream = find_stream(end->session, frame->hd.stream_id);
    return (ssize_t)MIN(most, frame->hd.length + stream->flow[from].padding);
}

/* --- Passing bytes --------------------------------------------------------------------------- */

static void
deliver(synth_session *session, synth_direction from, const uint8_t *bytes, size_t length)
{
    synth_tcp_write(session->tcp, from, bytes, length);
    check((int)nghttp2_session_mem_recv(session->end[!from].h2, bytes, length), "receive");
}

static bool
is_headers_frame(const uint8_t *bytes, size_t length)
{
    return length >= FRAME_HEADER && bytes[3] == NGHTTP2_HEADERS &&
           (size_t)(bytes[0] << 16 | bytes[1] << 8 | bytes[2]) + FRAME_HEADER == length;
}

/* Sends the header block of a HEADERS frame as that and CONTINUATION frames of a few bytes. */
static void
deliver_in_pieces(synth_session *session, synth_direction from, const uint8_t *bytes, size_t length)
{
    size_t piece = session->options.continuation;

    for (size_t at = FRAME_HEADER; at < length; at += piece) {
        size_t count = MIN(piece, length - at);
        bool first = at == FRAME_HEADER, last = at + count == length;
        uint8_t frame[FRAME_HEADER] = {(uint8_t)(count >> 16), (uint8_t)(count >> 8),
                                       (uint8_t)count,
                                       first ? NGHTTP2_HEADERS : NGHTTP2_CONTINUATION,
                                       (first ? bytes[4] & ~NGHTTP2_FLAG_END_HEADERS : 0) |
                                           (last ? NGHTTP2_FLAG_END_HEADERS : 0)};
        memcpy(frame + 5, bytes + 5, 4); /* the stream */
        deliver(session, from, frame, sizeof frame);
        deliver(session, from, bytes + at, count);
    }
}

/* Sends all that one side has to say. @return whether it said anything */
static bool
drain(synth_session *session, synth_direction from)
{
    const uint8_t *bytes;
    ssize_t length;
    bool any = false;

    while ((length = nghttp2_session_mem_send(session->end[from].h2, &bytes)) > 0) {
        if (session->options.continuation && is_headers_frame(bytes, (size_t)length))
            deliver_in_pieces(session, from, bytes, (size_t)length);
        else
            deliver(session, from, bytes, (size_t)length);
        any = true;
    }
    check((int)length, "send");
    synth_tcp_flush(session->tcp, from);
    return any;
}

void
synth_flush(synth_session *session)
{
    while (drain(session, SYNTH_CLIENT) | drain(session, SYNTH_SERVER))
        ;
}

/* --- Sessions -------------------------------------------------------------------------------- */

static void
open_end(synth_session *session, synth_direction which)
{
    nghttp2_session_callbacks *callbacks;
    synth_end *end = &session->end[which];

    end->session = session;
    check(nghttp2_session_callbacks_new(&callbacks), "callbacks");
    nghttp2_session_callbacks_set_select_padding_callback(callbacks, padded_length);
    if (session->options.max_frame_size)
        nghttp2_session_callbacks_set_data_source_read_length_callback(callbacks, frame_limit);
    check(which == SYNTH_CLIENT ? nghttp2_session_client_new(&end->h2, callbacks, end)
                                : nghttp2_session_server_new(&end->h2, callbacks, end),
          "session");
    nghttp2_session_callbacks_del(callbacks);
}

static void
submit_settings(synth_session *session, synth_direction which)
{
    const synth_options *options = &session->options;
    nghttp2_settings_entry entries[2];
    size_t count = 0;

    if (options->max_frame_size)
        entries[count++] =
            (nghttp2_settings_entry){NGHTTP2_SETTINGS_MAX_FRAME_SIZE, options->max_frame_size};
    if (options->literal_headers)
        entries[count++] = (nghttp2_settings_entry){NGHTTP2_SETTINGS_HEADER_TABLE_SIZE, 0};
    check(nghttp2_submit_settings(session->end[which].h2, NGHTTP2_FLAG_NONE, entries, count),
          "settings");
}

synth_session *
synth_new(synth_capture *capture, const synth_options *options)
{
    static const synth_options defaults;
    synth_session *session = g_new0(synth_session, 1);

    session->options = options ? *options : defaults;
    session->tcp = synth_tcp_new(capture, &session->options.tcp);
    session->streams = g_hash_table_new_full(NULL, NULL, NULL, free_stream);
    open_end(session, SYNTH_CLIENT);
    open_end(session, SYNTH_SERVER);
    submit_settings(session, SYNTH_CLIENT);
    submit_settings(session, SYNTH_SERVER);
    synth_tcp_set_mss(session->tcp, session->options.cut_preface ? session->options.tcp.mss : 0);
    synth_flush(session);
    synth_tcp_set_mss(session->tcp, session->options.tcp.mss);
    return session;
}

void
synth_close(synth_session *session)
{
    synth_flush(session);
    synth_tcp_close(session->tcp);
    nghttp2_session_del(session->end[SYNTH_CLIENT].h2);
    nghttp2_session_del(session->end[SYNTH_SERVER].h2);
    g_hash_table_unref(session->streams);
    g_free(session);
}

synth_tcp *
synth_tcp_of(synth_session *session)
{
    return session->tcp;
}

/* --- Calls ----------------------------------------------------------------------------------- */

int32_t
synth_call(synth_session *session, const char *path, const synth_call_options *options)
{
    static const synth_call_options defaults;
    header_list list = {.count = 0};
    synth_stream *stream = new_stream(options ? options : &defaults);
    nghttp2_data_provider provider = {.source = {.ptr = stream}, .read_callback = read_flow};
    char *filler = options && options->filler ? g_strnfill(options->filler, '~') : NULL;

    add_request_headers(&list, stream, path);
    add_header(&list, "x-filler", filler);
    stream->id = nghttp2_submit_request(session->end[SYNTH_CLIENT].h2, NULL, list.item, list.count,
                                        &provider, NULL);
    check(stream->id, "request");
    g_free(filler);
    g_hash_table_insert(session->streams, GINT_TO_POINTER(stream->id), stream);
    if (!options || !options->hold)
        synth_flush(session);
    return stream->id;
}

/* Has the server answer a call, after the client's headers have reached it. */
static void
respond(synth_session *session, synth_stream *stream)
{
    header_list list = {.count = 0};
    nghttp2_data_provider provider = {.source = {.ptr = stream}, .read_callback = read_flow};

    if (stream->responded)
        return;
    stream->responded = true;
    add_response_headers(&list, stream);
    check(nghttp2_submit_response(session->end[SYNTH_SERVER].h2, stream->id, list.item, list.count,
                                  &provider),
          "response");
}

void
synth_respond(synth_session *session, int32_t stream)
{
    respond(session, find_stream(session, stream));
    synth_flush(session);
}

/* Wakes a stream whose queue had been empty; one that was never asked yet needs no waking. */
static void
resume(synth_session *session, int32_t id, synth_direction from)
{
    int result = nghttp2_session_resume_data(session->end[from].h2, id);
    if (result != NGHTTP2_ERR_INVALID_ARGUMENT)
        check(result, "resume");
}

static void
queue_bytes(synth_session *session, synth_stream *stream, synth_direction from,
            const uint8_t *bytes, size_t length)
{
    if (from == SYNTH_SERVER)
        respond(session, stream);
    if (length > 0)
        g_byte_array_append(stream->flow[from].queue, bytes, (guint)length);
    resume(session, stream->id, from);
}

static void
queue_message(synth_session *session, synth_stream *stream, synth_direction from, bool compressed,
              const uint8_t *bytes, size_t length)
{
    const uint8_t prefix[] = {compressed, (uint8_t)(length >> 24), (uint8_t)(length >> 16),
                              (uint8_t)(length >> 8), (uint8_t)length};
    queue_bytes(session, stream, from, prefix, sizeof prefix);
    queue_bytes(session, stream, from, bytes, length);
}

void
synth_send_message(synth_session *session, int32_t id, synth_direction from, const uint8_t *bytes,
                   size_t length, const synth_message_options *options)
{
    static const synth_message_options defaults;
    synth_stream *stream = find_stream(session, id);

    if (!options)
        options = &defaults;
    stream->flow[from].frame_size = options->frame_size;
    stream->flow[from].padding = options->padding;
    if (options->coding == SYNTH_GZIP) {
        GByteArray *packed = synth_gzip(bytes, length);
        queue_message(session, stream, from, true, packed->data, packed->len);
        g_byte_array_unref(packed);
    } else {
        queue_message(session, stream, from, options->coding == SYNTH_FLAGGED, bytes, length);
    }
    if (!options->hold)
        synth_flush(session);
}

void
synth_send_raw(synth_session *session, int32_t id, synth_direction from, const uint8_t *bytes,
               size_t length)
{
    queue_bytes(session, find_stream(session, id), from, bytes, length);
    synth_flush(session);
}

void
synth_end_stream(synth_session *session, int32_t id)
{
    find_stream(session, id)->flow[SYNTH_CLIENT].ended = true;
    resume(session, id, SYNTH_CLIENT);
    synth_flush(session);
}

static void
submit_trailers_only(synth_session *session, synth_stream *stream)
{
    header_list list = {.count = 0};

    stream->responded = true;
    add_response_headers(&list, stream);
    add_trailers(&list, stream);
    check(nghttp2_submit_response(session->end[SYNTH_SERVER].h2, stream->id, list.item, list.count,
                                  NULL),
          "trailers only");
}

void
synth_trailers(synth_session *session, int32_t id, unsigned status, const char *message)
{
    synth_stream *stream = find_stream(session, id);

    stream->status = g_strdup_printf("%u", status);
    stream->status_message = g_strdup(message);
    if (stream->responded) {
        stream->flow[SYNTH_SERVER].ended = true;
        resume(session, id, SYNTH_SERVER);
    } else {
        submit_trailers_only(session, stream);
    }
    synth_flush(session);
}

void
synth_rst(synth_session *session, int32_t id, synth_direction from, uint32_t code)
{
    check(nghttp2_submit_rst_stream(session->end[from].h2, NGHTTP2_FLAG_NONE, id, code), "reset");
    synth_flush(session);
}

void
synth_forget(synth_session *session, int32_t id)
{
    g_hash_table_remove(session->streams, GINT_TO_POINTER(id));
}

void
synth_goaway(synth_session *session, synth_direction from, uint32_t code)
{
    nghttp2_session *h2 = session->end[from].h2;
    int32_t last = nghttp2_session_get_last_proc_stream_id(h2);

    check(nghttp2_submit_goaway(h2, NGHTTP2_FLAG_NONE, last, code, NULL, 0), "goaway");
    synth_flush(session);
}
