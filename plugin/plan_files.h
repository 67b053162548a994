/* plan_files.h
 * The preference tfplugin.plan_file: outputs of `show -json` for a plan or a state.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_PLAN_FILES_H
#define TF_PLUGIN_PLAN_FILES_H

#include "compat.h"

#include "codec/plan_file.h"

/** An object that a file describes. */
typedef struct tf_planned {
    const tf_plan_file *file;
    const tf_plan_object *object;
} tf_planned;

/** Adds the preference. */
void tf_plan_files_register(module_t *module);

/**
 * Reads the files if the preference has changed. What cannot be read is reported to the user, each
 * file once. Everything that came from older files is invalid afterwards.
 */
void tf_plan_files_apply(void);

/** Is there any file? */
bool tf_plan_files_any(void);

/**
 * The objects of a mode and type that calls can be about: all but those of planned_values, which
 * repeat resource_changes.
 * @param mode `managed` or `data`
 * @return of tf_planned, in file order; NULL if there are none
 */
const GArray *tf_plan_files_objects(const char *mode, const char *type);

#endif
