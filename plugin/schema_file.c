/* schema_file.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_file.h"

#include <string.h>

#include <wsutil/report_message.h>

#include "store.h"

/* The preference, and what of it was read last; NULL or empty: none. */
static const char *path_wanted;
static char *path_read;

void
tf_schema_file_register(module_t *module)
{
    prefs_register_filename_preference(
        module, "schema_file", "Schema file",
        "Output of `terraform providers schema -json` or `tofu providers schema -json`, or a "
        "folder "
        "of such files. It serves values of which the capture has no schema, and makes the fields "
        "tfplugin.attr.TYPE.ATTRIBUTE known to filters before a capture is read.",
        &path_wanted, false);
}

/* @return what is wrong with the file, to be freed, or NULL */
static char *
read_file(const char *path)
{
    tf_schema_json_error problem = {0, ""};
    GError *error = NULL;
    char *message = NULL;
    gchar *data;
    gsize length;

    if (!g_file_get_contents(path, &data, &length, &error)) {
        message = g_strdup(error->message);
        g_error_free(error);
        return message;
    }
    if (length > UINT32_MAX)
        message = g_strdup_printf("\"%s\" is larger than 4 GiB", path);
    else if (!tf_store_add_file((const uint8_t *)data, (uint32_t)length, &problem))
        message = g_strdup_printf("\"%s\", byte %u: %s", path, problem.offset, problem.message);
    g_free(data);
    return message;
}

static void
read_one(const char *path)
{
    char *message = read_file(path);

    if (message)
        report_failure("The schema file cannot be read: %s", message);
    g_free(message);
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Files in the order of their names, so that of two schemas of one type the same one counts. */
static GPtrArray *
list_folder(const char *path)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    GDir *folder = g_dir_open(path, 0, NULL);
    const char *name;

    while (folder && (name = g_dir_read_name(folder)))
        if (g_str_has_suffix(name, ".json"))
            g_ptr_array_add(names, g_build_filename(path, name, NULL));
    if (folder)
        g_dir_close(folder);
    g_ptr_array_sort(names, compare_names);
    return names;
}

/* A folder may hold other JSON too: one message tells of all that is no schema file. */
static void
read_folder(const char *path)
{
    GPtrArray *names = list_folder(path);
    char *first = NULL;
    unsigned bad = 0;

    for (unsigned i = 0; i < names->len; i++) {
        char *message = read_file((const char *)names->pdata[i]);
        bad += message != NULL;
        if (first)
            g_free(message);
        else
            first = message;
    }
    if (names->len == 0)
        report_failure("There is no schema file (*.json) in the folder \"%s\"", path);
    else if (first)
        report_failure("%u of %u files in the folder \"%s\" are no schema files; the first: %s",
                       bad, names->len, path, first);
    g_free(first);
    g_ptr_array_free(names, TRUE);
}

bool
tf_schema_file_apply(void)
{
    const char *path = path_wanted ? path_wanted : "";

    if (strcmp(path, path_read ? path_read : "") == 0)
        return false;
    g_free(path_read);
    path_read = g_strdup(path);
    tf_store_forget_files();
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        read_folder(path);
    else if (path[0])
        read_one(path);
    return true;
}
