/* test_wire.c
 * The wire reader, on bytes written by hand.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "proto/wire.h"

#include <glib.h>
#include <string.h>

/* Bytes on the heap and exactly as many, so that a sanitizer sees a read beyond them. */
typedef struct input {
    uint8_t *data;
    tf_wire_reader reader;
} input;

static input
input_of(const char *bytes, uint32_t length)
{
    input in = {.data = g_memdup2(bytes, length)};

    tf_wire_init(&in.reader, in.data, 0, length);
    return in;
}

#define INPUT(LITERAL) input_of(LITERAL, sizeof(LITERAL) - 1)

static void
assert_place(const tf_wire_field *field, uint32_t offset, uint32_t length, uint32_t value_offset,
             uint32_t value_length)
{
    g_assert_cmpuint(field->offset, ==, offset);
    g_assert_cmpuint(field->length, ==, length);
    g_assert_cmpuint(field->value_offset, ==, value_offset);
    g_assert_cmpuint(field->value_length, ==, value_length);
}

/* Reads the first and only field, expects an error, and that it comes once. */
static tf_wire_field
assert_error(input in, tf_wire_status expected)
{
    tf_wire_field field;

    g_assert_cmpint(tf_wire_next(&in.reader, &field), ==, expected);
    g_assert_cmpuint(field.offset + field.length, ==, in.reader.end);
    g_assert_cmpuint(field.value_offset + field.value_length, ==, in.reader.end);
    g_assert_cmpint(tf_wire_next(&in.reader, &field), ==, TF_WIRE_END);
    g_free(in.data);
    return field;
}

static tf_wire_field
assert_single(input in)
{
    tf_wire_field field;

    g_assert_cmpint(tf_wire_next(&in.reader, &field), ==, TF_WIRE_OK);
    tf_wire_field end_leaves_alone = field;
    g_assert_cmpint(tf_wire_next(&in.reader, &end_leaves_alone), ==, TF_WIRE_END);
    g_assert_cmpuint(end_leaves_alone.length, ==, field.length);
    g_free(in.data);
    return field;
}

static void
test_empty(void)
{
    tf_wire_reader r;
    tf_wire_field field;

    tf_wire_init(&r, NULL, 0, 0);
    g_assert_cmpint(tf_wire_next(&r, &field), ==, TF_WIRE_END);
    tf_wire_init(&r, (const uint8_t *)"\x08\x01", 2, 1);
    g_assert_cmpint(tf_wire_next(&r, &field), ==, TF_WIRE_END);
}

static void
test_each_wire_type(void)
{
    input in = INPUT("\x08\x96\x01"
                     "\x11\x01\x02\x03\x04\x05\x06\x07\x08"
                     "\x1a\x02hi"
                     "\x25\x0a\x0b\x0c\x0d"
                     "\x2a\x00");
    tf_wire_field f;

    g_assert_cmpint(tf_wire_next(&in.reader, &f), ==, TF_WIRE_OK);
    g_assert_cmpuint(f.number, ==, 1);
    g_assert_cmpuint(f.wire_type, ==, TF_WIRE_VARINT);
    g_assert_cmpuint(f.scalar, ==, 150);
    assert_place(&f, 0, 3, 1, 2);
    g_assert_cmpint(tf_wire_next(&in.reader, &f), ==, TF_WIRE_OK);
    g_assert_cmpuint(f.wire_type, ==, TF_WIRE_FIXED64);
    g_assert_cmphex(f.scalar, ==, 0x0807060504030201);
    assert_place(&f, 3, 9, 4, 8);
    g_assert_cmpint(tf_wire_next(&in.reader, &f), ==, TF_WIRE_OK);
    g_assert_cmpuint(f.wire_type, ==, TF_WIRE_BYTES);
    g_assert_cmpuint(f.scalar, ==, 0);
    assert_place(&f, 12, 4, 14, 2);
    g_assert_cmpint(tf_wire_next(&in.reader, &f), ==, TF_WIRE_OK);
    g_assert_cmpuint(f.wire_type, ==, TF_WIRE_FIXED32);
    g_assert_cmphex(f.scalar, ==, 0x0d0c0b0a);
    assert_place(&f, 16, 5, 17, 4);
    g_assert_cmpint(tf_wire_next(&in.reader, &f), ==, TF_WIRE_OK);
    g_assert_cmpuint(f.number, ==, 5);
    assert_place(&f, 21, 2, 23, 0);
    g_assert_cmpint(tf_wire_next(&in.reader, &f), ==, TF_WIRE_END);
    g_free(in.data);
}

static void
test_reader_within_data(void)
{
    static const uint8_t data[] = "\xff\xff\x12\x04\x08\x07\x10\x09\xff";
    tf_wire_reader outer, inner;
    tf_wire_field f;

    tf_wire_init(&outer, data, 2, 8);
    g_assert_cmpint(tf_wire_next(&outer, &f), ==, TF_WIRE_OK);
    assert_place(&f, 2, 6, 4, 4);
    g_assert_cmpint(tf_wire_next(&outer, &f), ==, TF_WIRE_END);
    tf_wire_enter(&inner, data, &f);
    g_assert_cmpint(tf_wire_next(&inner, &f), ==, TF_WIRE_OK);
    assert_place(&f, 4, 2, 5, 1);
    g_assert_cmpint(tf_wire_next(&inner, &f), ==, TF_WIRE_OK);
    g_assert_cmpuint(f.scalar, ==, 9);
    assert_place(&f, 6, 2, 7, 1);
    g_assert_cmpint(tf_wire_next(&inner, &f), ==, TF_WIRE_END);
}

static void
test_varint_of_each_length(void)
{
    for (uint32_t length = 1; length <= 10; length++) {
        /* Bit 0 and the lowest bit of the last byte. */
        char bytes[11] = "\x08\x81";
        uint32_t bit = 7 * (length - 1);
        memset(bytes + 2, 0x80, sizeof bytes - 2);
        bytes[length] = 1;
        tf_wire_field f = assert_single(input_of(bytes, 1 + length));
        g_assert_cmphex(f.scalar, ==, (UINT64_C(1) << bit) | 1);
        assert_place(&f, 0, 1 + length, 1, length);
    }
}

static void
test_varint_limits(void)
{
    tf_wire_field f = assert_single(INPUT("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"));

    g_assert_cmphex(f.scalar, ==, UINT64_MAX);
    f = assert_error(INPUT("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"), TF_WIRE_BAD_VARINT);
    g_assert_cmpuint(f.number, ==, 1);
    g_assert_cmpuint(f.scalar, ==, 0);
    assert_place(&f, 0, 11, 1, 10);
    assert_error(INPUT("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), TF_WIRE_BAD_VARINT);
}

static void
test_overlong_is_accepted(void)
{
    tf_wire_field f = assert_single(INPUT("\x08\x81\x80\x80\x80\x80\x80\x80\x80\x80\x00"));

    g_assert_cmpuint(f.scalar, ==, 1);
    assert_place(&f, 0, 11, 1, 10);
    f = assert_single(INPUT("\x8a\x80\x00\x82\x00hi"));
    g_assert_cmpuint(f.number, ==, 1);
    g_assert_cmpuint(f.wire_type, ==, TF_WIRE_BYTES);
    assert_place(&f, 0, 7, 5, 2);
}

static void
test_field_numbers(void)
{
    tf_wire_field f = assert_single(INPUT("\xf8\xff\xff\xff\x0f\x01"));

    g_assert_cmpuint(f.number, ==, (1u << 29) - 1);
    f = assert_error(INPUT("\x80\x80\x80\x80\x10\x01"), TF_WIRE_BAD_TAG);
    g_assert_cmpuint(f.number, ==, 0);
    f = assert_error(INPUT("\x00\x01\x02"), TF_WIRE_BAD_TAG);
    assert_place(&f, 0, 3, 1, 2);
    assert_error(INPUT("\x02\x00"), TF_WIRE_BAD_TAG);
}

static void
test_wire_types_6_and_7(void)
{
    tf_wire_field f = assert_error(INPUT("\x0e\x01"), TF_WIRE_BAD_TAG);

    g_assert_cmpuint(f.number, ==, 1);
    g_assert_cmpuint(f.wire_type, ==, 6);
    f = assert_error(INPUT("\x0f"), TF_WIRE_BAD_TAG);
    g_assert_cmpuint(f.wire_type, ==, 7);
    assert_place(&f, 0, 1, 1, 0);
}

static void
test_length_beyond_end(void)
{
    tf_wire_field f = assert_error(INPUT("\x0a\x03hi"), TF_WIRE_TRUNCATED);

    g_assert_cmpuint(f.number, ==, 1);
    assert_place(&f, 0, 4, 2, 2);
    f = assert_error(INPUT("\x0a\xff\xff\xff\xff\x0fhi"), TF_WIRE_TRUNCATED); /* 2^32-1 */
    assert_place(&f, 0, 8, 6, 2);
    f = assert_error(INPUT("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01hi"), TF_WIRE_TRUNCATED);
    assert_place(&f, 0, 13, 11, 2);
    f = assert_error(INPUT("\x0a\x80\x80\x80\x80\x10hi"), TF_WIRE_TRUNCATED); /* 2^32 */
    assert_place(&f, 0, 8, 6, 2);
}

/* Every proper prefix of a field is truncated, wherever it ends. */
static void
assert_prefixes_truncated(const char *bytes, uint32_t length)
{
    for (uint32_t cut = 1; cut < length; cut++)
        assert_error(input_of(bytes, cut), TF_WIRE_TRUNCATED);
    assert_single(input_of(bytes, length));
}

#define PREFIXES_TRUNCATED(LITERAL) assert_prefixes_truncated(LITERAL, sizeof(LITERAL) - 1)

static void
test_truncated_at_each_byte(void)
{
    PREFIXES_TRUNCATED("\x88\x80\x01\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01");
    PREFIXES_TRUNCATED("\x09\x01\x02\x03\x04\x05\x06\x07\x08");
    PREFIXES_TRUNCATED("\x0d\x01\x02\x03\x04");
    PREFIXES_TRUNCATED("\x8a\x01\x83\x00hey");
    PREFIXES_TRUNCATED("\x0b\x10\x81\x01\x1a\x02hi\x23\x2d\x01\x02\x03\x04\x24\x0c");
}

static void
test_error_after_good_fields(void)
{
    input in = INPUT("\x08\x01\x12\x05hi");
    tf_wire_field f;

    g_assert_cmpint(tf_wire_next(&in.reader, &f), ==, TF_WIRE_OK);
    g_assert_cmpint(tf_wire_next(&in.reader, &f), ==, TF_WIRE_TRUNCATED);
    g_assert_cmpuint(f.number, ==, 2);
    assert_place(&f, 2, 4, 4, 2);
    g_assert_cmpint(tf_wire_next(&in.reader, &f), ==, TF_WIRE_END);
    g_free(in.data);
}

static void
test_groups(void)
{
    tf_wire_field f = assert_single(INPUT("\x0b\x0c"));

    g_assert_cmpuint(f.number, ==, 1);
    g_assert_cmpuint(f.wire_type, ==, TF_WIRE_GROUP);
    assert_place(&f, 0, 2, 1, 0);
    /* Group 1 holds a varint, group 2 with a string that looks like an end tag, and a fixed32. */
    f = assert_single(INPUT("\x0b\x10\x05\x13\x1a\x01\x0c\x14\x25\x0c\x0c\x0c\x0c\x0c"));
    assert_place(&f, 0, 14, 1, 12);
    /* The end tag in two bytes. */
    f = assert_single(INPUT("\x0b\x10\x05\x8c\x00"));
    assert_place(&f, 0, 5, 1, 2);
}

static void
test_bad_groups(void)
{
    tf_wire_field f = assert_error(INPUT("\x0c\x08\x01"), TF_WIRE_BAD_GROUP);

    g_assert_cmpuint(f.wire_type, ==, TF_WIRE_END_GROUP);
    assert_place(&f, 0, 3, 1, 2);
    f = assert_error(INPUT("\x0b\x08\x01\x14"), TF_WIRE_BAD_GROUP); /* the end of another */
    assert_place(&f, 0, 4, 1, 3);
    assert_error(INPUT("\x0b\x13\x0c\x14"), TF_WIRE_BAD_GROUP); /* crossed */
    assert_error(INPUT("\x0b\x00\x0c"), TF_WIRE_BAD_TAG);
    assert_error(INPUT("\x0b\x0e\x0c"), TF_WIRE_BAD_TAG);
    assert_error(INPUT("\x0b\x0a\x7f\x0c"), TF_WIRE_TRUNCATED);
}

static input
nested_groups(uint32_t depth)
{
    char bytes[2 * (TF_WIRE_MAX_GROUPS + 1)];

    memset(bytes, 0x0b, depth);
    memset(bytes + depth, 0x0c, depth);
    return input_of(bytes, 2 * depth);
}

static void
test_group_depth(void)
{
    tf_wire_field f = assert_single(nested_groups(TF_WIRE_MAX_GROUPS - 1));

    assert_place(&f, 0, 2 * (TF_WIRE_MAX_GROUPS - 1), 1, 2 * (TF_WIRE_MAX_GROUPS - 1) - 2);
    assert_single(nested_groups(TF_WIRE_MAX_GROUPS));
    assert_error(nested_groups(TF_WIRE_MAX_GROUPS + 1), TF_WIRE_BAD_GROUP);
}

/* Any bytes end in finitely many fields that cover them without gap or overlap. */
static void
test_random_bytes(void)
{
    for (int round = 0; round < 20000; round++) {
        char bytes[40];
        uint32_t length = (uint32_t)g_test_rand_int_range(0, sizeof bytes);
        for (uint32_t i = 0; i < length; i++)
            bytes[i] = (char)g_test_rand_int_range(0, round % 2 ? 256 : 32);
        input in = input_of(bytes, length);
        tf_wire_field f;
        uint32_t covered = 0;
        while (tf_wire_next(&in.reader, &f) != TF_WIRE_END) {
            g_assert_cmpuint(f.offset, ==, covered);
            g_assert_cmpuint(f.length, >, 0);
            g_assert_cmpuint(f.value_offset, >=, f.offset);
            g_assert_cmpuint(f.value_offset + f.value_length, <=, f.offset + f.length);
            covered += f.length;
        }
        g_assert_cmpuint(covered, ==, length);
        g_free(in.data);
    }
}

static void
test_status_texts(void)
{
    for (int status = TF_WIRE_OK; status <= TF_WIRE_BAD_GROUP; status++)
        g_assert_cmpstr(tf_wire_status_text((tf_wire_status)status), !=, "unknown error");
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wire/empty", test_empty);
    g_test_add_func("/wire/each-wire-type", test_each_wire_type);
    g_test_add_func("/wire/reader-within-data", test_reader_within_data);
    g_test_add_func("/wire/varint-of-each-length", test_varint_of_each_length);
    g_test_add_func("/wire/varint-limits", test_varint_limits);
    g_test_add_func("/wire/overlong-is-accepted", test_overlong_is_accepted);
    g_test_add_func("/wire/field-numbers", test_field_numbers);
    g_test_add_func("/wire/wire-types-6-and-7", test_wire_types_6_and_7);
    g_test_add_func("/wire/length-beyond-end", test_length_beyond_end);
    g_test_add_func("/wire/truncated-at-each-byte", test_truncated_at_each_byte);
    g_test_add_func("/wire/error-after-good-fields", test_error_after_good_fields);
    g_test_add_func("/wire/groups", test_groups);
    g_test_add_func("/wire/bad-groups", test_bad_groups);
    g_test_add_func("/wire/group-depth", test_group_depth);
    g_test_add_func("/wire/random-bytes", test_random_bytes);
    g_test_add_func("/wire/status-texts", test_status_texts);
    return g_test_run();
}
