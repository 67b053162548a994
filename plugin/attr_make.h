/* attr_make.h
 * From schemas to typed fields.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_ATTR_MAKE_H
#define TF_PLUGIN_ATTR_MAKE_H

#include "attr_fields.h"

/** How many fields there are. */
unsigned tf_attr_count(void);

/** Tells under which protocol fields are made; once. */
void tf_attr_make_init(int proto);

/** Makes one field, if there is none of the name yet and Wireshark can take the name. */
void tf_attr_make(const char *name, enum ftenum type, bool literal);

/**
 * Makes the fields of one schema or function, if that was not done before.
 * @param limit make none that would be beyond so many fields in all
 */
void tf_attr_make_all(tf_schema_kind kind, const char *name, const tf_schema_ref *ref,
                      unsigned limit);

#endif
