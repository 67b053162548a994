/*
 * seccomp user notification on connect(2), the recorder's half. See seccomp.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "seccomp.h"

#include "seccomp_filter.h"

#ifdef HAVE_SECCOMP_NOTIFY

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib-unix.h>

/* The socket of the trial, by a name that no provider gets. */
#define TRIAL_SOCKET SOCKET_PREFIX "0"
#define TRIAL_TIMEOUT 5000 /* milliseconds */

struct Seccomp {
    int listener;
    guint source;
    char *sockets;
    char *old_sockets;
    struct seccomp_notif_sizes sizes;
    struct seccomp_notif *notif;
    struct seccomp_notif_resp *response;
    Connected connected;
    gpointer user_data;
};

/* Reads the path that the stopped task wants to connect to; FALSE if it is no unix path. */
static gboolean
read_path(const Seccomp *seccomp, char *path, size_t size)
{
    struct sockaddr_un address = {0};
    const struct seccomp_data *call = &seccomp->notif->data;
    struct iovec local = {&address, MIN((uint32_t)call->args[2], sizeof address)};
    struct iovec remote = {(void *)(uintptr_t)call->args[1], local.iov_len};
    size_t length;

    if (process_vm_readv((pid_t)seccomp->notif->pid, &local, 1, &remote, 1, 0) !=
            (ssize_t)local.iov_len ||
        address.sun_family != AF_UNIX) {
        return FALSE;
    }
    /* A path that fills the address to its end has no terminator. */
    length = strnlen(address.sun_path, MIN(sizeof address.sun_path, size - 1));
    memcpy(path, address.sun_path, length);
    path[length] = '\0';
    return TRUE;
}

static gboolean
is_provider_socket(const Seccomp *seccomp, const char *path)
{
    const char *name = strrchr(path, '/');
    size_t folder = name ? (size_t)(name - path) : 0;

    if (name == NULL || !g_str_has_prefix(name + 1, SOCKET_PREFIX) ||
        strspn(name + 1 + strlen(SOCKET_PREFIX), "0123456789") !=
            strlen(name + 1 + strlen(SOCKET_PREFIX))) {
        return FALSE;
    }
    return (strlen(seccomp->sockets) == folder && !strncmp(path, seccomp->sockets, folder)) ||
           (strlen(seccomp->old_sockets) == folder && !strncmp(path, seccomp->old_sockets, folder));
}

/* Answers the stopped call: `error` 0 for success, else an errno value that it fails with. */
static gboolean
respond(Seccomp *seccomp, int error, uint32_t flags)
{
    memset(seccomp->response, 0, seccomp->sizes.seccomp_notif_resp);
    seccomp->response->id = seccomp->notif->id;
    seccomp->response->error = -error;
    seccomp->response->flags = flags;
    return ioctl(seccomp->listener, SECCOMP_IOCTL_NOTIF_SEND, seccomp->response) == 0;
}

/* Puts `fd` in the place of core's own socket; returns 0 or an errno value. */
static int
replace_socket(Seccomp *seccomp, int fd)
{
    struct seccomp_notif_addfd addfd = {
        .id = seccomp->notif->id,
        .flags = SECCOMP_ADDFD_FLAG_SETFD,
        .srcfd = (uint32_t)fd,
        .newfd = (uint32_t)seccomp->notif->data.args[0],
        .newfd_flags = O_CLOEXEC,
    };

    return ioctl(seccomp->listener, SECCOMP_IOCTL_NOTIF_ADDFD, &addfd) < 0 ? errno : 0;
}

/* Connects in core's place. Core sees the error if the provider cannot be reached. */
static void
intercept(Seccomp *seccomp, const char *path)
{
    int provider = sockdir_connect(path);
    int error = provider < 0 ? -provider : 0;
    int pair[2] = {-1, -1};

    if (error == 0 &&
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) {
        error = errno;
    }
    if (error == 0) {
        error = replace_socket(seccomp, pair[1]);
    }
    if (respond(seccomp, error, 0) && error == 0) {
        const Connection connection = {.core_fd = pair[0],
                                       .provider_fd = provider,
                                       .provider = sockdir_peer(provider),
                                       .core = (pid_t)seccomp->notif->pid};
        close(pair[1]);
        seccomp->connected(&connection, seccomp->user_data);
        return;
    }
    /* Refused, or the task was killed or interrupted meanwhile; in the latter case it asks again.
     */
    for (int i = 0; i < 2; i++) {
        if (pair[i] >= 0) {
            close(pair[i]);
        }
    }
    if (provider >= 0) {
        close(provider);
    }
}

static void
answer(Seccomp *seccomp)
{
    char path[sizeof((struct sockaddr_un *)0)->sun_path + 1];

    memset(seccomp->notif, 0, seccomp->sizes.seccomp_notif);
    if (ioctl(seccomp->listener, SECCOMP_IOCTL_NOTIF_RECV, seccomp->notif) != 0) {
        return;
    }
    if (!read_path(seccomp, path, sizeof path) || !is_provider_socket(seccomp, path)) {
        respond(seccomp, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
    } else if (ioctl(seccomp->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &seccomp->notif->id) == 0) {
        /* Valid still, so the memory that was read was the task's own. */
        intercept(seccomp, path);
    }
}

static gboolean
notified(gint fd, GIOCondition condition, gpointer data)
{
    Seccomp *seccomp = data;

    (void)fd;
    if (condition & G_IO_IN) {
        answer(seccomp);
        return G_SOURCE_CONTINUE;
    }
    seccomp->source = 0;
    return G_SOURCE_REMOVE;
}

gboolean
seccomp_in_use(const Seccomp *seccomp)
{
    struct pollfd poll_listener = {.fd = seccomp->listener, .events = 0};

    return poll(&poll_listener, 1, 0) == 0;
}

static Seccomp *
seccomp_new(const char *sockets, const char *temporary)
{
    Seccomp *seccomp = g_new0(Seccomp, 1);
    gsize length = strlen(temporary);

    while (length > 1 && temporary[length - 1] == '/') {
        length--;
    }
    seccomp->listener = -1;
    seccomp->sockets = g_strdup(sockets);
    seccomp->old_sockets = g_strndup(temporary, length);
    return seccomp;
}

void
seccomp_free(Seccomp *seccomp)
{
    if (seccomp == NULL) {
        return;
    }
    if (seccomp->source != 0) {
        g_source_remove(seccomp->source);
    }
    if (seccomp->listener >= 0) {
        close(seccomp->listener);
    }
    g_free(seccomp->notif);
    g_free(seccomp->response);
    g_free(seccomp->sockets);
    g_free(seccomp->old_sockets);
    g_free(seccomp);
}

static void
trial_connected(const Connection *connection, gpointer user_data)
{
    (void)user_data;
    close(connection->core_fd);
    close(connection->provider_fd);
}

/* Answers the child's trial connection. FALSE if none comes: the child is stuck, and killed. */
static gboolean
serve_trial(Seccomp *seccomp, pid_t child)
{
    struct pollfd poll_listener = {.fd = seccomp->listener, .events = POLLIN};

    if (poll(&poll_listener, 1, TRIAL_TIMEOUT) == 1 && poll_listener.revents & POLLIN) {
        answer(seccomp);
        return TRUE;
    }
    kill(child, SIGKILL);
    return FALSE;
}

static char *
unavailable_reason(int error)
{
    switch (error) {
    case EBUSY:
        return g_strdup("another program already watches over this one the same way");
    case EPERM:
    case EACCES:
        return g_strdup("this sandbox does not allow it");
    case ENOSYS:
    case EINVAL:
        return g_strdup("the kernel is too old for it (Linux 5.9 is needed)");
    default:
        return g_strdup(g_strerror(error));
    }
}

/* Runs the child up to its exec, with the trial in between. */
static SeccompOutcome
launch(Seccomp *seccomp, ChildSpec *spec, FilterInstallation *installation, int control,
       Child *child, FilterInstalled *installed, char **reason)
{
    int error = 0;

    if (!child_start(spec, child)) {
        *reason = g_strdup_printf("cannot start a process: %s", g_strerror(errno));
        return SECCOMP_FAILED;
    }
    close(installation->control);
    seccomp->listener = filter_receive_listener(control, installed);
    if (seccomp->listener >= 0 && !serve_trial(seccomp, child->pid)) {
        child_result(child, &error);
        waitpid(child->pid, NULL, 0);
        *reason = unavailable_reason(EINVAL);
        return SECCOMP_UNAVAILABLE;
    }
    switch (child_result(child, &error)) {
    case CHILD_RUNS:
        return SECCOMP_STARTED;
    case CHILD_PREPARE_FAILED:
        *reason = unavailable_reason(error);
        return SECCOMP_UNAVAILABLE;
    case CHILD_CWD_FAILED:
        *reason = g_strdup_printf("cannot enter %s: %s", spec->cwd, g_strerror(error));
        return SECCOMP_FAILED;
    default:
        *reason = g_strdup_printf("cannot run %s: %s", spec->argv[0], g_strerror(error));
        return error == ENOENT ? SECCOMP_NOT_FOUND : SECCOMP_FAILED;
    }
}

SeccompOutcome
seccomp_start(ChildSpec *spec, const char *sockets, Connected connected, gpointer user_data,
              Child *child, Seccomp **result, gboolean *no_new_privs, char **reason)
{
    const char *temporary = g_environ_getenv(spec->envp, "TMPDIR");
    Seccomp *seccomp = seccomp_new(sockets, temporary && temporary[0] ? temporary : "/tmp");
    g_autofree char *trial_path = g_build_filename(sockets, TRIAL_SOCKET, NULL);
    FilterInstallation installation = {0};
    FilterInstalled installed = {0};
    SeccompOutcome outcome = SECCOMP_UNAVAILABLE;
    int control[2] = {-1, -1};
    int trial = -1;

    filter_make(&installation, sockets, seccomp->old_sockets);
    installation.trial_length = sockdir_address(trial_path, &installation.trial);
    if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &seccomp->sizes) != 0 ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) != 0 ||
        (trial = sockdir_listen(trial_path)) < 0) {
        *reason = unavailable_reason(errno);
    } else {
        seccomp->notif = g_malloc0(MAX(seccomp->sizes.seccomp_notif, sizeof *seccomp->notif));
        seccomp->response =
            g_malloc0(MAX(seccomp->sizes.seccomp_notif_resp, sizeof *seccomp->response));
        seccomp->connected = trial_connected;
        installation.control = control[1];
        spec->prepare = filter_install;
        spec->prepare_data = &installation;
        outcome = launch(seccomp, spec, &installation, control[0], child, &installed, reason);
        spec->prepare = NULL;
        close(control[0]);
    }
    if (trial >= 0) {
        close(trial);
        unlink(trial_path);
    }
    if (outcome != SECCOMP_STARTED) {
        seccomp_free(seccomp);
        return outcome;
    }
    *no_new_privs = installed.no_new_privs;
    seccomp->connected = connected;
    seccomp->user_data = user_data;
    seccomp->source = g_unix_fd_add(seccomp->listener, G_IO_IN | G_IO_HUP, notified, seccomp);
    *result = seccomp;
    return SECCOMP_STARTED;
}

#else /* no seccomp user notification here */

gboolean
seccomp_in_use(const Seccomp *seccomp)
{
    (void)seccomp;
    return FALSE;
}

void
seccomp_free(Seccomp *seccomp)
{
    (void)seccomp;
}

SeccompOutcome
seccomp_start(ChildSpec *spec, const char *sockets, Connected connected, gpointer user_data,
              Child *child, Seccomp **result, gboolean *no_new_privs, char **reason)
{
    (void)spec;
    (void)sockets;
    (void)connected;
    (void)user_data;
    (void)child;
    (void)result;
    (void)no_new_privs;
    *reason = g_strdup("this system has no seccomp user notification");
    return SECCOMP_UNAVAILABLE;
}

#endif
