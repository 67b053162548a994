/* show_state.h
 * A state as `show -json` would print it, from calls of a capture.
 *
 * Nothing names an object, so one is followed by its content: a read and an apply take the object
 * away that they were given and leave the one that they give back; a data source that is read again
 * with the same configuration replaces its older result. What a capture cannot tell is left out, as
 * in show_plan.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SHOW_STATE_H
#define TF_PLUGIN_SHOW_STATE_H

#include "codec/json_out.h"

#include "show_collect.h"

/** Writes the state form: the objects that are left when all calls are done. */
void tf_show_state(tf_json_out *out, const tf_collection *collection);

#endif
