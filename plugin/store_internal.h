/* store_internal.h
 * What the files of the store share: store.c keeps what a capture has shown, store_files.c what
 * schema files have, store_find.c chooses among them, and store_entry.c parses what was chosen.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_STORE_INTERNAL_H
#define TF_PLUGIN_STORE_INTERNAL_H

#include "store.h"

struct tf_schema_entry {
    const char *key; /**< "K:name", K a letter for the kind */
    tf_schema_kind kind;
    unsigned version;
    bool json;       /**< of a schema file: `data` is JSON, else protobuf */
    bool has_fields; /**< its typed filter fields were made */
    bool unusable;   /**< of a schema file: the JSON cannot be read */
    const uint8_t *data;
    uint32_t length;
    tf_schema_entry *older; /**< of a capture: with the same key, kept before this one */
    wmem_allocator_t *pool; /**< what the entry lives in */
    tf_schema *schema;      /**< parsed on first use */
    tf_function *function;  /**< parsed on first use */
};

struct tf_schema_set {
    wmem_map_t *entries; /**< key -> tf_schema_entry */
    uint64_t hash;       /**< of all entries, whatever their order */
    uint32_t length;     /**< of the response; 0 for a schema file */
};

/** Can this entry be read? Asking parses one of a schema file, and tells the user if it cannot. */
bool tf_store_entry_usable(const tf_schema_entry *entry);

/** What the capture has shown last under a key; NULL if it has not. */
const tf_schema_entry *tf_store_newest(const char *key);

/** How many responses of the file carried schemas. */
unsigned tf_store_source_count(void);

/** One of them, in file order. @param i below the count */
tf_schema_source *tf_store_source_at(unsigned i);

/** How many providers the schema files have. */
unsigned tf_store_file_count(void);

/** One of them, in the order of reading. @param i below the count */
const tf_schema_source *tf_store_file_at(unsigned i);

/** To be called when a capture is closed: nothing refers to schema files that were given up. */
void tf_store_free_old_files(void);

#endif
