/* text.c
 * Bytes that should be UTF-8, and how they are written as JSON strings.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "text.h"

#define REPLACEMENT "\xEF\xBF\xBD"

/** Bytes that follow the lead byte, and what the first of them must be: overlong forms, surrogates
 * and what is beyond U+10FFFF are told by it. */
static size_t
lead(uint8_t c, uint8_t *low, uint8_t *high)
{
    *low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
    *high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
    if (c >= 0xC2 && c <= 0xDF)
        return 1;
    if (c >= 0xE0 && c <= 0xEF)
        return 2;
    return c >= 0xF0 && c <= 0xF4 ? 3 : 0;
}

/* The length of the UTF-8 sequence that begins at `p`: 1 to 4, or 0 if there is no valid one. There
 * is at least one byte left. */
static size_t
sequence(const uint8_t *p, size_t left)
{
    uint8_t low, high;
    if (p[0] < 0x80)
        return 1;
    size_t more = lead(p[0], &low, &high);
    if (more == 0 || more >= left || p[1] < low || p[1] > high)
        return 0;
    for (size_t i = 2; i <= more; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    return more + 1;
}

bool
tf_text_is_utf8(tf_span text)
{
    const uint8_t *p = (const uint8_t *)text.data;
    if (tf_text_is_ascii(text))
        return true;
    for (size_t i = 0, n; i < text.length; i += n) {
        n = sequence(p + i, text.length - i);
        if (n == 0)
            return false;
    }
    return true;
}

const char *
tf_text_copy(wmem_allocator_t *pool, tf_span text)
{
    if (tf_text_is_utf8(text) && (text.length == 0 || !memchr(text.data, '\0', text.length)))
        return wmem_strndup(pool, text.data, text.length);
    wmem_strbuf_t *out = wmem_strbuf_new(pool, "");
    for (size_t i = 0, n; i < text.length; i += MAX(n, 1)) {
        n = sequence((const uint8_t *)text.data + i, text.length - i);
        if (n == 0 || text.data[i] == '\0')
            wmem_strbuf_append(out, REPLACEMENT);
        else
            wmem_strbuf_append_len(out, text.data + i, n);
    }
    return wmem_strbuf_finalize(out);
}

void
tf_append_integer(wmem_strbuf_t *out, int64_t integer)
{
    char text[20], *end = text + sizeof text, *p = end;
    uint64_t rest = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    do {
        *--p = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (integer < 0)
        *--p = '-';
    wmem_strbuf_append_len(out, p, (gsize)(end - p));
}

int
tf_text_compare(tf_span a, tf_span b)
{
    uint32_t shorter = MIN(a.length, b.length);
    int order = shorter ? memcmp(a.data, b.data, shorter) : 0;
    if (order)
        return order;
    return a.length < b.length ? -1 : a.length > b.length;
}

bool
tf_is_identifier(tf_span string)
{
    if (string.length == 0 || !(g_ascii_isalpha(string.data[0]) || string.data[0] == '_'))
        return false;
    for (uint32_t i = 1; i < string.length; i++)
        if (!g_ascii_isalnum(string.data[i]) && string.data[i] != '_' && string.data[i] != '-')
            return false;
    return true;
}

static void
append_escaped(wmem_strbuf_t *out, uint8_t c)
{
    static const char short_forms[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
    const char *found = c ? strchr(short_forms, c) : NULL;
    if (!found) {
        wmem_strbuf_append_printf(out, "\\u%04x", c);
        return;
    }
    wmem_strbuf_append_c(out, '\\');
    wmem_strbuf_append_c(out, letters[found - short_forms]);
}

/** Bytes from @p i on that can be written as they are. */
static uint32_t
plain_run(tf_span string, uint32_t i)
{
    uint32_t begin = i;
    while (i < string.length) {
        uint8_t c = (uint8_t)string.data[i];
        if (c < 0x20 || c == '"' || c == '\\')
            break;
        size_t n = sequence((const uint8_t *)string.data + i, string.length - i);
        if (n == 0)
            break;
        i += (uint32_t)n;
    }
    return i - begin;
}

void
tf_append_json_string(wmem_strbuf_t *out, tf_span string)
{
    wmem_strbuf_append_c(out, '"');
    for (uint32_t i = 0; i < string.length;) {
        uint32_t run = plain_run(string, i);
        if (run)
            wmem_strbuf_append_len(out, string.data + i, run);
        i += run;
        if (i == string.length)
            break;
        if ((uint8_t)string.data[i] >= 0x80)
            wmem_strbuf_append(out, REPLACEMENT);
        else
            append_escaped(out, (uint8_t)string.data[i]);
        i++;
    }
    wmem_strbuf_append_c(out, '"');
}
