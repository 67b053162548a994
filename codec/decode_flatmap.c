/* decode_flatmap.c
 * The legacy flatmap of state formats up to 3, and the value that is not there at all.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "text.h"
#include "decode.h"

/** What Terraform 0.11 wrote for an unknown value. */
#define UNKNOWN "74D93920-ED26-11E3-AC10-0800200C9A66"

static tf_decoded *
new_decoded(wmem_allocator_t *pool, tf_value_kind kind, uint32_t offset, uint32_t length)
{
    tf_decoded *decoded = wmem_new0(pool, tf_decoded);
    decoded->root = wmem_new0(pool, tf_value);
    decoded->n_values = 1;
    decoded->root->kind = kind;
    decoded->root->offset = decoded->root->key_offset = offset;
    decoded->root->length = length;
    decoded->root->key.data = "";
    return decoded;
}

static void
fill_entry(tf_decoded *decoded, const tf_flatmap_entry *entry, tf_value *value)
{
    value->parent = decoded->root;
    value->key = entry->key;
    value->key_offset = entry->offset;
    value->offset = entry->value_offset;
    value->length = entry->value_length;
    if (tf_text_is(entry->value, UNKNOWN)) {
        value->kind = TF_VALUE_UNKNOWN;
        decoded->n_unknown++;
    } else {
        value->kind = TF_VALUE_STRING;
        value->string = entry->value;
    }
}

tf_decoded *
tf_decode_flatmap(wmem_allocator_t *pool, const tf_flatmap_entry *entries, uint32_t n_entries,
                  uint32_t offset, uint32_t length)
{
    tf_decoded *decoded = new_decoded(pool, TF_VALUE_OBJECT, offset, length);
    tf_value *root = decoded->root;
    root->children = wmem_alloc0_array(pool, tf_value, n_entries);
    root->n_children = n_entries;
    decoded->n_values += n_entries;
    for (uint32_t i = 0; i < n_entries; i++)
        fill_entry(decoded, &entries[i], &root->children[i]);
    return decoded;
}

tf_decoded *
tf_decode_absent(wmem_allocator_t *pool, uint32_t offset)
{
    return new_decoded(pool, TF_VALUE_ABSENT, offset, 0);
}
