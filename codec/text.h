/* text.h
 * Bytes that should be UTF-8.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_TEXT_H
#define TF_CODEC_TEXT_H

#include "value.h"

static inline uint64_t
tf_text_word(const char *p)
{
    uint64_t word;
    memcpy(&word, p, 8);
    return word;
}

/**
 * Fewer than 8 bytes in a word: equal for equal bytes of the same length. Loads that overlap take
 * no loop, whose end a processor guesses wrong with every other length.
 */
static inline uint64_t
tf_text_short_word(const char *p, uint32_t length)
{
    uint32_t low, high;
    uint16_t first, last;

    if (length >= 4) {
        memcpy(&low, p, 4);
        memcpy(&high, p + length - 4, 4);
        return low | (uint64_t)high << 32;
    }
    if (length >= 2) {
        memcpy(&first, p, 2);
        memcpy(&last, p + length - 2, 2);
        return first | (uint64_t)last << 16;
    }
    return length ? (uint8_t)*p : 0;
}

/** Is all of it ASCII, as most text is? The last word may overlap the one before. */
static inline bool
tf_text_is_ascii(tf_span text)
{
    uint64_t bits;

    if (text.length < 8) {
        bits = tf_text_short_word(text.data, text.length);
    } else {
        uint32_t last = text.length - 8;
        bits = tf_text_word(text.data) | tf_text_word(text.data + last);
        for (uint32_t i = 8; i < last; i += 8)
            bits |= tf_text_word(text.data + i);
    }
    return !(bits & G_GUINT64_CONSTANT(0x8080808080808080));
}

/** Is all of it UTF-8? Unlike g_utf8_validate() this takes NUL for the character that it is. */
bool tf_text_is_utf8(tf_span text);

/**
 * Copies text as a C string of valid UTF-8: every byte that is not UTF-8, and NUL, becomes U+FFFD.
 * @param pool what the copy is allocated in
 */
const char *tf_text_copy(wmem_allocator_t *pool, tf_span text);

/** Appends an integer in decimal digits: indexes are many, and printing takes ten times as long. */
void tf_append_integer(wmem_strbuf_t *out, int64_t integer);

/** Compares two spans bytewise; a prefix comes first. */
int tf_text_compare(tf_span a, tf_span b);

/** Are two spans the same? Keys are short: words are faster than memcmp(). */
static inline bool
tf_text_equal(tf_span a, tf_span b)
{
    uint64_t difference;
    uint32_t last;

    if (a.length != b.length)
        return false;
    if (a.length < 8)
        return tf_text_short_word(a.data, a.length) == tf_text_short_word(b.data, b.length);
    last = a.length - 8;
    difference = (tf_text_word(a.data) ^ tf_text_word(b.data)) |
                 (tf_text_word(a.data + last) ^ tf_text_word(b.data + last));
    for (uint32_t i = 8; i < last && !difference; i += 8)
        difference = tf_text_word(a.data + i) ^ tf_text_word(b.data + i);
    return !difference;
}

/** Is the span this C string? */
static inline bool
tf_text_is(tf_span text, const char *string)
{
    return tf_text_equal(text, (tf_span){string, (uint32_t)strlen(string)});
}

#endif
