/* store.c
 * What the responses of a file have taught: each distinct schema is kept once.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "store_internal.h"

#include <string.h>

#include "proto/schema_find.h"

/* How many sets a response is compared with before its entries are looked up one by one. */
#define MAX_REPEAT_TRIES 4

/* With how many schemas of the same name new bytes are compared before they are just kept. */
#define MAX_SAME_NAME 8

/* All of these live in file scope and are emptied with it. */
static wmem_map_t *interned;  /* key -> the newest tf_schema_entry with it */
static wmem_array_t *sources; /* tf_schema_source *, in file order */

/* A schema without bytes has no address either. */
static bool
same_bytes(const tf_schema_entry *entry, const uint8_t *data, uint32_t length)
{
    return entry->length == length && (length == 0 || memcmp(entry->data, data, length) == 0);
}

void
tf_store_reset(void)
{
    interned = wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal);
    sources = wmem_array_new(wmem_file_scope(), sizeof(tf_schema_source *));
    tf_store_free_old_files();
}

const tf_schema_entry *
tf_store_newest(const char *key)
{
    return (const tf_schema_entry *)wmem_map_lookup(interned, key);
}

unsigned
tf_store_source_count(void)
{
    return wmem_array_get_count(sources);
}

tf_schema_source *
tf_store_source_at(unsigned i)
{
    return *(tf_schema_source **)wmem_array_index(sources, i);
}

/* --- Learning -------------------------------------------------------------------------------- */

typedef struct tf_learning {
    wmem_map_t *entries;
    uint64_t hash;
    unsigned version;
} tf_learning;

/* The entry with these bytes; schemas of many megabytes are not hashed for it, as hardly any name
 * comes with more than one schema. */
static tf_schema_entry *
intern(const tf_schema_entry *wanted)
{
    tf_schema_entry *newest = (tf_schema_entry *)wmem_map_lookup(interned, wanted->key), *entry;
    unsigned tries = MAX_SAME_NAME;

    for (entry = newest; entry && tries > 0; entry = entry->older, tries--)
        if (entry->version == wanted->version && same_bytes(entry, wanted->data, wanted->length))
            return entry;
    entry = wmem_new(wmem_file_scope(), tf_schema_entry);
    *entry = *wanted;
    entry->key = newest ? newest->key : wmem_strdup(wmem_file_scope(), wanted->key);
    entry->data = (const uint8_t *)wmem_memdup(wmem_file_scope(), wanted->data, wanted->length);
    entry->older = newest;
    wmem_map_insert(interned, entry->key, entry);
    return entry;
}

static void
learn_entry(tf_schema_kind kind, tf_span name, const uint8_t *data, uint32_t length, void *user)
{
    tf_learning *learning = (tf_learning *)user;
    char *key = tf_store_key(NULL, kind, name.data, name.length);
    tf_schema_entry wanted = {.key = key,
                              .kind = kind,
                              .version = learning->version,
                              .data = data,
                              .length = length,
                              .pool = wmem_file_scope()};
    tf_schema_entry *entry = intern(&wanted);

    wmem_free(NULL, key);
    wmem_map_insert(learning->entries, entry->key, entry);
    learning->hash += (uintptr_t)entry * UINT64_C(0x9E3779B97F4A7C15);
}

typedef struct tf_set_compare {
    wmem_map_t *other;
    bool same;
} tf_set_compare;

static void
compare_entry(void *key, void *value, void *user)
{
    tf_set_compare *compare = (tf_set_compare *)user;
    if (wmem_map_lookup(compare->other, key) != value)
        compare->same = false;
}

static bool
set_equal(const tf_schema_set *set, const tf_learning *learning)
{
    tf_set_compare compare = {learning->entries, true};

    if (set->hash != learning->hash ||
        wmem_map_size(set->entries) != wmem_map_size(learning->entries))
        return false;
    wmem_map_foreach(set->entries, compare_entry, &compare);
    return compare.same;
}

/* A response held against a set that the file has shown before. */
typedef struct tf_repeat {
    const tf_schema_set *set;
    unsigned version, n;
    wmem_strbuf_t *key;
    bool same;
} tf_repeat;

static void
compare_found(tf_schema_kind kind, tf_span name, const uint8_t *data, uint32_t length, void *user)
{
    tf_repeat *repeat = (tf_repeat *)user;
    const tf_schema_entry *entry;

    if (!repeat->same)
        return;
    wmem_strbuf_truncate(repeat->key, 0);
    wmem_strbuf_append_c(repeat->key, (char)('A' + kind));
    wmem_strbuf_append_c(repeat->key, ':');
    wmem_strbuf_append_len(repeat->key, name.data, name.length);
    entry = (const tf_schema_entry *)wmem_map_lookup(repeat->set->entries,
                                                     wmem_strbuf_get_str(repeat->key));
    repeat->same = entry && entry->version == repeat->version && same_bytes(entry, data, length);
    repeat->n++;
}

/* Most sessions of a file ask for the same schemas: of a response that says what one before said,
 * nothing is kept. Its length is the same, whatever order the provider's maps have this time. */
static const tf_schema_set *
find_same_set(const tf_rpc *rpc, const uint8_t *data, uint32_t length)
{
    tf_repeat repeat = {.version = rpc->version, .key = wmem_strbuf_new(NULL, "")};
    unsigned tries = MAX_REPEAT_TRIES;

    for (unsigned i = tf_store_source_count(); i > 0 && tries > 0 && !repeat.same; i--) {
        const tf_schema_source *source = tf_store_source_at(i - 1);
        if (source->repeats || source->set->length != length)
            continue;
        tries--;
        repeat.set = source->set;
        repeat.same = true;
        repeat.n = 0;
        tf_schemas_find(rpc, data, length, compare_found, &repeat);
        repeat.same = repeat.same && repeat.n == wmem_map_size(repeat.set->entries);
    }
    wmem_strbuf_destroy(repeat.key);
    return repeat.same ? repeat.set : NULL;
}

/* The set of a response that is not byte for byte known; it may still be the same but for names
 * that come twice. */
static const tf_schema_set *
learn_set(const tf_rpc *rpc, const uint8_t *data, uint32_t length, bool *repeats)
{
    tf_learning learning = {wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal), 0,
                            rpc->version};
    tf_schema_set *set;

    tf_schemas_find(rpc, data, length, learn_entry, &learning);
    *repeats = true;
    for (unsigned i = tf_store_source_count(); i > 0; i--)
        if (set_equal(tf_store_source_at(i - 1)->set, &learning))
            return tf_store_source_at(i - 1)->set;
    *repeats = false;
    set = wmem_new0(wmem_file_scope(), tf_schema_set);
    set->entries = learning.entries;
    set->hash = learning.hash;
    set->length = length;
    return set;
}

tf_schema_source *
tf_store_learn(tf_schema_view *view, const tf_rpc *rpc, uint32_t frame, const uint8_t *data,
               uint32_t length)
{
    tf_schema_source *source = wmem_new0(wmem_file_scope(), tf_schema_source);

    source->set = find_same_set(rpc, data, length);
    source->repeats = source->set != NULL;
    if (!source->set)
        source->set = learn_set(rpc, data, length, &source->repeats);
    source->frame = frame;
    source->session = view->session;
    source->version = rpc->version;
    source->older = view->newest;
    view->newest = source;
    wmem_array_append_one(sources, source);
    return source;
}

const char *
tf_store_use(tf_schema_view *view, tf_schema_kind kind, const char *name, size_t length)
{
    char *key = tf_store_key(NULL, kind, name, length);
    char *known = (char *)wmem_map_lookup(view->used, key);

    if (!known) {
        known = wmem_strdup(wmem_file_scope(), key);
        wmem_map_insert(view->used, known, known);
    }
    wmem_free(NULL, key);
    return known + strlen("K:");
}

/* --- Listing --------------------------------------------------------------------------------- */

void
tf_store_foreach_source(void (*func)(const tf_schema_source *source, void *user), void *user)
{
    for (unsigned i = 0; i < tf_store_source_count(); i++)
        func(tf_store_source_at(i), user);
}

typedef struct tf_listing {
    const tf_schema_source *source;
    tf_schema_entry_func func;
    void *user;
} tf_listing;

static void
list_entry(void *key _U_, void *value, void *user)
{
    tf_listing *listing = (tf_listing *)user;
    tf_schema_ref ref = {(const tf_schema_entry *)value, listing->source};
    listing->func(ref.entry->kind, ref.entry->key + 2, &ref, listing->user);
}

void
tf_schema_source_foreach(const tf_schema_source *source, tf_schema_entry_func func, void *user)
{
    tf_listing listing = {source, func, user};
    wmem_map_foreach(source->set->entries, list_entry, &listing);
}
