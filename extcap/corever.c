/*
 * Core's version. See corever.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "corever.h"

#include <gio/gio.h>

#define ANSWER_SECONDS 5

gboolean
corever_is_core(const char *program)
{
    g_autofree char *name = g_path_get_basename(program);

    /* Any other program might do anything at all when called with "version". */
    return g_regex_match_simple("^(terraform|tofu|opentofu|durgaform)([-_.]?v?[0-9].*)?$", name, 0,
                                0);
}

/* A question on its way. */
typedef struct {
    GSubprocess *process;
    GCancellable *cancellable;
    GSource *timeout;
    CoreverAnswered answered;
    gpointer user_data;
} Question;

static gboolean
give_up(gpointer cancellable)
{
    g_cancellable_cancel(cancellable);
    return G_SOURCE_REMOVE;
}

static char *
version_in(const char *answer)
{
    g_autoptr(GRegex) regex =
        g_regex_new("\"(?:terraform|tofu|opentofu)_version\"\\s*:\\s*\"([^\"]+)\"", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;

    return g_regex_match(regex, answer, 0, &match) ? g_match_info_fetch(match, 1) : NULL;
}

static void
question_over(GObject *process, GAsyncResult *result, gpointer data)
{
    Question *question = data;
    g_autofree char *output = NULL;
    g_autofree char *version = NULL;

    if (g_subprocess_communicate_utf8_finish(G_SUBPROCESS(process), result, &output, NULL, NULL)) {
        version = version_in(output);
    } else {
        g_subprocess_force_exit(question->process);
    }
    question->answered(version, question->user_data);
    g_source_destroy(question->timeout);
    g_source_unref(question->timeout);
    g_object_unref(question->cancellable);
    g_object_unref(question->process);
    g_free(question);
}

static GSubprocess *
start(const char *program, char **envp, const char *cwd)
{
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
    const char *const argv[] = {program, "version", "-json", NULL};

    g_subprocess_launcher_set_environ(launcher, envp);
    g_subprocess_launcher_setenv(launcher, "CHECKPOINT_DISABLE", "1", TRUE);
    g_subprocess_launcher_unsetenv(launcher, "TF_CLI_ARGS");
    g_subprocess_launcher_unsetenv(launcher, "TF_CLI_ARGS_version");
    g_subprocess_launcher_unsetenv(launcher, "TF_LOG_PATH");
    if (cwd != NULL) {
        g_subprocess_launcher_set_cwd(launcher, cwd);
    }
    return g_subprocess_launcher_spawnv(launcher, argv, NULL);
}

void
corever_ask_async(const char *program, char **envp, const char *cwd, CoreverAnswered answered,
                  gpointer user_data)
{
    GSubprocess *process = corever_is_core(program) ? start(program, envp, cwd) : NULL;
    Question *question;

    if (process == NULL) {
        answered(NULL, user_data);
        return;
    }
    question = g_new0(Question, 1);
    question->process = process;
    question->cancellable = g_cancellable_new();
    question->answered = answered;
    question->user_data = user_data;
    question->timeout = g_timeout_source_new_seconds(ANSWER_SECONDS);
    g_source_set_callback(question->timeout, give_up, question->cancellable, NULL);
    g_source_attach(question->timeout, g_main_context_get_thread_default());
    g_subprocess_communicate_utf8_async(process, NULL, question->cancellable, question_over,
                                        question);
}

typedef struct {
    gboolean given;
    char *version;
} Answer;

static void
keep_answer(const char *version, gpointer data)
{
    Answer *answer = data;

    answer->given = TRUE;
    answer->version = g_strdup(version);
}

char *
corever_ask(const char *program, char **envp, const char *cwd)
{
    /* A context of its own: nothing else of the session happens meanwhile. */
    g_autoptr(GMainContext) context = g_main_context_new();
    Answer answer = {FALSE, NULL};

    g_main_context_push_thread_default(context);
    corever_ask_async(program, envp, cwd, keep_answer, &answer);
    while (!answer.given) {
        g_main_context_iteration(context, TRUE);
    }
    g_main_context_pop_thread_default(context);
    return answer.version;
}
