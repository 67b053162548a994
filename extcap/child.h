/*
 * Starting a program so that it finds what it would have found without the recorder: the same
 * terminal, process group, signal dispositions and descriptors.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_CHILD_H
#define TFPLUGINDUMP_CHILD_H

#include <sys/types.h>

#include <glib.h>

typedef struct {
    char **argv;
    char **envp;
    const char *cwd;    /* NULL: the recorder's */
    int stdio[3];       /* descriptors to use as 0, 1, 2; -1: the recorder's own */
    gboolean own_group; /* a process group of its own, for a child without a terminal */
    /*
     * Called in the child just before exec (NULL: nothing to do); only async-signal-safe calls.
     * Returns 0, or an errno value that the child ends with.
     */
    int (*prepare)(gpointer data);
    gpointer prepare_data;
} ChildSpec;

typedef struct {
    pid_t pid;
    int result_fd;
} Child;

/* Where child_result() says that it went wrong. */
typedef enum { CHILD_RUNS, CHILD_PREPARE_FAILED, CHILD_CWD_FAILED, CHILD_EXEC_FAILED } ChildStage;

/* Forks. Returns FALSE with errno set if that fails. child_result() must follow. */
gboolean child_start(const ChildSpec *spec, Child *child);

/*
 * Waits until the program runs or has failed to. In the latter case the process is reaped and
 * `error` is set to the errno value.
 */
ChildStage child_result(Child *child, int *error);

#endif
