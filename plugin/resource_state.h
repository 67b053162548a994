/* resource_state.h
 * The states that resources have had, to find a resource again by its state.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_RESOURCE_STATE_H
#define TF_PLUGIN_RESOURCE_STATE_H

#include "exchange.h"
#include "resource.h"

/** A state, and the resources that have had it. In file scope. */
typedef struct tf_resource_state tf_resource_state;

/** Empties the table. */
void tf_resource_states_reset(void);

/**
 * The entry of the state in a field of a message, made if it is new.
 * @param side of a message whose bytes are kept for as long as the file is open
 * @param null set to whether there is no state: it is null or missing
 * @return NULL if there is none, it cannot be read, or there is too much to compare
 */
tf_resource_state *tf_resource_state_of(tf_side *side, const char *field, bool *null);

/** Notes that a resource has had a state; of more than TF_MAX_CANDIDATES equal ones no more. */
void tf_resource_state_add(tf_resource_state *state, tf_resource *resource);

/** The resources that have had a state, in the order in which that was noted. */
wmem_list_t *tf_resource_state_list(const tf_resource_state *state);

#endif
