/*
 * The command line. See options.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <gio/gio.h>

#include "extcap.h"

enum {
    OPT_BACKEND = 256,
    OPT_ATTACH,
    OPT_CWD,
    OPT_COMMAND,
    OPT_INTERFACES,
    OPT_INTERFACE,
    OPT_DLTS,
    OPT_CONFIG,
    OPT_CAPTURE,
    OPT_FIFO,
    OPT_IGNORED,
};

static const struct option long_options[] = {
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'v'},
    {"write", required_argument, NULL, 'w'},
    {"ring-buffer", required_argument, NULL, 'b'},
    {"backend", required_argument, NULL, OPT_BACKEND},
    {"attach", required_argument, NULL, OPT_ATTACH},
    {"cwd", required_argument, NULL, OPT_CWD},
    {"command", required_argument, NULL, OPT_COMMAND},
    {"capture", no_argument, NULL, OPT_CAPTURE},
    {"fifo", required_argument, NULL, OPT_FIFO},
    {"extcap-interfaces", no_argument, NULL, OPT_INTERFACES},
    {"extcap-interface", required_argument, NULL, OPT_INTERFACE},
    {"extcap-dlts", no_argument, NULL, OPT_DLTS},
    {"extcap-config", no_argument, NULL, OPT_CONFIG},
    {"extcap-version", optional_argument, NULL, OPT_IGNORED},
    {"extcap-capture-filter", required_argument, NULL, OPT_IGNORED},
    {"extcap-control-in", required_argument, NULL, OPT_IGNORED},
    {"extcap-control-out", required_argument, NULL, OPT_IGNORED},
    {NULL, 0, NULL, 0},
};

void
options_print_help(void)
{
    puts("tfplugindump " TFPLUGIN_VERSION
         ": records what Terraform or OpenTofu and their providers say to each other\n"
         "\n"
         "Usage:\n"
         "  tfplugindump -w FILE [OPTIONS] -- COMMAND [ARGUMENT...]\n"
         "  tfplugindump -w FILE [OPTIONS] --attach VALUE [-- COMMAND [ARGUMENT...]]\n"
         "\n"
         "  -w, --write FILE       pcapng file to write; - for standard output (what the command\n"
         "                         prints then goes to standard error)\n"
         "  -b filesize:KB         begin a new file from this size on (kilobytes)\n"
         "  -b files:N             keep only the last N of these files\n"
         "      --cwd DIR          run the command in DIR\n"
         "      --backend NAME     auto (default), seccomp or reattach; see README.md\n"
         "      --attach VALUE     record providers started for debugging: VALUE is what they\n"
         "                         print for TF_REATTACH_PROVIDERS. Prints the value to use\n"
         "                         instead, or runs COMMAND with it\n"
         "  -h, --help             this text\n"
         "  -v, --version          version\n"
         "\n"
         "The exit status is that of the command. The file holds everything that passes, secrets\n"
         "included: it is as confidential as a state file.\n"
         "\n"
         "As an extcap of Wireshark (interface \"" EXTCAP_INTERFACE "\"):\n"
         "  --extcap-interfaces | --extcap-interface " EXTCAP_INTERFACE
         " {--extcap-dlts | --extcap-config |\n"
         "  --capture --fifo FIFO {--command LINE | --attach VALUE} [--cwd DIR]}");
}

static gboolean
refuse(GError **error, const char *format, const char *what)
{
    g_autofree char *message = g_strdup_printf(format, what);

    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, message);
    return FALSE;
}

static gboolean
parse_ring(Options *options, const char *value, GError **error)
{
    guint64 number;

    if (g_str_has_prefix(value, "filesize:") &&
        g_ascii_string_to_unsigned(value + 9, 10, 1, G_MAXUINT32, &number, NULL)) {
        options->ring_bytes = number * 1000;
        return TRUE;
    }
    if (g_str_has_prefix(value, "files:") &&
        g_ascii_string_to_unsigned(value + 6, 10, 1, 100000, &number, NULL)) {
        options->ring_files = (guint)number;
        return TRUE;
    }
    return refuse(error, "-b takes filesize:KB or files:N, not \"%s\"", value);
}

static gboolean
parse_backend(Options *options, const char *value, GError **error)
{
    static const char *const names[] = {"auto", "seccomp", "reattach"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(value, names[i]) == 0) {
            options->backend = (Backend)i;
            return TRUE;
        }
    }
    return refuse(error, "--backend takes auto, seccomp or reattach, not \"%s\"", value);
}

static void
set_string(char **where, const char *value)
{
    g_free(*where);
    *where = g_strdup(value);
}

/* One option of the kind that only Wireshark uses. */
static gboolean
parse_extcap(Options *options, int option, const char *value, GError **error)
{
    switch (option) {
    case OPT_INTERFACES:
        options->verb = VERB_INTERFACES;
        return TRUE;
    case OPT_DLTS:
        options->verb = VERB_DLTS;
        return TRUE;
    case OPT_CONFIG:
        options->verb = VERB_CONFIG;
        return TRUE;
    case OPT_CAPTURE:
        options->verb = VERB_CAPTURE;
        return TRUE;
    case OPT_FIFO:
        set_string(&options->output, value);
        return TRUE;
    case OPT_INTERFACE:
        return strcmp(value, EXTCAP_INTERFACE) == 0 ||
               refuse(error, "no interface \"%s\" here", value);
    case OPT_COMMAND:
        /* Wireshark passes an empty line for a field that was left empty. */
        g_clear_pointer(&options->command, g_strfreev);
        return value[strspn(value, " \t")] == '\0' ||
               g_shell_parse_argv(value, NULL, &options->command, error);
    default:
        return TRUE;
    }
}

static gboolean
parse_option(Options *options, int option, const char *value, GError **error)
{
    switch (option) {
    case 'h':
        options->verb = VERB_HELP;
        return TRUE;
    case 'v':
        options->verb = VERB_VERSION;
        return TRUE;
    case 'w':
        set_string(&options->output, value);
        return TRUE;
    case 'b':
        return parse_ring(options, value, error);
    case OPT_BACKEND:
        return parse_backend(options, value, error);
    case OPT_ATTACH:
        set_string(&options->attach, value[0] ? value : NULL);
        return TRUE;
    case OPT_CWD:
        set_string(&options->cwd, value[0] ? value : NULL);
        return TRUE;
    case '?':
        return refuse(error, "%s", "unknown option or missing value; see --help");
    default:
        return parse_extcap(options, option, value, error);
    }
}

static gboolean
check(const Options *options, GError **error)
{
    gboolean recording = options->verb == VERB_RECORD || options->verb == VERB_CAPTURE;

    if (recording && options->output == NULL) {
        return refuse(error, "%s",
                      options->verb == VERB_CAPTURE ? "--capture needs --fifo"
                                                    : "-w is missing: where to write?");
    }
    if (recording && options->command == NULL && options->attach == NULL) {
        return refuse(
            error, "%s",
            "no command to run and record, as \"terraform plan\", and nothing to attach to");
    }
    if (recording && strcmp(options->output, "-") == 0 && isatty(STDOUT_FILENO)) {
        return refuse(error, "%s", "standard output is a terminal: pipe it to tshark, for example");
    }
    if (options->ring_files != 0 && options->ring_bytes == 0) {
        return refuse(error, "%s", "-b files:N needs -b filesize:KB too");
    }
    if (options->ring_bytes != 0 && options->output && strcmp(options->output, "-") == 0) {
        return refuse(error, "%s", "-b needs a file to write, not standard output");
    }
    return TRUE;
}

gboolean
options_parse(int argc, char **argv, Options *options, GError **error)
{
    int option;

    memset(options, 0, sizeof *options);
    opterr = 0;
    /* "+": what follows the command belongs to the command */
    while ((option = getopt_long(argc, argv, "+hvw:b:", long_options, NULL)) != -1) {
        if (!parse_option(options, option, optarg, error)) {
            return FALSE;
        }
    }
    if (optind < argc) {
        g_strfreev(options->command);
        options->command = g_strdupv(argv + optind);
    }
    return check(options, error);
}

gboolean
options_for_wireshark(const Options *options)
{
    return options->verb == VERB_CAPTURE;
}

void
options_clear(Options *options)
{
    g_clear_pointer(&options->output, g_free);
    g_clear_pointer(&options->command, g_strfreev);
    g_clear_pointer(&options->cwd, g_free);
    g_clear_pointer(&options->attach, g_free);
}
