/*
 * The cores that turn up in a session. See corewatch.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "corewatch.h"

#include "corever.h"
#include "provider.h"

struct CoreWatch {
    Recorder *recorder; /* NULL: stopped */
    GHashTable *seen;   /* paths of programs that were asked */
    guint questions;    /* answers still to come */
};

typedef struct {
    CoreWatch *watch;
    char *program;
} CoreQuestion;

CoreWatch *
corewatch_new(Recorder *recorder)
{
    CoreWatch *watch = g_new0(CoreWatch, 1);

    watch->recorder = recorder;
    watch->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return watch;
}

static void
answered(const char *version, gpointer data)
{
    CoreQuestion *question = data;
    CoreWatch *watch = question->watch;
    g_autofree char *program = question->program;

    watch->questions--;
    if (version != NULL && watch->recorder != NULL) {
        g_autofree char *text = g_strdup_printf("core: %s %s", program, version);
        recorder_remark(watch->recorder, text);
    }
    g_free(question);
}

void
corewatch_see(CoreWatch *watch, pid_t core)
{
    g_auto(GStrv) envp = g_get_environ();
    g_autofree char *program = core > 0 ? provider_binary(core) : NULL;
    CoreQuestion *question;

    if (watch->recorder == NULL || program == NULL || !corever_is_core(program) ||
        !g_hash_table_add(watch->seen, g_strdup(program))) {
        return;
    }
    question = g_new(CoreQuestion, 1);
    question->watch = watch;
    question->program = g_strdup(program);
    watch->questions++;
    corever_ask_async(program, envp, "/", answered, question);
}

guint
corewatch_questions(const CoreWatch *watch)
{
    return watch != NULL ? watch->questions : 0;
}

void
corewatch_stop(CoreWatch *watch)
{
    if (watch != NULL) {
        watch->recorder = NULL;
    }
}

void
corewatch_free(CoreWatch *watch)
{
    if (watch == NULL) {
        return;
    }
    g_hash_table_destroy(watch->seen);
    g_free(watch);
}
