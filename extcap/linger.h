/*
 * Staying behind for what outlives the recorder.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_LINGER_H
#define TFPLUGINDUMP_LINGER_H

#include <glib.h>

/*
 * Forks a process that keeps the default main loop running, detached from terminal and process
 * group, until `needed` is FALSE, and then ends with `at_end`. The caller goes on and may exit. To
 * be called from the only thread that is left.
 */
void linger(gboolean (*needed)(gpointer data), void (*at_end)(gpointer data), gpointer data);

#endif
