/* schema_dump.h
 * `tshark -q -z tfplugin,schema`: what a capture knows of schemas, as `providers schema -json`
 * prints it, so that it can serve as a schema file.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SCHEMA_DUMP_H
#define TF_PLUGIN_SCHEMA_DUMP_H

#include "compat.h"

/** Appends the document: all schemas that the open file has shown so far. */
void tf_schema_dump_append(wmem_strbuf_t *out);

/** Registers the option of -z. */
void tf_schema_dump_register(void);

#endif
