/*
 * The provider processes of a session, each with its interface in the recording.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_PROCESSES_H
#define TFPLUGINDUMP_PROCESSES_H

#include "connection.h"
#include "recorder.h"

typedef struct Processes Processes;

/* None is known yet. Free with processes_free(). */
Processes *processes_new(void);

/*
 * The interface of the provider at the other end of `connection`, declared in `recorder` when its
 * process is met for the first time. A process id that the system has given out again is a new
 * process.
 */
guint processes_interface(Processes *processes, Recorder *recorder, const Connection *connection);

/*
 * How many of the processes that a core has started, and that were met so far, still run. Always 0
 * where that cannot be told. Providers that were started by others do not count.
 */
guint processes_running(const Processes *processes);

/* Kills those. */
void processes_kill(const Processes *processes);

/* Frees what is known; the processes go on. */
void processes_free(Processes *processes);

#endif
