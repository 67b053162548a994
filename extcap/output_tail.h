/*
 * The end of what a child without a terminal prints, for a message if it fails.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_OUTPUT_TAIL_H
#define TFPLUGINDUMP_OUTPUT_TAIL_H

#include <glib.h>

typedef struct OutputTail OutputTail;

/* Makes a pipe and reads it in the default main loop. Returns NULL with `error` set on failure. */
OutputTail *output_tail_new(GError **error);

/* The end to write to, for the child. */
int output_tail_fd(const OutputTail *tail);

/* What was printed last, some kilobytes at most. To be called when the child has ended; belongs to
 * `tail`. */
const char *output_tail_text(OutputTail *tail);

/* Closes both ends and frees. Takes NULL. */
void output_tail_free(OutputTail *tail);

#endif
