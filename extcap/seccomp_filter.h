/*
 * The child's half of interception: the filter, and how the child puts itself under it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_SECCOMP_FILTER_H
#define TFPLUGINDUMP_SECCOMP_FILTER_H

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#endif

#include <glib.h>

#include "sockdir.h"

#if defined(__x86_64__)
#define FILTER_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define FILTER_ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define FILTER_ARCH AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FILTER_ARCH AUDIT_ARCH_PPC64LE
#elif defined(__s390x__)
#define FILTER_ARCH AUDIT_ARCH_S390X
#endif

#if defined(__linux__) && defined(FILTER_ARCH) && defined(SECCOMP_IOCTL_NOTIF_ADDFD)
#define HAVE_SECCOMP_NOTIFY 1

/* The name that go-plugin gives to sockets, followed by one to ten digits. */
#define SOCKET_PREFIX "plugin"
#define SOCKET_DIGITS 10

#define FILTER_MAX 256

/* What the child needs to put itself under the filter. It must live until the child's exec. */
typedef struct {
    struct sock_fprog program;
    struct sock_filter filter[FILTER_MAX];
    int control;              /* where the child sends the filter's listener */
    struct sockaddr_un trial; /* a socket to connect to, for a trial of the whole way */
    socklen_t trial_length;
} FilterInstallation;

/* What the child tells about it, together with the listener. */
typedef struct {
    int no_new_privs;
} FilterInstalled;

/*
 * Fills in the filter: notify of connect(2) with the address length of a provider's socket in one
 * of the two folders, allow everything else.
 */
void filter_make(FilterInstallation *installation, const char *sockets, const char *old_sockets);

/*
 * In the child, before exec (see ChildSpec.prepare): goes under the filter, sends the listener and
 * connects to the trial socket. Returns 0 or an errno value.
 */
int filter_install(gpointer installation);

/* In the parent: the listener that the child has sent, or -1 if it ended without. */
int filter_receive_listener(int control, FilterInstalled *installed);

#endif
#endif
