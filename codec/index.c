/* index.c
 * Finding the children of a container without looking at all of them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "text.h"

/* --- Keys ------------------------------------------------------------------------------------ */

static int
compare_keys(const void *a, const void *b)
{
    const tf_value *one = *(const tf_value *const *)a, *other = *(const tf_value *const *)b;
    int order = tf_text_compare(one->key, other->key);

    /* Children are contiguous: the address is the wire order. */
    return order ? order : (one > other) - (one < other);
}

static tf_index
list_children(tf_compare *compare, const tf_value *value)
{
    tf_index index = {NULL, NULL, value->n_children};

    /* Memory is bounded by the steps as well as time. */
    if (!tf_compare_steps(compare, index.count))
        return (tf_index){0};
    index.at = wmem_alloc_array(compare->pool, const tf_value *, MAX(index.count, 1));
    for (uint32_t i = 0; i < index.count; i++)
        index.at[i] = &value->children[i];
    return index;
}

tf_index
tf_index_keys(tf_compare *compare, const tf_value *value)
{
    tf_index index = {0};
    bool sorted = true;

    if (!tf_value_has_keys(value))
        return index;
    index = list_children(compare, value);
    for (uint32_t i = 1; i < index.count && sorted; i++)
        sorted = tf_text_compare(index.at[i - 1]->key, index.at[i]->key) <= 0;
    if (!sorted)
        qsort(index.at, index.count, sizeof *index.at, compare_keys);
    return index;
}

const tf_value *
tf_index_get(const tf_index *index, const char *key, size_t length)
{
    tf_span wanted = {key, (uint32_t)length};
    uint32_t low = 0, high = index->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tf_text_compare(index->at[middle]->key, wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < index->count && tf_text_compare(index->at[low]->key, wanted) == 0 ? index->at[low]
                                                                                   : NULL;
}

/* --- Hashes ---------------------------------------------------------------------------------- */

/* Spreads the bits, so that hashes can be added where order does not count. */
static uint32_t
mix(uint32_t hash, uint32_t value)
{
    hash = (hash ^ value) * 0x9E3779B1u;
    hash ^= hash >> 15;
    hash *= 0x85EBCA77u;
    return hash ^ (hash >> 13);
}

static uint32_t
hash_bytes(uint32_t hash, const char *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)data[i]) * 0x01000193u;
    return mix(hash, (uint32_t)length);
}

static uint32_t
hash_string(uint32_t hash, tf_span string)
{
    char *normal = NULL;

    for (uint32_t i = 0; i < string.length && !normal; i++)
        if (string.data[i] & 0x80) {
            if (g_utf8_validate(string.data, string.length, NULL))
                normal = g_utf8_normalize(string.data, string.length, G_NORMALIZE_DEFAULT_COMPOSE);
            break;
        }
    hash = normal ? hash_bytes(hash, normal, strlen(normal))
                  : hash_bytes(hash, string.data, string.length);
    g_free(normal);
    return hash;
}

/* Numbers that are equal have the same nearest double. */
static uint32_t
hash_number(uint32_t hash, const tf_number *number)
{
    double d = tf_number_to_double(number);

    if (d == 0 || isnan(d))
        return mix(hash, d == 0 ? 1 : 2);
    return hash_bytes(hash, (const char *)&d, sizeof d);
}

static uint32_t
hash_children(tf_compare *compare, const tf_value *value, uint32_t hash)
{
    bool ordered = tf_value_has_elements(value) && value->kind != TF_VALUE_SET;
    tf_index index =
        value->kind == TF_VALUE_SET ? tf_index_elements(compare, value) : (tf_index){0};
    uint32_t n = index.at ? index.count : value->n_children, sum = 0;

    for (uint32_t i = 0; i < n; i++) {
        const tf_value *child = index.at ? index.at[i] : &value->children[i];
        uint32_t own = index.hashes ? index.hashes[i] : tf_value_hash(compare, child);
        if (tf_value_has_keys(value))
            own = hash_string(own, child->key);
        sum = ordered ? mix(sum, own) : sum + mix(7, own);
    }
    return mix(hash, mix(sum, n));
}

uint32_t
tf_value_hash(tf_compare *compare, const tf_value *value)
{
    uint32_t hash;

    if (tf_value_is_null(value))
        return 11;
    if (!tf_compare_step(compare))
        return 0;
    hash = 31 + (uint32_t)value->kind;
    switch (value->kind) {
    case TF_VALUE_BOOL:
        return mix(hash, value->boolean);
    case TF_VALUE_NUMBER:
        return hash_number(hash, &value->number);
    case TF_VALUE_STRING:
    case TF_VALUE_BYTES:
        return hash_string(hash, value->string);
    case TF_VALUE_UNKNOWN:
        return hash;
    default:
        /* A tuple can be equal to a list, an object to a map. */
        return hash_children(compare, value, tf_value_has_keys(value) ? 13 : 17);
    }
}

/* --- Elements -------------------------------------------------------------------------------- */

/* An element and its hash; `next` leads on among those of the same bucket. */
typedef struct tf_bucket {
    const tf_value *value;
    uint32_t hash, next; /* index + 1; 0 ends */
    bool taken;
} tf_bucket;

/* A table of elements by hash. */
typedef struct tf_table {
    tf_bucket *entries;
    uint32_t *heads, mask, count;
} tf_table;

static tf_table
make_table(tf_compare *compare, uint32_t room)
{
    tf_table table = {.mask = 1};

    if (!tf_compare_steps(compare, room) || !tf_compare_steps(compare, room))
        room = 0;
    while (table.mask < room)
        table.mask = table.mask * 2 + 1;
    table.entries = wmem_alloc_array(compare->pool, tf_bucket, MAX(room, 1));
    table.heads = wmem_alloc0_array(compare->pool, uint32_t, (size_t)table.mask + 1);
    return table;
}

static void
table_add(tf_table *table, const tf_value *value, uint32_t hash)
{
    uint32_t *head = &table->heads[hash & table->mask];

    table->entries[table->count] = (tf_bucket){.value = value, .hash = hash, .next = *head};
    *head = ++table->count;
}

/* An equal element that is not taken yet, or NULL. */
static tf_bucket *
table_find(tf_compare *compare, tf_table *table, const tf_value *value, uint32_t hash, bool refined)
{
    for (uint32_t at = table->heads[hash & table->mask]; at; at = table->entries[at - 1].next) {
        tf_bucket *entry = &table->entries[at - 1];
        if (!tf_compare_step(compare))
            return NULL;
        if (!entry->taken && entry->hash == hash &&
            tf_values_equal(compare, entry->value, value, refined))
            return entry;
    }
    return NULL;
}

/* Two unknown values may still come to be different. */
tf_index
tf_index_elements(tf_compare *compare, const tf_value *value)
{
    tf_index index = {0};
    tf_table table;

    if (!tf_value_has_elements(value))
        return index;
    if (value->kind != TF_VALUE_SET || value->n_children < 2)
        return list_children(compare, value);
    index.at = wmem_alloc_array(compare->pool, const tf_value *, value->n_children);
    index.hashes = wmem_alloc_array(compare->pool, uint32_t, value->n_children);
    table = make_table(compare, value->n_children);
    for (uint32_t i = 0; i < value->n_children && !compare->exhausted; i++) {
        const tf_value *child = &value->children[i];
        uint32_t hash = tf_value_hash(compare, child);
        if (tf_value_wholly_known(child) && table_find(compare, &table, child, hash, true))
            continue;
        table_add(&table, child, hash);
        index.hashes[index.count] = hash;
        index.at[index.count++] = child;
    }
    return index;
}

static uint32_t
element_hash(tf_compare *compare, const tf_index *index, uint32_t i)
{
    return index->hashes ? index->hashes[i] : tf_value_hash(compare, index->at[i]);
}

const tf_value **
tf_index_match(tf_compare *compare, const tf_index *of, const tf_index *in, bool refined)
{
    const tf_value **found = wmem_alloc0_array(compare->pool, const tf_value *, MAX(of->count, 1));
    tf_table table = make_table(compare, in->count);

    for (uint32_t i = 0; i < in->count && !compare->exhausted; i++)
        table_add(&table, in->at[i], element_hash(compare, in, i));
    for (uint32_t i = 0; i < of->count && !compare->exhausted; i++) {
        uint32_t hash = element_hash(compare, of, i);
        tf_bucket *entry = table_find(compare, &table, of->at[i], hash, refined);
        if (!entry)
            continue;
        entry->taken = true;
        found[i] = entry->value;
    }
    return found;
}
