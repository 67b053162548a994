/*
 * Which version of Terraform or OpenTofu a command runs.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_COREVER_H
#define TFPLUGINDUMP_COREVER_H

#include <glib.h>

/* Whether `program`, by its name, is core itself: not a wrapper, a shell, a script. */
gboolean corever_is_core(const char *program);

/* Receives "1.11.4", valid for the call, or NULL: no answer. */
typedef void (*CoreverAnswered)(const char *version, gpointer user_data);

/*
 * Asks `program` for its version, in the folder `cwd` (NULL: the current one). `answered` is called
 * from the caller's default main context, after some seconds at the latest, or at once if the
 * program is not core.
 */
void corever_ask_async(const char *program, char **envp, const char *cwd, CoreverAnswered answered,
                       gpointer user_data);

/* The same, and waits for the answer, which is to be freed; NULL if there is none. */
char *corever_ask(const char *program, char **envp, const char *cwd);

#endif
