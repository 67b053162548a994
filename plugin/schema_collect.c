/* schema_collect.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_collect.h"

#include <string.h>

/* One gathering. */
typedef struct tf_gathering {
    wmem_allocator_t *pool;
    GPtrArray *providers;  /* tf_provider */
    wmem_map_t *addresses; /* session number + 1 -> address of its interface */
    bool main;             /* the responses that have the provider's own schema; then the others */
} tf_gathering;

static const struct {
    tf_schema_kind kind;
    tf_schema_section section;
} sections[] = {
    {TF_SCHEMA_PROVIDER, TF_SECTION_PROVIDER},
    {TF_SCHEMA_RESOURCE, TF_SECTION_RESOURCE},
    {TF_SCHEMA_DATA_SOURCE, TF_SECTION_DATA_SOURCE},
    {TF_SCHEMA_EPHEMERAL, TF_SECTION_EPHEMERAL},
    {TF_SCHEMA_LIST, TF_SECTION_LIST},
    {TF_SCHEMA_FUNCTION, TF_SECTION_FUNCTION},
    {TF_SCHEMA_IDENTITY, TF_SECTION_IDENTITY},
    {TF_SCHEMA_ACTION, TF_SECTION_ACTION},
    {TF_SCHEMA_STATE_STORE, TF_SECTION_STATE_STORE},
};

/* What is being found out of, or added from, one response. */
typedef struct tf_response {
    tf_gathering *gathering;
    tf_provider *provider;
    bool has_provider;
    bool shares; /* a name that `provider` has as a resource or function too */
} tf_response;

static const tf_item *
find_item(const tf_gathering *gathering, const tf_provider *provider, tf_schema_section section,
          const char *name)
{
    char *key = wmem_strdup_printf(gathering->pool, "%d %s", section, name);

    return (const tf_item *)wmem_map_lookup(provider->entries, key);
}

static void
add_item(tf_schema_kind kind, const char *name, const tf_schema_ref *ref, void *user)
{
    tf_response *response = (tf_response *)user;
    wmem_allocator_t *pool = response->gathering->pool;

    for (size_t i = 0; i < G_N_ELEMENTS(sections); i++) {
        if (sections[i].kind != kind ||
            find_item(response->gathering, response->provider, sections[i].section, name))
            continue;
        tf_item *item = wmem_new(pool, tf_item);
        *item = (tf_item){sections[i].section, name, *ref};
        wmem_map_insert(response->provider->entries,
                        wmem_strdup_printf(pool, "%d %s", item->section, name), item);
        if (name[0] &&
            (!response->provider->first_type || strcmp(name, response->provider->first_type) < 0) &&
            kind != TF_SCHEMA_FUNCTION)
            response->provider->first_type = name;
    }
}

static void
see_kind(tf_schema_kind kind, const char *name, const tf_schema_ref *ref _U_, void *user)
{
    tf_response *response = (tf_response *)user;

    response->has_provider |= kind == TF_SCHEMA_PROVIDER;
    if (response->provider && kind == TF_SCHEMA_IDENTITY)
        response->shares |=
            find_item(response->gathering, response->provider, TF_SECTION_RESOURCE, name) != NULL;
}

static tf_provider *
new_provider(tf_gathering *gathering, uint32_t session)
{
    tf_provider *provider = wmem_new0(gathering->pool, tf_provider);

    provider->session = session;
    provider->entries = wmem_map_new(gathering->pool, wmem_str_hash, g_str_equal);
    provider->address =
        (const char *)wmem_map_lookup(gathering->addresses, GUINT_TO_POINTER(session + 1));
    g_ptr_array_add(gathering->providers, provider);
    return provider;
}

/* Identities and functions come in responses of their own: on the connection of the schema or,
 * where that was not asked for its schema, on one of the same provider. */
static tf_provider *
provider_of(tf_gathering *gathering, const tf_schema_source *source)
{
    for (unsigned i = 0; i < gathering->providers->len; i++) {
        tf_provider *provider = (tf_provider *)gathering->providers->pdata[i];
        if (provider->session == source->session)
            return provider;
    }
    for (unsigned i = 0; i < gathering->providers->len; i++) {
        tf_response response = {.gathering = gathering,
                                .provider = (tf_provider *)gathering->providers->pdata[i]};
        tf_schema_source_foreach(source, see_kind, &response);
        if (response.shares)
            return response.provider;
    }
    return new_provider(gathering, source->session);
}

static void
collect_source(const tf_schema_source *source, void *user)
{
    tf_gathering *gathering = (tf_gathering *)user;
    tf_response response = {.gathering = gathering};

    tf_schema_source_foreach(source, see_kind, &response);
    if (source->repeats || response.has_provider != gathering->main)
        return;
    response.provider =
        gathering->main ? new_provider(gathering, source->session) : provider_of(gathering, source);
    tf_schema_source_foreach(source, add_item, &response);
}

static void
note_address(tf_call *call, void *user)
{
    tf_gathering *gathering = (tf_gathering *)user;

    wmem_map_insert(gathering->addresses, GUINT_TO_POINTER(call->session->number + 1),
                    (void *)call->session->interface_provider);
}

/* --- Addresses ------------------------------------------------------------------------------- */

static bool
is_taken(const tf_gathering *gathering, const tf_provider *provider, const char *address)
{
    for (unsigned i = 0; i < gathering->providers->len; i++) {
        const tf_provider *other = (const tf_provider *)gathering->providers->pdata[i];
        if (other != provider && other->address && strcmp(other->address, address) == 0)
            return true;
    }
    return false;
}

static void
name_provider(const tf_gathering *gathering, tf_provider *provider)
{
    const char *type = provider->first_type ? provider->first_type : "provider";
    const char *address = provider->address;

    if (!address)
        address = wmem_strdup_printf(gathering->pool, "unknown.invalid/capture/%.*s",
                                     (int)strcspn(type, "_"), type);
    provider->address = address;
    for (unsigned n = 2; is_taken(gathering, provider, provider->address); n++)
        provider->address = wmem_strdup_printf(gathering->pool, "%s-%u", address, n);
}

static int
compare_providers(gconstpointer a, gconstpointer b)
{
    const tf_provider *left = *(const tf_provider *const *)a,
                      *right = *(const tf_provider *const *)b;

    return strcmp(left->address, right->address);
}

GPtrArray *
tf_schemas_collect(wmem_allocator_t *pool)
{
    tf_gathering gathering = {.pool = pool, .providers = g_ptr_array_new(), .main = true};

    gathering.addresses = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    tf_calls_foreach(note_address, &gathering);
    tf_store_foreach_source(collect_source, &gathering);
    gathering.main = false;
    tf_store_foreach_source(collect_source, &gathering);
    for (unsigned i = 0; i < gathering.providers->len; i++)
        name_provider(&gathering, (tf_provider *)gathering.providers->pdata[i]);
    g_ptr_array_sort(gathering.providers, compare_providers);
    return gathering.providers;
}
