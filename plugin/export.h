/* export.h
 * Export Objects: `--export-objects tfplugin,FOLDER`, and in the menu File.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The objects are JSON files: one for each call that has values, one for each session with all its
 * messages, and `schema.json` with all schemas as `providers schema -json` prints them. A file of a
 * call or session is `{..., "messages": [...]}`; a message has its frame, its name, and for each
 * field with a value the value as `show -json` writes it, what is unknown in it, and what is
 * sensitive by its schema. Messages without bytes are not in them.
 */
#ifndef TF_PLUGIN_EXPORT_H
#define TF_PLUGIN_EXPORT_H

#include "tap.h"

/** Registers the objects and their tap. */
void tf_export_register(int proto);

/** Gives a message to those who collect objects; called by tf_tap_message(). */
void tf_export_message(packet_info *pinfo, const tf_tapped *tapped);

/** Is anybody collecting objects? */
bool tf_export_wanted(void);

#endif
