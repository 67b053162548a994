/* show_plan.h
 * A plan as `show -json` would print it, from calls of a capture.
 *
 * What a capture cannot tell is left out: addresses, names, modules, configuration, variables,
 * outputs and checks. Sensitivity is that of the schema only. A replacement is told by its second
 * plan or by requires_replace; one of a tainted object looks like a creation, and which half comes
 * first is known only where it is applied. A capture of several runs gives the changes of all.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SHOW_PLAN_H
#define TF_PLUGIN_SHOW_PLAN_H

#include "codec/json_out.h"

#include "show_collect.h"

/** Writes the plan form: changes, drift, prior state, planned values. */
void tf_show_plan(tf_json_out *out, const tf_collection *collection);

#endif
