/* walk.h
 * Walking a tape and a type together into a tree of values; both encodings share it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_WALK_H
#define TF_CODEC_WALK_H

#include "text.h"
#include "token.h"

typedef struct tf_walk tf_walk;

/** What MessagePack and JSON do differently. */
typedef struct tf_encoding {
    /** Is the value at @p at written as a pair of type and value, with a type that can be read? */
    bool (*is_pair)(tf_walk *walk, uint32_t at);
    /** Decodes what stands where the type is dynamic: neither null nor an extension. */
    uint32_t (*dynamic)(tf_walk *walk, uint32_t at, const tf_type *schema, tf_value *value);
    /** Fills in a primitive value from a token of another type, where core converts. */
    bool (*convert)(const tf_token *token, const tf_type *type, tf_value *value);
    bool missing_is_null; /**< an attribute that is missing is null, not an error */
} tf_encoding;

struct tf_walk {
    wmem_allocator_t *pool;
    const tf_encoding *encoding;
    tf_tape tape;
    tf_decoded *out;
    uint32_t max_values;
    bool lenient;         /**< a raw state: see tf_decode_json() */
    bool stopped;         /**< max_values is reached */
    bool rest_shown;      /**< the unread rest of the input is in the tree */
    const tf_value *last; /**< the rest, or the container that the input ended in */
    tf_value *chunk;      /**< values to be handed out */
    uint32_t n_chunk;
    /* The elements of a list of dynamic values mostly have one type. */
    tf_span type_text;
    const tf_type *type;
};

/** Makes the result, with a root that is not decoded yet. */
void tf_walk_start(tf_walk *walk);

/** Decodes the tape; frees it. @return the result */
tf_decoded *tf_walk_run(tf_walk *walk, const tf_type *type);

/**
 * Decodes the value at token @p at, no null, into @p value, whose parent, key and member are set.
 * @param type   the type to decode by; NULL: its own shape
 * @param schema where the annotations of members come from: mostly the type itself; NULL: nowhere
 * @return the index behind the value
 */
uint32_t tf_walk_value(tf_walk *walk, uint32_t at, const tf_type *type, const tf_type *schema,
                       tf_value *value);

/** Makes a value of what could not be read. */
void tf_walk_rest(tf_walk *walk, tf_value *value);

/**
 * Fills in a value of the kinds that most are: null, and what is just of its type.
 * @return false if there is more to it; nothing that matters is changed then
 */
static inline bool
tf_walk_simple(const tf_token *token, const tf_type *type, tf_value *value)
{
    if (token->kind == TF_TOKEN_NULL) {
        value->kind = TF_VALUE_NULL;
    } else if (!type) {
        return false;
    } else if (token->kind == TF_TOKEN_STRING && type->kind == TF_TYPE_STRING &&
               tf_text_is_ascii(tf_token_text(token))) {
        value->kind = TF_VALUE_STRING;
        value->string.data = token->data;
        value->string.length = token->count;
    } else if (token->kind == TF_TOKEN_INT && type->kind == TF_TYPE_NUMBER) {
        value->kind = TF_VALUE_NUMBER;
        value->number.i = token->i;
        value->number.form = TF_NUMBER_INT;
    } else if (token->kind == TF_TOKEN_BOOL && type->kind == TF_TYPE_BOOL) {
        value->kind = TF_VALUE_BOOL;
        value->boolean = token->boolean;
    } else {
        return false;
    }
    value->dynamic = false;
    value->offset = token->offset;
    value->length = token->length;
    value->type = type;
    return true;
}

/** tf_walk_value(), but where the tokens are at an end the value is the rest of the input. */
G_ALWAYS_INLINE static inline uint32_t
tf_walk_child(tf_walk *walk, uint32_t at, const tf_type *type, const tf_type *schema,
              tf_value *value)
{
    if (G_UNLIKELY(at >= walk->tape.n)) {
        tf_walk_rest(walk, value);
        return at;
    }
    if (tf_walk_simple(&walk->tape.tokens[at], type, value))
        return at + 1;
    return tf_walk_value(walk, at, type, schema, value);
}

/** Decodes an array, by a list, set or tuple type or by none. */
uint32_t tf_walk_array(tf_walk *walk, uint32_t at, const tf_type *type, const tf_type *schema,
                       tf_value *value);

/** Decodes a map, by an object or map type or by none. */
uint32_t tf_walk_pairs(tf_walk *walk, uint32_t at, const tf_type *type, const tf_type *schema,
                       tf_value *value);

/** Decodes by its own shape what is not of the type @p expected, and notes the problem. */
uint32_t tf_walk_mismatch(tf_walk *walk, uint32_t at, const char *expected, tf_value *value);

/** Decodes an extension: unknown, whatever is in it. What core would refuse is noted. */
void tf_walk_unknown(tf_walk *walk, const tf_token *token, const tf_type *type, tf_value *value);

/** Decodes a token that is neither null, extension nor container, as what it is. */
void tf_walk_scalar(tf_walk *walk, const tf_token *token, tf_value *value);

/** Decodes by a string, number or bool type. @return false if the token is not of this type */
bool tf_walk_primitive(tf_walk *walk, const tf_token *token, const tf_type *type, tf_value *value);

/** What a token is, for a message: `array of 3`. */
const char *tf_walk_describe(tf_walk *walk, const tf_token *token);

/** Reads a type of the wire. @return NULL if it is none */
const tf_type *tf_walk_type(tf_walk *walk, tf_span text);

/**
 * Finishes a dynamic value.
 * @param at       the pair
 * @param value_at the value in it
 * @param inner    the type in it
 * @param schema   annotations that hold in spite of it, or NULL
 * @return the index behind the value, not the pair
 */
uint32_t tf_walk_dynamic(tf_walk *walk, uint32_t at, uint32_t value_at, const tf_type *inner,
                         const tf_type *schema, tf_value *value);

/* For containers. */

/** Begins a container: room for its children. */
void tf_walk_open(tf_walk *walk, tf_value *value, tf_value_kind kind, uint32_t count);

/** Is there nothing at @p at, not even an unread rest, or is the limit reached? */
bool tf_walk_ends(tf_walk *walk, uint32_t at, const tf_value *parent);

/**
 * Begins the next child of a container, if there is one: something at @p at, or an unread rest.
 * @return NULL if there is none or the limit is reached
 */
static inline tf_value *
tf_walk_begin(tf_walk *walk, uint32_t at, tf_value *parent)
{
    bool there = at < walk->tape.n;
    if (G_UNLIKELY(!there || walk->out->n_values >= walk->max_values) &&
        tf_walk_ends(walk, at, parent))
        return NULL;
    tf_value *value = &parent->children[parent->n_children++];
    value->key_offset = there ? walk->tape.tokens[at].offset : walk->tape.end;
    value->key = (tf_span){"", 0};
    value->parent = parent;
    value->member = NULL;
    walk->out->n_values++;
    return value;
}

/**
 * Ends a container.
 * @param next   the index behind its last child
 * @param unread how many values of it are left
 * @return the index behind the container
 */
uint32_t tf_walk_close(tf_walk *walk, uint32_t at, uint32_t next, uint64_t unread, tf_value *value);

/** The annotations for what is in a collection. */
const tf_type *tf_walk_element_schema(const tf_type *schema);

/** Notes a problem about a value. */
#define tf_walk_problem(walk, code, ...)                                                           \
    tf_problem_add((walk)->pool, (walk)->out, (code), __VA_ARGS__)

#endif
