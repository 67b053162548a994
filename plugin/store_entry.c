/* store_entry.c
 * One schema or function: its key, and what its bytes say, parsed on first use.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "store_internal.h"

#include <string.h>

#include <wsutil/report_message.h>

#include "codec/schema_json.h"
#include "proto/schema_wire.h"

char *
tf_store_key(wmem_allocator_t *pool, tf_schema_kind kind, const char *name, size_t length)
{
    char *key = (char *)wmem_alloc(pool, length + 3);

    key[0] = (char)('A' + kind);
    key[1] = ':';
    memcpy(key + 2, name, length);
    key[length + 2] = '\0';
    return key;
}

/* A schema file is indexed without looking into its schemas. */
static void
parse_json(tf_schema_entry *entry)
{
    tf_schema_json_error error = {0, ""};

    if (entry->unusable || entry->schema || entry->function)
        return;
    if (entry->kind == TF_SCHEMA_FUNCTION)
        entry->function =
            tf_schema_json_read_function(entry->pool, entry->data, entry->length, &error);
    else
        entry->schema = tf_schema_json_read(entry->pool, entry->data, entry->length, &error);
    entry->unusable = !entry->schema && !entry->function;
    if (entry->unusable)
        report_failure("The schema file's schema of \"%s\" cannot be read: byte %u of it: %s",
                       entry->key + 2, error.offset, error.message);
}

bool
tf_store_entry_usable(const tf_schema_entry *entry)
{
    if (entry->json)
        parse_json((tf_schema_entry *)entry);
    return !entry->unusable;
}

const tf_schema *
tf_schema_ref_schema(const tf_schema_ref *ref)
{
    tf_schema_entry *entry = (tf_schema_entry *)ref->entry;

    if (entry->kind == TF_SCHEMA_FUNCTION)
        return NULL;
    if (entry->json)
        parse_json(entry);
    else if (!entry->schema)
        entry->schema = tf_schema_read(wmem_file_scope(), entry->kind, entry->version, entry->data,
                                       entry->length);
    return entry->schema;
}

const tf_function *
tf_schema_ref_function(const tf_schema_ref *ref)
{
    tf_schema_entry *entry = (tf_schema_entry *)ref->entry;

    if (entry->kind != TF_SCHEMA_FUNCTION)
        return NULL;
    if (entry->json)
        parse_json(entry);
    else if (!entry->function)
        entry->function = tf_function_read(wmem_file_scope(), entry->data, entry->length);
    return entry->function;
}

bool
tf_schema_ref_first_fields(const tf_schema_ref *ref)
{
    tf_schema_entry *entry = (tf_schema_entry *)ref->entry;
    bool first = !entry->has_fields;

    entry->has_fields = true;
    return first;
}
