/* straight.c
 * Most values are just what their type says. They are decoded here without a list of tokens in
 * between, which takes half the time; whatever is odd about one is left to the walk.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "straight.h"
#include "bytes.h"
#include "keys.h"
#include "refinement.h"

/** What functions here return is the byte behind what they read, or NULL to leave it to the walk. */
typedef struct straight {
    tf_walk *walk;
    const uint8_t *end;
    uint32_t room;  /**< values that there may be: not more than bytes, not more than the limit */
    uint32_t depth; /**< containers around */
} straight;

static inline uint32_t
offset_of(const straight *s, const uint8_t *at)
{
    return (uint32_t)(at - s->walk->tape.data);
}

static inline bool
is_extension(uint8_t head)
{
    return (head >= 0xD4 && head <= 0xD8) || (head >= 0xC7 && head <= 0xC9);
}

/** Decodes an extension: of fixed size from D4 on, with the size behind it from C7 on. */
static const uint8_t *
decode_unknown(straight *s, const uint8_t *at, const tf_type *type, tf_value *value)
{
    const char *complaint = NULL;
    uint8_t head = *at++;
    uint64_t length;

    if (head >= 0xD4)
        length = 1u << (head - 0xD4);
    else
        at = tf_bytes_wide(at, s->end, 1u << (head - 0xC7), &length);
    if (!at || (size_t)(s->end - at) < length + 1)
        return NULL;
    value->kind = TF_VALUE_UNKNOWN;
    value->refinement = NULL;
    s->walk->out->n_unknown++;
    if (length >= 2) {
        tf_span payload = {(const char *)at + 1, (uint32_t)length};
        if (*at != TF_REFINEMENT_EXTENSION)
            return NULL;
        value->refinement = tf_refinement_read(s->walk->pool, payload, type, &complaint);
        if (complaint || (value->refinement && value->refinement->definitely_null))
            return NULL;
    }
    return at + 1 + length;
}

static const uint8_t *decode(straight *s, const uint8_t *at, const tf_type *type, tf_value *value);

/** Begins a container. @return false if it cannot be what it says */
static bool
open_container(straight *s, tf_value *value, tf_value_kind kind, uint32_t count)
{
    if (count > s->room || s->depth == TF_MAX_DEPTH)
        return false;
    s->depth++;
    s->room -= count;
    tf_walk_open(s->walk, value, kind, count);
    value->n_children = count;
    s->walk->out->n_values += count;
    return true;
}

static inline void
begin_child(const straight *s, const uint8_t *at, const tf_value *parent, tf_value *child)
{
    child->key_offset = offset_of(s, at);
    child->key = (tf_span){"", 0};
    child->parent = parent;
    child->member = NULL;
}

static const uint8_t *
decode_elements(straight *s, const uint8_t *at, const tf_type *type, tf_value *value)
{
    static const tf_value_kind kinds[] = {[TF_TYPE_LIST] = TF_VALUE_LIST,
                                          [TF_TYPE_SET] = TF_VALUE_SET,
                                          [TF_TYPE_TUPLE] = TF_VALUE_TUPLE};
    bool tuple = type->kind == TF_TYPE_TUPLE;
    uint32_t count;

    at = tf_bytes_count(at, s->end, 0x90, 0xDC, &count);
    if (!at || (tuple && count != type->count) ||
        !open_container(s, value, kinds[type->kind], count))
        return NULL;
    for (uint32_t i = 0; i < count && at; i++) {
        tf_value *child = &value->children[i];
        begin_child(s, at, value, child);
        at = decode(s, at, tuple ? type->elements[i] : type->element, child);
    }
    s->depth--;
    return at;
}

static const uint8_t *
decode_map(straight *s, const uint8_t *at, const tf_type *type, tf_value *value)
{
    bool ordered = true;
    uint32_t count;

    at = tf_bytes_count(at, s->end, 0x80, 0xDE, &count);
    if (!at || !open_container(s, value, TF_VALUE_MAP, count))
        return NULL;
    for (uint32_t i = 0; i < count && at; i++) {
        tf_value *child = &value->children[i];
        begin_child(s, at, value, child);
        at = tf_bytes_text(at, s->end, &child->key);
        if (!at || !tf_text_is_utf8(child->key))
            return NULL;
        ordered = ordered && (i == 0 || tf_text_compare(child[-1].key, child->key) < 0);
        at = decode(s, at, type->element, child);
    }
    s->depth--;
    /* SDKs written in Go write maps in any order. */
    return at && (ordered || tf_keys_unique(value)) ? at : NULL;
}

static const uint8_t *
decode_object(straight *s, const uint8_t *at, const tf_type *type, tf_value *value)
{
    uint32_t count;

    at = tf_bytes_count(at, s->end, 0x80, 0xDE, &count);
    if (!at || count != type->count || !open_container(s, value, TF_VALUE_OBJECT, count))
        return NULL;
    for (uint32_t i = 0; i < count && at; i++) {
        const tf_member *member = &type->members[i];
        tf_value *child = &value->children[i];
        begin_child(s, at, value, child);
        at = tf_bytes_text(at, s->end, &child->key);
        if (!at || !tf_text_equal(child->key, (tf_span){member->name, member->name_length}))
            return NULL;
        if (member->attribute || member->block)
            child->member = member;
        at = decode(s, at, member->type, child);
    }
    s->depth--;
    return at;
}

/** Decodes an array of a type and a value of that type. */
static const uint8_t *
decode_dynamic(straight *s, const uint8_t *at, tf_value *value)
{
    const tf_type *inner;
    uint32_t count, offset = offset_of(s, at);
    tf_span text;

    at = tf_bytes_count(at, s->end, 0x90, 0xDC, &count);
    if (!at || count != 2 || s->depth == TF_MAX_DEPTH)
        return NULL;
    at = tf_bytes_text(at, s->end, &text);
    if (!at)
        return NULL;
    inner = tf_walk_type(s->walk, text);
    if (!inner)
        return NULL;
    s->depth++;
    at = decode(s, at, inner, value);
    s->depth--;
    value->dynamic = true;
    value->offset = offset;
    return at;
}

/** Decodes what is neither null nor unknown. */
static inline const uint8_t *
decode_known(straight *s, const uint8_t *at, const tf_type *type, tf_value *value)
{
    switch (type->kind) {
    case TF_TYPE_DYNAMIC:
        return decode_dynamic(s, at, value);
    case TF_TYPE_STRING:
        value->kind = TF_VALUE_STRING;
        at = tf_bytes_text(at, s->end, &value->string);
        return at && tf_text_is_utf8(value->string) ? at : NULL;
    case TF_TYPE_NUMBER:
        value->kind = TF_VALUE_NUMBER;
        return tf_bytes_number(at, s->end, &value->number);
    case TF_TYPE_BOOL:
        value->kind = TF_VALUE_BOOL;
        value->boolean = *at == 0xC3;
        return *at == 0xC2 || *at == 0xC3 ? at + 1 : NULL;
    case TF_TYPE_MAP:
        return decode_map(s, at, type, value);
    case TF_TYPE_OBJECT:
        return decode_object(s, at, type, value);
    default:
        return decode_elements(s, at, type, value);
    }
}

static const uint8_t *
decode(straight *s, const uint8_t *at, const tf_type *type, tf_value *value)
{
    const uint8_t *begin = at;

    if (G_UNLIKELY(at == s->end))
        return NULL;
    value->dynamic = false;
    value->offset = offset_of(s, at);
    value->type = type;
    if (*at == 0xC0) {
        value->kind = TF_VALUE_NULL;
        at++;
    } else if (is_extension(*at)) {
        at = decode_unknown(s, at, type, value);
    } else {
        at = decode_known(s, at, type, value);
    }
    if (at)
        value->length = (uint32_t)(at - begin);
    return at;
}

bool
tf_straight(tf_walk *w, const tf_type *type)
{
    const tf_tape *input = &w->tape;
    straight s = {.walk = w,
                  .end = input->data + input->length,
                  .room = MIN(w->max_values - 1, input->length)};
    const uint8_t *behind = type ? decode(&s, input->data, type, w->out->root) : NULL;

    if (behind && behind == s.end)
        return true;
    w->out->n_values = 1;
    w->out->n_unknown = 0;
    return false;
}
