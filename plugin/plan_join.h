/* plan_join.h
 * Which object of a plan or state file a call is about.
 *
 * Addresses are never on the wire, so calls are joined by mode, type and values:
 *
 * - What a call says of the object before (current_state, prior_state, upgraded_state, new_state of
 *   a read) is held against `before`; what it says of it after (planned_state, new_state of an
 *   apply, state of a data source) against `after` and `after_unknown`; a configuration against
 *   `after`, where null binds only attributes that are not computed; an import against
 *   `importing.id`. An object of a state is held against either.
 * - An object that contradicts any message of the call is out, and so is one that agrees in no
 *   value. Where a plan replaces, the call for the new object begins from nothing, and the plan of
 *   an update that was not made is not held against the file.
 * - Of the others those remain that are the same in most messages, and among these those for which
 *   the fewest values are such as only a provider on the legacy SDK may choose.
 * - The second plan of a replacement, a plan that is made again and an apply (history.h) are about
 *   what the call before them is about.
 * - One address that remains is the call's. Several are candidates: the call is ambiguous.
 *
 * Every message adds to what is known of its call, so that in the first pass over a file a request
 * may still be ambiguous where its response is not.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_PLAN_JOIN_H
#define TF_PLUGIN_PLAN_JOIN_H

#include "content.h"
#include "plan_files.h"

/** What was found for a call. */
typedef struct tf_joined {
    const tf_planned *candidates; /**< one for each address, in file order */
    uint32_t n_candidates;        /**< 0: none fits; 1: found; more: ambiguous */
} tf_joined;

/** Forgets everything; for when a file is opened or closed, and when plan files change. */
void tf_plan_join_reset(void);

/** Takes note of a message that is met for the first time. */
void tf_plan_join_note(tf_message *message, const uint8_t *data);

/**
 * What is known of a call by now.
 * @param pool what the result is allocated in
 * @return false if no file could say anything: there is none, or the call is about no resource
 */
bool tf_plan_join_of(wmem_allocator_t *pool, const tf_call *call, tf_joined *joined);

/** The object of a call; NULL unless exactly one address fits. */
const tf_planned *tf_plan_join_one(wmem_allocator_t *pool, const tf_call *call);

#endif
