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

/** Is all of it ASCII, as most text is? The last word may overlap the one before. */
static inline bool
tf_text_is_ascii(tf_span text)
{
    uint64_t bits = 0;
    if (text.length < 8) {
        for (uint32_t i = 0; i < text.length; i++)
            bits |= (uint8_t)text.data[i];
        return bits < 0x80;
    }
    for (uint32_t i = 0; i + 8 < text.length; i += 8)
        bits |= tf_text_word(text.data + i);
    bits |= tf_text_word(text.data + text.length - 8);
    return !(bits & G_GUINT64_CONSTANT(0x8080808080808080));
}

/** Is all of it UTF-8? Unlike g_utf8_validate() this takes NUL for the character that it is. */
bool tf_text_is_utf8(tf_span text);

/**
 * Copies text as a C string of valid UTF-8: every byte that is not UTF-8, and NUL, becomes U+FFFD.
 * @param pool what the copy is allocated in
 */
const char *tf_text_copy(wmem_allocator_t *pool, tf_span text);

/** Compares two spans bytewise; a prefix comes first. */
int tf_text_compare(tf_span a, tf_span b);

/** Are two spans the same? Keys are short: words are faster than memcmp(). */
static inline bool
tf_text_equal(tf_span a, tf_span b)
{
    uint64_t difference = 0;
    if (a.length != b.length)
        return false;
    if (a.length < 8) {
        for (uint32_t i = 0; i < a.length; i++)
            difference |= (uint64_t)(a.data[i] ^ b.data[i]);
        return difference == 0;
    }
    for (uint32_t i = 0; i + 8 < a.length && !difference; i += 8)
        difference = tf_text_word(a.data + i) ^ tf_text_word(b.data + i);
    return !(difference |
             (tf_text_word(a.data + a.length - 8) ^ tf_text_word(b.data + b.length - 8)));
}

/** Is the span this C string? */
static inline bool
tf_text_is(tf_span text, const char *string)
{
    return tf_text_equal(text, (tf_span){string, (uint32_t)strlen(string)});
}

#endif
