/*
 * All connections of a session: each relayed, and recorded as long as there is a recorder.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_TRAFFIC_H
#define TFPLUGINDUMP_TRAFFIC_H

#include "connection.h"
#include "recorder.h"

typedef struct Traffic Traffic;

/* Records to `recorder`, which must live until traffic_stop_recording(). */
Traffic *traffic_new(Recorder *recorder);

/* Takes over a connection. A Connected callback; `traffic` is the Traffic. */
void traffic_connected(const Connection *connection, gpointer traffic);

/* How many connections there are. */
guint traffic_connections(const Traffic *traffic);

/* How many of the provider processes that core has started run. */
guint traffic_providers_running(const Traffic *traffic);

/* Kills those. */
void traffic_kill_providers(Traffic *traffic);

/* Closes connections whose core is gone while the provider takes no more of what core had sent. */
void traffic_abort_half_dead(Traffic *traffic);

/* Ends the recording of all connections; they go on, and later ones are not recorded. */
void traffic_stop_recording(Traffic *traffic);

/* Closes all connections and frees. */
void traffic_free(Traffic *traffic);

#endif
