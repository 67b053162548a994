/* change.h
 * What a plan or an apply changes.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_CHANGE_H
#define TF_PLUGIN_CHANGE_H

#include "codec/compare.h"

#include "exchange.h"
#include "history.h"

typedef enum tf_action {
    TF_ACTION_NO_OP,
    TF_ACTION_CREATE,
    TF_ACTION_READ,
    TF_ACTION_UPDATE,
    TF_ACTION_DELETE,
    TF_ACTION_REPLACE
} tf_action;

/** Name of an action, as the JSON of plans spells it (`no-op`), and `replace`; constant. */
const char *tf_action_name(tf_action action);

/** A path of requires_replace. */
typedef struct tf_replace_path {
    const char *path;
    bool missing; /**< neither prior nor planned state can have such a place */
    bool forces;  /**< the value differs there, or may: core replaces only then */
} tf_replace_path;

/** A change, in the pool of the exchange that it was computed from. */
typedef struct tf_change {
    tf_action action;
    const tf_value *before, *after;
    tf_differences differences;
    tf_replace_path *replace; /**< what the provider names, in wire order */
    uint32_t n_replace;
    bool exhausted; /**< too much to compare: there may be more differences */
} tf_change;

/**
 * What the response of a plan, an apply or the reading of a data source changes.
 *
 * Of both plans of a replacement, and of a plan that is made again for one, `before` is the object
 * that is replaced.
 *
 * @param exchange its response must be at hand
 * @param closed   which containers are to be compared as a whole; NULL: none
 * @return false if that cannot be said: it is another call, the request's bytes were not kept, a
 *         schema is not known or a value does not fit it, or the provider reported an error
 */
bool tf_change_of(tf_exchange *exchange, bool (*closed)(const tf_value *value), tf_change *change);

/** The paths of requires_replace of a plan, held against its prior and planned state. */
uint32_t tf_change_replace_paths(tf_exchange *exchange, tf_compare *compare,
                                 tf_replace_path **paths);

/** The plan that a replacement was first planned by: of a second plan, or of one made again. */
tf_change_links *tf_change_first_plan(const tf_call *call);

/** Does a path that forces a replacement lie at, above or below this one? */
bool tf_change_forced(const tf_change *change, const char *path);

#endif
