/*
 * What tfplugindump says to its user, on standard error.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_SAY_H
#define TFPLUGINDUMP_SAY_H

#include <glib.h>

/* Prints one line, headed by the program's name. */
void say(const char *format, ...) G_GNUC_PRINTF(1, 2);

#endif
