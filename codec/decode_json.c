/* decode_json.c
 * What is particular to DynamicValues and raw states in JSON.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "json.h"
#include "number.h"
#include "problem.h"
#include "text.h"
#include "walk.h"

/** Where the two halves of `{"value":...,"type":...}` are. */
typedef struct halves {
    uint32_t type, value; /**< tokens; 0 if missing */
} halves;

static uint32_t
behind(const tf_walk *w, uint32_t at)
{
    const tf_token *token = &w->tape.tokens[at];
    bool container = token->kind == TF_TOKEN_ARRAY || token->kind == TF_TOKEN_MAP;
    return container ? token->next : at + 1;
}

/** Finds the halves of a pair. @return false if the object is none */
static bool
find_halves(const tf_walk *w, uint32_t at, halves *found)
{
    const tf_token *token = &w->tape.tokens[at];
    *found = (halves){0, 0};
    if (token->kind != TF_TOKEN_MAP || token->count != 2 || token->open)
        return false;
    uint32_t key = at + 1;
    for (uint32_t i = 0; i < 2; i++, key = behind(w, key + 1)) {
        tf_span text = tf_token_text(&w->tape.tokens[key]);
        if (tf_text_is(text, "type"))
            found->type = key + 1;
        else if (tf_text_is(text, "value"))
            found->value = key + 1;
    }
    return found->type && found->value;
}

static const tf_type *
type_of(tf_walk *w, const halves *found)
{
    const tf_token *token = &w->tape.tokens[found->type];
    return tf_walk_type(w, (tf_span){(const char *)w->tape.data + token->offset, token->length});
}

static bool
is_pair(tf_walk *w, uint32_t at)
{
    halves found;
    return find_halves(w, at, &found) && type_of(w, &found);
}

static uint32_t
dynamic(tf_walk *w, uint32_t at, const tf_type *schema, tf_value *value)
{
    halves found;
    if (!find_halves(w, at, &found))
        return tf_walk_mismatch(w, at, "{\"value\", \"type\"}", value);
    const tf_type *inner = type_of(w, &found);
    if (inner) {
        tf_walk_dynamic(w, at, found.value, inner, schema, value);
        return behind(w, at);
    }
    const tf_token *token = &w->tape.tokens[found.type];
    value->type = NULL;
    tf_walk_pairs(w, at, NULL, NULL, value);
    tf_problem_add_at(w->pool, w->out, TF_PROBLEM_BAD_TYPE, value, token->offset, token->length,
                      "the type of a dynamic value is no type");
    return behind(w, at);
}

static bool
to_string(const tf_token *token, tf_value *value)
{
    value->kind = TF_VALUE_STRING;
    if (token->kind == TF_TOKEN_NUMBER)
        value->string = tf_token_text(token);
    else if (token->kind == TF_TOKEN_BOOL)
        value->string = token->boolean ? (tf_span){"true", 4} : (tf_span){"false", 5};
    else
        return false;
    return true;
}

static bool
to_bool(const tf_token *token, tf_value *value)
{
    if (token->kind != TF_TOKEN_STRING)
        return false;
    tf_span text = tf_token_text(token);
    value->kind = TF_VALUE_BOOL;
    value->boolean = tf_text_is(text, "true") || tf_text_is(text, "1");
    return value->boolean || tf_text_is(text, "false") || tf_text_is(text, "0");
}

/** go-cty's conversions between primitive types; that of text to number is the walk's own. */
static bool
convert(const tf_token *token, const tf_type *type, tf_value *value)
{
    if (type->kind == TF_TYPE_STRING)
        return to_string(token, value);
    return type->kind == TF_TYPE_BOOL && to_bool(token, value);
}

static const tf_encoding json = {
    .is_pair = is_pair, .dynamic = dynamic, .convert = convert, .missing_is_null = true};

tf_decoded *
tf_decode_json(wmem_allocator_t *pool, const uint8_t *data, uint32_t length, const tf_type *type,
               uint32_t max_values, bool lenient)
{
    tf_walk walk = {.pool = pool, .encoding = &json, .max_values = max_values, .lenient = lenient};
    tf_tape_init(&walk.tape, data, length);
    tf_json_read(&walk.tape, pool, TF_MAX_DEPTH);
    tf_walk_start(&walk);
    return tf_walk_run(&walk, type);
}
