/* schema_file.h
 * The preference tfplugin.schema_file: the output of `terraform providers schema -json` or `tofu
 * providers schema -json`, or a folder of such files.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SCHEMA_FILE_H
#define TF_PLUGIN_SCHEMA_FILE_H

#include "compat.h"

/** Adds the preference. */
void tf_schema_file_register(module_t *module);

/**
 * Reads the file or folder if the preference has changed. What cannot be read is reported to the
 * user, each file once.
 * @return true if the schemas are others than before
 */
bool tf_schema_file_apply(void);

#endif
