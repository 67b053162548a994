/* json_string.c
 * Strings of JSON.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "json.h"

/** Checks the escape at @p at. @return the index behind it; not beyond a byte that is wrong */
static uint32_t
scan_escape(const uint8_t *data, uint32_t length, uint32_t at, tf_json_string *found)
{
    if (++at == length)
        return at;
    if (data[at] != 'u') {
        if (!data[at] || !strchr("\"\\/bfnrt", data[at]))
            found->message = "no such escape";
        return found->message ? at : at + 1;
    }
    for (uint32_t end = at + 5; ++at < end;) {
        if (at == length)
            return at;
        if (!g_ascii_isxdigit(data[at])) {
            found->message = "not a hexadecimal digit";
            return at;
        }
    }
    return at;
}

tf_json_string
tf_json_string_scan(const uint8_t *data, uint32_t length, uint32_t at)
{
    tf_json_string found = {.end = at + 1};
    while (found.end < length && !found.message && !found.closed) {
        uint8_t c = data[found.end];
        if (c == '\\') {
            found.escaped = true;
            found.end = scan_escape(data, length, found.end, &found);
        } else if (c < 0x20) {
            found.message = "control character in a string";
        } else {
            found.closed = c == '"';
            found.end++;
        }
    }
    return found;
}

static gunichar
hex4(const char *p)
{
    gunichar value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 4 | (gunichar)g_ascii_xdigit_value(p[i]);
    return value;
}

/** Decodes `\uXXXX`, both halves of a pair. @return the bytes that it takes in the raw text */
static uint32_t
decode_unicode(const char *p, uint32_t left, gunichar *out)
{
    *out = hex4(p + 2);
    if (*out < 0xD800 || *out > 0xDFFF)
        return 6;
    if (*out < 0xDC00 && left >= 12 && p[6] == '\\' && p[7] == 'u') {
        gunichar low = hex4(p + 8);
        if (low >= 0xDC00 && low <= 0xDFFF) {
            *out = 0x10000 + ((*out - 0xD800) << 10) + (low - 0xDC00);
            return 12;
        }
    }
    *out = 0xFFFD;
    return 6;
}

static char
decode_letter(char letter)
{
    switch (letter) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return letter;
    }
}

tf_span
tf_json_string_decode(wmem_allocator_t *pool, tf_span raw)
{
    /* An escape is never shorter than what it stands for. */
    char *out = (char *)wmem_alloc(pool, raw.length);
    uint32_t n = 0, i = 0;
    while (i < raw.length) {
        if (raw.data[i] != '\\') {
            out[n++] = raw.data[i++];
        } else if (raw.data[i + 1] != 'u') {
            out[n++] = decode_letter(raw.data[i + 1]);
            i += 2;
        } else {
            gunichar c;
            i += decode_unicode(raw.data + i, raw.length - i, &c);
            n += (uint32_t)g_unichar_to_utf8(c, out + n);
        }
    }
    return (tf_span){out, n};
}
