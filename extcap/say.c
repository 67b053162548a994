/*
 * Messages. See say.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "say.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

void
say(const char *format, ...)
{
    g_autofree char *text = NULL;
    g_autofree char *line = NULL;
    va_list args;

    va_start(args, format);
    text = g_strdup_vprintf(format, args);
    va_end(args);
    /* One write, so that the line stays whole among what core writes to the same terminal. */
    line = g_strconcat("tfplugindump: ", text, "\n", NULL);
    if (write(STDERR_FILENO, line, strlen(line)) < 0) {
        return;
    }
}
