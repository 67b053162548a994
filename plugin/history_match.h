/* history_match.h
 * Finding the calls that belong together: what history.h says in words.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_HISTORY_MATCH_H
#define TF_PLUGIN_HISTORY_MATCH_H

#include "history.h"

/** Candidates that one call is held against: what is not found among these is not found. */
#define TF_MAX_CANDIDATES 256

bool tf_call_is_plan(const tf_call *call);
bool tf_call_is_apply(const tf_call *call);

/** Takes up a plan or apply whose request was kept, and links it. @return its links,
 * in file scope */
tf_change_links *tf_history_match(tf_call *call);

/** Takes up that a configuration of the call's type was validated on its connection. */
void tf_history_validated(tf_call *call);

#endif
