/* synth_cases.c
 * Writes the synthetic cases, or one of them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * usage: synth_cases --list
 *        synth_cases OUTDIR [NAME]
 *        synth_cases --bench-schema MB [--types N] [--used K] [--calls C] OUT.pcapng
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "case.h"

static const synth_case_row *const tables[] = {
    synth_frame_cases, synth_transport_cases, synth_rpc_cases,
    synth_value_cases, synth_encoding_cases,
};

static int
usage(void)
{
    fprintf(stderr, "usage: synth_cases --list\n"
                    "       synth_cases OUTDIR [NAME]\n"
                    "       synth_cases --bench-schema MB [--types N] [--used K] [--calls C] "
                    "OUT.pcapng\n");
    return 2;
}

static int
list_cases(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        for (const synth_case_row *row = tables[i]; row->name; row++)
            printf("%-28s %s\n", row->name, row->what);
    return 0;
}

static int
write_cases(const char *folder, const char *name)
{
    unsigned written = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        for (const synth_case_row *row = tables[i]; row->name; row++) {
            if (name && strcmp(name, row->name) != 0)
                continue;
            if (!synth_case_write(row, folder))
                return 1;
            written++;
        }
    }
    if (written == 0)
        fprintf(stderr, "no case %s\n", name);
    return written == 0;
}

static bool
read_bench_option(synth_bench_options *options, const char *name, const char *value)
{
    unsigned number = (unsigned)strtoul(value, NULL, 10);

    if (strcmp(name, "--bench-schema") == 0)
        options->schema_megabytes = g_ascii_strtod(value, NULL);
    else if (strcmp(name, "--types") == 0)
        options->types = number;
    else if (strcmp(name, "--used") == 0)
        options->used = number;
    else if (strcmp(name, "--calls") == 0)
        options->calls = number;
    else
        return false;
    return true;
}

static int
write_bench(int count, char **words)
{
    synth_bench_options options = {.schema_megabytes = 1, .types = 100, .used = 1, .calls = 1};

    for (int i = 0; i + 2 < count; i += 2)
        if (!read_bench_option(&options, words[i], words[i + 1]))
            return usage();
    return count % 2 == 0 ? usage() : !synth_bench_write(&options, words[count - 1]);
}

int
main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return list_cases();
    if ((argc == 2 || argc == 3) && argv[1][0] != '-')
        return write_cases(argv[1], argc == 3 ? argv[2] : NULL);
    if (argc > 2 && strcmp(argv[1], "--bench-schema") == 0)
        return write_bench(argc - 1, argv + 1);
    return usage();
}
