/* resource_state.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "resource_state.h"

#include <string.h>

#include "codec/compare.h"

#include "history_facts.h"
#include "history_match.h"

/* States of one hash that are compared; more are equal by somebody's design. */
#define MAX_SAME_HASH 8

struct tf_resource_state {
    tf_message *message; /* the first that had it */
    const char *field;
    wmem_list_t *resources;
    tf_resource_state *next; /* of the same hash */
};

/* The bytes that a state came in. Core hands one on from call to call: what was met before need not
 * be decoded. */
typedef struct tf_state_bytes {
    const tf_schema_entry *schema; /* what they are decoded by, or NULL */
    tf_span bytes;
    tf_resource_state *state;
    struct tf_state_bytes *next; /* of the same hash */
} tf_state_bytes;

/* Hash of type and value -> tf_resource_state; file scope. */
static wmem_map_t *states;

/* Hash of type and bytes -> tf_state_bytes; file scope. */
static wmem_map_t *met;

void
tf_resource_states_reset(void)
{
    states = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    met = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
}

/* A stored state shows dynamic values as the pairs that are stored. Here it is wanted as the state
 * that it is, which it only is if its version is that of the schema and nothing in it is odd. */
static const tf_value *
state_in(tf_side *side, const char *field)
{
    const tf_field_value *value = tf_side_value(side, field);
    tf_decoded *decoded;

    if (!value || !value->json || !value->type || strcmp(field, "raw_state") != 0)
        return tf_side_whole(side, field);
    decoded = tf_decode_json(side->pool, side->data + value->offset, value->length, value->type,
                             tf_max_values, false);
    return decoded->n_problems == 0 ? decoded->root : tf_side_whole(side, field);
}

static void *
key_of(tf_compare *compare, const tf_call *call, const tf_value *state)
{
    uint32_t hash = g_str_hash(call->type_name) * 31 + call->rpc->version;

    return GUINT_TO_POINTER(hash ^ tf_value_hash(compare, state));
}

static bool
has_state(const tf_resource_state *entry, tf_compare *compare, const tf_call *call,
          const tf_value *state)
{
    const tf_call *other = entry->message->call;
    tf_side side = tf_side_of(compare->pool, entry->message);
    const tf_value *value;

    if (other->rpc->version != call->rpc->version || strcmp(other->type_name, call->type_name) != 0)
        return false;
    value = state_in(&side, entry->field);
    return value && tf_values_equal(compare, value, state, true) && !compare->exhausted;
}

static tf_resource_state *
make(tf_message *message, const char *field, tf_resource_state *next)
{
    tf_resource_state *entry = wmem_new(wmem_file_scope(), tf_resource_state);

    *entry = (tf_resource_state){message, field, wmem_list_new(wmem_file_scope()), next};
    return entry;
}

static tf_resource_state *
find_decoded(tf_side *side, const char *field, bool *null)
{
    const tf_value *state = state_in(side, field);
    tf_resource_state *first, *entry;
    unsigned tried = 0;
    tf_compare compare;
    void *key;

    *null = state && tf_value_is_null(state);
    if (!state || *null)
        return NULL;
    tf_compare_init(&compare, side->pool);
    key = key_of(&compare, side->message->call, state);
    first = (tf_resource_state *)wmem_map_lookup(states, key);
    for (entry = first; entry && tried < MAX_SAME_HASH; entry = entry->next, tried++)
        if (has_state(entry, &compare, side->message->call, state))
            return entry;
    if (compare.exhausted || tried == MAX_SAME_HASH)
        return NULL;
    entry = make(side->message, field, first);
    wmem_map_insert(states, key, entry);
    return entry;
}

/* The bytes of a state; none of a stored one, for how it is decoded depends on its version too. */
static tf_state_bytes
bytes_in(const tf_side *side, const char *field)
{
    tf_state_bytes found = {0};
    const tf_schema_ref *ref;
    tf_encoded encoded;
    tf_call *call;

    if (!side->message || strcmp(field, "raw_state") == 0)
        return found;
    call = side->message->call;
    encoded = tf_side_encodings(side, field);
    ref = tf_call_schema(call, TF_SCHEMA_RESOURCE, call->type_name, side->message->frame, &encoded);
    found.schema = ref ? ref->entry : NULL;
    found.bytes = tf_side_encoded(side, field);
    return found;
}

static tf_resource_state *
find_met(const tf_state_bytes *first, const tf_state_bytes *wanted)
{
    unsigned tried = 0;

    for (const tf_state_bytes *at = first; at && tried < MAX_SAME_HASH; at = at->next, tried++)
        if (at->schema == wanted->schema && tf_spans_equal(at->bytes, wanted->bytes))
            return at->state;
    return NULL;
}

tf_resource_state *
tf_resource_state_of(tf_side *side, const char *field, bool *null)
{
    tf_state_bytes one = bytes_in(side, field);
    tf_state_bytes *first;
    void *key;

    *null = false;
    if (!one.bytes.length)
        return find_decoded(side, field, null);
    key = GUINT_TO_POINTER(tf_span_hash(side->message->call, one.bytes));
    first = (tf_state_bytes *)wmem_map_lookup(met, key);
    one.state = find_met(first, &one);
    if (one.state)
        return one.state;
    one.state = find_decoded(side, field, null);
    one.next = first;
    if (one.state)
        wmem_map_insert(met, key, wmem_memdup(wmem_file_scope(), &one, sizeof one));
    return one.state;
}

void
tf_resource_state_add(tf_resource_state *state, tf_resource *resource)
{
    if (wmem_list_count(state->resources) < TF_MAX_CANDIDATES &&
        !wmem_list_find(state->resources, resource))
        wmem_list_append(state->resources, resource);
}

wmem_list_t *
tf_resource_state_list(const tf_resource_state *state)
{
    return state->resources;
}
