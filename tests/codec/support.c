/* support.c
 * Values written by hand, and what they are expected to decode to.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"
#include "same.h"

#include "codec/straight.h"

wmem_allocator_t *test_pool;
static decoded current;

void
test_init(int *argc, char ***argv)
{
    g_test_init(argc, argv, NULL);
    wmem_init();
    /* One malloc() for every allocation, so that the sanitizers see each of them. */
    test_pool = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
}

void
test_release(void)
{
    g_free(current.bytes);
    current = (decoded){0};
    wmem_free_all(test_pool);
}

const tf_type *
test_type(const char *json)
{
    tf_type_error error = {0};
    if (!json)
        return NULL;
    const tf_type *type = tf_type_parse(test_pool, (const uint8_t *)json, strlen(json), &error);
    if (!type)
        g_error("%s: %s at %u", json, error.message, error.offset);
    return type;
}

uint8_t *
test_bytes(const char *readable, uint32_t *length)
{
    GByteArray *bytes = g_byte_array_new();
    for (const char *p = readable; *p; p++) {
        if (*p == ' ')
            continue;
        if (*p == '\'') {
            const char *end = strchr(p + 1, '\'');
            g_byte_array_append(bytes, (const guint8 *)p + 1, (guint)(end - p - 1));
            p = end;
        } else {
            guint8 byte = (guint8)(g_ascii_xdigit_value(p[0]) << 4 | g_ascii_xdigit_value(p[1]));
            g_byte_array_append(bytes, &byte, 1);
            p++;
        }
    }
    *length = bytes->len;
    uint8_t *exact = (uint8_t *)g_memdup2(bytes->data, bytes->len);
    g_byte_array_free(bytes, TRUE);
    return exact;
}

static decoded *
begin(const uint8_t *bytes, uint32_t length)
{
    g_free(current.bytes);
    current.bytes = (uint8_t *)g_memdup2(bytes, length);
    current.length = length;
    return &current;
}

decoded *
test_decode(const uint8_t *bytes, uint32_t length, const tf_type *type)
{
    decoded *d = begin(bytes, length);
    d->result = tf_decode_msgpack(test_pool, d->bytes, length, type, 0);
    test_check_tree(d);
    const tf_decoded *walked = tf_decode_msgpack_walked(test_pool, d->bytes, length, type, 0);
    g_assert_cmpstr(test_difference(d->result, walked), ==, NULL);
    return d;
}

decoded *
test_msgpack_type(const char *readable, const tf_type *type)
{
    uint32_t length;
    uint8_t *bytes = test_bytes(readable, &length);
    decoded *d = test_decode(bytes, length, type);
    g_free(bytes);
    return d;
}

decoded *
test_msgpack(const char *readable, const char *type)
{
    return test_msgpack_type(readable, test_type(type));
}

static decoded *
decode_json(const char *json, const char *type, bool lenient)
{
    decoded *d = begin((const uint8_t *)json, (uint32_t)strlen(json));
    d->result = tf_decode_json(test_pool, d->bytes, d->length, test_type(type), 0, lenient);
    test_check_tree(d);
    return d;
}

decoded *
test_json(const char *json, const char *type)
{
    return decode_json(json, type, false);
}

decoded *
test_raw_state(const char *json, const char *type)
{
    return decode_json(json, type, true);
}

static void
append_lines(wmem_strbuf_t *out, const tf_value *value)
{
    if (tf_value_is_leaf(value)) {
        if (wmem_strbuf_get_len(out))
            wmem_strbuf_append_c(out, '\n');
        tf_value_append_line(out, value);
        return;
    }
    for (uint32_t i = 0; i < value->n_children; i++)
        append_lines(out, &value->children[i]);
}

char *
test_lines(const tf_decoded *result)
{
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");
    append_lines(out, result->root);
    char *lines = g_strdup(wmem_strbuf_get_str(out));
    wmem_strbuf_destroy(out);
    return lines;
}

char *
test_problems(const tf_decoded *result)
{
    GString *out = g_string_new("");
    for (uint32_t i = 0; i < result->n_problems; i++) {
        const tf_problem *problem = &result->problems[i];
        g_string_append_printf(out, "%s%s %u+%u", i ? "\n" : "", tf_problem_name(problem->code),
                               problem->offset, problem->length);
        g_assert_nonnull(problem->where);
        g_assert_nonnull(problem->detail);
    }
    return g_string_free(out, FALSE);
}

static void
check_case(const decoded *d, const test_case *c)
{
    char *lines = test_lines(d->result), *problems = test_problems(d->result);
    if (strcmp(lines, c->lines) != 0 || strcmp(problems, c->problems ? c->problems : "") != 0) {
        g_test_message("%s as %s", c->input, c->type ? c->type : "its own shape");
        g_test_message("lines:\n%s\nexpected:\n%s", lines, c->lines);
        g_test_message("problems:\n%s\nexpected:\n%s", problems, c->problems ? c->problems : "");
        g_test_fail();
    }
    g_free(lines);
    g_free(problems);
}

void
test_run_msgpack(const test_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_case(test_msgpack(cases[i].input, cases[i].type), &cases[i]);
    test_release();
}

void
test_run_json(const test_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_case(test_json(cases[i].input, cases[i].type), &cases[i]);
    test_release();
}

static const tf_value *
find(const tf_value *value, const char *path)
{
    wmem_strbuf_t *own = wmem_strbuf_new(NULL, "");
    tf_value_append_path(own, value);
    bool found = strcmp(wmem_strbuf_get_str(own), path) == 0;
    wmem_strbuf_destroy(own);
    if (found || !tf_value_is_container(value))
        return found ? value : NULL;
    for (uint32_t i = 0; i < value->n_children; i++) {
        const tf_value *below = find(&value->children[i], path);
        if (below)
            return below;
    }
    return NULL;
}

const tf_value *
test_find(const tf_decoded *result, const char *path)
{
    const tf_value *value = find(result->root, path);
    if (!value)
        g_error("no value at %s", path);
    return value;
}

/** Checks a value and what is below it. @return their number */
static uint32_t
check_value(const tf_value *value, uint32_t end)
{
    uint32_t n = 1, previous = value->offset;
    g_assert_cmpuint(value->key_offset, <=, value->offset);
    g_assert_cmpuint((uint64_t)value->offset + value->length, <=, end);
    if (!tf_value_is_container(value))
        return n;
    for (uint32_t i = 0; i < value->n_children; i++) {
        const tf_value *child = &value->children[i];
        g_assert_true(child->parent == value);
        g_assert_cmpuint(child->key_offset, >=, previous);
        n += check_value(child, value->offset + value->length);
        previous = child->offset + child->length;
    }
    return n;
}

void
test_check_tree(const decoded *value)
{
    const tf_decoded *result = value->result;
    g_assert_cmpuint(check_value(result->root, value->length), ==, result->n_values);
    g_assert_cmpuint(tf_value_count_unknown(result->root), ==, result->n_unknown);
    g_assert_cmpuint(result->n_problems, <=, TF_MAX_PROBLEMS);
    for (uint32_t i = 0; i < result->n_problems; i++) {
        const tf_problem *problem = &result->problems[i];
        g_assert_cmpuint((uint64_t)problem->offset + problem->length, <=, value->length);
    }
}
