/*
 * Recording providers that somebody has started for debugging.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_ATTACH_H
#define TFPLUGINDUMP_ATTACH_H

#include "connection.h"

typedef struct Attach Attach;

/*
 * Listens in front of each provider that the value of TF_REATTACH_PROVIDERS names, in the folder
 * `sockets`. Returns NULL with `error` set when the value cannot be understood. Free with
 * attach_free() when all its connections have ended.
 */
Attach *attach_new(const char *value, const char *sockets, Connected connected, gpointer user_data,
                   GError **error);

/* Appends what belongs between the outer braces of the value to use instead to `members`. */
void attach_describe(const Attach *attach, GString *members);

/* Stops listening and frees; the providers are left alone. NULL does nothing. */
void attach_free(Attach *attach);

#endif
