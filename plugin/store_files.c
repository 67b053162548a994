/* store_files.c
 * Schemas that come from schema files: they outlive the capture, and are read when they are used.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "store_internal.h"

#include <string.h>

#include "codec/schema_json.h"

/* All that one setting of the preference has read. */
typedef struct tf_loaded {
    wmem_allocator_t *pool;
    wmem_array_t *sources;  /* tf_schema_source * */
    wmem_map_t *providers;  /* address -> its source */
    struct tf_loaded *next; /* older */
} tf_loaded;

/* What is in use now, or NULL. */
static tf_loaded *loaded;

/* What calls of the open capture may still refer to. */
static tf_loaded *given_up;

static const tf_schema_kind kinds[TF_SECTION_COUNT] = {
    [TF_SECTION_PROVIDER] = TF_SCHEMA_PROVIDER,
    [TF_SECTION_RESOURCE] = TF_SCHEMA_RESOURCE,
    [TF_SECTION_DATA_SOURCE] = TF_SCHEMA_DATA_SOURCE,
    [TF_SECTION_EPHEMERAL] = TF_SCHEMA_EPHEMERAL,
    [TF_SECTION_LIST] = TF_SCHEMA_LIST,
    [TF_SECTION_FUNCTION] = TF_SCHEMA_FUNCTION,
    [TF_SECTION_IDENTITY] = TF_SCHEMA_IDENTITY,
    [TF_SECTION_ACTION] = TF_SCHEMA_ACTION,
    [TF_SECTION_STATE_STORE] = TF_SCHEMA_STATE_STORE,
};

unsigned
tf_store_file_count(void)
{
    return loaded ? wmem_array_get_count(loaded->sources) : 0;
}

const tf_schema_source *
tf_store_file_at(unsigned i)
{
    return *(tf_schema_source **)wmem_array_index(loaded->sources, i);
}

void
tf_store_forget_files(void)
{
    if (!loaded)
        return;
    loaded->next = given_up;
    given_up = loaded;
    loaded = NULL;
}

void
tf_store_free_old_files(void)
{
    while (given_up) {
        tf_loaded *old = given_up;
        given_up = old->next;
        wmem_destroy_allocator(old->pool);
        g_free(old);
    }
}

static void
begin_loading(void)
{
    if (loaded)
        return;
    loaded = g_new0(tf_loaded, 1);
    loaded->pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK);
    loaded->sources = wmem_array_new(loaded->pool, sizeof(tf_schema_source *));
    loaded->providers = wmem_map_new(loaded->pool, wmem_str_hash, g_str_equal);
}

static tf_schema_source *
source_of(const char *provider)
{
    tf_schema_source *source = (tf_schema_source *)wmem_map_lookup(loaded->providers, provider);
    tf_schema_set *set;

    if (source)
        return source;
    set = wmem_new0(loaded->pool, tf_schema_set);
    set->entries = wmem_map_new(loaded->pool, wmem_str_hash, g_str_equal);
    source = wmem_new0(loaded->pool, tf_schema_source);
    source->set = set;
    source->provider = wmem_strdup(loaded->pool, provider);
    wmem_map_insert(loaded->providers, source->provider, source);
    wmem_array_append_one(loaded->sources, source);
    return source;
}

static void
add_entry(const char *provider, tf_schema_section section, const char *name, const uint8_t *json,
          uint32_t length, void *user _U_)
{
    tf_schema_entry *entry = wmem_new0(loaded->pool, tf_schema_entry);

    entry->kind = kinds[section];
    entry->key = tf_store_key(loaded->pool, entry->kind, name, strlen(name));
    entry->json = true;
    entry->data = json;
    entry->length = length;
    entry->pool = loaded->pool;
    wmem_map_insert(source_of(provider)->set->entries, entry->key, entry);
}

bool
tf_store_add_file(const uint8_t *data, uint32_t length, tf_schema_json_error *error)
{
    begin_loading();
    return tf_schema_json_index((const uint8_t *)wmem_memdup(loaded->pool, data, length), length,
                                add_entry, NULL, error);
}

void
tf_store_foreach_file_source(void (*func)(const tf_schema_source *source, void *user), void *user)
{
    for (unsigned i = 0; i < tf_store_file_count(); i++)
        func(tf_store_file_at(i), user);
}
