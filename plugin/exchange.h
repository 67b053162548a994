/* exchange.h
 * Request and response of a call side by side, as far as their bytes are at hand.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_EXCHANGE_H
#define TF_PLUGIN_EXCHANGE_H

#include "content.h"

#include "codec/place.h"

/** One message, with its values. */
typedef struct tf_side {
    tf_message *message;  /**< NULL if there is none, or if its bytes were not kept */
    const uint8_t *data;  /**< its bytes; of a message that was kept, once a value was asked for */
    wmem_array_t *values; /**< of tf_field_value *: those that were asked for; NULL if none */
    wmem_allocator_t *pool;
} tf_side;

/** Both sides of a call. */
typedef struct tf_exchange {
    const tf_call *call;
    tf_side request, response;
} tf_exchange;

/** A path that a provider names, of a message. */
typedef struct tf_steps {
    const tf_step *steps;
    uint32_t count;
} tf_steps;

/** The message with its bytes, if they were kept. @param pool what is decoded lives in it */
tf_side tf_side_of(wmem_allocator_t *pool, tf_message *message);

/** Both sides from what was kept. @param pool as above */
tf_exchange tf_exchange_of(wmem_allocator_t *pool, tf_call *call);

/**
 * The same around a message that is at hand.
 * @param data its bytes
 * @param values of tf_field_value *: those of its values that were decoded already, in @p pool
 */
tf_exchange tf_exchange_around(wmem_allocator_t *pool, tf_message *message, const uint8_t *data,
                               wmem_array_t *values);

/** Visits the values of the message, in wire order; none if there is no message. */
void tf_side_foreach_value(tf_side *side, tf_field_value_func func, void *user);

/** The value in a field, `planned_state`; NULL if there is none. */
const tf_field_value *tf_side_value(tf_side *side, const char *field);

/** Its tree, if it was decoded by its schema without anything that core would refuse; else NULL.
 * A field that is missing is null, as it is to core. */
const tf_value *tf_side_tree(tf_side *side, const char *field);

/** The same without asking for a schema: where there is none, as its own shape has it. */
const tf_value *tf_side_whole(tf_side *side, const char *field);

/** Called with a field: its range in the bytes of the message. */
typedef void (*tf_side_func)(const uint8_t *data, const tf_wire_field *at, void *user);

/** Visits each field of that name at the top of the message, in wire order. */
void tf_side_foreach(const tf_side *side, const char *field, tf_side_func func, void *user);

/** A bytes or string field at the top of the message; empty if it is not there. */
tf_span tf_side_bytes(const tf_side *side, const char *field);

/** A bool field at the top of the message. */
bool tf_side_flag(const tf_side *side, const char *field);

/** The encodings of a DynamicValue at the top of the message; without bytes if it is not there. */
tf_encoded tf_side_encodings(const tf_side *side, const char *field);

/** The MessagePack or JSON bytes of a DynamicValue at the top of the message. */
tf_span tf_side_encoded(const tf_side *side, const char *field);

/** Does a DynamicValue at the top of the message say null: the encoded null, or nothing? */
bool tf_side_is_null(const tf_side *side, const char *field);

/** The paths in a repeated field of AttributePath. @return how many; @p paths is in the pool */
uint32_t tf_side_paths(const tf_side *side, const char *field, tf_steps **paths);

#endif
