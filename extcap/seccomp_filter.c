/*
 * The child's half of interception. See seccomp_filter.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "seccomp_filter.h"

#ifdef HAVE_SECCOMP_NOTIFY

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

/* Marks the address lengths of sockets in `folder`. */
static void
mark_lengths(gboolean *wanted, const char *folder)
{
    struct sockaddr_un address;

    for (int digits = 1; digits <= SOCKET_DIGITS; digits++) {
        g_autofree char *path = g_strdup_printf("%s/" SOCKET_PREFIX "%0*d", folder, digits, 0);
        socklen_t length = sockdir_address(path, &address);
        /*
         * Calls with the length of an IPv4 or IPv6 address are left to the kernel if at all
         * possible, as nearly all names have nine or ten digits.
         */
        if (length > 0 && (digits >= 8 || (length != 16 && length != 28))) {
            wanted[length] = TRUE;
        }
    }
}

/* Notifies of connect(2) with one of the wanted address lengths, and allows everything else. */
static unsigned short
make_filter(const gboolean *wanted, struct sock_filter *filter)
{
    const struct sock_filter head[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FILTER_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_connect, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]) +
                                               (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0)),
    };
    unsigned short n = G_N_ELEMENTS(head);

    memcpy(filter, head, sizeof head);
    for (unsigned length = 0; length <= sizeof(struct sockaddr_un); length++) {
        if (wanted[length]) {
            filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, length, 0, 1);
            filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
        }
    }
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    return n;
}

/* The listener of the filter, or -1 with errno set. */
static int
install(const struct sock_fprog *program)
{
    unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
    long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                            flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, program);

    if (listener < 0 && errno == EINVAL) {
        /* Before Linux 5.19 a signal may interrupt a call that we are about to answer. */
        listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, program);
    }
    return (int)listener;
}

/* In the child: installs the filter and returns its listener, or -1 with errno set. */
static int
install_with_privileges(const struct sock_fprog *program, FilterInstalled *installed)
{
    int listener = install(program);

    installed->no_new_privs = 0;
    if (listener < 0 && errno == EACCES && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
        installed->no_new_privs = 1;
        listener = install(program);
    }
    return listener;
}

void
filter_make(FilterInstallation *installation, const char *sockets, const char *old_sockets)
{
    gboolean wanted[sizeof(struct sockaddr_un) + 1] = {FALSE};

    mark_lengths(wanted, sockets);
    mark_lengths(wanted, old_sockets);
    installation->program.filter = installation->filter;
    installation->program.len = make_filter(wanted, installation->filter);
}

typedef union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
} FdMessage;

/* A message with one descriptor beside it. */
static struct msghdr
message_of(FdMessage *space, struct iovec *part)
{
    return (struct msghdr){.msg_iov = part,
                           .msg_iovlen = 1,
                           .msg_control = space->bytes,
                           .msg_controllen = sizeof space->bytes};
}

static gboolean
send_listener(int control, int listener, FilterInstalled *installed)
{
    FdMessage space = {{0}};
    struct iovec part = {installed, sizeof *installed};
    struct msghdr message = message_of(&space, &part);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);

    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &listener, sizeof(int));
    return sendmsg(control, &message, 0) == (ssize_t)sizeof *installed;
}

int
filter_receive_listener(int control, FilterInstalled *installed)
{
    FdMessage space = {{0}};
    struct iovec part = {installed, sizeof *installed};
    struct msghdr message = message_of(&space, &part);
    struct cmsghdr *header;
    int listener = -1;
    ssize_t n;

    do {
        n = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
    } while (n < 0 && errno == EINTR);
    header = n == (ssize_t)sizeof *installed ? CMSG_FIRSTHDR(&message) : NULL;
    if (header != NULL && header->cmsg_type == SCM_RIGHTS) {
        memcpy(&listener, CMSG_DATA(header), sizeof(int));
    }
    return listener;
}

int
filter_install(gpointer data)
{
    const FilterInstallation *installation = data;
    FilterInstalled installed;
    int listener = install_with_privileges(&installation->program, &installed);
    int trial;
    int error = 0;

    if (listener < 0) {
        return errno;
    }
    if (!send_listener(installation->control, listener, &installed)) {
        return errno;
    }
    close(listener);
    trial = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (trial < 0 || connect(trial, (const struct sockaddr *)&installation->trial,
                             installation->trial_length) != 0) {
        error = errno;
    }
    close(trial);
    return error;
}

#endif
