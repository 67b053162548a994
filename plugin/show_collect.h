/* show_collect.h
 * The calls that documents are made of.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SHOW_COLLECT_H
#define TF_PLUGIN_SHOW_COLLECT_H

#include "exchange.h"
#include "tap.h"

/** A call that a listener has seen at least one message of. */
typedef struct tf_collected {
    tf_call *call;
    tf_message *messages[2]; /**< first request and first response; NULL if it was not seen */
    const uint8_t *data[2];  /**< their bytes */
} tf_collected;

/** All of them, in the order of their first message. */
typedef struct tf_collection {
    wmem_allocator_t *pool;
    wmem_array_t *calls; /**< of tf_collected * */
    wmem_map_t *by_call;
} tf_collection;

/** Makes an empty collection. */
void tf_collection_init(tf_collection *collection);

/** Frees it, with all calls in it. */
void tf_collection_clear(tf_collection *collection);

/** Takes a message; its bytes are copied. */
void tf_collection_add(tf_collection *collection, const tf_tapped *tapped);

/** How many calls there are. */
uint32_t tf_collection_count(const tf_collection *collection);

/** One of them. @param i below the count */
const tf_collected *tf_collection_at(const tf_collection *collection, uint32_t i);

/** Was this call collected? */
bool tf_collection_has(const tf_collection *collection, const tf_call *call);

/**
 * Request and response of a collected call. What the listener was not given is taken from what the
 * session keeps, if it does.
 * @param pool what is decoded lives in it
 */
tf_exchange tf_collected_exchange(wmem_allocator_t *pool, const tf_collected *collected);

#endif
