/*
 * One recording from start to end. See session.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "session.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "corever.h"
#include "launch.h"
#include "linger.h"
#include "output_tail.h"
#include "provider.h"
#include "say.h"
#include "sigwatch.h"
#include "traffic.h"

/* Time for connections and providers to end after core has, in milliseconds. */
#define END_GRACE 200
/* Stopping for Wireshark: core gets this long after each step before the next, harder one. */
#define STOP_GRACE 10

#define EXIT_NOTHING_RECORDED 1

typedef struct {
    const Options *options;
    GMainLoop *loop;
    Recorder *recorder; /* NULL once the recording has ended */
    Traffic *traffic;
    Launch *launch;
    GHashTable *cores; /* paths of programs whose version is known or asked for */
    guint questions;   /* answers still to come */
    Child child;       /* pid 0: no command, only providers to attach to */
    int status;        /* of the child, as waitpid(2) has it */
    gboolean child_ended;
    OutputTail *tail; /* what the child prints, when it has no terminal */
    int stop_step;    /* signals sent to stop the child */
} Session;

static gboolean
for_wireshark(const Session *session)
{
    return session->options->verb == VERB_CAPTURE;
}

/* The command as a shell would take it. */
static char *
command_line(char *const *command)
{
    GString *line = g_string_new(NULL);

    for (; *command != NULL; command++) {
        gboolean plain =
            **command &&
            !(*command)[strspn(*command, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_./=:,@%+")];
        g_autofree char *quoted = plain ? g_strdup(*command) : g_shell_quote(*command);
        g_string_append_printf(line, "%s%s", line->len ? " " : "", quoted);
    }
    return g_string_free(line, FALSE);
}

/* The version of a core that the command, a script maybe, has started. */
typedef struct {
    Session *session;
    char *program;
} CoreQuestion;

static void
core_answered(const char *version, gpointer data)
{
    CoreQuestion *question = data;
    Session *session = question->session;
    g_autofree char *program = question->program;

    session->questions--;
    if (version != NULL && session->recorder != NULL) {
        g_autofree char *text = g_strdup_printf("core: %s %s", program, version);
        recorder_remark(session->recorder, text);
    }
    g_free(question);
}

/* A core shows up that is not the command itself. */
static void
ask_core(Session *session, pid_t core)
{
    g_auto(GStrv) envp = g_get_environ();
    g_autofree char *program = core > 0 ? provider_binary(core) : NULL;
    CoreQuestion *question;

    if (program == NULL || !corever_is_core(program) ||
        !g_hash_table_add(session->cores, g_strdup(program))) {
        return;
    }
    question = g_new(CoreQuestion, 1);
    question->session = session;
    question->program = g_strdup(program);
    session->questions++;
    corever_ask_async(program, envp, "/", core_answered, question);
}

static void
connected(const Connection *connection, gpointer data)
{
    Session *session = data;

    traffic_connected(connection, session->traffic);
    if (session->cores != NULL) {
        ask_core(session, connection->core);
    }
}

static void
signal_child(const Session *session, int signal)
{
    if (session->child.pid > 0 && !session->child_ended) {
        kill(session->options->verb == VERB_CAPTURE ? -session->child.pid : session->child.pid,
             signal);
    }
}

/* Asks the child to end as Ctrl-C would, then again as an impatient user would, then kills it. */
static gboolean
stop_child(gpointer data)
{
    static const int steps[] = {SIGINT, SIGINT, SIGKILL};
    Session *session = data;

    if (session->stop_step < (int)G_N_ELEMENTS(steps)) {
        signal_child(session, steps[session->stop_step++]);
        g_timeout_add_seconds(STOP_GRACE, stop_child, session);
    }
    return G_SOURCE_REMOVE;
}

static void
signal_arrived(int signal, gpointer data)
{
    Session *session = data;

    if (session->child.pid == 0) {
        g_main_loop_quit(session->loop);
    } else if (!for_wireshark(session)) {
        signal_child(session, signal);
    } else if (session->stop_step == 0) {
        stop_child(session);
    }
}

static void
recording_failed(const char *why, gpointer data)
{
    Session *session = data;

    if (!for_wireshark(session)) {
        say("recording has ended early: %s; %s goes on, and what had passed is recorded", why,
            session->options->command ? session->options->command[0] : "the session");
    } else {
        signal_arrived(SIGTERM, session);
    }
}

static void
child_ended(GPid pid, gint status, gpointer data)
{
    Session *session = data;

    (void)pid;
    session->status = status;
    session->child_ended = TRUE;
    g_main_loop_quit(session->loop);
}

static gboolean
open_recorder(Session *session, GError **error)
{
    const Options *options = session->options;
    char **command = options->command;
    g_autofree char *line = command ? command_line(command) : g_strdup("attached");
    g_autofree char *name = command ? g_path_get_basename(command[0]) : g_strdup("core");
    g_auto(GStrv) envp = g_get_environ();
    g_autofree char *version = command ? corever_ask(command[0], envp, options->cwd) : NULL;
    g_autoptr(GPtrArray) comments = g_ptr_array_new_with_free_func(g_free);
    CapFileOptions file = {.path = options->output,
                           .ring_bytes = options->ring_bytes,
                           .ring_files = options->ring_files,
                           .name = name,
                           .description = line};

    if (command != NULL) {
        g_ptr_array_add(comments, g_strdup_printf("command: %s", line));
    }
    if (version != NULL) {
        g_ptr_array_add(comments, g_strdup_printf("core: %s %s", name, version));
    } else {
        session->cores = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    }
    if (options->attach != NULL) {
        g_ptr_array_add(comments, g_strdup_printf("attached to: %s", options->attach));
    }
    g_ptr_array_add(comments, NULL);
    file.comments = (const char *const *)comments->pdata;
    session->recorder = recorder_open(&file, recording_failed, session, error);
    return session->recorder != NULL;
}

/* Where the child reads and prints: with the user, except where that place is taken. */
static gboolean
set_stdio(Session *session, ChildSpec *spec, GError **error)
{
    spec->stdio[0] = spec->stdio[1] = spec->stdio[2] = -1;
    if (for_wireshark(session)) {
        session->tail = output_tail_new(error);
        if (session->tail == NULL) {
            return FALSE;
        }
        spec->stdio[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
        spec->stdio[1] = spec->stdio[2] = output_tail_fd(session->tail);
        spec->own_group = TRUE;
    } else if (strcmp(session->options->output, "-") == 0) {
        spec->stdio[1] = STDERR_FILENO;
    }
    return TRUE;
}

/* Starts the command. Returns 0, or the exit status to end with, having said why. */
static int
start_command(Session *session)
{
    g_autoptr(GError) error = NULL;
    ChildSpec spec = {.argv = session->options->command, .cwd = session->options->cwd};
    int status;

    if (!set_stdio(session, &spec, &error)) {
        say("%s", error->message);
        return EXIT_NOTHING_RECORDED;
    }
    status = launch_command(session->launch, session->options->backend, &spec, &session->child);
    if (status == 0) {
        g_child_watch_add(session->child.pid, child_ended, session);
    } else {
        session->child.pid = 0;
    }
    return status;
}

/* Tells the user how to use the providers that we stand in front of, when we run no command. */
static void
tell_value(Session *session)
{
    g_autofree char *text = launch_attach_assignment(session->launch);

    if (for_wireshark(session)) {
        recorder_remark(session->recorder, text);
    } else if (strcmp(session->options->output, "-") == 0) {
        say("%s", text);
    } else {
        puts(text);
        fflush(stdout);
    }
}

static gboolean
anything_left(gpointer data)
{
    const Session *session = data;

    return traffic_connections(session->traffic) > 0 || launch_in_use(session->launch);
}

static gboolean
set_flag(gpointer data)
{
    *(gboolean *)data = TRUE;
    return G_SOURCE_REMOVE;
}

/* Lets connections come to their end after core has; most often there is nothing left to do. */
static void
settle(Session *session)
{
    gboolean over = FALSE;
    guint timer;

    while (session->questions > 0) {
        g_main_context_iteration(NULL, TRUE);
    }
    timer = g_timeout_add(END_GRACE, set_flag, &over);
    while (!over && (anything_left(session) || traffic_providers_running(session->traffic) > 0)) {
        g_main_context_iteration(NULL, TRUE);
    }
    if (!over) {
        g_source_remove(timer);
    }
    traffic_abort_half_dead(session->traffic);
    if (traffic_connections(session->traffic) == 0) {
        /* Core has died without ending its providers: nobody else is there to do it. */
        traffic_kill_providers(session->traffic);
    }
}

static void
remark_end(Session *session)
{
    g_autofree char *name = g_path_get_basename(session->options->command[0]);
    g_autofree char *text =
        WIFSIGNALED(session->status)
            ? g_strdup_printf("%s was ended by signal %d (%s)", name, WTERMSIG(session->status),
                              g_strsignal(WTERMSIG(session->status)))
            : g_strdup_printf("%s ended with exit status %d", name, WEXITSTATUS(session->status));

    recorder_remark(session->recorder, text);
}

static void
end_recording(Session *session)
{
    if (session->traffic != NULL) {
        traffic_stop_recording(session->traffic);
    }
    recorder_close(session->recorder);
    session->recorder = NULL;
}

static void
session_clear(gpointer data)
{
    Session *session = data;

    g_clear_pointer(&session->traffic, traffic_free);
    launch_free(session->launch);
    output_tail_free(session->tail);
    g_clear_pointer(&session->cores, g_hash_table_destroy);
    g_main_loop_unref(session->loop);
}

/* Sets up everything but the child. */
static gboolean
prepare(Session *session, GError **error)
{
    const Options *options = session->options;

    session->loop = g_main_loop_new(NULL, FALSE);
    if (!sigwatch_start(!for_wireshark(session) && options->command, signal_arrived, session,
                        error) ||
        !open_recorder(session, error)) {
        return FALSE;
    }
    session->traffic = traffic_new(session->recorder);
    session->launch = launch_new(options->attach, connected, session, error);
    return session->launch != NULL;
}

/* What Wireshark shows in a dialog when its capture ends by itself with an error. */
static int
result_for_wireshark(Session *session)
{
    if (session->stop_step > 0 || session->status == 0) {
        return 0;
    }
    say("the command failed; it printed last:\n%s", output_tail_text(session->tail));
    return EXIT_NOTHING_RECORDED;
}

static int
run_command(Session *session)
{
    int status = start_command(session);

    if (status != 0) {
        return status;
    }
    g_main_loop_run(session->loop);
    settle(session);
    remark_end(session);
    return for_wireshark(session) ? result_for_wireshark(session) : WEXITSTATUS(session->status);
}

/* Records whoever uses the printed value, until a signal or Wireshark says that it is enough. */
static int
run_attached(Session *session)
{
    tell_value(session);
    g_main_loop_run(session->loop);
    return 0;
}

/* Dies as the command has died, so that whoever has started us sees the same. */
static void
die_of(int number)
{
    const struct rlimit no_core = {0, 0};

    setrlimit(RLIMIT_CORE, &no_core);
    signal(number, SIG_DFL);
    raise(number);
}

int
session_run(const Options *options)
{
    g_autoptr(GError) error = NULL;
    Session session = {.options = options};
    int status = EXIT_NOTHING_RECORDED;
    gboolean stays;

    if (prepare(&session, &error)) {
        status = options->command ? run_command(&session) : run_attached(&session);
    } else {
        say("%s", error->message);
    }
    end_recording(&session);
    sigwatch_stop();
    stays = session.child.pid > 0 && anything_left(&session);
    if (stays) {
        linger(anything_left, session_clear, &session);
    } else {
        session_clear(&session);
    }
    if (!for_wireshark(&session) && WIFSIGNALED(session.status)) {
        die_of(WTERMSIG(session.status));
    }
    if (stays) {
        /* What is in memory belongs to the process that stays. */
        _exit(status);
    }
    return status;
}
