/*
 * Provider processes. See processes.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "processes.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "provider.h"

/* Wrappers between core and a provider's own process, at most. */
#define ANCESTORS_MAX 8

typedef struct {
    pid_t pid;
    int pidfd; /* -1 where there are none */
    guint interface;
    gboolean of_core; /* started by the core that connects to it */
} Process;

struct Processes {
    GArray *all; /* Process */
};

static int
open_pidfd(pid_t pid)
{
#ifdef SYS_pidfd_open
    return pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
#else
    (void)pid;
    return -1;
#endif
}

/* A pidfd becomes readable when its process ends. */
static gboolean
runs(const Process *process)
{
    struct pollfd poll_process = {.fd = process->pidfd, .events = POLLIN};

    return process->pidfd >= 0 && poll(&poll_process, 1, 0) == 0;
}

/* A number in /proc/PID/status; 0 if there is none. */
static pid_t
status_number(pid_t pid, const char *name)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/status", (int)pid);
    g_autofree char *text = NULL;
    const char *line;

    if (pid <= 0 || !g_file_get_contents(path, &text, NULL, NULL)) {
        return 0;
    }
    line = strstr(text, name);
    return line ? (pid_t)strtol(line + strlen(name), NULL, 10) : 0;
}

/* Whether `core`, which may be the id of a thread, has started `pid`, perhaps through a wrapper. */
static gboolean
is_child_of(pid_t pid, pid_t core)
{
    pid_t ancestor = status_number(core, "\nTgid:");

    for (int i = 0; i < ANCESTORS_MAX && pid > 1 && ancestor > 0; i++) {
        pid = status_number(pid, "\nPPid:");
        if (pid == ancestor) {
            return TRUE;
        }
    }
    return FALSE;
}

Processes *
processes_new(void)
{
    Processes *processes = g_new(Processes, 1);

    processes->all = g_array_new(FALSE, FALSE, sizeof(Process));
    return processes;
}

static guint
declare(Recorder *recorder, pid_t pid, const char *address)
{
    g_autofree char *path = pid > 0 ? provider_binary(pid) : NULL;
    g_autofree char *description = NULL;
    ProviderName name = {0};
    guint interface;

    provider_name_from_path(path ? path : "unknown provider", &name);
    description = provider_description(name.version, path, pid);
    interface = recorder_add_provider(recorder, address ? address : name.address, description);
    provider_name_clear(&name);
    return interface;
}

guint
processes_interface(Processes *processes, Recorder *recorder, const Connection *connection)
{
    Process process = {.pid = connection->provider, .pidfd = -1};

    for (guint i = 0; i < processes->all->len; i++) {
        Process *known = &g_array_index(processes->all, Process, i);
        if (known->pid == process.pid && (process.pid == 0 || runs(known))) {
            return known->interface;
        }
        if (known->pidfd >= 0 && !runs(known)) {
            /* A long run meets more processes than it may have open descriptors. */
            close(known->pidfd);
            known->pidfd = -1;
        }
    }
    process.pidfd = open_pidfd(process.pid);
    process.interface = declare(recorder, process.pid, connection->address);
    process.of_core = is_child_of(process.pid, connection->core);
    g_array_append_val(processes->all, process);
    return process.interface;
}

guint
processes_running(const Processes *processes)
{
    guint running = 0;

    for (guint i = 0; i < processes->all->len; i++) {
        const Process *process = &g_array_index(processes->all, Process, i);
        running += process->of_core && runs(process);
    }
    return running;
}

void
processes_kill(const Processes *processes)
{
#ifdef SYS_pidfd_send_signal
    for (guint i = 0; i < processes->all->len; i++) {
        const Process *process = &g_array_index(processes->all, Process, i);
        if (process->of_core && runs(process)) {
            syscall(SYS_pidfd_send_signal, process->pidfd, SIGKILL, NULL, 0);
        }
    }
#else
    (void)processes;
#endif
}

void
processes_free(Processes *processes)
{
    for (guint i = 0; i < processes->all->len; i++) {
        const Process *process = &g_array_index(processes->all, Process, i);
        if (process->pidfd >= 0) {
            close(process->pidfd);
        }
    }
    g_array_free(processes->all, TRUE);
    g_free(processes);
}
