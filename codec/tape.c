/* tape.c
 * MessagePack as a flat list of tokens, read by msgpack-c's parser template: the library's own
 * functions keep no offsets, refuse more than 32 levels and allocate what a count declares.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tape.h"
#include "number.h"

/* A level of the stack is a container: the one that is too much has no place on it. */
#define MSGPACK_EMBED_STACK_SIZE TF_MAX_DEPTH

#include <msgpack/unpack.h>
#include <msgpack/unpack_define.h>

/* The payload and type code of an ext 32 can be 2^32 bytes, which the template counts as none. */
#define EXTENSION_OVERFLOW (-100)

void
tf_tape_init(tf_tape *tape, const uint8_t *data, uint32_t length)
{
    *tape = (tf_tape){.data = data, .length = length};
}

void
tf_tape_lend(tf_tape *tape, tf_token *tokens, uint32_t capacity)
{
    tape->tokens = tokens;
    tape->capacity = capacity;
    tape->lent = true;
}

void
tf_tape_clear(tf_tape *tape)
{
    if (!tape->lent)
        g_free(tape->tokens);
    tape->tokens = NULL;
}

void
tf_tape_grow(tf_tape *tape)
{
    /* Every token has a byte at least; four are usual. */
    uint32_t wanted = tape->capacity ? tape->capacity : MIN(32 + tape->length / 8, 32768);
    tf_token *lent = tape->lent ? tape->tokens : NULL;
    tape->capacity = wanted > tape->length / 2 ? tape->length : wanted * 2;
    tape->tokens = g_renew(tf_token, lent ? NULL : tape->tokens, tape->capacity);
    if (lent)
        memcpy(tape->tokens, lent, tape->n * sizeof *lent);
    tape->lent = false;
}

void
tf_tape_fail(tf_tape *tape, tf_problem_code code, uint32_t at, const char *message)
{
    tape->failed = true;
    tape->failure = code;
    tape->failed_at = at;
    tape->message = message;
}

uint32_t
tf_tape_skip(const tf_tape *tape, uint32_t at, uint64_t count)
{
    for (; count && at < tape->n; at++, count--) {
        const tf_token *token = &tape->tokens[at];
        if (token->kind == TF_TOKEN_ARRAY)
            count += token->count;
        else if (token->kind == TF_TOKEN_MAP)
            count += 2 * (uint64_t)token->count;
    }
    return at;
}

/* The callbacks. A token begins where the one before ended; `last` is the last byte of its own. */

static inline tf_token *
push(tf_tape *tape, const unsigned char *last, tf_token_kind kind, uint32_t *index)
{
    uint32_t begin = tape->end;
    tape->end = (uint32_t)(last + 1 - tape->data);
    *index = tape->n;
    return tf_tape_push(tape, kind, begin, tape->end - begin);
}

static inline int
push_null(tf_tape *tape, const unsigned char *last, uint32_t *index)
{
    push(tape, last, TF_TOKEN_NULL, index);
    return 0;
}

static inline int
push_bool(tf_tape *tape, const unsigned char *last, bool value, uint32_t *index)
{
    push(tape, last, TF_TOKEN_BOOL, index)->boolean = value;
    return 0;
}

static inline int
push_int(tf_tape *tape, const unsigned char *last, int64_t value, uint32_t *index)
{
    push(tape, last, TF_TOKEN_INT, index)->i = value;
    return 0;
}

static inline int
push_uint(tf_tape *tape, const unsigned char *last, uint64_t value, uint32_t *index)
{
    if (value <= INT64_MAX)
        return push_int(tape, last, (int64_t)value, index);
    push(tape, last, TF_TOKEN_UINT, index)->u = value;
    return 0;
}

static inline int
push_float(tf_tape *tape, const unsigned char *last, double value, uint32_t *index)
{
    push(tape, last, TF_TOKEN_FLOAT, index)->d = value;
    return 0;
}

static inline int
push_text(tf_tape *tape, const unsigned char *last, tf_token_kind kind, uint32_t length,
          uint32_t *index)
{
    tf_token *token = push(tape, last, kind, index);
    token->count = length;
    token->data = (const char *)last + 1 - length;
    return 0;
}

static inline int
push_extension(tf_tape *tape, const unsigned char *last, uint32_t length, uint32_t *index)
{
    if (length == 0)
        return EXTENSION_OVERFLOW;
    push_text(tape, last, TF_TOKEN_EXT, length - 1, index);
    tf_token *token = &tape->tokens[*index];
    token->extension = (int8_t)token->data[-1];
    return 0;
}

static inline int
push_container(tf_tape *tape, const unsigned char *last, tf_token_kind kind, uint32_t count,
               uint32_t *index)
{
    tf_token *token = push(tape, last, kind, index);
    token->count = count;
    token->length = 0;
    return 0;
}

/* `p` is the template's own variable: its read position. */
#define tape_root(user) 0
#define tape_nil(user, obj) push_null(user, p, obj)
#define tape_false(user, obj) push_bool(user, p, false, obj)
#define tape_true(user, obj) push_bool(user, p, true, obj)
#define tape_uint8(user, value, obj) push_int(user, p, value, obj)
#define tape_uint16(user, value, obj) push_int(user, p, value, obj)
#define tape_uint32(user, value, obj) push_int(user, p, value, obj)
#define tape_uint64(user, value, obj) push_uint(user, p, value, obj)
#define tape_int8(user, value, obj) push_int(user, p, value, obj)
#define tape_int16(user, value, obj) push_int(user, p, value, obj)
#define tape_int32(user, value, obj) push_int(user, p, value, obj)
#define tape_int64(user, value, obj) push_int(user, p, value, obj)
#define tape_float(user, value, obj) push_float(user, p, (double)(value), obj)
#define tape_double(user, value, obj) push_float(user, p, value, obj)
#define tape_str(user, base, at, len, obj) push_text(user, p, TF_TOKEN_STRING, len, obj)
#define tape_bin(user, base, at, len, obj) push_text(user, p, TF_TOKEN_BIN, len, obj)
#define tape_ext(user, base, at, len, obj) push_extension(user, p, len, obj)
#define tape_array(user, count, obj) push_container(user, p, TF_TOKEN_ARRAY, count, obj)
#define tape_map(user, count, obj) push_container(user, p, TF_TOKEN_MAP, count, obj)
#define tape_array_item(user, array, item) 0
#define tape_map_item(user, map, key, value) 0

#define msgpack_unpack_struct(name) struct tape_template##name
#define msgpack_unpack_func(ret, name) static inline ret tape_template##name
#define msgpack_unpack_callback(name) tape##name
#define msgpack_unpack_object uint32_t
#define msgpack_unpack_user tf_tape

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#include <msgpack/unpack_template.h>
#pragma GCC diagnostic pop

/** Marks the containers that the input breaks off in, and counts what they have. */
static void
close_open(tf_tape *tape, const struct tape_template_context *context)
{
    for (unsigned i = 0; i < context->top; i++) {
        tf_token *token = &tape->tokens[context->stack[i].obj];
        token->open = true;
        token->count = token->count - (uint32_t)context->stack[i].count + 1;
    }
}

static void
fail(tf_tape *tape, int result)
{
    if (tape->length == 0)
        tf_tape_fail(tape, TF_PROBLEM_MALFORMED, tape->end, "no bytes");
    else if (result == MSGPACK_UNPACK_NOMEM_ERROR)
        tf_tape_fail(tape, TF_PROBLEM_TOO_DEEP, tape->end, "more than 512 levels");
    else if (result == MSGPACK_UNPACK_PARSE_ERROR)
        tf_tape_fail(tape, TF_PROBLEM_MALFORMED, tape->end, "c1 is not MessagePack");
    else
        tf_tape_fail(tape, TF_PROBLEM_TRUNCATED, tape->end, "the input ends inside a value");
}

void
tf_tape_read(tf_tape *tape)
{
    struct tape_template_context context;
    size_t offset = 0;
    context.user = *tape;
    tape_template_init(&context);
    int result = tape_template_execute(&context, (const char *)tape->data, tape->length, &offset);
    *tape = context.user;
    if (result == 1)
        return;
    close_open(tape, &context);
    fail(tape, result);
}

bool
tf_token_number(const tf_token *token, tf_number *number)
{
    switch (token->kind) {
    case TF_TOKEN_INT:
        *number = (tf_number){.i = token->i, .form = TF_NUMBER_INT};
        return true;
    case TF_TOKEN_UINT:
        *number = (tf_number){.u = token->u, .form = TF_NUMBER_UINT};
        return true;
    case TF_TOKEN_FLOAT:
        *number = (tf_number){.d = token->d, .form = TF_NUMBER_FLOAT};
        return true;
    case TF_TOKEN_NUMBER:
    case TF_TOKEN_STRING:
    case TF_TOKEN_BIN:
        *number = tf_number_of_text(tf_token_text(token));
        return token->kind == TF_TOKEN_NUMBER || tf_number_text_valid(tf_number_text(number));
    default:
        return false;
    }
}
