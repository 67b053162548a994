/* store_find.c
 * Which of the schemas that a file has shown governs a value.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "store_internal.h"

#include <string.h>

#include "codec/decode.h"

/* What speaks for a schema. Nothing on the wire names the provider of a provider configuration: one
 * whose provider has the types used on this connection is the better guess. */
enum {
    POINTS_USED = 1,
    POINTS_FITS = 2,
    POINTS_ENOUGH = POINTS_USED + POINTS_FITS, /* the search can end */
    POINTS_OWN = 4                             /* of the session that asks */
};

/* A search goes through the sources in the order that tf_store_find() documents, and keeps the
 * first that will do. */
typedef struct tf_search {
    const tf_schema_view *view;
    const char *key;
    tf_schema_kind kind;
    const tf_encoded *value;
    tf_decoded *shape;      /* the value by its own shape, made when a choice is needed */
    wmem_allocator_t *pool; /* that it is in */
    tf_schema_ref best;
    int best_score; /* -1: it has not been given */
    bool only;      /* there is no other of that key */
} tf_search;

static const tf_value *
search_shape(tf_search *search)
{
    if (!search->shape) {
        const tf_encoded *value = search->value;
        search->pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
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
    int points = fits_value(search, ref) ? POINTS_FITS : 0;

    if (wmem_map_size(search->view->used) > 0 && uses_known(search, ref->source) > 0)
        points += POINTS_USED;
    return points;
}

static bool
is_own(const tf_search *search, const tf_schema_source *source)
{
    return source->session == search->view->session && source->frame;
}

/* Of two that differ the better one is kept, and the first if they are equally good. */
static void
choose(tf_search *search, const tf_schema_ref *ref)
{
    int points;

    if (search->best_score < 0)
        search->best_score = score(search, &search->best);
    if (search->best_score >= POINTS_ENOUGH)
        return;
    points = score(search, ref);
    if (points > search->best_score) {
        search->best = *ref;
        search->best_score = points;
    }
}

/* Points, which take decoding, are given only where there is a choice.
 * @return true when the search can end */
static bool
consider(tf_search *search, const tf_schema_source *source)
{
    tf_schema_ref ref = {.source = source};

    if (search->best.source && source->set == search->best.source->set)
        return false;
    ref.entry = (const tf_schema_entry *)wmem_map_lookup(source->set->entries, search->key);
    if (!ref.entry || ref.entry == search->best.entry || !tf_store_entry_usable(ref.entry))
        return false;
    if (search->best.entry) {
        choose(search, &ref);
    } else {
        search->best = ref;
        search->best_score = is_own(search, source) ? POINTS_OWN : -1;
    }
    return search->only || search->best_score >= POINTS_ENOUGH;
}

/* Nearest before first, then after. @return true when the search can end */
static bool
search_others(tf_search *search, uint32_t frame, bool same_version)
{
    unsigned n = tf_store_source_count(), before = 0;

    while (before < n && tf_store_source_at(before)->frame <= frame)
        before++;
    for (unsigned i = 0; i < n; i++) {
        const tf_schema_source *source = tf_store_source_at(i < before ? before - 1 - i : i);
        if ((source->version == search->view->version) == same_version && consider(search, source))
            return true;
    }
    return false;
}

/* @return true when the search can end */
static bool
search_capture(tf_search *search, uint32_t frame)
{
    const tf_schema_entry *newest = tf_store_newest(search->key);

    if (!newest)
        return false;
    search->only = !newest->older && tf_store_file_count() == 0;
    for (const tf_schema_source *source = search->view->newest; source; source = source->older)
        if (consider(search, source))
            return true;
    return search_others(search, frame, true) || search_others(search, frame, false);
}

static void
search_sources(tf_search *search, uint32_t frame)
{
    if (search_capture(search, frame))
        return;
    for (unsigned i = 0; i < tf_store_file_count(); i++)
        if (consider(search, tf_store_file_at(i)))
            return;
}

bool
tf_store_find(const tf_schema_view *view, tf_schema_kind kind, const char *name, uint32_t frame,
              const tf_encoded *value, tf_schema_ref *ref)
{
    char *key = tf_store_key(NULL, kind, name, strlen(name));
    tf_search search = {.view = view, .key = key, .kind = kind, .value = value, .best_score = -1};

    search_sources(&search, frame);
    wmem_free(NULL, key);
    if (search.pool)
        wmem_destroy_allocator(search.pool);
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
    return ref->entry && tf_store_entry_usable(ref->entry);
}
