/*
 * All connections of a session. See traffic.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "traffic.h"

#include "processes.h"
#include "relay.h"

struct Traffic {
    Recorder *recorder; /* NULL: not recorded any more */
    Processes *processes;
    GPtrArray *links; /* Link * */
};

/* A relay, and what to do when it has ended. */
typedef struct {
    Traffic *traffic;
    Relay *relay;
    GDestroyNotify ended;
    gpointer ended_data;
} Link;

static void
link_free(gpointer data)
{
    Link *link = data;

    if (link->ended != NULL) {
        link->ended(link->ended_data);
    }
    g_free(link);
}

static void
relay_ended(Relay *relay, gpointer data)
{
    Link *link = data;

    (void)relay;
    g_ptr_array_remove_fast(link->traffic->links, link);
}

Traffic *
traffic_new(Recorder *recorder)
{
    Traffic *traffic = g_new(Traffic, 1);

    traffic->recorder = recorder;
    traffic->processes = processes_new();
    traffic->links = g_ptr_array_new_with_free_func(link_free);
    return traffic;
}

void
traffic_connected(const Connection *connection, gpointer data)
{
    Traffic *traffic = data;
    Link *link = g_new0(Link, 1);
    RecorderStream *stream = NULL;
    struct timespec now;

    if (traffic->recorder != NULL) {
        guint interface = processes_interface(traffic->processes, traffic->recorder, connection);
        clock_gettime(CLOCK_REALTIME, &now);
        stream = recorder_connect(traffic->recorder, interface, &now);
    }
    link->traffic = traffic;
    link->ended = connection->ended;
    link->ended_data = connection->ended_data;
    link->relay =
        relay_start(connection->core_fd, connection->provider_fd, stream, relay_ended, link);
    g_ptr_array_add(traffic->links, link);
}

guint
traffic_connections(const Traffic *traffic)
{
    return traffic->links->len;
}

guint
traffic_providers_running(const Traffic *traffic)
{
    return processes_running(traffic->processes);
}

void
traffic_kill_providers(Traffic *traffic)
{
    processes_kill(traffic->processes);
}

void
traffic_abort_half_dead(Traffic *traffic)
{
    for (guint i = traffic->links->len; i-- > 0;) {
        Link *link = g_ptr_array_index(traffic->links, i);
        if (relay_core_is_gone(link->relay)) {
            relay_abort(link->relay);
            g_ptr_array_remove_index_fast(traffic->links, i);
        }
    }
}

void
traffic_stop_recording(Traffic *traffic)
{
    traffic->recorder = NULL;
    for (guint i = 0; i < traffic->links->len; i++) {
        Link *link = g_ptr_array_index(traffic->links, i);
        relay_stop_recording(link->relay);
    }
}

void
traffic_free(Traffic *traffic)
{
    for (guint i = 0; i < traffic->links->len; i++) {
        Link *link = g_ptr_array_index(traffic->links, i);
        relay_abort(link->relay);
    }
    g_ptr_array_free(traffic->links, TRUE);
    processes_free(traffic->processes);
    g_free(traffic);
}
