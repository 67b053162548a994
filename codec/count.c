/* count.c
 * Counting unknown values: every message is asked for their number, few are looked into.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "count.h"

#include "type.h"

/** Where the count stands: the containers around, each with what it has left. */
typedef struct counter {
    const uint8_t *at, *end;
    uint64_t left[TF_MAX_DEPTH + 1]; /**< values, of a map keys too; [0] is the value itself */
    bool map[TF_MAX_DEPTH + 1];
    unsigned depth;
    unsigned in_key; /**< depth of the key that all this is in; 0: none */
    uint32_t n_unknown;
} counter;

/** Passes @p size bytes. @return false if there are not so many */
static bool
pass(counter *c, uint64_t size)
{
    if (size > (uint64_t)(c->end - c->at))
        return false;
    c->at += size;
    return true;
}

/** Reads a big-endian number of 1, 2 or 4 bytes. */
static bool
read_size(counter *c, unsigned bytes, uint64_t *size)
{
    const uint8_t *p = c->at;
    if (!pass(c, bytes))
        return false;
    *size = 0;
    for (unsigned i = 0; i < bytes; i++)
        *size = *size << 8 | p[i];
    return true;
}

static bool
is_key(const counter *c)
{
    return c->map[c->depth] && c->left[c->depth] % 2 == 1;
}

/** One value, or one container's head, is read: the container around has one less left. */
static bool
open_container(counter *c, uint64_t count, bool map)
{
    if (c->depth == TF_MAX_DEPTH)
        return false;
    c->depth++;
    c->left[c->depth] = map ? 2 * count : count;
    c->map[c->depth] = map;
    return true;
}

static bool
open_sized(counter *c, unsigned bytes, bool map)
{
    uint64_t count;
    return read_size(c, bytes, &count) && open_container(c, count, map);
}

static bool
pass_sized(counter *c, unsigned bytes, unsigned more)
{
    uint64_t size;
    return read_size(c, bytes, &size) && pass(c, size + more);
}

/** Passes what follows a lead byte from c0 on. */
static bool
pass_long(counter *c, uint8_t lead)
{
    static const uint8_t fixed[] = {[0xc0 - 0xc0] = 0, [0xc2 - 0xc0] = 0, [0xc3 - 0xc0] = 0,
                                    [0xca - 0xc0] = 4, [0xcb - 0xc0] = 8, [0xcc - 0xc0] = 1,
                                    [0xcd - 0xc0] = 2, [0xce - 0xc0] = 4, [0xcf - 0xc0] = 8,
                                    [0xd0 - 0xc0] = 1, [0xd1 - 0xc0] = 2, [0xd2 - 0xc0] = 4,
                                    [0xd3 - 0xc0] = 8, [0xd4 - 0xc0] = 2, [0xd5 - 0xc0] = 3,
                                    [0xd6 - 0xc0] = 5, [0xd7 - 0xc0] = 9, [0xd8 - 0xc0] = 17};
    switch (lead) {
    case 0xc1:
        return false;
    case 0xc4:
    case 0xc5:
    case 0xc6:
        return pass_sized(c, 1u << (lead - 0xc4), 0);
    case 0xc7:
    case 0xc8:
    case 0xc9:
        return pass_sized(c, 1u << (lead - 0xc7), 1);
    case 0xd9:
    case 0xda:
    case 0xdb:
        return pass_sized(c, 1u << (lead - 0xd9), 0);
    case 0xdc:
    case 0xdd:
        return open_sized(c, lead == 0xdc ? 2 : 4, false);
    case 0xde:
    case 0xdf:
        return open_sized(c, lead == 0xde ? 2 : 4, true);
    default:
        return pass(c, fixed[lead - 0xc0]);
    }
}

/** Passes one token: all of a value that is no container, else its head. */
static bool
pass_token(counter *c)
{
    uint8_t lead = *c->at++;
    if (lead < 0x80 || lead >= 0xe0)
        return true;
    if (lead < 0x90)
        return open_container(c, lead & 0x0f, true);
    if (lead < 0xa0)
        return open_container(c, lead & 0x0f, false);
    if (lead < 0xc0)
        return pass(c, lead & 0x1f);
    return pass_long(c, lead);
}

static bool
is_extension(uint8_t lead)
{
    return (lead >= 0xc7 && lead <= 0xc9) || (lead >= 0xd4 && lead <= 0xd8);
}

uint32_t
tf_count_unknown(const uint8_t *data, uint32_t length)
{
    counter c;
    c.at = data;
    c.end = data + length;
    c.depth = c.in_key = 0;
    c.n_unknown = 0;
    c.left[0] = 1;
    c.map[0] = false;
    while (c.at < c.end) {
        while (c.left[c.depth] == 0) {
            if (c.depth == c.in_key)
                c.in_key = 0;
            if (c.depth-- == 0)
                return c.n_unknown;
        }
        uint8_t lead = *c.at;
        c.left[c.depth]--;
        bool key = is_key(&c);
        unsigned around = c.depth;
        if (!pass_token(&c))
            break;
        if (is_extension(lead) && !key && !c.in_key)
            c.n_unknown++;
        if (key && !c.in_key && c.depth > around)
            c.in_key = c.depth;
    }
    return c.n_unknown;
}
