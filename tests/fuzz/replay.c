/* replay.c
 * Runs a target over files, where there is no libFuzzer: every file whole and, with --prefixes,
 * every beginning of it, each in a block of exactly its size.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * usage: TARGET [--prefixes] FILE|FOLDER...
 */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

/* Beginnings of one file that are tried at most, spread over it. */
#define MAX_PREFIXES 400

static bool prefixes;
static unsigned n_files, n_runs;

int __attribute__((weak)) LLVMFuzzerInitialize(int *argc _U_, char ***argv _U_)
{
    return 0;
}

static void
run(const uint8_t *data, size_t size)
{
    uint8_t *exact = (uint8_t *)g_malloc(MAX(size, 1));

    if (size)
        memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    g_free(exact);
    n_runs++;
}

static void
replay_file(const char *path)
{
    GError *error = NULL;
    gchar *data;
    gsize size, step;

    if (!g_file_get_contents(path, &data, &size, &error))
        g_error("%s", error->message);
    step = size / MAX_PREFIXES + 1;
    for (gsize n = 0; prefixes && n < size; n += step)
        run((const uint8_t *)data, n);
    run((const uint8_t *)data, size);
    n_files++;
    g_free(data);
}

static void
replay(const char *path)
{
    GDir *folder = g_file_test(path, G_FILE_TEST_IS_DIR) ? g_dir_open(path, 0, NULL) : NULL;
    const char *name;

    if (!folder) {
        replay_file(path);
        return;
    }
    while ((name = g_dir_read_name(folder))) {
        char *inside = g_build_filename(path, name, NULL);
        replay_file(inside);
        g_free(inside);
    }
    g_dir_close(folder);
}

int
main(int argc, char **argv)
{
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--prefixes") == 0)
            prefixes = true;
        else
            replay(argv[i]);
    }
    printf("%u files, %u inputs\n", n_files, n_runs);
    return n_files ? 0 : 1;
}
