/*
 * Standing in front of running providers. See attach.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "attach.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <gio/gio.h>

#include "front.h"
#include "reattach_value.h"
#include "say.h"
#include "sockdir.h"

typedef struct {
    Attach *attach;
    const ReattachEntry *entry;
    char *socket;
    Front *front;
} Debugged;

struct Attach {
    GPtrArray *entries;  /* ReattachEntry * */
    GPtrArray *debugged; /* Debugged * */
    Connected connected;
    gpointer user_data;
};

static void
debugged_free(gpointer data)
{
    Debugged *debugged = data;

    front_free(debugged->front);
    g_free(debugged->socket);
    g_free(debugged);
}

/* Connects to host:port; returns a descriptor or -errno. */
static int
connect_tcp(const char *endpoint)
{
    g_autoptr(GSocketClient) client = g_socket_client_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(GSocketConnection) connection = NULL;
    int fd;

    /* Debuggers listen on this machine: no proxy, and no wait worth an asynchronous connect. */
    g_socket_client_set_enable_proxy(client, FALSE);
    connection = g_socket_client_connect_to_host(client, endpoint, 0, NULL, &error);
    if (connection == NULL) {
        return -ECONNREFUSED;
    }
    fd = dup(g_socket_get_fd(g_socket_connection_get_socket(connection)));
    return fd < 0 ? -errno : fd;
}

static void
wanted(int core_fd, gpointer data)
{
    Debugged *debugged = data;
    const ReattachEntry *entry = debugged->entry;
    gboolean is_unix = strcmp(entry->network, "unix") == 0;
    int fd = is_unix ? sockdir_connect(entry->endpoint) : connect_tcp(entry->endpoint);

    if (fd < 0) {
        say("%s does not listen at %s: %s", entry->address, entry->endpoint, g_strerror(-fd));
        close(core_fd);
        return;
    }
    const Connection connection = {.core_fd = core_fd,
                                   .provider_fd = fd,
                                   .provider = is_unix ? sockdir_peer(fd) : entry->pid,
                                   .core = sockdir_peer(core_fd),
                                   .address = entry->address};
    debugged->attach->connected(&connection, debugged->attach->user_data);
}

Attach *
attach_new(const char *value, const char *sockets, Connected connected, gpointer user_data,
           GError **error)
{
    GPtrArray *entries = reattach_value_read(value, error);
    Attach *attach;

    if (entries == NULL) {
        return NULL;
    }
    attach = g_new0(Attach, 1);
    attach->entries = entries;
    attach->debugged = g_ptr_array_new_with_free_func(debugged_free);
    attach->connected = connected;
    attach->user_data = user_data;
    for (guint i = 0; i < entries->len; i++) {
        Debugged *debugged = g_new0(Debugged, 1);
        debugged->attach = attach;
        debugged->entry = g_ptr_array_index(entries, i);
        debugged->socket = g_strdup_printf("%s/debug%u", sockets, i);
        g_ptr_array_add(attach->debugged, debugged);
        debugged->front = front_new(debugged->socket, wanted, debugged, error);
        if (debugged->front == NULL) {
            attach_free(attach);
            return NULL;
        }
    }
    return attach;
}

void
attach_describe(const Attach *attach, GString *members)
{
    for (guint i = 0; i < attach->debugged->len; i++) {
        const Debugged *debugged = g_ptr_array_index(attach->debugged, i);
        reattach_value_add(members, debugged->entry->address, debugged->entry->protocol,
                           debugged->entry->pid, debugged->socket);
    }
}

void
attach_free(Attach *attach)
{
    if (attach == NULL) {
        return;
    }
    g_ptr_array_free(attach->debugged, TRUE);
    g_ptr_array_free(attach->entries, TRUE);
    g_free(attach);
}
