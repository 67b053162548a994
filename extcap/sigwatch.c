/*
 * Telling signals to the group from signals to us. See sigwatch.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "sigwatch.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib-unix.h>

/*
 * A signal to a group reaches its processes one after the other, and timeout(1) signals its child
 * first and the group right after: wait that long before asking the witness, in milliseconds.
 */
#define ASK_DELAY 30
/* A signal that the witness has got so shortly before its answer is the one in question. */
#define SAME_SIGNAL G_USEC_PER_SEC

/* What the witness sends as an answer; signals have other numbers. */
#define ANSWER 0

static const int watched[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
/* Broken pipes and file size limits are errors to the recorder, not its end. */
static const int ignored[] = {SIGPIPE, SIGXFSZ};

/* One set of variables, as signal handlers have no other way to state. */
static struct {
    struct sigaction before[NSIG];
    int report_fd; /* where the handler of this process writes signal numbers */
    pid_t witness;
    int lifeline; /* a byte asks the witness for an answer, closing tells it to end */
    guint sources[2];
    gboolean pending[NSIG];       /* reached us, and is to be judged */
    gint64 seen_by_witness[NSIG]; /* monotonic microseconds, 0: never */
    SigwatchAlone alone;
    gpointer user_data;
} watch;

static void
report(int number)
{
    int saved = errno;
    unsigned char byte = (unsigned char)number;

    if (write(watch.report_fd, &byte, 1) < 0) {
        /* A full pipe holds more of the same than anybody needs. */
    }
    errno = saved;
}

static void
catch_signals(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(watched); i++) {
        struct sigaction action = {.sa_handler = report, .sa_flags = SA_RESTART};
        if (watch.before[watched[i]].sa_handler != SIG_IGN) {
            sigaction(watched[i], &action, NULL);
        }
    }
}

/*
 * The witness: reports what it gets until the recorder is gone. Whatever it got before it is asked
 * is reported before the answer. Only async-signal-safe calls.
 */
static void
be_witness(int report_fd, int lifeline, const sigset_t *mask)
{
    char byte;
    ssize_t n;

    watch.report_fd = report_fd;
    sigprocmask(SIG_SETMASK, mask, NULL);
    do {
        n = read(lifeline, &byte, 1);
        if (n == 1) {
            report(ANSWER);
        }
    } while (n > 0 || (n < 0 && errno == EINTR));
    _exit(0);
}

/* The witness has answered: what it has not got was for us alone. */
static void
judge(void)
{
    for (int number = 1; number < NSIG; number++) {
        gint64 seen = watch.seen_by_witness[number];
        if (watch.pending[number]) {
            watch.pending[number] = FALSE;
            if (seen == 0 || g_get_monotonic_time() - seen > SAME_SIGNAL) {
                watch.alone(number, watch.user_data);
            }
        }
    }
}

static gboolean
ask_witness(gpointer data)
{
    (void)data;
    if (watch.witness == 0 || write(watch.lifeline, "", 1) != 1) {
        judge();
    }
    return G_SOURCE_REMOVE;
}

static gboolean
own_report(gint fd, GIOCondition condition, gpointer data)
{
    unsigned char byte;

    (void)condition;
    (void)data;
    if (read(fd, &byte, 1) == 1) {
        watch.pending[byte] = TRUE;
        g_timeout_add(watch.witness ? ASK_DELAY : 0, ask_witness, NULL);
    }
    return G_SOURCE_CONTINUE;
}

static gboolean
witness_report(gint fd, GIOCondition condition, gpointer data)
{
    unsigned char byte;

    (void)condition;
    (void)data;
    if (read(fd, &byte, 1) != 1) {
        return G_SOURCE_REMOVE;
    }
    if (byte == ANSWER) {
        judge();
    } else {
        watch.seen_by_witness[byte] = g_get_monotonic_time();
    }
    return G_SOURCE_CONTINUE;
}

/* Forks the witness, whose reports arrive at the returned descriptor; -1 with errno set. */
static int
start_witness(void)
{
    int reports[2];
    int lifeline[2];
    sigset_t all;
    sigset_t mask;

    if (!g_unix_open_pipe(reports, FD_CLOEXEC, NULL) ||
        !g_unix_open_pipe(lifeline, FD_CLOEXEC, NULL)) {
        return -1;
    }
    /* Until it has its own pipe, the witness must not report as if it were us. */
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &mask);
    watch.witness = fork();
    if (watch.witness == 0) {
        close(reports[0]);
        close(lifeline[1]);
        be_witness(reports[1], lifeline[0], &mask);
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    close(reports[1]);
    close(lifeline[0]);
    watch.lifeline = lifeline[1];
    return watch.witness < 0 ? -1 : reports[0];
}

gboolean
sigwatch_start(gboolean witness, SigwatchAlone alone, gpointer user_data, GError **error)
{
    int own[2];

    watch.alone = alone;
    watch.user_data = user_data;
    for (gsize i = 0; i < G_N_ELEMENTS(watched); i++) {
        sigaction(watched[i], NULL, &watch.before[watched[i]]);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(ignored); i++) {
        struct sigaction ignore = {.sa_handler = SIG_IGN};
        sigaction(ignored[i], &ignore, &watch.before[ignored[i]]);
    }
    if (!g_unix_open_pipe(own, FD_CLOEXEC, error)) {
        return FALSE;
    }
    g_unix_set_fd_nonblocking(own[0], TRUE, NULL);
    g_unix_set_fd_nonblocking(own[1], TRUE, NULL);
    watch.report_fd = own[1];
    watch.sources[0] = g_unix_fd_add(own[0], G_IO_IN, own_report, NULL);
    /* Caught before the fork, so that there is no moment in which the witness could be killed. */
    catch_signals();
    if (witness) {
        int reports = start_witness();
        if (reports < 0) {
            g_set_error(error, G_IO_ERROR, g_io_error_from_errno(errno),
                        "cannot start a process: %s", g_strerror(errno));
            return FALSE;
        }
        watch.sources[1] = g_unix_fd_add(reports, G_IO_IN, witness_report, NULL);
    }
    return TRUE;
}

void
sigwatch_restore_in_child(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(watched); i++) {
        sigaction(watched[i], &watch.before[watched[i]], NULL);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(ignored); i++) {
        sigaction(ignored[i], &watch.before[ignored[i]], NULL);
    }
}

void
sigwatch_stop(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(watch.sources); i++) {
        if (watch.sources[i] != 0) {
            g_source_remove(watch.sources[i]);
            watch.sources[i] = 0;
        }
    }
    if (watch.witness > 0) {
        close(watch.lifeline);
        while (waitpid(watch.witness, NULL, 0) < 0 && errno == EINTR) {
        }
        watch.witness = 0;
    }
}
