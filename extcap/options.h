/*
 * The command line.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_OPTIONS_H
#define TFPLUGINDUMP_OPTIONS_H

#include <glib.h>

typedef enum {
    VERB_RECORD,     /* a command, or --attach, on the user's terminal */
    VERB_CAPTURE,    /* the same for Wireshark, through a fifo */
    VERB_INTERFACES, /* what Wireshark asks of an extcap program */
    VERB_DLTS,
    VERB_CONFIG,
    VERB_HELP,
    VERB_VERSION
} Verb;

typedef enum { BACKEND_AUTO, BACKEND_SECCOMP, BACKEND_REATTACH } Backend;

/* What was asked for. The strings belong to it. */
typedef struct {
    Verb verb;
    Backend backend;
    char *output;       /* file, "-", or the fifo */
    char **command;     /* program and arguments; NULL: none */
    char *cwd;          /* NULL: the current one */
    char *attach;       /* value of TF_REATTACH_PROVIDERS; NULL: do not attach */
    guint64 ring_bytes; /* 0: one file */
    guint ring_files;   /* 0: keep all */
} Options;

/*
 * Reads the command line. Returns FALSE with `error` set, in words for the user, when it makes no
 * sense. Free with options_clear() in either case.
 */
gboolean options_parse(int argc, char **argv, Options *options, GError **error);

/* Whether Wireshark runs us and reads what we record: there is no terminal, and no user to tell. */
gboolean options_for_wireshark(const Options *options);

/* Frees the strings. */
void options_clear(Options *options);

/* Prints the usage to standard output. */
void options_print_help(void);

#endif
