/* hpack.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "hpack.h"

/* HTTP/2 frames (RFC 9113, 4.1 and 6.2). */
enum {
    FRAME_HEAD = 9,
    TYPE_HEADERS = 1,
    FLAG_PADDED = 0x08,
    FLAG_PRIORITY = 0x20,
    PRIORITY_LENGTH = 5
};

typedef struct tf_hpack {
    const uint8_t *at, *end;
} tf_hpack;

/* An integer whose first byte has so many bits of it (RFC 7541, 5.1). */
static bool
read_integer(tf_hpack *block, unsigned bits, uint32_t *value)
{
    uint32_t mask = (1u << bits) - 1;

    if (block->at == block->end)
        return false;
    *value = *block->at++ & mask;
    if (*value < mask)
        return true;
    for (unsigned shift = 0; block->at < block->end && shift <= 21; shift += 7) {
        *value += (uint32_t)(*block->at & 0x7f) << shift;
        if (!(*block->at++ & 0x80))
            return true;
    }
    return false;
}

static bool
pass_string(tf_hpack *block)
{
    uint32_t length;

    if (!read_integer(block, 7, &length) || length > (size_t)(block->end - block->at))
        return false;
    block->at += length;
    return true;
}

/* Passes one representation. @return false if it cannot be read */
static bool
pass_field(tf_hpack *block, bool *is_field, bool *literal)
{
    uint8_t lead = *block->at;
    uint32_t name;

    *is_field = (lead & 0xe0) != 0x20; /* else the size of the table changes */
    *literal = *is_field && !(lead & 0x80);
    if (lead & 0x80)
        return read_integer(block, 7, &name);
    if (!*is_field)
        return read_integer(block, 5, &name);
    if (!read_integer(block, lead & 0x40 ? 6 : 4, &name))
        return false;
    return (name != 0 || pass_string(block)) && pass_string(block);
}

/* The header block of the frame. @return false if the frame is none, or not all there */
static bool
find_block(tvbuff_t *tvb, int start, tf_hpack *block)
{
    uint32_t length, skip, padding = 0;
    const uint8_t *frame;

    if (start < 0 || !tvb_bytes_exist(tvb, start, FRAME_HEAD + 1))
        return false;
    length = tvb_get_ntoh24(tvb, start);
    if (length == 0 || !tvb_bytes_exist(tvb, start, (int)(FRAME_HEAD + length)))
        return false;
    frame = tvb_get_ptr(tvb, start, (int)(FRAME_HEAD + length));
    skip = frame[4] & FLAG_PRIORITY ? PRIORITY_LENGTH : 0;
    if (frame[4] & FLAG_PADDED) {
        padding = frame[FRAME_HEAD];
        skip++;
    }
    if (frame[3] != TYPE_HEADERS || skip + padding > length)
        return false;
    block->at = frame + FRAME_HEAD + skip;
    block->end = frame + FRAME_HEAD + length - padding;
    return true;
}

bool
tf_hpack_is_literal(tvbuff_t *tvb, int start, unsigned index)
{
    bool is_field, literal;
    tf_hpack block;

    if (!find_block(tvb, start, &block))
        return false;
    while (block.at < block.end && pass_field(&block, &is_field, &literal)) {
        if (is_field && index-- == 0)
            return literal;
    }
    return false;
}
