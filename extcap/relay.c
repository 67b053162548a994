/*
 * The relay, as one GSource for both sockets. See relay.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "relay.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <glib-unix.h>

#define BUFFER_SIZE 65536
/* Reads in a row from one side before the other connections get their turn. */
#define BURST 16

/* What one side sent and the other has not taken yet. */
typedef struct {
    int fd;
    gpointer tag; /* of the fd in the source; NULL while we wait for nothing there */
    gsize start;
    gsize end;
    gboolean eof;       /* the side sends no more */
    gboolean gone;      /* the side is closed for both directions */
    gboolean passed_on; /* the other side has been told of the end */
    uint8_t bytes[BUFFER_SIZE];
} Side;

struct Relay {
    GSource source;
    Side side[2];
    RecorderStream *stream; /* NULL: not recorded */
    RelayEnded ended;
    gpointer user_data;
};

static gboolean
pending(const Side *side)
{
    return side->start < side->end;
}

static void
side_is_gone(Side *side)
{
    side->eof = side->gone = TRUE;
}

/* Passes on what `from` sent. Returns FALSE while the receiver takes no more. */
static gboolean
drain(Relay *relay, int from)
{
    Side *sender = &relay->side[from];
    Side *receiver = &relay->side[!from];

    while (pending(sender)) {
        ssize_t n = write(receiver->fd, sender->bytes + sender->start, sender->end - sender->start);
        if (n >= 0) {
            sender->start += (gsize)n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return FALSE;
        } else if (errno != EINTR) {
            /* Nobody will read it; what the receiver itself had sent may still be waiting. */
            sender->start = sender->end;
            sender->eof = TRUE;
        }
    }
    if (sender->eof && !sender->passed_on) {
        sender->passed_on = TRUE;
        shutdown(receiver->fd, SHUT_WR);
    }
    return TRUE;
}

/* Takes what `from` has sent, while the other side takes it from us. */
static void
pump(Relay *relay, int from)
{
    Side *sender = &relay->side[from];
    struct timespec now;

    for (int burst = 0; burst < BURST && !sender->eof && drain(relay, from); burst++) {
        ssize_t n = read(sender->fd, sender->bytes, BUFFER_SIZE);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            return;
        }
        clock_gettime(CLOCK_REALTIME, &now);
        sender->start = 0;
        sender->end = n > 0 ? (gsize)n : 0;
        if (n > 0 && relay->stream != NULL) {
            recorder_data(relay->stream, from, &now, sender->bytes, sender->end);
        } else if (n <= 0) {
            sender->eof = TRUE;
            sender->gone |= n < 0;
            if (relay->stream != NULL) {
                recorder_fin(relay->stream, from, &now);
            }
        }
    }
    drain(relay, from);
}

static gboolean
finished(const Relay *relay)
{
    for (int i = 0; i < 2; i++) {
        const Side *side = &relay->side[i];
        if (side->gone && side->eof && !pending(side)) {
            return TRUE;
        }
    }
    return relay->side[0].passed_on && relay->side[1].passed_on;
}

/* Has the loop watch each socket for what we can use, and leave it alone otherwise. */
static void
watch(Relay *relay)
{
    for (int i = 0; i < 2; i++) {
        Side *side = &relay->side[i];
        GIOCondition want = 0;

        if (!side->eof && !pending(side)) {
            want |= G_IO_IN;
        }
        if (pending(&relay->side[!i])) {
            want |= G_IO_OUT;
        }
        if (side->eof && !side->gone) {
            /* A hangup is always reported: it tells a closed peer from one that still listens. */
            want |= G_IO_HUP;
        }
        if (want == 0 && side->tag != NULL) {
            /* Left in the set, a hung-up socket would wake the loop for ever. */
            g_source_remove_unix_fd(&relay->source, side->tag);
            side->tag = NULL;
        } else if (want != 0 && side->tag == NULL) {
            side->tag = g_source_add_unix_fd(&relay->source, side->fd, want);
        } else if (want != 0) {
            g_source_modify_unix_fd(&relay->source, side->tag, want);
        }
    }
}

static void
close_all(Relay *relay)
{
    struct timespec now;

    for (int i = 0; i < 2; i++) {
        close(relay->side[i].fd);
    }
    if (relay->stream != NULL) {
        clock_gettime(CLOCK_REALTIME, &now);
        recorder_disconnect(relay->stream, &now);
        relay->stream = NULL;
    }
    g_source_destroy(&relay->source);
    g_source_unref(&relay->source);
}

static gboolean
dispatch(GSource *source, GSourceFunc callback, gpointer data)
{
    Relay *relay = (Relay *)source;

    (void)callback;
    (void)data;
    for (int i = 0; i < 2; i++) {
        Side *side = &relay->side[i];
        GIOCondition seen = side->tag ? g_source_query_unix_fd(source, side->tag) : 0;

        pump(relay, i);
        if (seen & (G_IO_HUP | G_IO_ERR) && side->eof) {
            side_is_gone(side);
        }
    }
    if (finished(relay)) {
        relay->ended(relay, relay->user_data);
        close_all(relay);
        return G_SOURCE_REMOVE;
    }
    watch(relay);
    return G_SOURCE_CONTINUE;
}

static gboolean
check(GSource *source)
{
    Relay *relay = (Relay *)source;

    for (int i = 0; i < 2; i++) {
        if (relay->side[i].tag && g_source_query_unix_fd(source, relay->side[i].tag)) {
            return TRUE;
        }
    }
    return FALSE;
}

Relay *
relay_start(int core_fd, int provider_fd, RecorderStream *stream, RelayEnded ended,
            gpointer user_data)
{
    static GSourceFuncs functions = {.check = check, .dispatch = dispatch};
    Relay *relay = (Relay *)g_source_new(&functions, sizeof *relay);

    relay->side[SIDE_CORE].fd = core_fd;
    relay->side[SIDE_PROVIDER].fd = provider_fd;
    relay->stream = stream;
    relay->ended = ended;
    relay->user_data = user_data;
    g_unix_set_fd_nonblocking(core_fd, TRUE, NULL);
    g_unix_set_fd_nonblocking(provider_fd, TRUE, NULL);
    watch(relay);
    g_source_attach(&relay->source, NULL);
    return relay;
}

void
relay_stop_recording(Relay *relay)
{
    struct timespec now;

    if (relay->stream != NULL) {
        clock_gettime(CLOCK_REALTIME, &now);
        recorder_disconnect(relay->stream, &now);
        relay->stream = NULL;
    }
}

gboolean
relay_core_is_gone(const Relay *relay)
{
    struct pollfd core = {.fd = relay->side[SIDE_CORE].fd, .events = 0};

    return poll(&core, 1, 0) == 1 && core.revents & (POLLHUP | POLLERR);
}

void
relay_abort(Relay *relay)
{
    close_all(relay);
}
