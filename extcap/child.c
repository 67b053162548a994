/*
 * fork and exec. See child.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib-unix.h>

#include "sigwatch.h"

extern char **environ;

typedef struct {
    ChildStage stage;
    int error;
} Result;

static void G_GNUC_NORETURN
give_up(int fd, ChildStage stage, int error)
{
    Result result = {stage, error};

    if (write(fd, &result, sizeof result) < 0) {
        /* The recorder is gone; so are we. */
    }
    _exit(127);
}

static void G_GNUC_NORETURN
become(const ChildSpec *spec, int result_fd)
{
    int error;

    sigwatch_restore_in_child();
    if (spec->own_group) {
        setpgid(0, 0);
    }
    for (int i = 0; i < 3; i++) {
        if (spec->stdio[i] >= 0) {
            dup2(spec->stdio[i], i);
        }
    }
    if (spec->cwd != NULL && chdir(spec->cwd) != 0) {
        give_up(result_fd, CHILD_CWD_FAILED, errno);
    }
    error = spec->prepare ? spec->prepare(spec->prepare_data) : 0;
    if (error != 0) {
        give_up(result_fd, CHILD_PREPARE_FAILED, error);
    }
    environ = spec->envp;
    execvp(spec->argv[0], spec->argv);
    give_up(result_fd, CHILD_EXEC_FAILED, errno);
}

gboolean
child_start(const ChildSpec *spec, Child *child)
{
    int result[2];

    if (!g_unix_open_pipe(result, FD_CLOEXEC, NULL)) {
        return FALSE;
    }
    child->pid = fork();
    if (child->pid == 0) {
        become(spec, result[1]);
    }
    close(result[1]);
    child->result_fd = result[0];
    if (child->pid < 0) {
        close(result[0]);
        return FALSE;
    }
    return TRUE;
}

ChildStage
child_result(Child *child, int *error)
{
    Result result = {CHILD_RUNS, 0};
    ssize_t n;

    do {
        n = read(child->result_fd, &result, sizeof result);
    } while (n < 0 && errno == EINTR);
    close(child->result_fd);
    child->result_fd = -1;
    if (n != sizeof result) {
        /* exec has closed the descriptor, or the child was killed before, which its status tells */
        return CHILD_RUNS;
    }
    waitpid(child->pid, NULL, 0);
    *error = result.error;
    return result.stage;
}
