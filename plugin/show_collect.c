/* show_collect.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "show_collect.h"

void
tf_collection_init(tf_collection *collection)
{
    collection->pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK);
    collection->calls = wmem_array_new(collection->pool, sizeof(tf_collected *));
    collection->by_call = wmem_map_new(collection->pool, g_direct_hash, g_direct_equal);
}

void
tf_collection_clear(tf_collection *collection)
{
    wmem_destroy_allocator(collection->pool);
    collection->pool = NULL;
}

static tf_collected *
collected_of(tf_collection *collection, tf_call *call)
{
    tf_collected *collected = (tf_collected *)wmem_map_lookup(collection->by_call, call);

    if (!collected) {
        collected = wmem_new0(collection->pool, tf_collected);
        collected->call = call;
        wmem_map_insert(collection->by_call, call, collected);
        wmem_array_append_one(collection->calls, collected);
    }
    return collected;
}

void
tf_collection_add(tf_collection *collection, const tf_tapped *tapped)
{
    tf_message *message = tapped->message;
    tf_collected *collected = collected_of(collection, message->call);

    if (collected->messages[message->response])
        return;
    collected->messages[message->response] = message;
    if (tapped->data)
        collected->data[message->response] =
            (const uint8_t *)wmem_memdup(collection->pool, tapped->data, message->length);
}

uint32_t
tf_collection_count(const tf_collection *collection)
{
    return wmem_array_get_count(collection->calls);
}

const tf_collected *
tf_collection_at(const tf_collection *collection, uint32_t i)
{
    return *(tf_collected **)wmem_array_index(collection->calls, i);
}

bool
tf_collection_has(const tf_collection *collection, const tf_call *call)
{
    return wmem_map_contains(collection->by_call, call);
}

static void
take_side(tf_side *side, wmem_allocator_t *pool, const tf_collected *collected, bool response)
{
    tf_message *message = collected->messages[response];

    if (message && (collected->data[response] || message->length == 0))
        *side = (tf_side){.message = message, .data = collected->data[response], .pool = pool};
}

tf_exchange
tf_collected_exchange(wmem_allocator_t *pool, const tf_collected *collected)
{
    tf_exchange exchange = tf_exchange_of(pool, collected->call);

    take_side(&exchange.request, pool, collected, false);
    take_side(&exchange.response, pool, collected, true);
    return exchange;
}
