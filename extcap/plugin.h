/*
 * A provider process that we start ourselves, the way go-plugin does: environment, handshake line.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_PLUGIN_H
#define TFPLUGINDUMP_PLUGIN_H

#include <sys/types.h>

#include <glib.h>

typedef struct Plugin Plugin;

/*
 * Called once from the main loop: the provider listens at `socket`, or will never (NULL; `why` says
 * why). The plugin may be freed in the call.
 */
typedef void (*PluginReady)(Plugin *plugin, const char *socket, const char *why,
                            gpointer user_data);

/*
 * Starts `binary` with the environment `envp` and what the handshake wants; its socket goes into
 * the folder `sockets`. Returns NULL with `error` set when it cannot be started at all.
 */
Plugin *plugin_start(const char *binary, char **envp, const char *sockets, PluginReady ready,
                     gpointer user_data, GError **error);

/* The process that was started. */
pid_t plugin_pid(const Plugin *plugin);

/* The protocol version that it has chosen, 5 or 6; 0 before it is ready. */
int plugin_protocol(const Plugin *plugin);

/* Ends the process, if it has not ended, reaps it and frees. NULL does nothing. */
void plugin_free(Plugin *plugin);

#endif
