/* show_document.h
 * What the documents of `show -json` have in common.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SHOW_DOCUMENT_H
#define TF_PLUGIN_SHOW_DOCUMENT_H

#include "codec/json_out.h"

#include "show_collect.h"

/** The core's version, as it told providers; NULL if it did not. @param pool for the text */
const char *tf_show_core_version(wmem_allocator_t *pool, const tf_collection *collection);

/** Was nothing written to this list? A list is the text of its elements. */
bool tf_show_is_empty(const tf_json_out *list);

/** Writes a list as a member of the open object. */
void tf_show_list(tf_json_out *out, const char *key, const tf_json_out *list);

/**
 * Writes a values representation as a member of the open object.
 * @param resources list of the resources of its root module; NULL: the module has no such member
 */
void tf_show_values(tf_json_out *out, const char *key, const tf_json_out *resources);

#endif
