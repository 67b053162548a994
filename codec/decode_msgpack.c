/* decode_msgpack.c
 * What is particular to DynamicValues in MessagePack.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "problem.h"
#include "straight.h"
#include "tape.h"
#include "walk.h"

/** Is it an array of two that begins with text, as a dynamic value does? */
static bool
looks_like_pair(const tf_walk *w, uint32_t at)
{
    const tf_token *token = &w->tape.tokens[at];
    return token->kind == TF_TOKEN_ARRAY && token->count == 2 && at + 1 < w->tape.n &&
           tf_token_is_text(token + 1);
}

static bool
is_pair(tf_walk *w, uint32_t at)
{
    return looks_like_pair(w, at) && tf_walk_type(w, tf_token_text(&w->tape.tokens[at + 1]));
}

static uint32_t
dynamic(tf_walk *w, uint32_t at, const tf_type *schema, tf_value *value)
{
    if (!looks_like_pair(w, at))
        return tf_walk_mismatch(w, at, "[type, value]", value);
    const tf_token *token = &w->tape.tokens[at + 1];
    const tf_type *inner = tf_walk_type(w, tf_token_text(token));
    if (inner)
        return tf_walk_dynamic(w, at, at + 2, inner, schema, value);
    value->type = NULL;
    uint32_t next = tf_walk_array(w, at, NULL, NULL, value);
    tf_problem_add_at(w->pool, w->out, TF_PROBLEM_BAD_TYPE, value, token->offset, token->length,
                      "the type of a dynamic value is no type");
    return next;
}

static const tf_encoding msgpack = {.is_pair = is_pair, .dynamic = dynamic};

static tf_walk
start(wmem_allocator_t *pool, const uint8_t *data, uint32_t length, uint32_t max_values)
{
    tf_walk walk = {.pool = pool, .encoding = &msgpack, .max_values = max_values};
    tf_tape_init(&walk.tape, data, length);
    tf_walk_start(&walk);
    return walk;
}

static tf_decoded *
run(tf_walk *walk, const tf_type *type)
{
    tf_tape_read(&walk->tape);
    return tf_walk_run(walk, type);
}

tf_decoded *
tf_decode_msgpack_walked(wmem_allocator_t *pool, const uint8_t *data, uint32_t length,
                         const tf_type *type, uint32_t max_values)
{
    tf_walk walk = start(pool, data, length, max_values);
    return run(&walk, type);
}

tf_decoded *
tf_decode_msgpack(wmem_allocator_t *pool, const uint8_t *data, uint32_t length, const tf_type *type,
                  uint32_t max_values)
{
    tf_walk walk = start(pool, data, length, max_values);
    return tf_straight(&walk, type) ? walk.out : run(&walk, type);
}
