/*
 * The recording. See recorder.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "recorder.h"

#include <string.h>

#include <glib-unix.h>

/* Bytes of packets that may wait for a slow reader before the session has to wait too. */
#define QUEUE_LIMIT (256 * 1024 * 1024)

typedef enum { ITEM_PACKET, ITEM_INTERFACE, ITEM_END } ItemKind;

/* One thing to write, when a thread does the writing. */
typedef struct {
    ItemKind kind;
    guint interface;
    struct timespec when;
    char *text[2]; /* packet: comment; interface: name and description */
    gsize length;
    uint8_t packet[];
} Item;

struct Recorder {
    CapFile *file;
    guint interfaces;
    guint streams;

    RecorderFailed failed;
    gpointer user_data;
    gboolean failure_reported; /* main thread only */

    GThread *writer; /* NULL: packets are written at once */
    GAsyncQueue *queue;
    GMutex lock; /* guards queued_bytes */
    GCond room;
    gsize queued_bytes;
};

struct RecorderStream {
    Recorder *recorder;
    guint interface;
    TcpStream tcp;
    gboolean fin[2];
};

static gboolean
report_failure(gpointer data)
{
    Recorder *recorder = data;

    if (!recorder->failure_reported) {
        const char *why = capfile_failure(recorder->file);
        recorder->failure_reported = TRUE;
        recorder->failed(why ? why : "the reader has closed the pipe", recorder->user_data);
    }
    return G_SOURCE_REMOVE;
}

static gboolean
reader_gone(gint fd, GIOCondition condition, gpointer data)
{
    (void)fd;
    (void)condition;
    return report_failure(data);
}

static Item *
item_new(ItemKind kind, const char *text0, const char *text1, gsize length)
{
    Item *item = g_malloc0(sizeof *item + length);

    item->kind = kind;
    item->text[0] = g_strdup(text0);
    item->text[1] = g_strdup(text1);
    item->length = length;
    return item;
}

static void
item_free(Item *item)
{
    g_free(item->text[0]);
    g_free(item->text[1]);
    g_free(item);
}

/* Queues an item; waits while the queue is over its limit. */
static void
enqueue(Recorder *recorder, Item *item)
{
    g_mutex_lock(&recorder->lock);
    while (recorder->queued_bytes > QUEUE_LIMIT) {
        g_cond_wait(&recorder->room, &recorder->lock);
    }
    recorder->queued_bytes += item->length;
    g_mutex_unlock(&recorder->lock);
    g_async_queue_push(recorder->queue, item);
}

static gpointer
write_queue(gpointer data)
{
    Recorder *recorder = data;
    gboolean sound = TRUE;
    ItemKind kind;

    do {
        Item *item = g_async_queue_pop(recorder->queue);
        kind = item->kind;
        if (kind == ITEM_INTERFACE) {
            capfile_add_interface(recorder->file, item->text[0], item->text[1]);
        } else if (kind == ITEM_PACKET &&
                   !capfile_packet(recorder->file, item->interface, &item->when, item->packet,
                                   item->length, item->text[0]) &&
                   sound) {
            sound = FALSE;
            g_idle_add(report_failure, recorder);
        }
        g_mutex_lock(&recorder->lock);
        recorder->queued_bytes -= item->length;
        g_cond_signal(&recorder->room);
        g_mutex_unlock(&recorder->lock);
        item_free(item);
    } while (kind != ITEM_END);
    return NULL;
}

static void
put_packet(Recorder *recorder, guint interface, const struct timespec *when, const uint8_t *packet,
           gsize length, const char *comment)
{
    if (recorder->writer != NULL) {
        Item *item = item_new(ITEM_PACKET, comment, NULL, length);
        item->interface = interface;
        item->when = *when;
        memcpy(item->packet, packet, length);
        enqueue(recorder, item);
    } else if (!capfile_packet(recorder->file, interface, when, packet, length, comment) &&
               !recorder->failure_reported) {
        report_failure(recorder);
    }
}

static void
put_tcp(RecorderStream *stream, int side, unsigned flags, const struct timespec *when,
        const uint8_t *bytes, gsize length)
{
    uint8_t packet[TCPSYNTH_HEADER + TCPSYNTH_SEGMENT];
    gsize size = tcpsynth_packet(&stream->tcp, side, flags, bytes, length, packet);

    put_packet(stream->recorder, stream->interface, when, packet, size, NULL);
}

Recorder *
recorder_open(const CapFileOptions *options, RecorderFailed failed, gpointer user_data,
              GError **error)
{
    CapFile *file = capfile_open(options, error);
    Recorder *recorder;

    if (file == NULL) {
        return NULL;
    }
    recorder = g_new0(Recorder, 1);
    recorder->file = file;
    recorder->failed = failed;
    recorder->user_data = user_data;
    g_mutex_init(&recorder->lock);
    g_cond_init(&recorder->room);
    recorder->interfaces = 1;
    if (capfile_is_pipe(file)) {
        g_unix_fd_add(capfile_fd(file), G_IO_ERR | G_IO_HUP, reader_gone, recorder);
        recorder->queue = g_async_queue_new();
        recorder->writer = g_thread_new("writer", write_queue, recorder);
    }
    return recorder;
}

guint
recorder_add_provider(Recorder *recorder, const char *name, const char *description)
{
    if (recorder->writer != NULL) {
        enqueue(recorder, item_new(ITEM_INTERFACE, name, description, 0));
    } else {
        capfile_add_interface(recorder->file, name, description);
    }
    return recorder->interfaces++;
}

RecorderStream *
recorder_connect(Recorder *recorder, guint interface, const struct timespec *when)
{
    RecorderStream *stream = g_new0(RecorderStream, 1);

    stream->recorder = recorder;
    stream->interface = interface;
    tcpsynth_init(&stream->tcp, interface - 1, recorder->streams++);
    put_tcp(stream, SIDE_CORE, TCP_SYN, when, NULL, 0);
    put_tcp(stream, SIDE_PROVIDER, TCP_SYN | TCP_ACK, when, NULL, 0);
    put_tcp(stream, SIDE_CORE, TCP_ACK, when, NULL, 0);
    return stream;
}

void
recorder_data(RecorderStream *stream, int side, const struct timespec *when, const uint8_t *bytes,
              gsize length)
{
    while (length > 0) {
        gsize part = MIN(length, TCPSYNTH_SEGMENT);
        put_tcp(stream, side, TCP_PSH | TCP_ACK, when, bytes, part);
        bytes += part;
        length -= part;
    }
}

void
recorder_fin(RecorderStream *stream, int side, const struct timespec *when)
{
    if (!stream->fin[side]) {
        stream->fin[side] = TRUE;
        put_tcp(stream, side, TCP_FIN | TCP_ACK, when, NULL, 0);
        if (stream->fin[!side]) {
            put_tcp(stream, !side, TCP_ACK, when, NULL, 0);
        }
    }
}

void
recorder_disconnect(RecorderStream *stream, const struct timespec *when)
{
    recorder_fin(stream, SIDE_CORE, when);
    recorder_fin(stream, SIDE_PROVIDER, when);
    g_free(stream);
}

void
recorder_remark(Recorder *recorder, const char *text)
{
    uint8_t packet[28 + 1024];
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    put_packet(recorder, 0, &now, packet, tcpsynth_remark(text, strlen(text), packet), text);
}

void
recorder_close(Recorder *recorder)
{
    if (recorder == NULL) {
        return;
    }
    if (recorder->writer != NULL) {
        enqueue(recorder, item_new(ITEM_END, NULL, NULL, 0));
        g_thread_join(recorder->writer);
        g_async_queue_unref(recorder->queue);
    }
    while (g_source_remove_by_user_data(recorder)) {
        /* The watch of the pipe, and a report that the thread has left for the main loop. */
    }
    if (capfile_failure(recorder->file) != NULL) {
        report_failure(recorder);
    }
    capfile_close(recorder->file);
    g_mutex_clear(&recorder->lock);
    g_cond_clear(&recorder->room);
    g_free(recorder);
}
