/*
 * Passes bytes between two connected sockets, both ways at once, and records them on the way.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_RELAY_H
#define TFPLUGINDUMP_RELAY_H

#include "recorder.h"

typedef struct Relay Relay;

/* Called from the main loop when a relay has ended by itself; the relay is freed after it. */
typedef void (*RelayEnded)(Relay *relay, gpointer user_data);

/*
 * Starts a relay in the default main context. It owns both sockets, which are made non-blocking,
 * and `stream`. One direction never waits for the other; a side that stops sending (half-close), is
 * closed or dies is seen as such by the other side, after the bytes that it had sent.
 */
Relay *relay_start(int core_fd, int provider_fd, RecorderStream *stream, RelayEnded ended,
                   gpointer user_data);

/* Ends the recording of this connection; the bytes keep flowing. */
void relay_stop_recording(Relay *relay);

/* Whether core has closed its end or died, even if bytes of it still wait for the provider. */
gboolean relay_core_is_gone(const Relay *relay);

/* Closes both sockets at once and frees the relay, without calling `ended`. */
void relay_abort(Relay *relay);

#endif
