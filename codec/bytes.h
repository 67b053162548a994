/* bytes.h
 * MessagePack byte by byte, for values that nothing is wrong with. Codes are named by its
 * specification: C0 is nil, 80 to 8F, DE and DF are maps, and so on.
 *
 * What functions here return is the byte behind what they read, which is at most @p end; or NULL if
 * the bytes are no such thing, end too early, or need more than being read.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_BYTES_H
#define TF_CODEC_BYTES_H

#include "number.h"

#include <math.h>

/** Reads a big-endian number of 1, 2, 4 or 8 bytes. */
static inline const uint8_t *
tf_bytes_wide(const uint8_t *at, const uint8_t *end, unsigned size, uint64_t *value)
{
    uint16_t two;
    uint32_t four;

    if ((size_t)(end - at) < size)
        return NULL;
    switch (size) {
    case 1:
        *value = *at;
        break;
    case 2:
        memcpy(&two, at, 2);
        *value = GUINT16_FROM_BE(two);
        break;
    case 4:
        memcpy(&four, at, 4);
        *value = GUINT32_FROM_BE(four);
        break;
    default:
        memcpy(value, at, 8);
        *value = GUINT64_FROM_BE(*value);
    }
    return at + size;
}

/** Reads the count of an array or a map: in the low bits of @p fixed, in 2 bytes behind @p wide, or
 * in 4 behind the code after that. There must be a byte at @p at. */
static inline const uint8_t *
tf_bytes_count(const uint8_t *at, const uint8_t *end, uint8_t fixed, uint8_t wide, uint32_t *count)
{
    uint64_t value;
    uint8_t head = *at++;

    if ((head & 0xF0) == fixed) {
        *count = head & 0x0F;
        return at;
    }
    if (head != wide && head != wide + 1)
        return NULL;
    at = tf_bytes_wide(at, end, head == wide ? 2 : 4, &value);
    if (at)
        *count = (uint32_t)value;
    return at;
}

/** Reads a string, or a bin, which can stand for one. */
static inline const uint8_t *
tf_bytes_text(const uint8_t *at, const uint8_t *end, tf_span *text)
{
    uint64_t length;
    uint8_t head;

    if (G_UNLIKELY(at == end))
        return NULL;
    head = *at++;
    if (G_LIKELY((head & 0xE0) == 0xA0)) {
        length = head & 0x1F;
    } else {
        if (head >= 0xD9 && head <= 0xDB)
            at = tf_bytes_wide(at, end, 1u << (head - 0xD9), &length);
        else if (head >= 0xC4 && head <= 0xC6)
            at = tf_bytes_wide(at, end, 1u << (head - 0xC4), &length);
        else
            return NULL;
        if (!at)
            return NULL;
    }
    if (G_UNLIKELY((size_t)(end - at) < length))
        return NULL;
    *text = (tf_span){(const char *)at, (uint32_t)length};
    return at + length;
}

/** Reads a float of 4 or 8 bytes. A NaN is nothing to go on with: it needs a problem. */
static inline const uint8_t *
tf_bytes_float(const uint8_t *at, const uint8_t *end, bool wide, double *number)
{
    uint64_t bits;
    uint32_t low;
    float narrow;

    at = tf_bytes_wide(at, end, wide ? 8 : 4, &bits);
    if (!at)
        return NULL;
    if (wide) {
        memcpy(number, &bits, 8);
    } else {
        low = (uint32_t)bits;
        memcpy(&narrow, &low, 4);
        *number = (double)narrow;
    }
    return isnan(*number) ? NULL : at;
}

/** Reads a number: an integer, a float, or text that is a number. There must be a byte at @p at. */
static inline const uint8_t *
tf_bytes_number(const uint8_t *at, const uint8_t *end, tf_number *number)
{
    tf_span text;
    uint64_t bits;
    uint8_t head = *at;

    number->form = TF_NUMBER_INT;
    if (head < 0x80 || head >= 0xE0) {
        number->i = (int8_t)head;
        return at + 1;
    }
    if (head >= 0xCC && head <= 0xD3) {
        unsigned size = 1u << (head & 3);
        at = tf_bytes_wide(at + 1, end, size, &bits);
        if (!at)
            return NULL;
        number->u = bits;
        if (head >= 0xD0)
            number->i = (int64_t)(bits << (64 - 8 * size)) >> (64 - 8 * size);
        else if (bits > INT64_MAX)
            number->form = TF_NUMBER_UINT;
        return at;
    }
    if (head == 0xCA || head == 0xCB) {
        number->form = TF_NUMBER_FLOAT;
        return tf_bytes_float(at + 1, end, head == 0xCB, &number->d);
    }
    at = tf_bytes_text(at, end, &text);
    if (!at || !tf_number_text_valid(text))
        return NULL;
    *number = tf_number_of_text(text);
    return at;
}

#endif
