/*
 * Steps between core and its providers where core connects to them: core runs under a seccomp
 * filter that hands each connect(2) to a unix socket of a provider to us before it happens. We
 * connect in its place and give core one end of a socket pair. Neither core nor provider is changed
 * otherwise. Linux 5.9 or later; elsewhere seccomp_start() says so.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_SECCOMP_H
#define TFPLUGINDUMP_SECCOMP_H

#include "child.h"
#include "connection.h"

typedef struct Seccomp Seccomp;

typedef enum {
    SECCOMP_STARTED,
    SECCOMP_UNAVAILABLE, /* nothing was started; `reason` says why the way is closed */
    SECCOMP_NOT_FOUND,   /* there is no such program; `reason` says so */
    SECCOMP_FAILED       /* the program itself cannot be started; `reason` says why */
} SeccompOutcome;

/*
 * Starts the program of `spec` (whose `prepare` is used here) under the filter, after a trial of
 * the whole way. `sockets` is the folder where providers put their sockets; those of old providers
 * are recognised in the temporary folder of the child's environment. On SECCOMP_STARTED `seccomp`
 * is to be freed with seccomp_free(), and `no_new_privs` tells whether the child had to give up
 * gaining privileges. Otherwise `reason` is set, to be freed.
 */
SeccompOutcome seccomp_start(ChildSpec *spec, const char *sockets, Connected connected,
                             gpointer user_data, Child *child, Seccomp **seccomp,
                             gboolean *no_new_privs, char **reason);

/* Whether any process under the filter is left: core itself, or something that it started. */
gboolean seccomp_in_use(const Seccomp *seccomp);

/* Stops answering; whoever is left under the filter sees its filtered calls fail. */
void seccomp_free(Seccomp *seccomp);

#endif
