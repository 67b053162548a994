/* plan_files.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_files.h"

#include <string.h>

#include <wsutil/report_message.h>

#include "plan_join.h"

/* The preference, and what of it was read last; NULL or empty: none. */
static const char *paths_wanted;
static char *paths_read;

static GPtrArray *files;    /* of tf_plan_file */
static GHashTable *objects; /* "mode\ntype" -> GArray of tf_planned */

void
tf_plan_files_register(module_t *module)
{
    prefs_register_filename_preference(
        module, "plan_file", "Plan file",
        "Output of `terraform show -json` or `tofu show -json` for a plan or a state; several are "
        "separated by semicolons. It gives calls the addresses of their resources, and unknown "
        "values what they wait for.",
        &paths_wanted, false);
}

static void
free_file(gpointer file)
{
    tf_plan_file_free((tf_plan_file *)file);
}

static void
free_objects(gpointer list)
{
    g_array_free((GArray *)list, TRUE);
}

static char *
object_key(const char *mode, const char *type)
{
    return g_strconcat(mode ? mode : "managed", "\n", type, NULL);
}

static void
index_object(const tf_plan_file *file, const tf_plan_object *object)
{
    tf_planned planned = {file, object};
    char *key = object_key(object->mode, object->type);
    GArray *list = (GArray *)g_hash_table_lookup(objects, key);

    if (!list) {
        list = g_array_new(FALSE, FALSE, sizeof(tf_planned));
        g_hash_table_insert(objects, g_strdup(key), list);
    }
    g_array_append_val(list, planned);
    g_free(key);
}

static void
read_one(const char *path)
{
    char *error = NULL;
    tf_plan_file *file = tf_plan_file_read(path, &error);

    if (!file) {
        report_failure("The plan file \"%s\" cannot be used: %s", path, error);
        g_free(error);
        return;
    }
    g_ptr_array_add(files, file);
    for (uint32_t i = 0; i < file->n_objects; i++)
        if (file->objects[i].origin != TF_PLAN_PLANNED)
            index_object(file, &file->objects[i]);
}

static void
forget(void)
{
    tf_plan_join_reset();
    if (files) {
        g_ptr_array_free(files, TRUE);
        g_hash_table_destroy(objects);
    }
    files = g_ptr_array_new_with_free_func(free_file);
    objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_objects);
}

void
tf_plan_files_apply(void)
{
    const char *wanted = paths_wanted ? paths_wanted : "";
    char **paths;

    if (strcmp(wanted, paths_read ? paths_read : "") == 0)
        return;
    g_free(paths_read);
    paths_read = g_strdup(wanted);
    forget();
    paths = g_strsplit(wanted, ";", -1);
    for (char **path = paths; *path; path++)
        if (g_strstrip(*path)[0])
            read_one(*path);
    g_strfreev(paths);
}

bool
tf_plan_files_any(void)
{
    return files && files->len > 0;
}

const GArray *
tf_plan_files_objects(const char *mode, const char *type)
{
    char *key = object_key(mode, type);
    const GArray *list = objects ? (const GArray *)g_hash_table_lookup(objects, key) : NULL;

    g_free(key);
    return list;
}
