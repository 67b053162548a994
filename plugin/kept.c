/* kept.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "kept.h"

#include <string.h>

/* Bytes of a field from which on it is looked for: to find one takes nearly as many. */
#define SHARED_MIN_LENGTH 128

/* Fields of one hash that are compared; more are equal by somebody's design. */
#define MAX_SAME_HASH 8

/* Bytes of a varint, at most. */
#define VARINT_MAX 10

/* A large field's value. */
typedef struct tf_shared {
    struct tf_shared *older; /* of the same hash */
    uint32_t length;
    uint8_t data[];
} tf_shared;

typedef struct tf_part {
    const uint8_t *data;
    uint32_t length;
    uint32_t number; /* of the field that this is the value of; 0: whole fields, as they came */
} tf_part;

struct tf_kept {
    uint32_t length; /* of the message */
    uint32_t n_parts;
    tf_part parts[];
};

/* Hash -> tf_shared; file scope. */
static wmem_map_t *shared;

void
tf_kept_reset(void)
{
    shared = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
}

/* --- Fields that are kept once --------------------------------------------------------------- */

static uint64_t
mix_word(uint64_t hash, const uint8_t *data)
{
    uint64_t word;

    memcpy(&word, data, sizeof word);
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/* By words, for speed: nearly all that is kept comes through here. The last two may overlap. */
static uint32_t
hash_of(const uint8_t *data, uint32_t length)
{
    const uint8_t *last = data + length - sizeof(uint64_t);
    uint64_t hash = length;

    for (; data < last; data += sizeof(uint64_t))
        hash = mix_word(hash, data);
    return (uint32_t)mix_word(hash, last);
}

static tf_shared *
make_shared(const uint8_t *data, uint32_t length, tf_shared *older)
{
    tf_shared *value =
        (tf_shared *)wmem_alloc(wmem_file_scope(), offsetof(tf_shared, data) + length);

    value->older = older;
    value->length = length;
    memcpy(value->data, data, length);
    return value;
}

static const uint8_t *
share(const uint8_t *data, uint32_t length)
{
    void *key = GUINT_TO_POINTER(hash_of(data, length));
    tf_shared *newest = (tf_shared *)wmem_map_lookup(shared, key), *at = newest;

    for (unsigned tried = 0; at && tried < MAX_SAME_HASH; at = at->older, tried++)
        if (at->length == length && memcmp(at->data, data, length) == 0)
            return at->data;
    at = make_shared(data, length, newest);
    wmem_map_insert(shared, key, at);
    return at->data;
}

/* --- Parts ----------------------------------------------------------------------------------- */

static uint32_t
put_varint(uint8_t *to, uint64_t value)
{
    uint32_t n = 0;

    for (; value >= 0x80; value >>= 7)
        to[n++] = (uint8_t)(value | 0x80);
    to[n++] = (uint8_t)value;
    return n;
}

/* What stands before the value of a field of bytes: two varints. */
static uint32_t
put_prefix(uint8_t *to, uint32_t number, uint32_t length)
{
    uint32_t n = put_varint(to, (uint64_t)number << 3 | TF_WIRE_BYTES);

    return n + put_varint(to + n, length);
}

/* A prefix that took more bytes than it needs could not be written again. */
static bool
may_be_shared(const tf_wire_field *at)
{
    uint8_t prefix[2 * VARINT_MAX];

    return at->wire_type == TF_WIRE_BYTES && at->value_length >= SHARED_MIN_LENGTH &&
           at->value_offset - at->offset == put_prefix(prefix, at->number, at->value_length);
}

/* A message being taken apart. */
typedef struct tf_split {
    tf_part *parts; /* NULL: they are counted only */
    uint32_t n_parts, unshared;
} tf_split;

static void
add_part(tf_split *split, const uint8_t *data, uint32_t length, uint32_t number)
{
    if (length == 0)
        return;
    if (split->parts)
        split->parts[split->n_parts] = (tf_part){data, length, number};
    split->n_parts++;
    split->unshared += number ? 0 : length;
}

static tf_split
split_message(const uint8_t *data, uint32_t length, tf_part *parts)
{
    tf_split split = {parts, 0, 0};
    tf_wire_reader reader;
    tf_wire_field at;
    uint32_t done = 0;

    tf_wire_init(&reader, data, 0, length);
    while (tf_wire_next(&reader, &at) == TF_WIRE_OK) {
        if (!may_be_shared(&at))
            continue;
        add_part(&split, data + done, at.offset - done, 0);
        add_part(&split, data + at.value_offset, at.value_length, at.number);
        done = at.offset + at.length;
    }
    add_part(&split, data + done, length - done, 0);
    return split;
}

/* Gives the parts bytes that stay. @param own room for those that are not shared */
static void
keep_parts(tf_kept *kept, uint8_t *own)
{
    for (uint32_t i = 0; i < kept->n_parts; i++) {
        tf_part *part = &kept->parts[i];
        if (part->number) {
            part->data = share(part->data, part->length);
        } else {
            part->data = (uint8_t *)memcpy(own, part->data, part->length);
            own += part->length;
        }
    }
}

const tf_kept *
tf_kept_copy(const uint8_t *data, uint32_t length)
{
    tf_split counted = split_message(data, length, NULL);
    size_t size = offsetof(tf_kept, parts) + counted.n_parts * sizeof(tf_part);
    tf_kept *kept = (tf_kept *)wmem_alloc(wmem_file_scope(), size + counted.unshared);

    kept->length = length;
    kept->n_parts = split_message(data, length, kept->parts).n_parts;
    keep_parts(kept, (uint8_t *)kept + size);
    return kept;
}

/* --- Reading --------------------------------------------------------------------------------- */

const uint8_t *
tf_kept_bytes(wmem_allocator_t *pool, const tf_kept *kept)
{
    uint8_t *bytes = (uint8_t *)wmem_alloc(pool, kept->length), *to = bytes;

    for (uint32_t i = 0; i < kept->n_parts; i++) {
        const tf_part *part = &kept->parts[i];
        if (part->number)
            to += put_prefix(to, part->number, part->length);
        memcpy(to, part->data, part->length);
        to += part->length;
    }
    return bytes;
}

static void
visit(const tf_part *part, tf_kept_func func, void *user)
{
    tf_wire_reader reader;
    tf_wire_field at;

    tf_wire_init(&reader, part->data, 0, part->length);
    while (tf_wire_next(&reader, &at) == TF_WIRE_OK)
        func(part->data, &at, user);
}

void
tf_kept_foreach(const tf_kept *kept, tf_kept_func func, void *user)
{
    for (uint32_t i = 0; i < kept->n_parts; i++) {
        const tf_part *part = &kept->parts[i];
        tf_wire_field value = {
            .number = part->number, .wire_type = TF_WIRE_BYTES, .value_length = part->length};
        if (part->number)
            func(part->data, &value, user);
        else
            visit(part, func, user);
    }
}
