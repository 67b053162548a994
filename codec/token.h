/* token.h
 * The flat list of tokens that both encodings are first turned into.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_TOKEN_H
#define TF_CODEC_TOKEN_H

#include "decode.h"

typedef enum tf_token_kind {
    TF_TOKEN_NULL,
    TF_TOKEN_BOOL,
    TF_TOKEN_INT,
    TF_TOKEN_UINT, /**< above INT64_MAX */
    TF_TOKEN_FLOAT,
    TF_TOKEN_NUMBER, /**< JSON: the text of a number */
    TF_TOKEN_STRING,
    TF_TOKEN_BIN, /**< MessagePack only */
    TF_TOKEN_EXT, /**< MessagePack only */
    TF_TOKEN_ARRAY,
    TF_TOKEN_MAP
} tf_token_kind;

/** One token. What is in a container follows it; in a map keys and values take turns. */
typedef struct tf_token {
    uint8_t kind;
    int8_t extension; /**< type code of an extension */
    /** A container that the input breaks off in. Its count is what is there, and one for what could
     * not be read. */
    bool open;
    uint32_t offset;
    uint32_t length; /**< all its bytes; 0 for a MessagePack container: up to the next token */
    uint32_t count;  /**< elements, pairs, or bytes of text or payload */
    union {
        bool boolean;
        int64_t i;
        uint64_t u;
        double d;
        const char *data; /**< text or payload: in the input, or a copy without escapes */
        uint32_t next;    /**< JSON containers: index of the token behind all that is in it */
    };
} tf_token;

typedef struct tf_tape {
    tf_token *tokens; /**< of the C heap, tf_tape_clear() frees them; or lent */
    uint32_t n, capacity;
    bool lent;
    const uint8_t *data;
    uint32_t length;
    uint32_t end; /**< where the value ends; after a failure, where the unread rest begins */
    bool failed;
    tf_problem_code failure;
    uint32_t failed_at;  /**< the byte that is wrong, at or after `end` */
    const char *message; /**< constant text */
} tf_tape;

/** Makes an empty tape. @param data what tokens will point into; must outlive the tape */
void tf_tape_init(tf_tape *tape, const uint8_t *data, uint32_t length);

/**
 * Lends an empty tape room for its first tokens: most types and refinements are short.
 * @param tokens must outlive the tape; not freed
 */
void tf_tape_lend(tf_tape *tape, tf_token *tokens, uint32_t capacity);

/** Frees the tokens. */
void tf_tape_clear(tf_tape *tape);

/** Makes room for more tokens. */
void tf_tape_grow(tf_tape *tape);

/** Notes that the input cannot be read beyond `end`. */
void tf_tape_fail(tf_tape *tape, tf_problem_code code, uint32_t at, const char *message);

/** The index behind @p count whole values that begin at token @p at. */
uint32_t tf_tape_skip(const tf_tape *tape, uint32_t at, uint64_t count);

/** Adds a token. @return valid until the next one is added */
static inline tf_token *
tf_tape_push(tf_tape *tape, tf_token_kind kind, uint32_t offset, uint32_t length)
{
    if (G_UNLIKELY(tape->n == tape->capacity))
        tf_tape_grow(tape);
    tf_token *token = &tape->tokens[tape->n++];
    token->kind = (uint8_t)kind;
    token->open = false;
    token->offset = offset;
    token->length = length;
    token->count = 0;
    return token;
}

/** The bytes of a string, bin or number; not copied. */
static inline tf_span
tf_token_text(const tf_token *token)
{
    return (tf_span){token->data, token->count};
}

/** Is it a string, or a bin that can stand for one? */
static inline bool
tf_token_is_text(const tf_token *token)
{
    return token->kind == TF_TOKEN_STRING || token->kind == TF_TOKEN_BIN;
}

/**
 * The number that a token is; text counts if it is a number.
 * @return false if it is none
 */
bool tf_token_number(const tf_token *token, tf_number *number);

#endif
