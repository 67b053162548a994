/*
 * Signals that somebody sends to the recorder alone.
 *
 * A signal to the whole process group (Ctrl-C at the terminal, kill to the group, timeout(1)) has
 * reached core already and must not be passed on: a second SIGINT makes core give up without
 * saving. A signal to the recorder alone must be passed on, or core would never know. Neither the
 * sender nor si_code tells the two apart, so a small process of ours stays in the group as a
 * witness: what it gets too went to the group.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_SIGWATCH_H
#define TFPLUGINDUMP_SIGWATCH_H

#include <glib.h>

/* Called from the main loop for a signal that reached the recorder and not its group. */
typedef void (*SigwatchAlone)(int signal, gpointer user_data);

/*
 * Starts the witness and catches SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1 and SIGUSR2, as far as
 * they are not ignored already (nohup, background jobs). Without `witness` every signal counts as
 * sent to the recorder alone: for when the child has a process group of its own. To be called once,
 * before any thread exists. Returns FALSE with `error` set when the witness cannot be started.
 */
gboolean sigwatch_start(gboolean witness, SigwatchAlone alone, gpointer user_data, GError **error);

/* In a forked child: gives all signals back the meaning they had when the recorder was started. */
void sigwatch_restore_in_child(void);

/* Ends the witness. Signals stay caught and are ignored from then on. */
void sigwatch_stop(void);

#endif
