/* json.c
 * JSON as a flat list of tokens. libwsutil's json_parse() takes `[1 2]` and needs quadratic time on
 * wide documents; the parser under it is not exported.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "json.h"

typedef struct scanner {
    tf_tape *tape;
    wmem_allocator_t *pool;
    const uint8_t *data;
    uint32_t at, length;
    uint32_t depth, max_depth;
    uint32_t open[TF_JSON_MAX_DEPTH]; /**< tokens of the containers around */
} scanner;

static bool
fail(scanner *s, tf_problem_code code, uint32_t at, const char *message)
{
    tf_tape_fail(s->tape, code, at, message);
    return false;
}

/** Fails at the next byte, or for want of one. */
static bool
unexpected(scanner *s, const char *message)
{
    if (s->at < s->length)
        return fail(s, TF_PROBLEM_MALFORMED, s->at, message);
    if (s->tape->n == 0)
        return fail(s, TF_PROBLEM_MALFORMED, s->at, "no value");
    return fail(s, TF_PROBLEM_TRUNCATED, s->at, "the input ends inside a value");
}

static void
skip_space(scanner *s)
{
    while (s->at < s->length && (s->data[s->at] == ' ' || s->data[s->at] == '\n' ||
                                 s->data[s->at] == '\t' || s->data[s->at] == '\r'))
        s->at++;
}

/** The next byte that is no white space; 0 at the end, which is no byte that JSON knows. */
static uint8_t
peek(scanner *s)
{
    skip_space(s);
    return s->at < s->length ? s->data[s->at] : 0;
}

static tf_token *
innermost(scanner *s)
{
    return s->depth ? &s->tape->tokens[s->open[s->depth - 1]] : NULL;
}

static bool
scan_string(scanner *s)
{
    tf_json_string found = tf_json_string_scan(s->data, s->length, s->at);
    if (found.message)
        return fail(s, TF_PROBLEM_MALFORMED, found.end, found.message);
    if (!found.closed)
        return fail(s, TF_PROBLEM_TRUNCATED, s->at, "the input ends inside a string");
    tf_span text = {(const char *)s->data + s->at + 1, found.end - s->at - 2};
    if (found.escaped)
        text = tf_json_string_decode(s->pool, text);
    tf_token *token = tf_tape_push(s->tape, TF_TOKEN_STRING, s->at, found.end - s->at);
    token->data = text.data;
    token->count = text.length;
    s->at = found.end;
    return true;
}

/** Passes digits from @p at on. @return the index behind them, or @p at if there are none */
static uint32_t
digits(const scanner *s, uint32_t at)
{
    while (at < s->length && g_ascii_isdigit(s->data[at]))
        at++;
    return at;
}

/** Where the number at hand ends. @return false if it is none, @p end is then at what is wrong */
static bool
number_end(const scanner *s, uint32_t *end)
{
    uint32_t at = s->at + (s->data[s->at] == '-'), begin = at;
    at = at < s->length && s->data[at] == '0' ? at + 1 : digits(s, at);
    *end = at;
    if (at == begin)
        return false;
    if (at < s->length && s->data[at] == '.') {
        *end = digits(s, begin = at + 1);
        if (*end == begin)
            return false;
        at = *end;
    }
    if (at < s->length && (s->data[at] | 0x20) == 'e') {
        begin = at + 1;
        if (begin < s->length && (s->data[begin] == '+' || s->data[begin] == '-'))
            begin++;
        *end = digits(s, begin);
        return *end != begin;
    }
    return true;
}

static bool
scan_number(scanner *s)
{
    uint32_t end;
    if (!number_end(s, &end)) {
        if (end == s->length)
            return fail(s, TF_PROBLEM_TRUNCATED, s->at, "the input ends inside a number");
        return fail(s, TF_PROBLEM_MALFORMED, end, "not a number");
    }
    tf_token *token = tf_tape_push(s->tape, TF_TOKEN_NUMBER, s->at, end - s->at);
    token->data = (const char *)s->data + s->at;
    token->count = end - s->at;
    s->at = end;
    return true;
}

static bool
scan_word(scanner *s, const char *word, tf_token_kind kind, bool value)
{
    uint32_t size = (uint32_t)strlen(word), n = 0;
    while (n < size && s->at + n < s->length && s->data[s->at + n] == (uint8_t)word[n])
        n++;
    if (n < size && s->at + n == s->length)
        return fail(s, TF_PROBLEM_TRUNCATED, s->at, "the input ends inside a value");
    if (n < size)
        return fail(s, TF_PROBLEM_MALFORMED, s->at + n, "no JSON value");
    tf_tape_push(s->tape, kind, s->at, size)->boolean = value;
    s->at += size;
    return true;
}

static bool
open_container(scanner *s, tf_token_kind kind)
{
    if (s->depth == s->max_depth)
        return fail(s, TF_PROBLEM_TOO_DEEP, s->at, "too many levels");
    s->open[s->depth++] = s->tape->n;
    tf_tape_push(s->tape, kind, s->at++, 0);
    return true;
}

static void
close_container(scanner *s)
{
    tf_token *token = innermost(s);
    s->depth--;
    s->at++;
    token->length = s->at - token->offset;
    token->next = s->tape->n;
}

static bool
scan_value(scanner *s)
{
    uint8_t c = peek(s);
    switch (c) {
    case '{':
        return open_container(s, TF_TOKEN_MAP);
    case '[':
        return open_container(s, TF_TOKEN_ARRAY);
    case '"':
        return scan_string(s);
    case 't':
        return scan_word(s, "true", TF_TOKEN_BOOL, true);
    case 'f':
        return scan_word(s, "false", TF_TOKEN_BOOL, false);
    case 'n':
        return scan_word(s, "null", TF_TOKEN_NULL, false);
    default:
        if (c == '-' || g_ascii_isdigit(c))
            return scan_number(s);
        return unexpected(s, "expected a value");
    }
}

/** Reads the key of a pair and the value behind it, as far as it is no container. */
static bool
scan_pair(scanner *s)
{
    if (peek(s) != '"')
        return unexpected(s, "expected a key");
    if (!scan_string(s))
        return false;
    innermost(s)->count++;
    if (peek(s) != ':')
        return unexpected(s, "expected `:`");
    s->at++;
    return scan_value(s);
}

/** Reads the next member of the innermost container, or its end. */
static bool
scan_member(scanner *s)
{
    tf_token *around = innermost(s);
    bool map = around->kind == TF_TOKEN_MAP;
    uint8_t c = peek(s);
    if (c == (map ? '}' : ']')) {
        close_container(s);
        return true;
    }
    if (around->count > 0) {
        if (c != ',')
            return unexpected(s, map ? "expected `,` or `}`" : "expected `,` or `]`");
        s->at++;
    }
    if (map)
        return scan_pair(s);
    around->count++;
    if (scan_value(s))
        return true;
    /* The rest of the input takes the place of the element. */
    innermost(s)->count--;
    return false;
}

/** Marks the containers that the input breaks off in; the innermost holds the rest. */
static void
close_open(scanner *s)
{
    for (uint32_t i = 0; i < s->depth; i++) {
        tf_token *token = &s->tape->tokens[s->open[i]];
        token->open = true;
        token->length = s->length - token->offset;
        token->next = s->tape->n;
    }
    if (s->depth)
        innermost(s)->count++;
}

void
tf_json_read(tf_tape *tape, wmem_allocator_t *pool, uint32_t max_depth)
{
    scanner s;
    s.tape = tape;
    s.pool = pool;
    s.data = tape->data;
    s.length = tape->length;
    s.at = s.depth = 0;
    s.max_depth = max_depth;
    bool good = scan_value(&s);
    while (good && s.depth)
        good = scan_member(&s);
    if (good)
        skip_space(&s);
    else
        close_open(&s);
    tape->end = s.at;
}
