/*
 * The way that works everywhere: core is told by TF_REATTACH_PROVIDERS that its providers run
 * already, at sockets of ours, and each connection gets a provider process that we start.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_REATTACH_H
#define TFPLUGINDUMP_REATTACH_H

#include "connection.h"

typedef struct Reattach Reattach;

/*
 * Prepares all providers that are locked and installed for the command `argv` in the folder `cwd`
 * (NULL: the current one), with sockets in the folder `sockets`. Providers that are not there, do
 * not match the lock file or do not start are named to the user and left to core. Free with
 * reattach_free() after the command has ended.
 */
Reattach *reattach_new(char **argv, char **envp, const char *cwd, const char *sockets,
                       Connected connected, gpointer user_data);

/*
 * Appends what belongs between the outer braces of TF_REATTACH_PROVIDERS to `members`; nothing if
 * there is no provider to stand in for.
 */
void reattach_describe(const Reattach *reattach, GString *members);

/* Ends all provider processes and frees. NULL does nothing. */
void reattach_free(Reattach *reattach);

#endif
