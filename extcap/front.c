/*
 * A socket in front of a provider. See front.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "front.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib-unix.h>

#include "sockdir.h"

struct Front {
    int listener;
    guint source;
    GHashTable *silent; /* descriptors of connections without a byte so far, to their sources */
    FrontWanted wanted;
    gpointer user_data;
};

static gboolean
spoke(gint fd, GIOCondition condition, gpointer data)
{
    Front *front = data;
    char byte;

    (void)condition;
    g_hash_table_remove(front->silent, GINT_TO_POINTER(fd));
    if (recv(fd, &byte, 1, MSG_PEEK) == 1) {
        front->wanted(fd, front->user_data);
    } else {
        close(fd);
    }
    return G_SOURCE_REMOVE;
}

static gboolean
connecting(gint listener, GIOCondition condition, gpointer data)
{
    Front *front = data;
    int fd = accept(listener, NULL, NULL);

    (void)condition;
    if (fd >= 0) {
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        g_unix_set_fd_nonblocking(fd, TRUE, NULL);
        g_hash_table_insert(front->silent, GINT_TO_POINTER(fd),
                            GUINT_TO_POINTER(g_unix_fd_add(fd, G_IO_IN | G_IO_HUP, spoke, front)));
    }
    return G_SOURCE_CONTINUE;
}

Front *
front_new(const char *path, FrontWanted wanted, gpointer user_data, GError **error)
{
    int listener = sockdir_listen(path);
    Front *front;

    if (listener < 0) {
        g_set_error(error, G_IO_ERROR, g_io_error_from_errno(-listener), "cannot listen at %s: %s",
                    path, g_strerror(-listener));
        return NULL;
    }
    front = g_new0(Front, 1);
    front->listener = listener;
    front->silent = g_hash_table_new(NULL, NULL);
    front->wanted = wanted;
    front->user_data = user_data;
    front->source = g_unix_fd_add(listener, G_IO_IN, connecting, front);
    return front;
}

void
front_free(Front *front)
{
    GHashTableIter iter;
    gpointer fd;
    gpointer source;

    if (front == NULL) {
        return;
    }
    g_hash_table_iter_init(&iter, front->silent);
    while (g_hash_table_iter_next(&iter, &fd, &source)) {
        g_source_remove(GPOINTER_TO_UINT(source));
        close(GPOINTER_TO_INT(fd));
    }
    g_hash_table_destroy(front->silent);
    g_source_remove(front->source);
    close(front->listener);
    g_free(front);
}
