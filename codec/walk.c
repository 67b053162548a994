/* walk.c
 * Walking a tape and a type together: values, arrays, dynamic types, the end of the input.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "walk.h"
#include "problem.h"
#include "text.h"

/** Values that are allocated at once, where there may be so many. */
#define CHUNK 1024

/** The values of a container are in a row; small containers share an allocation. */
static tf_value *
new_values(tf_walk *w, uint32_t count)
{
    if (count == 0)
        return NULL;
    if (count > w->n_chunk) {
        w->n_chunk = MAX(count, MIN(CHUNK, w->tape.length / 2 + 1));
        w->chunk = wmem_alloc_array(w->pool, tf_value, w->n_chunk);
    }
    tf_value *values = w->chunk;
    w->chunk += count;
    w->n_chunk -= count;
    return values;
}

void
tf_walk_open(tf_walk *w, tf_value *value, tf_value_kind kind, uint32_t count)
{
    value->kind = kind;
    value->n_children = 0;
    value->children = new_values(w, MIN(count, w->max_values - w->out->n_values));
}

/** Where token @p at begins, or the unread rest where there is no such token. */
static uint32_t
begin_of(const tf_walk *w, uint32_t at)
{
    return at < w->tape.n ? w->tape.tokens[at].offset : w->tape.end;
}

bool
tf_walk_ends(tf_walk *w, uint32_t at, const tf_value *parent)
{
    if (at >= w->tape.n) {
        if (!w->last)
            w->last = parent;
        if (w->rest_shown || w->tape.end == w->tape.length)
            return true;
    }
    if (w->out->n_values < w->max_values)
        return false;
    if (!w->stopped)
        tf_problem_add_at(w->pool, w->out, TF_PROBLEM_TOO_MANY, parent, begin_of(w, at),
                          w->tape.length - begin_of(w, at), "more values than are decoded");
    w->stopped = true;
    return true;
}

/** Where the value at @p at ends, if the token behind it is @p next. */
static uint32_t
end_of(const tf_walk *w, uint32_t at, uint32_t next)
{
    const tf_token *token = &w->tape.tokens[at];
    if (token->length)
        return token->offset + token->length;
    if (token->open)
        return w->tape.length;
    return next < w->tape.n ? w->tape.tokens[next].offset : w->tape.end;
}

uint32_t
tf_walk_close(tf_walk *w, uint32_t at, uint32_t next, uint64_t unread, tf_value *value)
{
    if (unread)
        next = tf_tape_skip(&w->tape, next, unread);
    value->length = end_of(w, at, next) - value->offset;
    return next;
}

void
tf_walk_rest(tf_walk *w, tf_value *value)
{
    value->kind = TF_VALUE_BYTES;
    value->dynamic = false;
    value->type = NULL;
    value->offset = w->tape.end;
    value->length = w->tape.length - w->tape.end;
    value->string = (tf_span){(const char *)w->tape.data + w->tape.end, value->length};
    w->rest_shown = true;
    w->last = value;
}

static uint32_t
walk_shape(tf_walk *w, uint32_t at, tf_value *value)
{
    value->type = NULL;
    if (w->tape.tokens[at].kind == TF_TOKEN_ARRAY)
        return tf_walk_array(w, at, NULL, NULL, value);
    if (w->tape.tokens[at].kind == TF_TOKEN_MAP)
        return tf_walk_pairs(w, at, NULL, NULL, value);
    tf_walk_scalar(w, &w->tape.tokens[at], value);
    return at + 1;
}

uint32_t
tf_walk_mismatch(tf_walk *w, uint32_t at, const char *expected, tf_value *value)
{
    const tf_token *token = &w->tape.tokens[at];
    uint32_t next = walk_shape(w, at, value);
    /* A count that the input breaks off in says nothing. */
    if (!token->open && tf_problem_wanted(w->out, TF_PROBLEM_WRONG_TYPE))
        tf_walk_problem(w, TF_PROBLEM_WRONG_TYPE, value, "expected %s, found %s", expected,
                        tf_walk_describe(w, token));
    return next;
}

static uint32_t
wrong_type(tf_walk *w, uint32_t at, const tf_type *type, tf_value *value)
{
    wmem_strbuf_t *expected = wmem_strbuf_new(NULL, "");
    if (tf_problem_wanted(w->out, TF_PROBLEM_WRONG_TYPE))
        tf_type_append_start(expected, type, TF_MAX_PROBLEM_DETAIL);
    uint32_t next = tf_walk_mismatch(w, at, wmem_strbuf_get_str(expected), value);
    wmem_strbuf_destroy(expected);
    return next;
}

uint32_t
tf_walk_value(tf_walk *w, uint32_t at, const tf_type *type, const tf_type *schema, tf_value *value)
{
    const tf_token *token = &w->tape.tokens[at];
    value->dynamic = false;
    value->offset = token->offset;
    value->length = token->length;
    value->type = type;
    if (token->kind == TF_TOKEN_EXT) {
        tf_walk_unknown(w, token, type, value);
        return at + 1;
    }
    if (!type)
        return walk_shape(w, at, value);
    if (type->kind == TF_TYPE_DYNAMIC)
        return w->lenient ? walk_shape(w, at, value) : w->encoding->dynamic(w, at, NULL, value);
    if (type->kind <= TF_TYPE_BOOL)
        return tf_walk_primitive(w, token, type, value) ? at + 1 : wrong_type(w, at, type, value);
    if (type->block_collection && w->encoding->is_pair(w, at))
        return w->lenient ? walk_shape(w, at, value) : w->encoding->dynamic(w, at, schema, value);
    bool map = type->kind == TF_TYPE_MAP || type->kind == TF_TYPE_OBJECT;
    if (token->kind != (map ? TF_TOKEN_MAP : TF_TOKEN_ARRAY))
        return wrong_type(w, at, type, value);
    return map ? tf_walk_pairs(w, at, type, schema, value)
               : tf_walk_array(w, at, type, schema, value);
}

const tf_type *
tf_walk_element_schema(const tf_type *schema)
{
    return schema ? schema->element : NULL;
}

static void
check_length(tf_walk *w, const tf_token *token, const tf_type *type, const tf_value *value)
{
    if (token->open || token->count == type->count)
        return;
    /* As with an empty map for an object, core takes any empty array for a tuple. */
    if (token->count == 0 && !w->encoding->missing_is_null)
        tf_walk_problem(w, TF_PROBLEM_SDK_REFUSES, value,
                        "an empty array for a tuple of %u elements", type->count);
    else
        tf_walk_problem(w, TF_PROBLEM_WRONG_LENGTH, value, "expected %u elements, found %u",
                        type->count, token->count);
}

/** Decodes the elements of a tuple, each by a type of its own, or by none. @return their end */
static uint32_t
walk_tuple(tf_walk *w, uint32_t next, uint32_t count, const tf_type *type, const tf_type *schema,
           tf_value *value)
{
    tf_value *child;
    while (value->n_children < count && (child = tf_walk_begin(w, next, value))) {
        uint32_t i = value->n_children - 1;
        const tf_type *element = type && i < type->count ? type->elements[i] : NULL;
        next = tf_walk_child(w, next, element,
                             schema == type ? element : tf_walk_element_schema(schema), child);
    }
    return next;
}

/** Decodes the elements of a list or set. @return their end */
static uint32_t
walk_elements(tf_walk *w, uint32_t next, uint32_t count, const tf_type *type, const tf_type *schema,
              tf_value *value)
{
    tf_value *child;
    schema = tf_walk_element_schema(schema);
    while (value->n_children < count && (child = tf_walk_begin(w, next, value)))
        next = tf_walk_child(w, next, type->element, schema, child);
    return next;
}

uint32_t
tf_walk_array(tf_walk *w, uint32_t at, const tf_type *type, const tf_type *schema, tf_value *value)
{
    const tf_token *token = &w->tape.tokens[at];
    uint32_t next = at + 1;
    if (!type || type->kind == TF_TYPE_TUPLE) {
        tf_walk_open(w, value, TF_VALUE_TUPLE, token->count);
        next = walk_tuple(w, next, token->count, type, schema, value);
    } else {
        tf_walk_open(w, value, type->kind == TF_TYPE_SET ? TF_VALUE_SET : TF_VALUE_LIST,
                     token->count);
        next = walk_elements(w, next, token->count, type, schema, value);
    }
    next = tf_walk_close(w, at, next, token->count - value->n_children, value);
    if (type && type->kind == TF_TYPE_TUPLE)
        check_length(w, token, type, value);
    return next;
}

const tf_type *
tf_walk_type(tf_walk *w, tf_span text)
{
    if (w->type && tf_text_compare(text, w->type_text) == 0)
        return w->type;
    const tf_type *type = tf_type_parse(w->pool, (const uint8_t *)text.data, text.length, NULL);
    if (type) {
        w->type = type;
        w->type_text = text;
    }
    return type;
}

uint32_t
tf_walk_dynamic(tf_walk *w, uint32_t at, uint32_t value_at, const tf_type *inner,
                const tf_type *schema, tf_value *value)
{
    uint32_t next = tf_walk_child(w, value_at, inner, schema ? schema : inner, value);
    value->dynamic = true;
    value->offset = w->tape.tokens[at].offset;
    value->length = end_of(w, at, next) - value->offset;
    return next;
}

/** Notes what is behind the value, or why it could not be read to its end. */
static void
note_end(tf_walk *w, const tf_value *root)
{
    const tf_tape *tape = &w->tape;
    if (tape->failed)
        tf_problem_add_at(w->pool, w->out, tape->failure, w->last ? w->last : root, tape->failed_at,
                          tape->length - tape->failed_at, tape->message);
    else if (tape->end < tape->length)
        tf_problem_add_at(w->pool, w->out, TF_PROBLEM_TRAILING_BYTES, root, tape->end,
                          tape->length - tape->end, "bytes after the value");
}

void
tf_walk_start(tf_walk *w)
{
    w->out = wmem_new0(w->pool, tf_decoded);
    if (w->max_values == 0)
        w->max_values = UINT32_MAX;
    w->out->root = wmem_new0(w->pool, tf_value);
    w->out->root->key = (tf_span){"", 0};
    w->out->n_values = 1;
}

tf_decoded *
tf_walk_run(tf_walk *w, const tf_type *type)
{
    tf_value *root = w->out->root;
    tf_walk_child(w, 0, type, type, root);
    root->key_offset = root->offset;
    note_end(w, root);
    tf_tape_clear(&w->tape);
    return w->out;
}
