/*
 * One recording from start to end.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_SESSION_H
#define TFPLUGINDUMP_SESSION_H

#include "options.h"

/*
 * Records as asked for (VERB_RECORD or VERB_CAPTURE) and returns the exit status: that of the
 * command; 126 or 127, as of a shell, if the command cannot be run; 1 if nothing can be recorded.
 * Does not return if the command died of a signal: then the process dies of it too.
 */
int session_run(const Options *options);

#endif
