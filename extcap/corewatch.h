/*
 * The cores that turn up in a session whose command is none itself, such as a script: each is asked
 * for its version, which the recording remarks.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_COREWATCH_H
#define TFPLUGINDUMP_COREWATCH_H

#include <sys/types.h>

#include "recorder.h"

typedef struct CoreWatch CoreWatch;

/* Remarks go to `recorder`, which must live until corewatch_stop(). */
CoreWatch *corewatch_new(Recorder *recorder);

/* A connection from process `core` (0: unknown) was made. */
void corewatch_see(CoreWatch *watch, pid_t core);

/* How many answers are still to come; they come in the default main context. 0 for NULL. */
guint corewatch_questions(const CoreWatch *watch);

/* From now on nobody is asked, and nothing is remarked. Takes NULL. */
void corewatch_stop(CoreWatch *watch);

/* To be called when no answer is to come, or the main context does not run any more. Takes NULL. */
void corewatch_free(CoreWatch *watch);

#endif
