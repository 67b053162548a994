/*
 * Starting the command. See launch.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "launch.h"

#include <errno.h>

#include "attach.h"
#include "reattach.h"
#include "reattach_value.h"
#include "say.h"
#include "seccomp.h"
#include "sockdir.h"

#define EXIT_NOTHING_RECORDED 1
#define EXIT_NOT_RUNNABLE 126
#define EXIT_NOT_FOUND 127

struct Launch {
    char *sockets;      /* folder */
    Seccomp *seccomp;   /* NULL: not this way */
    Reattach *reattach; /* NULL: not this way */
    Attach *attach;     /* NULL: no provider that runs already */
    Connected connected;
    gpointer user_data;
};

Launch *
launch_new(const char *attach, Connected connected, gpointer user_data, GError **error)
{
    Launch *launch = g_new0(Launch, 1);

    launch->connected = connected;
    launch->user_data = user_data;
    launch->sockets = sockdir_new(error);
    if (launch->sockets != NULL && attach != NULL) {
        launch->attach = attach_new(attach, launch->sockets, connected, user_data, error);
    }
    if (launch->sockets == NULL || (attach != NULL && launch->attach == NULL)) {
        launch_free(launch);
        return NULL;
    }
    return launch;
}

/* The value of TF_REATTACH_PROVIDERS, to be freed; NULL if it need not be set. */
static char *
reattach_variable(const Launch *launch)
{
    g_autoptr(GString) members = g_string_new(NULL);

    if (launch->attach != NULL) {
        attach_describe(launch->attach, members);
    }
    if (launch->reattach != NULL) {
        reattach_describe(launch->reattach, members);
    }
    return members->len > 0 ? g_strdup_printf("{%s}", members->str) : NULL;
}

char *
launch_attach_assignment(const Launch *launch)
{
    g_autofree char *value = reattach_variable(launch);

    return g_strdup_printf(REATTACH_VARIABLE "='%s'", value);
}

/* The environment of the child: the user's, with the providers that are to be reattached. */
static char **
child_environment(const Launch *launch)
{
    g_autofree char *value = reattach_variable(launch);
    char **envp = g_get_environ();

    return value ? g_environ_setenv(envp, REATTACH_VARIABLE, value, TRUE) : envp;
}

static SeccompOutcome
start_under_seccomp(Launch *launch, ChildSpec *spec, Child *child, char **reason)
{
    g_auto(GStrv) envp = child_environment(launch);
    gboolean no_new_privs = FALSE;
    SeccompOutcome outcome;

    envp = g_environ_setenv(envp, "TF_DISABLE_PLUGIN_TLS", "1", TRUE);
    envp = g_environ_setenv(envp, "PLUGIN_UNIX_SOCKET_DIR", launch->sockets, TRUE);
    spec->envp = envp;
    outcome = seccomp_start(spec, launch->sockets, launch->connected, launch->user_data, child,
                            &launch->seccomp, &no_new_privs, reason);
    if (outcome == SECCOMP_STARTED && no_new_privs) {
        say("while recording, programs that the command starts cannot gain privileges (sudo, su)");
    }
    return outcome;
}

/* Returns 0, or the exit status to end with, with `reason` set. */
static int
start_with_reattach(Launch *launch, ChildSpec *spec, Child *child, char **reason)
{
    const char *value = g_getenv(REATTACH_VARIABLE);
    g_auto(GStrv) base = g_get_environ();
    g_auto(GStrv) envp = NULL;
    int error = 0;

    if (value != NULL && launch->attach == NULL) {
        /* Providers that the user debugs: recorded too. A value that makes no sense is core's. */
        launch->attach =
            attach_new(value, launch->sockets, launch->connected, launch->user_data, NULL);
    }
    launch->reattach = reattach_new(spec->argv, base, spec->cwd, launch->sockets, launch->connected,
                                    launch->user_data);
    spec->envp = envp = child_environment(launch);
    if (!child_start(spec, child)) {
        error = errno;
    } else if (child_result(child, &error) == CHILD_RUNS) {
        return 0;
    }
    *reason = g_strdup_printf("cannot run %s: %s", spec->argv[0], g_strerror(error));
    return error == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUNNABLE;
}

static int
start_by_reattach(Launch *launch, ChildSpec *spec, Child *child)
{
    g_autofree char *reason = NULL;
    int status = start_with_reattach(launch, spec, child, &reason);

    if (status != 0) {
        say("%s", reason);
    }
    return status;
}

int
launch_command(Launch *launch, Backend backend, ChildSpec *spec, Child *child)
{
    g_autofree char *reason = NULL;

    if (backend == BACKEND_REATTACH) {
        return start_by_reattach(launch, spec, child);
    }
    switch (start_under_seccomp(launch, spec, child, &reason)) {
    case SECCOMP_STARTED:
        return 0;
    case SECCOMP_UNAVAILABLE:
        if (backend == BACKEND_SECCOMP) {
            say("recording by seccomp is not possible: %s", reason);
            return EXIT_NOTHING_RECORDED;
        }
        say("recording by reattach, as seccomp is not possible (%s): provider processes live until "
            "the end, and providers that are not yet installed are not recorded",
            reason);
        return start_by_reattach(launch, spec, child);
    case SECCOMP_NOT_FOUND:
        say("%s", reason);
        return EXIT_NOT_FOUND;
    default:
        say("%s", reason);
        return EXIT_NOT_RUNNABLE;
    }
}

gboolean
launch_in_use(const Launch *launch)
{
    return launch->seccomp != NULL && seccomp_in_use(launch->seccomp);
}

void
launch_free(Launch *launch)
{
    if (launch == NULL) {
        return;
    }
    seccomp_free(launch->seccomp);
    reattach_free(launch->reattach);
    attach_free(launch->attach);
    if (launch->sockets != NULL) {
        sockdir_remove(launch->sockets);
        g_free(launch->sockets);
    }
    g_free(launch);
}
