/* history.h
 * What a file has shown of each resource so far: which calls belong to one change.
 *
 * Nothing on the wire names a resource, so calls are matched by what they say:
 *
 * - The second plan of a replacement is made on the same connection from no prior state. Core gives
 *   it the private data that the first plan came back with; where that is empty, the first plan
 *   must ask for a replacement and both have the same configuration.
 * - A plan is made again while it is applied, on a later connection. That one is told from a new
 *   plan by what lies between: before core plans anew, it validates the type on a connection that
 *   it never configures. Prior state and private data are the same (none for a replacement, for the
 *   old object is gone by then), and so is the configuration, but for what was unknown.
 * - What a replacement put aside, to create first, is planned again before it is destroyed, from
 *   the same prior state and for nothing: that plan follows the first one of the replacement.
 * - An apply follows the plan on its own connection whose configuration and private data it has or,
 *   if none has, whose configuration and planned state it has; one that destroys follows the plan
 *   that has the same prior state.
 *
 * Each plan is followed by one call at most, so that equal instances find a plan each.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_HISTORY_H
#define TF_PLUGIN_HISTORY_H

#include "session.h"

/** Bytes that are kept of one call; a preference. 0 keeps none. */
extern unsigned tf_max_call_bytes;

/** How a plan or an apply belongs to others. In file scope, one for each such call. */
typedef struct tf_change_links tf_change_links;
struct tf_change_links {
    tf_call *call;
    tf_change_links *first;    /**< of the second plan of a replacement: the first plan */
    tf_change_links *second;   /**< of the first: the second */
    tf_change_links *follows;  /**< the plan made before this one, or that is applied */
    tf_change_links *by_plan;  /**< what followed: the plan made again */
    tf_change_links *by_apply; /**< what followed: the apply */
    bool null_prior;           /**< the request has no prior state */
    bool null_config;          /**< the request has no configuration */
    tf_change_links *older;    /**< of the same type */
};

/** Forgets everything; called when a file is opened or closed. */
void tf_history_reset(void);

/** Takes note of a message that is met for the first time, after it was scanned. */
void tf_history_note(tf_message *message, const uint8_t *data);

/** Called for a plan. @return false to see no more */
typedef bool (*tf_plan_func)(tf_change_links *plan, void *user);

/**
 * Visits the plans of the same connection whose request says the same as this one's: those of
 * instances that are equal, as far as they were matched by chance. Not @p plan itself.
 */
void tf_history_twins(tf_change_links *plan, tf_plan_func func, void *user);

/** How a plan or an apply belongs to others, as far as the file has shown; NULL for any other call,
 * or if its bytes were not kept. */
tf_change_links *tf_history_links(const tf_call *call);

/** Was the provider configured on this connection before this call? True as well if the beginning
 * of the connection is not in the file. */
bool tf_history_configured(const tf_call *call);

/** Was something of this type planned on the same connection before this call? */
bool tf_history_planned(const tf_call *call);

#endif
