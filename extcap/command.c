/*
 * The command whose session is recorded. See command.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "command.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output_tail.h"
#include "say.h"

/* Stopping for Wireshark: this many seconds after each step before the next, harder one. */
#define STOP_GRACE 10

#define EXIT_COMMAND_FAILED 1

struct Command {
    const Options *options;
    CommandEnded on_end;
    gpointer user_data;
    Child child; /* pid 0: not started */
    int status;  /* as waitpid(2) has it */
    gboolean ended;
    OutputTail *tail; /* what it prints, when it has no terminal */
    int stop_step;    /* signals sent to stop it */
};

Command *
command_new(const Options *options, CommandEnded ended, gpointer user_data)
{
    Command *command = g_new0(Command, 1);

    command->options = options;
    command->on_end = ended;
    command->user_data = user_data;
    return command;
}

static void
child_ended(GPid pid, gint status, gpointer data)
{
    Command *command = data;

    (void)pid;
    command->status = status;
    command->ended = TRUE;
    command->on_end(command->user_data);
}

/* Where the child reads and prints: with the user, except where that place is taken. */
static gboolean
set_stdio(Command *command, ChildSpec *spec, GError **error)
{
    spec->stdio[0] = spec->stdio[1] = spec->stdio[2] = -1;
    if (options_for_wireshark(command->options)) {
        command->tail = output_tail_new(error);
        if (command->tail == NULL) {
            return FALSE;
        }
        spec->stdio[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
        spec->stdio[1] = spec->stdio[2] = output_tail_fd(command->tail);
        spec->own_group = TRUE;
    } else if (strcmp(command->options->output, "-") == 0) {
        spec->stdio[1] = STDERR_FILENO;
    }
    return TRUE;
}

int
command_start(Command *command, Launch *launch)
{
    g_autoptr(GError) error = NULL;
    ChildSpec spec = {.argv = command->options->command, .cwd = command->options->cwd};
    int status;

    if (!set_stdio(command, &spec, &error)) {
        say("%s", error->message);
        return EXIT_COMMAND_FAILED;
    }
    status = launch_command(launch, command->options->backend, &spec, &command->child);
    if (status == 0) {
        g_child_watch_add(command->child.pid, child_ended, command);
    } else {
        command->child.pid = 0;
    }
    return status;
}

gboolean
command_started(const Command *command)
{
    return command != NULL && command->child.pid > 0;
}

static void
send_signal(const Command *command, int signal)
{
    pid_t pid = command->child.pid;

    if (command_started(command) && !command->ended) {
        kill(options_for_wireshark(command->options) ? -pid : pid, signal);
    }
}

/* Asks the child to end as Ctrl-C would, then again as an impatient user would, then kills it. */
static gboolean
stop(gpointer data)
{
    static const int steps[] = {SIGINT, SIGINT, SIGKILL};
    Command *command = data;

    if (command->stop_step < (int)G_N_ELEMENTS(steps)) {
        send_signal(command, steps[command->stop_step++]);
        g_timeout_add_seconds(STOP_GRACE, stop, command);
    }
    return G_SOURCE_REMOVE;
}

void
command_signal(Command *command, int signal)
{
    if (!options_for_wireshark(command->options)) {
        send_signal(command, signal);
    } else if (command->stop_step == 0) {
        stop(command);
    }
}

char *
command_line(const Command *command)
{
    GString *line = g_string_new(NULL);

    for (char *const *word = command->options->command; *word != NULL; word++) {
        gboolean plain =
            **word && !(*word)[strspn(*word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_./=:,@%+")];
        g_autofree char *quoted = plain ? g_strdup(*word) : g_shell_quote(*word);
        g_string_append_printf(line, "%s%s", line->len ? " " : "", quoted);
    }
    return g_string_free(line, FALSE);
}

char *
command_name(const Command *command)
{
    return g_path_get_basename(command->options->command[0]);
}

char *
command_outcome(const Command *command)
{
    g_autofree char *name = command_name(command);
    int death = command_death(command);

    return death
               ? g_strdup_printf("%s was ended by signal %d (%s)", name, death, g_strsignal(death))
               : g_strdup_printf("%s ended with exit status %d", name,
                                 WEXITSTATUS(command->status));
}

int
command_exit_status(const Command *command)
{
    if (!options_for_wireshark(command->options)) {
        return WEXITSTATUS(command->status);
    }
    if (command->stop_step > 0 || command->status == 0) {
        return 0;
    }
    say("the command failed; it printed last:\n%s", output_tail_text(command->tail));
    return EXIT_COMMAND_FAILED;
}

int
command_death(const Command *command)
{
    return command != NULL && WIFSIGNALED(command->status) ? WTERMSIG(command->status) : 0;
}

void
command_free(Command *command)
{
    if (command == NULL) {
        return;
    }
    output_tail_free(command->tail);
    g_free(command);
}
