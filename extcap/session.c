/*
 * One recording from start to end. See session.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "session.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "command.h"
#include "corever.h"
#include "corewatch.h"
#include "launch.h"
#include "linger.h"
#include "say.h"
#include "sigwatch.h"
#include "traffic.h"

/* Time for connections and providers to end after core has, in milliseconds. */
#define END_GRACE 200

#define EXIT_NOTHING_RECORDED 1

typedef struct {
    const Options *options;
    GMainLoop *loop;
    Recorder *recorder; /* NULL once the recording has ended */
    Traffic *traffic;
    Launch *launch;
    CoreWatch *cores; /* NULL: the command is the core, whose version is known */
    Command *command; /* NULL: none, only providers to attach to */
} Session;

static void
connected(const Connection *connection, gpointer data)
{
    Session *session = data;

    traffic_connected(connection, session->traffic);
    if (session->cores != NULL) {
        corewatch_see(session->cores, connection->core);
    }
}

static void
signal_arrived(int signal, gpointer data)
{
    Session *session = data;

    if (command_started(session->command)) {
        command_signal(session->command, signal);
    } else {
        g_main_loop_quit(session->loop);
    }
}

static void
recording_failed(const char *why, gpointer data)
{
    Session *session = data;

    if (!options_for_wireshark(session->options)) {
        say("recording has ended early: %s; %s goes on, and what had passed is recorded", why,
            session->options->command ? session->options->command[0] : "the session");
    } else {
        signal_arrived(SIGTERM, session);
    }
}

static void
command_ended(gpointer data)
{
    Session *session = data;

    g_main_loop_quit(session->loop);
}

static gboolean
open_recorder(Session *session, GError **error)
{
    const Options *options = session->options;
    const Command *command = session->command;
    g_autofree char *line = command ? command_line(command) : g_strdup("attached");
    g_autofree char *name = command ? command_name(command) : g_strdup("core");
    g_auto(GStrv) envp = g_get_environ();
    g_autofree char *version =
        command ? corever_ask(options->command[0], envp, options->cwd) : NULL;
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
    }
    if (options->attach != NULL) {
        g_ptr_array_add(comments, g_strdup_printf("attached to: %s", options->attach));
    }
    g_ptr_array_add(comments, NULL);
    file.comments = (const char *const *)comments->pdata;
    session->recorder = recorder_open(&file, recording_failed, session, error);
    if (session->recorder != NULL && version == NULL) {
        session->cores = corewatch_new(session->recorder);
    }
    return session->recorder != NULL;
}

/* Tells the user how to use the providers that we stand in front of, when we run no command. */
static void
tell_value(Session *session)
{
    g_autofree char *text = launch_attach_assignment(session->launch);

    if (options_for_wireshark(session->options)) {
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

    while (corewatch_questions(session->cores) > 0) {
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
end_recording(Session *session)
{
    if (session->traffic != NULL) {
        traffic_stop_recording(session->traffic);
    }
    corewatch_stop(session->cores);
    recorder_close(session->recorder);
    session->recorder = NULL;
}

static void
session_clear(gpointer data)
{
    Session *session = data;

    g_clear_pointer(&session->traffic, traffic_free);
    launch_free(session->launch);
    command_free(session->command);
    corewatch_free(session->cores);
    g_main_loop_unref(session->loop);
}

/* Sets up everything, and starts nothing. */
static gboolean
prepare(Session *session, GError **error)
{
    const Options *options = session->options;

    session->loop = g_main_loop_new(NULL, FALSE);
    if (options->command != NULL) {
        session->command = command_new(options, command_ended, session);
    }
    if (!sigwatch_start(!options_for_wireshark(session->options) && options->command,
                        signal_arrived, session, error) ||
        !open_recorder(session, error)) {
        return FALSE;
    }
    session->traffic = traffic_new(session->recorder);
    session->launch = launch_new(options->attach, connected, session, error);
    return session->launch != NULL;
}

static int
run_command(Session *session)
{
    g_autofree char *outcome = NULL;
    int status = command_start(session->command, session->launch);

    if (status != 0) {
        return status;
    }
    g_main_loop_run(session->loop);
    settle(session);
    outcome = command_outcome(session->command);
    recorder_remark(session->recorder, outcome);
    return command_exit_status(session->command);
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
    int death;

    if (prepare(&session, &error)) {
        status = options->command ? run_command(&session) : run_attached(&session);
    } else {
        say("%s", error->message);
    }
    end_recording(&session);
    sigwatch_stop();
    stays = command_started(session.command) && anything_left(&session);
    death = command_death(session.command);
    if (stays) {
        linger(anything_left, session_clear, &session);
    } else {
        session_clear(&session);
    }
    if (death != 0 && !options_for_wireshark(options)) {
        die_of(death);
    }
    if (stays) {
        /* What is in memory belongs to the process that stays. */
        _exit(status);
    }
    return status;
}
