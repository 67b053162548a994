/* msgpack_test.c
 * MessagePack as cores and SDKs write it, and every other form of the same values.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

static void
null_and_bool(void)
{
    static const test_case cases[] = {
        {"c0", "\"string\"", "= null", NULL},
        {"c0", "\"number\"", "= null", NULL},
        {"c0", "[\"object\",{\"a\":\"string\"}]", "= null", NULL},
        {"c0", "[\"list\",\"string\"]", "= null", NULL},
        {"c0", "\"dynamic\"", "= null", NULL},
        {"c2", "\"bool\"", "= false", NULL},
        {"c3", "\"bool\"", "= true", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
strings(void)
{
    static const test_case cases[] = {
        {"a0", "\"string\"", "= \"\"", NULL},
        {"a2'ab'", "\"string\"", "= \"ab\"", NULL},
        {"d902'ab'", "\"string\"", "= \"ab\"", NULL},
        {"da0002'ab'", "\"string\"", "= \"ab\"", NULL},
        {"db00000002'ab'", "\"string\"", "= \"ab\"", NULL},
        {"d900", "\"string\"", "= \"\"", NULL},
        {"da0000", "\"string\"", "= \"\"", NULL},
        {"db00000000", "\"string\"", "= \"\"", NULL},
        /* As bin: accepted by both. */
        {"c402'ab'", "\"string\"", "= \"ab\"", NULL},
        {"c50002'ab'", "\"string\"", "= \"ab\"", NULL},
        {"c600000002'ab'", "\"string\"", "= \"ab\"", NULL},
        {"c400", "\"string\"", "= \"\"", NULL},
        /* Invalid UTF-8 is accepted as it is. */
        {"a1 ff", "\"string\"", "= \"\xEF\xBF\xBD\"", "bad-utf8 0+2"},
        {"a3'a' 00 'b'", "\"string\"", "= \"a\\u0000b\"", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
integers(void)
{
    static const test_case cases[] = {
        {"00", "\"number\"", "= 0", NULL},
        {"7f", "\"number\"", "= 127", NULL},
        {"ff", "\"number\"", "= -1", NULL},
        {"e0", "\"number\"", "= -32", NULL},
        {"ccff", "\"number\"", "= 255", NULL},
        {"cd012c", "\"number\"", "= 300", NULL},
        {"ceffffffff", "\"number\"", "= 4294967295", NULL},
        {"cf7fffffffffffffff", "\"number\"", "= 9223372036854775807", NULL},
        {"cf8000000000000000", "\"number\"", "= 9223372036854775808", NULL},
        {"cfffffffffffffffff", "\"number\"", "= 18446744073709551615", NULL},
        {"d080", "\"number\"", "= -128", NULL},
        {"d1fed4", "\"number\"", "= -300", NULL},
        {"d280000000", "\"number\"", "= -2147483648", NULL},
        {"d38000000000000000", "\"number\"", "= -9223372036854775808", NULL},
        /* Wider than need be. */
        {"cc01", "\"number\"", "= 1", NULL},
        {"cd0001", "\"number\"", "= 1", NULL},
        {"ce00000001", "\"number\"", "= 1", NULL},
        {"cf0000000000000001", "\"number\"", "= 1", NULL},
        {"d001", "\"number\"", "= 1", NULL},
        {"d10001", "\"number\"", "= 1", NULL},
        {"d200000001", "\"number\"", "= 1", NULL},
        {"d3ffffffffffffffff", "\"number\"", "= -1", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
floats(void)
{
    static const test_case cases[] = {
        {"cb3fb999999999999a", "\"number\"", "= 0.1", NULL},
        {"cb3ff8000000000000", "\"number\"", "= 1.5", NULL},
        {"cb43e0000000000000", "\"number\"", "= 9223372036854776000", NULL},
        {"cb7ff0000000000000", "\"number\"", "= inf", NULL},
        {"cbfff0000000000000", "\"number\"", "= -inf", NULL},
        {"cb8000000000000000", "\"number\"", "= -0", NULL},
        /* float 32 is widened. */
        {"ca3fc00000", "\"number\"", "= 1.5", NULL},
        {"ca3dcccccd", "\"number\"", "= 0.10000000149011612", NULL},
        {"ca7f800000", "\"number\"", "= inf", NULL},
        /* A NaN makes both panic. */
        {"cb7ff8000000000000", "\"number\"", "= nan", "nan 0+9"},
        {"ca7fc00000", NULL, "= nan", "nan 0+5"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
numbers_as_text(void)
{
    static const test_case cases[] = {
        {"b3'9223372036854775808'", "\"number\"", "= 9223372036854775808", NULL},
        {"a3'0.1'", "\"number\"", "= 0.1", NULL},
        {"a4'-1.5'", "\"number\"", "= -1.5", NULL},
        {"c403'0.1'", "\"number\"", "= 0.1", NULL},
        {"a3'1e3'", "\"number\"", "= 1e3", NULL},
        {"a3'1p4'", "\"number\"", "= 1p4", NULL},
        {"a3'Inf'", "\"number\"", "= Inf", NULL},
        {"a4'0x10'", "\"number\"", "= \"0x10\"", "bad-number 0+5"},
        {"a2' 1'", "\"number\"", "= \" 1\"", "bad-number 0+3"},
        {"a0", "\"number\"", "= \"\"", "bad-number 0+1"},
        {"c403'abc'", "\"number\"", "= \"abc\"", "bad-number 0+5"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
collections(void)
{
    static const test_case cases[] = {
        {"92 a1'a' a1'b'", "[\"list\",\"string\"]", "[0] = \"a\"\n[1] = \"b\"", NULL},
        {"dc0002 a1'a' a1'b'", "[\"set\",\"string\"]", "[0] = \"a\"\n[1] = \"b\"", NULL},
        {"dd00000001 a1'a'", "[\"list\",\"string\"]", "[0] = \"a\"", NULL},
        {"dc0000", "[\"list\",\"string\"]", "= []", NULL},
        {"dd00000000", "[\"list\",\"string\"]", "= []", NULL},
        {"81 a1'k' 01", "[\"map\",\"number\"]", "[\"k\"] = 1", NULL},
        {"de0001 a1'k' 01", "[\"map\",\"number\"]", "[\"k\"] = 1", NULL},
        {"df00000001 a1'k' 01", "[\"map\",\"number\"]", "[\"k\"] = 1", NULL},
        {"de0000", "[\"map\",\"number\"]", "= {}", NULL},
        {"df00000000", "[\"map\",\"number\"]", "= {}", NULL},
        /* Some SDKs write maps in any order. */
        {"83 a1'c' 01 a1'a' 02 a1'b' 03", "[\"map\",\"number\"]",
         "[\"c\"] = 1\n[\"a\"] = 2\n[\"b\"] = 3", NULL},
        {"92 01 a1'x'", "[\"tuple\",[\"number\",\"string\"]]", "[0] = 1\n[1] = \"x\"", NULL},
        /* Elements of a set that come twice are shown twice. */
        {"92 01 01", "[\"set\",\"number\"]", "[0] = 1\n[1] = 1", NULL},
        {"92 c0 d40000", "[\"list\",\"string\"]", "[0] = null\n[1] = (unknown)", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
objects(void)
{
    static const char type[] = "[\"object\",{\"a\":\"string\",\"b\":\"number\"}]";
    static const test_case cases[] = {
        {"82 a1'a' a1'x' a1'b' 01", type, "a = \"x\"\nb = 1", NULL},
        /* Out of order, or with keys as bin: accepted. */
        {"82 a1'b' 01 a1'a' a1'x'", type, "b = 1\na = \"x\"", NULL},
        {"82 c401'a' a1'x' d901'b' 01", type, "a = \"x\"\nb = 1", NULL},
        {"82 a1'a' c0 a1'b' d40000", type, "a = null\nb = (unknown)", NULL},
        {"de0002 a1'a' c0 a1'b' c0", type, "a = null\nb = null", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** What there is to be found without a type. */
static void
own_shape(void)
{
    static const test_case cases[] = {
        {"83 a1'a' 01 a1'b' c3 a1'c' 92 a1'x' c0", NULL,
         "a = 1\nb = true\nc[0] = \"x\"\nc[1] = null", NULL},
        {"c404'\"x\"!'", NULL, "= \"\\\"x\\\"!\"", NULL},
        {"82 01 c3 c0 c2", NULL, "[\"1\"] = true\n[\"\"] = false", "bad-key 1+1\nbad-key 3+1"},
        {"cb7ff0000000000000", NULL, "= inf", NULL},
        {"c7ff00 00000000", NULL, "= (7 bytes)", "truncated 0+7"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
    decoded *d = test_msgpack("82 a1'a' 90 a1'b' 80", NULL);
    g_assert_cmpint(d->result->root->kind, ==, TF_VALUE_OBJECT);
    g_assert_null(d->result->root->type);
    g_assert_cmpint(test_find(d->result, "a")->kind, ==, TF_VALUE_TUPLE);
    g_assert_cmpint(test_find(d->result, "b")->kind, ==, TF_VALUE_OBJECT);
    test_release();
}

/** The kind and type that values have when decoded by a type. */
static void
kinds(void)
{
    const tf_type *type =
        test_type("[\"object\",{\"l\":[\"list\",\"string\"],\"m\":[\"map\","
                  "\"string\"],\"s\":[\"set\",\"string\"],\"t\":[\"tuple\",[]]}]");
    decoded *d = test_msgpack_type("84 a1'l' 90 a1'm' 80 a1's' 90 a1't' 90", type);
    const tf_value_kind kinds[] = {TF_VALUE_LIST, TF_VALUE_MAP, TF_VALUE_SET, TF_VALUE_TUPLE};
    g_assert_cmpint(d->result->root->kind, ==, TF_VALUE_OBJECT);
    g_assert_true(d->result->root->type == type);
    for (uint32_t i = 0; i < 4; i++) {
        g_assert_cmpint(d->result->root->children[i].kind, ==, kinds[i]);
        g_assert_true(d->result->root->children[i].type == type->members[i].type);
    }
    g_assert_cmpuint(d->result->n_values, ==, 5);
    test_release();
}

/** Long strings and many elements: the forms that a session of usual size needs. */
static void
wide(void)
{
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)"\xdd\x00\x01\x11\x70", 5); /* 70000 elements */
    for (unsigned i = 0; i < 70000; i++)
        g_byte_array_append(bytes, (const guint8 *)"\xa1x", 2);
    decoded *d = test_decode(bytes->data, bytes->len, test_type("[\"list\",\"string\"]"));
    g_assert_cmpuint(d->result->root->n_children, ==, 70000);
    g_assert_cmpuint(d->result->n_values, ==, 70001);
    assert_place(&d->result->root->children[69999], 140003, 140003, 2);
    assert_problems(d, "");
    test_release();

    g_byte_array_set_size(bytes, 0);
    g_byte_array_append(bytes, (const guint8 *)"\xdb\x00\x01\x11\x70", 5);
    g_byte_array_set_size(bytes, 5 + 70000);
    memset(bytes->data + 5, 'y', 70000);
    d = test_decode(bytes->data, bytes->len, &tf_type_string);
    g_assert_cmpuint(d->result->root->string.length, ==, 70000);
    g_assert_true(d->result->root->string.data == (char *)d->bytes + 5);
    g_byte_array_free(bytes, TRUE);
    test_release();
}

/** The limit on values counts in wire order and keeps the ranges whole. */
static void
limit(void)
{
    uint32_t length;
    /*                             0  1  2  3   4  5  6   7 */
    uint8_t *bytes = test_bytes("93 92 01 02 92 03 04 05", &length);
    static const char *const lines[] = {
        [1] = "= []",
        [2] = "[0] = []",
        [3] = "[0][0] = 1",
        [4] = "[0][0] = 1\n[0][1] = 2",
        [5] = "[0][0] = 1\n[0][1] = 2\n[1] = []",
        [7] = "[0][0] = 1\n[0][1] = 2\n[1][0] = 3\n[1][1] = 4",
        [8] = "[0][0] = 1\n[0][1] = 2\n[1][0] = 3\n[1][1] = 4\n[2] = 5",
    };
    static const char *const problems[] = {[1] = "too-many 1+7",
                                           [2] = "too-many 2+6",
                                           [3] = "too-many 3+5",
                                           [4] = "too-many 4+4",
                                           [5] = "too-many 5+3",
                                           [7] = "too-many 7+1",
                                           [8] = ""};
    for (uint32_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        if (!lines[i])
            continue;
        decoded d = {.bytes = bytes, .length = length};
        d.result = tf_decode_msgpack(test_pool, bytes, length, NULL, i);
        test_check_tree(&d);
        g_assert_cmpuint(d.result->n_values, ==, i);
        assert_lines(&d, lines[i]);
        assert_problems(&d, problems[i]);
        assert_place(d.result->root, 0, 0, 8);
        if (i >= 2)
            assert_place(test_find(d.result, "[0]"), 1, 1, 3);
    }
    g_free(bytes);
    test_release();
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/msgpack/null_and_bool", null_and_bool);
    g_test_add_func("/msgpack/strings", strings);
    g_test_add_func("/msgpack/integers", integers);
    g_test_add_func("/msgpack/floats", floats);
    g_test_add_func("/msgpack/numbers_as_text", numbers_as_text);
    g_test_add_func("/msgpack/collections", collections);
    g_test_add_func("/msgpack/objects", objects);
    g_test_add_func("/msgpack/own_shape", own_shape);
    g_test_add_func("/msgpack/kinds", kinds);
    g_test_add_func("/msgpack/wide", wide);
    g_test_add_func("/msgpack/limit", limit);
    return g_test_run();
}
