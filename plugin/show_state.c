/* show_state.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "show_state.h"

#include <string.h>

#include "show_document.h"
#include "show_object.h"

/* An object that exists after some call. */
typedef struct tf_live {
    const char *type_name;
    tf_schema_kind kind;
    uint32_t hash;    /* of the object, or of a data source's configuration */
    const char *text; /* of its entry; NULL: it is gone */
} tf_live;

typedef struct tf_work {
    wmem_allocator_t *pool, *scratch; /* for the document, for one call */
    wmem_array_t *live;
} tf_work;

static uint32_t
hash_of(const tf_work *work, const tf_value *value)
{
    tf_compare compare;

    tf_compare_init(&compare, work->scratch);
    return tf_value_hash(&compare, value);
}

static void
take_away(tf_work *work, const tf_call *call, const tf_value *key)
{
    uint32_t hash = hash_of(work, key);

    if (tf_value_is_null(key))
        return;
    for (unsigned i = wmem_array_get_count(work->live); i > 0; i--) {
        tf_live *live = (tf_live *)wmem_array_index(work->live, i - 1);
        if (live->text && live->hash == hash && live->kind == tf_rpc_type_kind(call->rpc->id) &&
            strcmp(live->type_name, call->type_name) == 0) {
            live->text = NULL;
            return;
        }
    }
}

static void
leave(tf_work *work, const tf_call *call, const tf_shown *object, const tf_value *key)
{
    tf_json_out out;
    tf_live live = {call->type_name, tf_rpc_type_kind(call->rpc->id), hash_of(work, key), NULL};

    if (tf_value_is_null(object->root))
        return;
    tf_out_init(&out, work->scratch);
    tf_show_resource(&out, call, object);
    live.text = wmem_strdup(work->pool, wmem_strbuf_get_str(out.text));
    wmem_array_append_one(work->live, live);
}

static void
replace(tf_work *work, tf_exchange *exchange, const char *before, const char *after)
{
    tf_shown old = tf_shown_of(&exchange->request, before);
    tf_shown new = tf_shown_of(&exchange->response, after);

    take_away(work, exchange->call, old.root);
    leave(work, exchange->call, &new, new.root);
}

static void
note_call(tf_work *work, const tf_collected *collected)
{
    tf_exchange exchange = tf_collected_exchange(work->scratch, collected);

    if (!exchange.response.message || !exchange.request.message || !collected->call->type_name)
        return;
    switch (collected->call->rpc->id) {
    case TF_RPC_READ_RESOURCE:
        if (!exchange.response.message->n_errors)
            replace(work, &exchange, "current_state", "new_state");
        break;
    case TF_RPC_APPLY_RESOURCE_CHANGE: /* what it returns counts, also with an error */
        replace(work, &exchange, "prior_state", "new_state");
        break;
    case TF_RPC_READ_DATA_SOURCE: {
        tf_shown config = tf_shown_of(&exchange.request, "config");
        tf_shown state = tf_shown_of(&exchange.response, "state");
        take_away(work, collected->call, config.root);
        leave(work, collected->call, &state, config.root);
        break;
    }
    default:
        break;
    }
}

static void
write_state(tf_json_out *out, const tf_work *work, const char *version)
{
    tf_json_out resources;

    tf_out_init(&resources, work->pool);
    for (unsigned i = 0; i < wmem_array_get_count(work->live); i++) {
        const tf_live *live = (const tf_live *)wmem_array_index(work->live, i);
        if (live->text)
            tf_out_word(&resources, live->text);
    }
    tf_out_open(out, '{');
    tf_out_member(out, "format_version", "1.0");
    tf_out_member(out, "terraform_version", version);
    tf_show_values(out, "values", &resources);
    tf_out_close(out, '}');
}

void
tf_show_state(tf_json_out *out, const tf_collection *collection)
{
    tf_work work = {.pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK),
                    .scratch = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK)};

    work.live = wmem_array_new(work.pool, sizeof(tf_live));
    for (uint32_t i = 0; i < tf_collection_count(collection); i++) {
        const tf_collected *collected = tf_collection_at(collection, i);
        if (collected->call->rpc->version)
            note_call(&work, collected);
        wmem_free_all(work.scratch);
    }
    write_state(out, &work, tf_show_core_version(work.pool, collection));
    wmem_destroy_allocator(work.scratch);
    wmem_destroy_allocator(work.pool);
}
