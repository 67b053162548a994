/* show_import.h
 * The objects that a session imports, so that the plans of them can tell. Core imports an object,
 * reads it, and plans from what the read gave.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SHOW_IMPORT_H
#define TF_PLUGIN_SHOW_IMPORT_H

#include "show_collect.h"
#include "show_object.h"

/** The imports of one document. */
typedef struct tf_imports {
    wmem_allocator_t *pool;    /**< for the whole document */
    wmem_allocator_t *scratch; /**< for one call */
    wmem_array_t *list;        /**< private */
} tf_imports;

/** Makes it empty; nothing is to be freed but the pools. */
void tf_imports_init(tf_imports *imports, wmem_allocator_t *pool, wmem_allocator_t *scratch);

/** Notes what an ImportResourceState has imported. */
void tf_imports_note(tf_imports *imports, const tf_collected *collected);

/**
 * Takes note of the read that completes an import; in it there is nothing that the object could
 * have drifted from.
 * @param exchange a ReadResource; its response is decoded once more, into what lives as long as the
 *                 document
 * @param current  what it was asked to read
 * @return false if that was not just imported
 */
bool tf_imports_complete(tf_imports *imports, tf_exchange *exchange, const tf_shown *current);

/** Sets `importing_id` and `importing_identity` of a change if what is before it was imported. */
void tf_imports_mark(const tf_imports *imports, tf_shown_change *change);

#endif
