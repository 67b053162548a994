/* kept_test.c
 * Messages that are kept come back as they were, and share what they have in common.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "plugin/kept.h"

/* Long enough to be shared. */
#define LARGE 200

static wmem_allocator_t *pool;

/* What libwireshark has where there is a file. */
wmem_allocator_t *
wmem_file_scope(void)
{
    return pool;
}

static void
put(GByteArray *out, const char *bytes, guint length)
{
    g_byte_array_append(out, (const guint8 *)bytes, length);
}

#define PUT(out, literal) put(out, literal, sizeof(literal) - 1)

/* A value of LARGE bytes; the prefix is the caller's. */
static void
put_large(GByteArray *out, char fill)
{
    char *bytes = g_strnfill(LARGE, fill);

    put(out, bytes, LARGE);
    g_free(bytes);
}

/* Every field that was seen, as text. */
static void
note_field(const uint8_t *data, const tf_wire_field *at, void *user)
{
    GString *seen = (GString *)user;

    g_string_append_printf(seen, "%u/%u %" G_GUINT64_FORMAT " ", at->number, at->wire_type,
                           at->scalar);
    g_string_append_len(seen, (const char *)data + at->value_offset, at->value_length);
    g_string_append_c(seen, '\n');
}

static GString *
fields_of(const GByteArray *message)
{
    GString *seen = g_string_new(NULL);
    tf_wire_reader reader;
    tf_wire_field at;

    tf_wire_init(&reader, message->data, 0, message->len);
    while (tf_wire_next(&reader, &at) == TF_WIRE_OK)
        note_field(message->data, &at, seen);
    return seen;
}

static void
check_same(GByteArray *message)
{
    const tf_kept *kept = tf_kept_copy(message->data, message->len);
    GString *expected = fields_of(message), *seen = g_string_new(NULL);

    g_assert_cmpmem(tf_kept_bytes(pool, kept), message->len, message->data, message->len);
    tf_kept_foreach(kept, note_field, seen);
    g_assert_cmpmem(seen->str, seen->len, expected->str, expected->len);
    g_string_free(seen, TRUE);
    g_string_free(expected, TRUE);
    g_byte_array_unref(message);
}

static void
comes_back(void)
{
    GByteArray *message = g_byte_array_new();

    PUT(message, "\x0a\x03"
                 "abc\x10\x07");
    PUT(message, "\x1a\xc8\x01"); /* field 3, 200 bytes */
    put_large(message, 'x');
    PUT(message, "\xfa\xff\xff\xff\x0f\xc8\x01"); /* the last field number there is */
    put_large(message, 'x');
    PUT(message, "\x20\x01");
    check_same(message);
}

/* What cannot be written again from number and length is kept as it came. */
static void
long_prefix(void)
{
    GByteArray *message = g_byte_array_new();

    PUT(message, "\x9a\x00\xc8\x01");
    put_large(message, 'x');
    PUT(message, "\x1a\xc8\x81\x00");
    put_large(message, 'x');
    check_same(message);
}

static void
unsound(void)
{
    GByteArray *cut = g_byte_array_new(), *group = g_byte_array_new(), *none = g_byte_array_new();

    PUT(cut, "\x1a\xc8\x01");
    put_large(cut, 'x');
    PUT(cut, "\x22\xc9\x01");
    put_large(cut, 'x');
    check_same(cut);
    PUT(group, "\x0b\x1a\xc8\x01");
    put_large(group, 'x');
    PUT(group, "\x0c\x1a\xc8\x01");
    put_large(group, 'y');
    check_same(group);
    PUT(none, "\xff\xff\xff");
    check_same(none);
}

static void
note_data(const uint8_t *data, const tf_wire_field *at, void *user)
{
    *(const uint8_t **)user = data + at->value_offset;
}

/* Where the value of a message with one field is kept. */
static const uint8_t *
kept_value(char number, char fill)
{
    GByteArray *message = g_byte_array_new();
    const uint8_t *value = NULL;

    put(message, (char[]){(char)(number << 3 | TF_WIRE_BYTES)}, 1);
    PUT(message, "\xc8\x01");
    put_large(message, fill);
    tf_kept_foreach(tf_kept_copy(message->data, message->len), note_data, (void *)&value);
    g_byte_array_unref(message);
    return value;
}

static void
once(void)
{
    g_assert_true(kept_value(1, 'a') == kept_value(4, 'a'));
    g_assert_true(kept_value(1, 'a') != kept_value(1, 'b'));
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    wmem_init();
    pool = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    tf_kept_reset();
    g_test_add_func("/kept/comes_back", comes_back);
    g_test_add_func("/kept/long_prefix", long_prefix);
    g_test_add_func("/kept/unsound", unsound);
    g_test_add_func("/kept/once", once);
    return g_test_run();
}
