/* store.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "store_internal.h"

#include <string.h>

#include "codec/decode.h"
#include "proto/schema_find.h"
#include "proto/schema_wire.h"

/* How many sets a response is compared with before its entries are looked up one by one. */
#define MAX_REPEAT_TRIES 4

/* All of these live in file scope and are emptied with it. */
static wmem_map_t *interned;  /* tf_schema_entry -> itself, by key and bytes */
static wmem_array_t *sources; /* tf_schema_source *, in file order */

static unsigned
entry_hash(const void *key)
{
    return ((const tf_schema_entry *)key)->hash;
}

/* A schema without bytes has no address either. */
static bool
same_bytes(const tf_schema_entry *entry, const uint8_t *data, uint32_t length)
{
    return entry->length == length && (length == 0 || memcmp(entry->data, data, length) == 0);
}

static gboolean
entry_equal(const void *a, const void *b)
{
    const tf_schema_entry *x = (const tf_schema_entry *)a, *y = (const tf_schema_entry *)b;
    return x->hash == y->hash && x->version == y->version && strcmp(x->key, y->key) == 0 &&
           same_bytes(x, y->data, y->length);
}

void
tf_store_reset(void)
{
    interned = wmem_map_new(wmem_file_scope(), entry_hash, entry_equal);
    sources = wmem_array_new(wmem_file_scope(), sizeof(tf_schema_source *));
    tf_store_free_old_files();
}

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

/* --- Learning -------------------------------------------------------------------------------- */

typedef struct tf_learning {
    wmem_map_t *entries;
    uint64_t hash;
    unsigned version;
} tf_learning;

static void
learn_entry(tf_schema_kind kind, tf_span name, const uint8_t *data, uint32_t length, void *user)
{
    tf_learning *learning = (tf_learning *)user;
    tf_schema_entry probe = {.kind = kind,
                             .version = learning->version,
                             .data = data,
                             .length = length,
                             .pool = wmem_file_scope()};
    char *key = tf_store_key(NULL, kind, name.data, name.length);
    tf_schema_entry *entry;

    probe.key = key;
    probe.hash = wmem_strong_hash(data, length) ^ wmem_str_hash(key) ^ probe.version;
    entry = (tf_schema_entry *)wmem_map_lookup(interned, &probe);
    if (!entry) {
        entry = wmem_new(wmem_file_scope(), tf_schema_entry);
        *entry = probe;
        entry->key = wmem_strdup(wmem_file_scope(), key);
        entry->data = (const uint8_t *)wmem_memdup(wmem_file_scope(), data, length);
        wmem_map_insert(interned, entry, entry);
    }
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

static tf_schema_source *
source_at(unsigned i)
{
    return *(tf_schema_source **)wmem_array_index(sources, i);
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

    for (unsigned i = wmem_array_get_count(sources); i > 0 && tries > 0 && !repeat.same; i--) {
        const tf_schema_source *source = source_at(i - 1);
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
    for (unsigned i = wmem_array_get_count(sources); i > 0; i--)
        if (set_equal(source_at(i - 1)->set, &learning))
            return source_at(i - 1)->set;
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

void
tf_store_use(tf_schema_view *view, tf_schema_kind kind, const char *name)
{
    char *key = tf_store_key(wmem_file_scope(), kind, name, strlen(name));

    if (wmem_map_contains(view->used, key))
        wmem_free(wmem_file_scope(), key);
    else
        wmem_map_insert(view->used, key, key);
}

/* --- Finding --------------------------------------------------------------------------------- */

/* A search goes through the sources in the order of design.md and keeps the first that will do. */
typedef struct tf_search {
    const tf_schema_view *view;
    const char *key;
    tf_schema_kind kind;
    const tf_encoded *value;
    tf_decoded *shape; /* the value by its own shape, made when a choice is needed */
    wmem_allocator_t *pool;
    tf_schema_ref best;
    int best_score;
} tf_search;

const tf_schema *
tf_schema_ref_schema(const tf_schema_ref *ref)
{
    tf_schema_entry *entry = (tf_schema_entry *)ref->entry;

    if (entry->kind == TF_SCHEMA_FUNCTION)
        return NULL;
    if (entry->json)
        tf_store_parse_json(entry);
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
        tf_store_parse_json(entry);
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

static const tf_value *
search_shape(tf_search *search)
{
    if (!search->shape) {
        const tf_encoded *value = search->value;
        search->shape =
            value->msgpack_length
                ? tf_decode_msgpack(search->pool, value->msgpack, value->msgpack_length, NULL, 0)
                : tf_decode_json(search->pool, value->json, value->json_length, NULL, 0, true);
    }
    return search->shape->root;
}

/* Has the value just the attributes of this schema? A value that is no object fits every schema. */
static bool
fits_value(tf_search *search, const tf_schema_ref *ref)
{
    const tf_schema *schema = tf_schema_ref_schema(ref);
    const tf_value *root;

    if (!schema || !search->value ||
        (!search->value->msgpack_length && !search->value->json_length))
        return true;
    root = search_shape(search);
    if (root->kind != TF_VALUE_OBJECT)
        return true;
    if (root->n_children != schema->block->type->count)
        return false;
    for (uint32_t i = 0; i < root->n_children; i++)
        if (!tf_type_member(schema->block->type, root->children[i].key.data,
                            root->children[i].key.length))
            return false;
    return true;
}

typedef struct tf_use_check {
    wmem_map_t *entries;
    unsigned known;
} tf_use_check;

static void
check_use(void *key, void *value _U_, void *user)
{
    tf_use_check *check = (tf_use_check *)user;
    check->known += wmem_map_contains(check->entries, key);
}

/* Of how many types that the session has used does this response know the schema? */
static unsigned
uses_known(const tf_search *search, const tf_schema_source *source)
{
    tf_use_check check = {source->set->entries, 0};
    wmem_map_foreach(search->view->used, check_use, &check);
    return check.known;
}

static int
score(tf_search *search, const tf_schema_ref *ref)
{
    int points = fits_value(search, ref) ? 2 : 0;

    /* Nothing on the wire names the provider of a provider configuration: a provider that has the
     * types used on this connection is the better guess. */
    if (wmem_map_size(search->view->used) > 0 && uses_known(search, ref->source) > 0)
        points++;
    return points;
}

/* A schema file is indexed without looking into its schemas. */
static bool
is_unusable(const tf_schema_ref *ref)
{
    if (ref->entry->json)
        tf_store_parse_json((tf_schema_entry *)ref->entry);
    return ref->entry->unusable;
}

/* @return true when the search can end */
static bool
consider(tf_search *search, const tf_schema_source *source)
{
    tf_schema_ref ref = {
        (const tf_schema_entry *)wmem_map_lookup(source->set->entries, search->key), source};
    int points;

    if (!ref.entry || ref.entry == search->best.entry || is_unusable(&ref))
        return false;
    points = source->session == search->view->session && source->frame ? 4 : score(search, &ref);
    if (points > search->best_score) {
        search->best = ref;
        search->best_score = points;
    }
    return points >= 3;
}

/* Nearest before first, then after. @return true when the search can end */
static bool
search_others(tf_search *search, uint32_t frame, bool same_version)
{
    unsigned n = wmem_array_get_count(sources), before = 0;

    while (before < n && source_at(before)->frame <= frame)
        before++;
    for (unsigned i = 0; i < n; i++) {
        const tf_schema_source *source = source_at(i < before ? before - 1 - i : i);
        if ((source->version == search->view->version) == same_version && consider(search, source))
            return true;
    }
    return false;
}

static void
search_sources(tf_search *search, uint32_t frame)
{
    for (const tf_schema_source *source = search->view->newest; source; source = source->older)
        if (consider(search, source))
            return;
    if (search_others(search, frame, true) || search_others(search, frame, false))
        return;
    for (unsigned i = 0; i < tf_store_file_count(); i++)
        if (consider(search, tf_store_file_at(i)))
            return;
}

bool
tf_store_find(const tf_schema_view *view, tf_schema_kind kind, const char *name, uint32_t frame,
              const tf_encoded *value, tf_schema_ref *ref)
{
    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    tf_search search = {.view = view, .kind = kind, .value = value, .pool = pool, .best_score = -1};

    search.key = tf_store_key(pool, kind, name, strlen(name));
    search_sources(&search, frame);
    wmem_destroy_allocator(pool);
    *ref = search.best;
    return ref->entry != NULL;
}

bool
tf_store_sibling(const tf_schema_ref *of, tf_schema_kind kind, const char *name, tf_schema_ref *ref)
{
    char *key = tf_store_key(NULL, kind, name, strlen(name));

    ref->source = of->source;
    ref->entry = (const tf_schema_entry *)wmem_map_lookup(of->source->set->entries, key);
    wmem_free(NULL, key);
    return ref->entry && !is_unusable(ref);
}

/* --- Listing --------------------------------------------------------------------------------- */

void
tf_store_foreach_source(void (*func)(const tf_schema_source *source, void *user), void *user)
{
    for (unsigned i = 0; i < wmem_array_get_count(sources); i++)
        func(source_at(i), user);
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
