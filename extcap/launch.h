/*
 * Getting in between: starts the command by the best way there is, and holds what that way needs.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_LAUNCH_H
#define TFPLUGINDUMP_LAUNCH_H

#include "child.h"
#include "connection.h"
#include "options.h"

typedef struct Launch Launch;

/*
 * Prepares for connections, which `connected` receives: makes the folder for sockets and, if
 * `attach` is not NULL, stands in front of the providers that this value of TF_REATTACH_PROVIDERS
 * names. Returns NULL with `error` set on failure.
 */
Launch *launch_new(const char *attach, Connected connected, gpointer user_data, GError **error);

/*
 * Starts the program of `spec`, whose environment and preparation are filled in here. What has to
 * be said about the way is said. Returns 0 with `child` running, or the exit status to end with.
 */
int launch_command(Launch *launch, Backend backend, ChildSpec *spec, Child *child);

/* What TF_REATTACH_PROVIDERS must be set to for the attached providers, with the name: to be freed.
 */
char *launch_attach_assignment(const Launch *launch);

/* Whether processes are left that need us to answer their calls. */
gboolean launch_in_use(const Launch *launch);

/* Gives everything up and removes the sockets. To be called when no connection is left. */
void launch_free(Launch *launch);

#endif
