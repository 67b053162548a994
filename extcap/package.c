/*
 * Installed packages. See package.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "package.h"

#include <string.h>
#include <sys/utsname.h>

#define BINARY_PREFIX "terraform-provider-"

static void
package_free(gpointer data)
{
    Package *package = data;

    g_free(package->address);
    g_free(package->version);
    g_ptr_array_free(package->hashes, TRUE);
    g_free(package);
}

/* The text between the first two double quotes of a line; NULL if there are none. */
static char *
quoted(const char *line)
{
    const char *begin = strchr(line, '"');
    const char *end = begin ? strchr(begin + 1, '"') : NULL;

    return end ? g_strndup(begin + 1, (gsize)(end - begin - 1)) : NULL;
}

/* Core writes the file itself, always in the same form: one item on each line. */
GPtrArray *
package_read_lock(const char *path)
{
    GPtrArray *packages = g_ptr_array_new_with_free_func(package_free);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;
    Package *package = NULL;

    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        return packages;
    }
    lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        char *item = g_strstrip(*line);
        g_autofree char *value = quoted(item);
        if (value == NULL) {
            continue;
        }
        if (g_str_has_prefix(item, "provider ")) {
            package = g_new0(Package, 1);
            package->address = g_steal_pointer(&value);
            package->hashes = g_ptr_array_new_with_free_func(g_free);
            g_ptr_array_add(packages, package);
        } else if (package != NULL && g_str_has_prefix(item, "version")) {
            g_free(package->version);
            package->version = g_steal_pointer(&value);
        } else if (package != NULL && strchr(value, ':') &&
                   !g_str_has_prefix(item, "constraints")) {
            g_ptr_array_add(package->hashes, g_steal_pointer(&value));
        }
    }
    return packages;
}

/* The name of this platform as Go has it: linux_amd64. */
static char *
platform(void)
{
    static const char *const machines[][2] = {{"x86_64", "amd64"}, {"aarch64", "arm64"},
                                              {"i686", "386"},     {"i386", "386"},
                                              {"armv7l", "arm"},   {"armv6l", "arm"}};
    struct utsname system;
    g_autofree char *name = NULL;

    uname(&system);
    name = g_ascii_strdown(system.sysname, -1);
    for (gsize i = 0; i < G_N_ELEMENTS(machines); i++) {
        if (strcmp(system.machine, machines[i][0]) == 0) {
            return g_strdup_printf("%s_%s", name, machines[i][1]);
        }
    }
    return g_strdup_printf("%s_%s", name, system.machine);
}

char *
package_folder(const Package *package, const char *data_dir)
{
    g_autofree char *system = platform();
    g_autofree char *folder =
        g_build_filename(data_dir, "providers", package->address,
                         package->version ? package->version : "", system, NULL);

    return g_file_test(folder, G_FILE_TEST_IS_DIR) ? g_steal_pointer(&folder) : NULL;
}

char *
package_binary(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        if (g_str_has_prefix(name, BINARY_PREFIX)) {
            return g_build_filename(folder, name, NULL);
        }
    }
    return NULL;
}

/* Collects the names of all files below `folder`, relative to the first one and with slashes. */
static void
collect(const char *folder, const char *prefix, GPtrArray *names)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *relative = g_strconcat(prefix, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            g_autofree char *deeper = g_strconcat(relative, "/", NULL);
            collect(path, deeper, names);
        } else {
            g_ptr_array_add(names, g_steal_pointer(&relative));
        }
    }
}

static gint
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* SHA-256 of a file as hexadecimal digits, to be freed; NULL if it cannot be read. */
static char *
file_digest(const char *path)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);

    return file ? g_compute_checksum_for_data(G_CHECKSUM_SHA256,
                                              (const guchar *)g_mapped_file_get_contents(file),
                                              g_mapped_file_get_length(file))
                : NULL;
}

/* Go's dirhash of scheme 1: SHA-256 over "DIGEST  NAME\n" of all files in the order of names. */
static char *
folder_hash(const char *folder)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    guint8 digest[32];
    gsize length = sizeof digest;
    g_autofree char *encoded = NULL;

    collect(folder, "", names);
    g_ptr_array_sort(names, compare_names);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *file = file_digest(path);
        g_autofree char *line = g_strdup_printf("%s  %s\n", file ? file : "", name);
        g_checksum_update(sum, (const guchar *)line, -1);
    }
    g_checksum_get_digest(sum, digest, &length);
    encoded = g_base64_encode(digest, length);
    return g_strconcat("h1:", encoded, NULL);
}

gboolean
package_is_locked(const Package *package, const char *folder)
{
    g_autofree char *hash = folder_hash(folder);

    return g_ptr_array_find_with_equal_func(package->hashes, hash, g_str_equal, NULL);
}
