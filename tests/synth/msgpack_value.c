/* msgpack_value.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "msgpack_value.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <msgpack.h>

static void
pack_text(msgpack_packer *packer, const char *text)
{
    if (!text) {
        msgpack_pack_nil(packer);
        return;
    }
    msgpack_pack_str(packer, strlen(text));
    msgpack_pack_str_body(packer, text, strlen(text));
}

static size_t
count_pairs(const char *first, va_list rest)
{
    size_t count = 0;
    for (const char *key = first; key; key = va_arg(rest, const char *)) {
        (void)va_arg(rest, const char *);
        count++;
    }
    return count;
}

GByteArray *
synth_msgpack_object(const char *first, ...)
{
    GByteArray *out = g_byte_array_new();
    msgpack_sbuffer buffer;
    msgpack_packer packer;
    va_list rest;

    msgpack_sbuffer_init(&buffer);
    msgpack_packer_init(&packer, &buffer, msgpack_sbuffer_write);
    va_start(rest, first);
    msgpack_pack_map(&packer, count_pairs(first, rest));
    va_end(rest);
    va_start(rest, first);
    for (const char *key = first; key; key = va_arg(rest, const char *)) {
        pack_text(&packer, key);
        pack_text(&packer, va_arg(rest, const char *));
    }
    va_end(rest);
    g_byte_array_append(out, (const guint8 *)buffer.data, (guint)buffer.size);
    msgpack_sbuffer_destroy(&buffer);
    return out;
}

static const char *
read_quoted(const char *text, GByteArray *out)
{
    const char *end = strchr(text + 1, '\'');
    if (!end)
        g_error("no closing quote: %s", text);
    g_byte_array_append(out, (const guint8 *)text + 1, (guint)(end - text - 1));
    return end + 1;
}

static const char *
read_bin(const char *text, GByteArray *out)
{
    const guint8 header[] = {0xC4, 0};
    guint start = out->len;

    g_byte_array_append(out, header, sizeof header);
    text = read_quoted(text + 1, out);
    out->data[start + 1] = (guint8)(out->len - start - sizeof header);
    return text;
}

static const char *
read_hex(const char *text, GByteArray *out)
{
    int high = g_ascii_xdigit_value(text[0]);
    int low = high < 0 ? -1 : g_ascii_xdigit_value(text[1]);
    guint8 byte = (guint8)(high << 4 | low);
    if (low < 0)
        g_error("not hexadecimal: %s", text);
    g_byte_array_append(out, &byte, 1);
    return text + 2;
}

/* Reads `*N`, if it stands there, and repeats what came since @p start. */
static const char *
read_repeat(const char *text, GByteArray *out, guint start)
{
    guint length = out->len - start;
    guint8 *unit;
    char *end;

    if (*text != '*')
        return text;
    unit = (guint8 *)g_memdup2(out->data + start, length);
    for (unsigned long count = strtoul(text + 1, &end, 10); count > 1; count--)
        g_byte_array_append(out, unit, length);
    g_free(unit);
    return end;
}

GByteArray *
synth_bytes(const char *text)
{
    GByteArray *out = g_byte_array_new();
    while (*text) {
        guint start = out->len;
        if (*text == ' ') {
            text++;
            continue;
        }
        if (*text == '@')
            text = read_bin(text, out);
        else
            text = *text == '\'' ? read_quoted(text, out) : read_hex(text, out);
        text = read_repeat(text, out, start);
    }
    return out;
}
