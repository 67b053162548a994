/*
 * The command whose session is recorded: starting it, ending it, and what became of it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_COMMAND_H
#define TFPLUGINDUMP_COMMAND_H

#include "launch.h"
#include "options.h"

typedef struct Command Command;

/* Called in the main loop when the command has ended. */
typedef void (*CommandEnded)(gpointer user_data);

/* Describes the command of `options`, which must outlive it; nothing is started yet. */
Command *command_new(const Options *options, CommandEnded ended, gpointer user_data);

/* Starts it. Returns 0, or the exit status to end with, having said why. */
int command_start(Command *command, Launch *launch);

/* Whether it was started, and may have ended since. FALSE for NULL. */
gboolean command_started(const Command *command);

/*
 * Passes on a signal that the recorder got; none to a command that has ended. Where Wireshark runs
 * the recorder, any signal means that the command is to end: it is asked to as by Ctrl-C, then
 * again, then killed.
 */
void command_signal(Command *command, int signal);

/* Program and arguments as a shell would take them; to be freed. */
char *command_line(const Command *command);

/* The name of the program; to be freed. */
char *command_name(const Command *command);

/* What became of it, in words: `terraform ended with exit status 1`; to be freed. */
char *command_outcome(const Command *command);

/*
 * The exit status that tells of the command's. For Wireshark: 0 if it was successful or told to
 * end; else 1, having said what it printed last, for Wireshark shows that in a dialog.
 */
int command_exit_status(const Command *command);

/* The signal that it has died of; 0: of none, or for NULL. */
int command_death(const Command *command);

/* Takes NULL. */
void command_free(Command *command);

#endif
