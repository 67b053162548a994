/* refinement.c
 * What the payload of an extension says of an unknown value.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "refinement.h"
#include "number.h"
#include "tape.h"
#include "text.h"

/** What core allows for a payload. */
#define MAX_PAYLOAD 1024

/** The keys of a refinement map. */
enum {
    KEY_NULLNESS = 1,
    KEY_PREFIX = 2,
    KEY_LOWER = 3,
    KEY_UPPER = 4,
    KEY_LENGTH_LOWER = 5,
    KEY_LENGTH_UPPER = 6
};

typedef struct reader {
    const tf_tape *tape;
    const tf_type *type;
    tf_refinement found;
    const char *complaint; /**< the first */
} reader;

static void
complain(reader *r, const char *complaint)
{
    if (!r->complaint)
        r->complaint = complaint;
}

static bool
applies(const reader *r, int64_t key)
{
    if (!r->type)
        return true;
    switch (key) {
    case KEY_PREFIX:
        return r->type->kind == TF_TYPE_STRING;
    case KEY_LOWER:
    case KEY_UPPER:
        return r->type->kind == TF_TYPE_NUMBER;
    case KEY_LENGTH_LOWER:
    case KEY_LENGTH_UPPER:
        return r->type->kind >= TF_TYPE_LIST && r->type->kind <= TF_TYPE_MAP;
    default:
        return true;
    }
}

static void
read_nullness(reader *r, const tf_token *token)
{
    if (token->kind != TF_TOKEN_BOOL) {
        complain(r, "the null refinement is not a bool");
        return;
    }
    r->found.not_null = !token->boolean;
    r->found.definitely_null = token->boolean;
}

static void
read_prefix(reader *r, const tf_token *token)
{
    if (!tf_token_is_text(token)) {
        complain(r, "the prefix is not a string");
        return;
    }
    r->found.has_prefix = true;
    r->found.prefix = tf_token_text(token);
    if (!tf_text_is_utf8(r->found.prefix))
        complain(r, "the prefix is not UTF-8");
}

/** Reads a bound: an array of a number and whether it is inclusive. */
static bool
read_bound(reader *r, const tf_token *token, tf_number *number, bool *inclusive)
{
    bool whole = token->kind == TF_TOKEN_ARRAY && token->count == 2 && !token->open;
    if (!whole || !tf_token_number(token + 1, number) || token[2].kind != TF_TOKEN_BOOL) {
        complain(r, "the bound is not [number, bool]");
        return false;
    }
    *inclusive = token[2].boolean;
    return true;
}

static bool
read_length(reader *r, const tf_token *token, int64_t *length)
{
    if (token->kind != TF_TOKEN_INT) {
        complain(r, "the length bound is not an integer");
        return false;
    }
    *length = token->i;
    return true;
}

static void
read_entry(reader *r, int64_t key, const tf_token *value, bool last)
{
    tf_refinement *found = &r->found;
    if (!applies(r, key)) {
        complain(r, "a refinement of another type");
        return;
    }
    switch (key) {
    case KEY_NULLNESS:
        read_nullness(r, value);
        break;
    case KEY_PREFIX:
        read_prefix(r, value);
        break;
    case KEY_LOWER:
        found->has_lower |= read_bound(r, value, &found->lower, &found->lower_inclusive);
        break;
    case KEY_UPPER:
        found->has_upper |= read_bound(r, value, &found->upper, &found->upper_inclusive);
        break;
    case KEY_LENGTH_LOWER:
        found->has_length_lower |= read_length(r, value, &found->length_lower);
        break;
    case KEY_LENGTH_UPPER:
        found->has_length_upper |= read_length(r, value, &found->length_upper);
        break;
    default:
        /* Core ignores the key, but then takes its value for the next key. */
        if (!last)
            complain(r, "a key that core does not know, before another");
    }
}

static void
read_entries(reader *r)
{
    const tf_tape *tape = r->tape;
    uint32_t count = tape->tokens[0].count;
    for (uint32_t i = 0, at = 1; i < count && at + 1 < tape->n; i++) {
        const tf_token *key = &tape->tokens[at];
        uint32_t value = tf_tape_skip(tape, at, 1);
        if (value >= tape->n)
            return;
        if (key->kind == TF_TOKEN_INT)
            read_entry(r, key->i, &tape->tokens[value], i + 1 == count);
        else
            complain(r, "a key that is not an integer");
        at = tf_tape_skip(tape, value, 1);
    }
}

/** Bounds that exclude every value make core panic. */
static void
check_bounds(reader *r)
{
    const tf_refinement *f = &r->found;
    if (f->has_lower && f->has_upper) {
        int order = tf_number_compare(&f->lower, &f->upper);
        if (order > 0 || (order == 0 && f->lower_inclusive != f->upper_inclusive))
            complain(r, "the lower bound is above the upper bound");
    }
    if (f->has_length_lower && f->has_length_upper && f->length_lower > f->length_upper)
        complain(r, "the lower bound is above the upper bound");
}

static bool
is_empty(const tf_refinement *f)
{
    return !(f->not_null || f->definitely_null || f->has_prefix || f->has_lower || f->has_upper ||
             f->has_length_lower || f->has_length_upper);
}

static void
read_payload(reader *r, uint32_t length)
{
    if (length > MAX_PAYLOAD)
        complain(r, "more than 1024 bytes of refinements");
    if (r->tape->n == 0 || r->tape->tokens[0].kind != TF_TOKEN_MAP) {
        complain(r, "the refinements are not a map");
        return;
    }
    /* cty knows nothing of an unknown value of unknown type: core reads no further. */
    if (r->type && r->type->kind == TF_TYPE_DYNAMIC)
        return;
    read_entries(r);
    if (r->tape->failed)
        complain(r, "the refinements cannot be read to their end");
    check_bounds(r);
}

const tf_refinement *
tf_refinement_read(wmem_allocator_t *pool, tf_span payload, const tf_type *type,
                   const char **complaint)
{
    tf_tape tape;
    tf_token few[16];
    tf_tape_init(&tape, (const uint8_t *)payload.data, payload.length);
    tf_tape_lend(&tape, few, G_N_ELEMENTS(few));
    tf_tape_read(&tape);
    reader r = {.tape = &tape, .type = type};
    read_payload(&r, payload.length);
    tf_tape_clear(&tape);
    if (r.complaint)
        *complaint = r.complaint;
    return is_empty(&r.found) ? NULL : wmem_memdup(pool, &r.found, sizeof r.found);
}
