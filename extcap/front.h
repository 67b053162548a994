/*
 * A socket in front of a provider, for core to connect to in its place.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_FRONT_H
#define TFPLUGINDUMP_FRONT_H

#include <glib.h>

typedef struct Front Front;

/*
 * Called from the main loop when core has connected and sent its first byte, which is still to be
 * read. `core_fd` belongs to the callee. Connections that end without a byte (go-plugin makes one
 * to see whether the provider is there) are dropped without a word.
 */
typedef void (*FrontWanted)(int core_fd, gpointer user_data);

/* Listens at `path`. Returns NULL with `error` set on failure. */
Front *front_new(const char *path, FrontWanted wanted, gpointer user_data, GError **error);

/* Stops listening, and drops connections that have not sent anything yet. NULL does nothing. */
void front_free(Front *front);

#endif
