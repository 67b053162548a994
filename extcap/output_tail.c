/*
 * The end of a child's output. See output_tail.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "output_tail.h"

#include <unistd.h>

#include <glib-unix.h>

#define TAIL_BYTES 4096

struct OutputTail {
    int fds[2];
    guint source;
    GString *text;
};

/* Takes what there is; FALSE when there will be no more. */
static gboolean
take(OutputTail *tail)
{
    char bytes[4096];
    ssize_t n;

    while ((n = read(tail->fds[0], bytes, sizeof bytes)) > 0) {
        g_string_append_len(tail->text, bytes, n);
        if (tail->text->len > 2 * TAIL_BYTES) {
            g_string_erase(tail->text, 0, (gssize)(tail->text->len - TAIL_BYTES));
        }
    }
    return n < 0;
}

static gboolean
readable(gint fd, GIOCondition condition, gpointer data)
{
    OutputTail *tail = data;

    (void)fd;
    (void)condition;
    if (take(tail)) {
        return G_SOURCE_CONTINUE;
    }
    tail->source = 0;
    return G_SOURCE_REMOVE;
}

OutputTail *
output_tail_new(GError **error)
{
    OutputTail *tail = g_new0(OutputTail, 1);

    if (!g_unix_open_pipe(tail->fds, FD_CLOEXEC, error)) {
        g_free(tail);
        return NULL;
    }
    g_unix_set_fd_nonblocking(tail->fds[0], TRUE, NULL);
    tail->text = g_string_new(NULL);
    tail->source = g_unix_fd_add(tail->fds[0], G_IO_IN | G_IO_HUP, readable, tail);
    return tail;
}

int
output_tail_fd(const OutputTail *tail)
{
    return tail->fds[1];
}

const char *
output_tail_text(OutputTail *tail)
{
    take(tail);
    return tail->text->str;
}

void
output_tail_free(OutputTail *tail)
{
    if (tail == NULL) {
        return;
    }
    if (tail->source != 0) {
        g_source_remove(tail->source);
    }
    close(tail->fds[0]);
    close(tail->fds[1]);
    g_string_free(tail->text, TRUE);
    g_free(tail);
}
