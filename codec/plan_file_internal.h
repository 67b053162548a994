/* plan_file_internal.h
 * What the parts of the plan file reader share.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_PLAN_FILE_INTERNAL_H
#define TF_CODEC_PLAN_FILE_INTERNAL_H

#include "plan_file.h"

/** A string property, copied into the file's pool; NULL if there is none. */
const char *tf_plan_text(tf_plan_file *file, tf_json_node object, const char *name);

/** Reads `configuration` into configs. */
void tf_plan_read_configuration(tf_plan_file *file, tf_json_node configuration);

/** Reads all objects of the document and ties them to their configuration. */
void tf_plan_read_objects(tf_plan_file *file, tf_json_node root);

/** Reads `checks` of a plan or of a state's values. */
void tf_plan_read_checks(tf_plan_file *file, tf_json_node checks);

#endif
