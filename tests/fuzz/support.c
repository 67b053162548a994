/* support.c
 * The pool, its budget, and the properties of a decoded value.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAVE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ASAN 1
#endif
#endif

#ifdef HAVE_ASAN
/* gcc has the function, but not the header that declares it. */
size_t __sanitizer_get_current_allocated_bytes(void);
#else
#include <malloc.h>
#endif

/* The largest thing that a byte can become is a value; the factor leaves room for its type, path
 * and text. The base is what wmem and stdio take at once. */
#define BUDGET_BASE (1024 * 1024)
#define BUDGET_FACTOR 1024

static wmem_allocator_t *pool;
static size_t before;

static size_t
allocated(void)
{
#ifdef HAVE_ASAN
    return __sanitizer_get_current_allocated_bytes();
#else
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
}

wmem_allocator_t *
fuzz_pool_begin(void)
{
    if (!pool) {
        /* Every allocation is one of the C library: reading beyond it is seen. */
        g_setenv("WIRESHARK_DEBUG_WMEM_OVERRIDE", "simple", TRUE);
        wmem_init();
        pool = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    }
    before = allocated();
    return pool;
}

void
fuzz_pool_end(size_t size)
{
    size_t now = allocated();

    fuzz_assert(now <= before + BUDGET_BASE + BUDGET_FACTOR * size);
    wmem_free_all(pool);
}

static void
check_value(const tf_value *value, uint32_t length, uint32_t *n_values, uint32_t *n_unknown)
{
    ++*n_values;
    *n_unknown += value->kind == TF_VALUE_UNKNOWN;
    fuzz_assert(value->offset <= length && value->length <= length - value->offset);
    fuzz_assert(value->key_offset <= value->offset);
    if (!tf_value_is_container(value))
        return;
    for (uint32_t i = 0; i < value->n_children; i++) {
        const tf_value *child = &value->children[i];
        fuzz_assert(child->parent == value);
        fuzz_assert(child->key_offset >= value->offset);
        fuzz_assert(child->offset + child->length <= value->offset + value->length);
        check_value(child, length, n_values, n_unknown);
    }
}

/* Prints every leaf, and the paths of as many as a fuzzer has patience for. */
static void
print_leaves(wmem_strbuf_t *out, const tf_value *value, unsigned *paths)
{
    if (tf_value_is_leaf(value)) {
        wmem_strbuf_truncate(out, 0);
        if (*paths > 0) {
            --*paths;
            tf_value_append_line(out, value);
        } else {
            tf_value_append_literal(out, value);
        }
        fuzz_assert(
            g_utf8_validate(wmem_strbuf_get_str(out), (gssize)wmem_strbuf_get_len(out), NULL));
        return;
    }
    for (uint32_t i = 0; i < value->n_children; i++)
        print_leaves(out, &value->children[i], paths);
}

void
fuzz_check_decoded(const tf_decoded *decoded, uint32_t length)
{
    uint32_t n_values = 0, n_unknown = 0;
    unsigned paths = 1000;
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");

    fuzz_assert(decoded->root && !decoded->root->parent);
    check_value(decoded->root, length, &n_values, &n_unknown);
    fuzz_assert(n_values == decoded->n_values && n_unknown == decoded->n_unknown);
    fuzz_assert(decoded->n_problems <= TF_MAX_PROBLEMS);
    for (uint32_t i = 0; i < decoded->n_problems; i++) {
        const tf_problem *problem = &decoded->problems[i];
        fuzz_assert(problem->where && problem->detail && tf_problem_name(problem->code));
        fuzz_assert(problem->offset <= length && problem->length <= length - problem->offset);
    }
    print_leaves(out, decoded->root, &paths);
    wmem_strbuf_destroy(out);
}

const tf_type *
fuzz_split(wmem_allocator_t *from, const uint8_t *data, size_t size, const uint8_t **rest,
           uint32_t *rest_length)
{
    const uint8_t *newline = size ? memchr(data, '\n', size) : NULL;
    size_t line = newline ? (size_t)(newline - data) : size;

    *rest = newline ? newline + 1 : data + size;
    *rest_length = (uint32_t)(data + size - *rest);
    return tf_type_parse(from, data, line, NULL);
}
