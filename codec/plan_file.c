/* plan_file.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_file_internal.h"

#include <glib/gstdio.h>

#include "text.h"

const char *
tf_plan_text(tf_plan_file *file, tf_json_node object, const char *name)
{
    return tf_json_copy(file->pool, tf_json_get(object, name));
}

/** What a document of another kind is, so that the message can say so; NULL if we cannot tell. */
static const char *
known_as(tf_json_node root)
{
    if (tf_json_get(root, "provider_schemas").tape)
        return "provider schemas, not a plan or a state";
    if (tf_json_get(root, "lineage").tape)
        return "a state file itself, not what `show -json` makes of it";
    return NULL;
}

/** Checks format_version. @return false with what is wrong */
static bool
check_version(wmem_allocator_t *pool, tf_json_node root, char **error)
{
    tf_span version = tf_json_text(tf_json_get(root, "format_version"));

    if (!tf_json_is(root, TF_TOKEN_MAP) || known_as(root) || version.length == 0) {
        const char *what = tf_json_is(root, TF_TOKEN_MAP) ? known_as(root) : NULL;
        *error = g_strdup(what ? what : "no output of `show -json`: it has no format_version");
        return false;
    }
    if (version.length >= 2 && memcmp(version.data, "1.", 2) == 0)
        return true;
    if (tf_text_is(version, "1"))
        return true;
    *error = g_strdup_printf("format_version %.20s is not supported, only 1.x is",
                             tf_text_copy(pool, version));
    return false;
}

static void
read_document(tf_plan_file *file, tf_json_node root)
{
    tf_json_node values = tf_json_get(root, "values");

    file->terraform_version = tf_plan_text(file, root, "terraform_version");
    file->state = !tf_json_get(root, "planned_values").tape &&
                  !tf_json_get(root, "resource_changes").tape &&
                  !tf_json_get(root, "configuration").tape;
    file->errored = tf_json_is_true(tf_json_get(root, "errored"));
    file->variables = tf_json_get(root, "variables");
    file->output_changes = tf_json_get(root, "output_changes");
    file->relevant_attributes = tf_json_get(root, "relevant_attributes");
    file->root_config = tf_json_get(tf_json_get(root, "configuration"), "root_module");
    tf_plan_read_configuration(file, tf_json_get(root, "configuration"));
    tf_plan_read_objects(file, root);
    tf_plan_read_checks(file, tf_json_get(file->state ? values : root, "checks"));
    if (file->state && file->n_checks == 0)
        tf_plan_read_checks(file, tf_json_get(root, "checks"));
}

static bool
read_tape(tf_plan_file *file, size_t length, char **error)
{
    tf_tape *tape = &file->tape;

    tf_tape_init(tape, (const uint8_t *)file->text, (uint32_t)length);
    tf_json_read(tape, file->pool, TF_JSON_MAX_DEPTH);
    if (!tape->failed && tape->end < tape->length)
        tf_tape_fail(tape, TF_PROBLEM_MALFORMED, tape->end, "more after the end");
    if (!tape->failed)
        return true;
    if (tape->failure == TF_PROBLEM_TOO_DEEP)
        *error = g_strdup_printf("nested deeper than %d levels", TF_JSON_MAX_DEPTH);
    else
        *error = g_strdup_printf("not JSON: %s at byte %u", tape->message, tape->failed_at);
    return false;
}

tf_plan_file *
tf_plan_file_parse(const char *name, char *text, size_t length, char **error)
{
    tf_plan_file *file = g_new0(tf_plan_file, 1);

    file->pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK);
    file->name = wmem_strdup(file->pool, name);
    file->text = text;
    if (length > TF_PLAN_MAX_BYTES)
        *error = g_strdup_printf("larger than %u MB", TF_PLAN_MAX_BYTES >> 20);
    else if (read_tape(file, length, error) &&
             check_version(file->pool, tf_json_root(&file->tape), error)) {
        read_document(file, tf_json_root(&file->tape));
        return file;
    }
    tf_plan_file_free(file);
    return NULL;
}

tf_plan_file *
tf_plan_file_read(const char *path, char **error)
{
    GStatBuf status;
    GError *failure = NULL;
    char *text;
    gsize length;

    if (g_stat(path, &status) == 0 && (uint64_t)status.st_size > TF_PLAN_MAX_BYTES) {
        *error = g_strdup_printf("%u MB, and only up to %u MB are read",
                                 (unsigned)(status.st_size >> 20), TF_PLAN_MAX_BYTES >> 20);
        return NULL;
    }
    if (!g_file_get_contents(path, &text, &length, &failure)) {
        *error = g_strdup(failure->message);
        g_error_free(failure);
        return NULL;
    }
    return tf_plan_file_parse(path, text, length, error);
}

void
tf_plan_file_free(tf_plan_file *file)
{
    if (!file)
        return;
    tf_tape_clear(&file->tape);
    wmem_destroy_allocator(file->pool);
    g_free(file->text);
    g_free(file);
}
