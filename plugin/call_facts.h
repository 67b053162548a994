/* call_facts.h
 * What a call came to, in a few words and numbers: for lists of calls.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_CALL_FACTS_H
#define TF_PLUGIN_CALL_FACTS_H

#include "session.h"

/** Sums over the messages of a call. */
typedef struct tf_call_counts {
    uint32_t unknown, errors, warnings, bytes;
    bool deferred;
} tf_call_counts;

/** What a plan or an apply changes. */
typedef struct tf_call_change {
    const char *action; /**< tf_action_name(); NULL for other calls, and where it cannot be said */
    uint32_t changes;   /**< changed paths */
} tf_call_change;

tf_call_counts tf_call_count(const tf_call *call);

/** `ok`, `error`, `deferred`, ..., or the name of its grpc-status; constant. */
const char *tf_call_outcome(const tf_call *call, const tf_call_counts *counts);

/** Seconds from its request to its end; negative if that is not known. */
double tf_call_duration(const tf_call *call);

/** The change that the tree shows for the call's response. Decodes its values. */
tf_call_change tf_call_change_of(tf_call *call);

#endif
