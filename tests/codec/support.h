/* support.h
 * Values written by hand, and what they are expected to decode to.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_TESTS_CODEC_SUPPORT_H
#define TF_TESTS_CODEC_SUPPORT_H

#include "codec/decode.h"

/** One decoded value with all that it points into; one at a time is alive. */
typedef struct decoded {
    uint8_t *bytes; /**< a block of exactly `length` bytes, so that reading beyond is caught */
    uint32_t length;
    tf_decoded *result;
} decoded;

/** What everything is allocated in; emptied by test_release(). */
extern wmem_allocator_t *test_pool;

/** Sets up GLib's tests and the pool. */
void test_init(int *argc, char ***argv);

/** Frees what was decoded last. */
void test_release(void);

/** A type from its JSON; NULL for NULL. */
const tf_type *test_type(const char *json);

/**
 * Bytes from a readable form: pairs of hexadecimal digits, and text in single quotes:
 * `82 a1'a' 01 a1'b' c0`. White space is for the eye.
 * @return a block of exactly so many bytes, to be freed with g_free()
 */
uint8_t *test_bytes(const char *readable, uint32_t *length);

/** Decode, without a limit; the block of bytes is as big as the value. */
decoded *test_msgpack(const char *readable, const char *type);
decoded *test_msgpack_type(const char *readable, const tf_type *type);
decoded *test_json(const char *json, const char *type);
decoded *test_raw_state(const char *json, const char *type);
decoded *test_decode(const uint8_t *bytes, uint32_t length, const tf_type *type);

/** The lines of all leaves, each `path = literal`, joined by newlines. */
char *test_lines(const tf_decoded *result);

/** The problems, each `name offset+length`, joined by newlines. */
char *test_problems(const tf_decoded *result);

#define assert_lines(decoded_, expected)                                                           \
    do {                                                                                           \
        char *lines_ = test_lines((decoded_)->result);                                             \
        g_assert_cmpstr(lines_, ==, expected);                                                     \
        g_free(lines_);                                                                            \
    } while (0)

#define assert_problems(decoded_, expected)                                                        \
    do {                                                                                           \
        char *problems_ = test_problems((decoded_)->result);                                       \
        g_assert_cmpstr(problems_, ==, expected);                                                  \
        g_free(problems_);                                                                         \
    } while (0)

/** A case of a table: bytes, type, the lines expected and the problems expected. */
typedef struct test_case {
    const char *input, *type, *lines, *problems;
} test_case;

/** Runs a table of MessagePack or JSON values. */
void test_run_msgpack(const test_case *cases, size_t count);
void test_run_json(const test_case *cases, size_t count);

/** The value at a path as tf_value_append_path() writes it; fails if there is none. */
const tf_value *test_find(const tf_decoded *result, const char *path);

/** Checks where a value and its key are. */
#define assert_place(value_, key_offset_, offset_, length_)                                        \
    do {                                                                                           \
        const tf_value *place_ = (value_);                                                         \
        g_assert_cmpuint(place_->key_offset, ==, key_offset_);                                     \
        g_assert_cmpuint(place_->offset, ==, offset_);                                             \
        g_assert_cmpuint(place_->length, ==, length_);                                             \
    } while (0)

/** Walks the tree and checks what holds of every tree: parents, ranges, counts. */
void test_check_tree(const decoded *value);

#endif
