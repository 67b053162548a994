/* resource.h
 * Which calls are about the same managed resource.
 *
 * Nothing on the wire names a resource, so calls are tied by what they say, each to those before
 * it:
 *
 * - Plans and applies by how they follow each other (history.h): a plan, the second plan of a
 *   replacement, the plan that is made again, the applies of both halves.
 * - A call that is given a state (UpgradeResourceState, ReadResource, GenerateResourceConfig, a
 *   plan, an apply) to the resource of which an earlier call returned that state
 *   (UpgradeResourceState, ReadResource, ImportResourceState of a single object, MoveResourceState,
 *   an apply) or was given it. States are the same if type, protocol version and value are.
 * - ValidateResourceConfig to the plan that comes after it on the same connection with the same
 *   configuration. So it is the only call whose resource is not known when it is made.
 *
 * What is tied to nothing before it is a resource of its own. Of equal instances, which have the
 * same state, each call takes the first that no call of its method has taken on the connection; a
 * call more than there are instances is a new one. A creation that is planned anew in a later run
 * is another resource, for nothing says that it is the same.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_RESOURCE_H
#define TF_PLUGIN_RESOURCE_H

#include "session.h"

/** One resource of the file. In file scope. */
typedef struct tf_resource tf_resource;

/** Forgets everything; called when a file is opened or closed. */
void tf_resource_reset(void);

/** Takes note of a message that is met for the first time, after tf_history_note(). Cheap: calls
 * are tied when somebody asks. */
void tf_resource_note(tf_message *message);

/** Does a call of this kind come back with the state of a resource? Such a response must be kept.
 *  */
bool tf_resource_gets_state(const tf_call *call);

/**
 * The number of the resource that a call is about, from 0 in the order in which the file shows
 * them. It depends only on what the file has before the call (of a validation: up to its plan), so
 * it is the same whenever it is asked for.
 *
 * @return false if the call is about none, or that cannot be told: its bytes were not kept, or its
 *         state could not be read
 */
bool tf_resource_number(const tf_call *call, uint32_t *number);

#endif
