/* json_test.c
 * DynamicValues and raw states in JSON.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

#define OBJECT "[\"object\",{\"a\":\"string\",\"b\":\"number\"}]"

static void
by_type(void)
{
    static const test_case cases[] = {
        {"null", "\"string\"", "= null", NULL},
        {"null", OBJECT, "= null", NULL},
        {"\"x\"", "\"string\"", "= \"x\"", NULL},
        {"true", "\"bool\"", "= true", NULL},
        {"false", "\"bool\"", "= false", NULL},
        {"[1,2]", "[\"list\",\"number\"]", "[0] = 1\n[1] = 2", NULL},
        {"[\"x\"]", "[\"set\",\"string\"]", "[0] = \"x\"", NULL},
        {"[1,\"x\"]", "[\"tuple\",[\"number\",\"string\"]]", "[0] = 1\n[1] = \"x\"", NULL},
        {"{\"k\":1}", "[\"map\",\"number\"]", "[\"k\"] = 1", NULL},
        {"{\"a\":\"x\",\"b\":1}", OBJECT, "a = \"x\"\nb = 1", NULL},
        {" { \"a\" : \"x\" ,\n\t\"b\" : 1 }\r\n", OBJECT, "a = \"x\"\nb = 1", NULL},
        {"{}", "[\"map\",\"number\"]", "= {}", NULL},
        {"[]", "[\"list\",\"number\"]", "= []", NULL},
    };
    test_run_json(cases, G_N_ELEMENTS(cases));
}

static void
numbers(void)
{
    static const test_case cases[] = {
        {"0", "\"number\"", "= 0", NULL},
        {"-0", "\"number\"", "= -0", NULL},
        {"-1.50", "\"number\"", "= -1.50", NULL},
        {"1e3", "\"number\"", "= 1e3", NULL},
        {"1E+3", "\"number\"", "= 1E+3", NULL},
        {"12345678901234567890123456789", "\"number\"", "= 12345678901234567890123456789", NULL},
        {"1.5", NULL, "= 1.5", NULL},
    };
    test_run_json(cases, G_N_ELEMENTS(cases));
}

/** What go-cty converts between primitive types. */
static void
conversions(void)
{
    static const test_case cases[] = {
        {"\"1.5\"", "\"number\"", "= 1.5", NULL},
        {"\"x\"", "\"number\"", "= \"x\"", "bad-number 0+3"},
        {"\"true\"", "\"bool\"", "= true", NULL},
        {"\"false\"", "\"bool\"", "= false", NULL},
        {"\"1\"", "\"bool\"", "= true", NULL},
        {"\"0\"", "\"bool\"", "= false", NULL},
        {"\"yes\"", "\"bool\"", "= \"yes\"", "wrong-type 0+5"},
        {"1", "\"bool\"", "= 1", "wrong-type 0+1"},
        {"1.50", "\"string\"", "= \"1.50\"", NULL},
        {"true", "\"string\"", "= \"true\"", NULL},
        {"false", "\"string\"", "= \"false\"", NULL},
        {"true", "\"number\"", "= true", "wrong-type 0+4"},
        {"[]", "\"string\"", "= []", "wrong-type 0+2"},
        {"{}", "[\"list\",\"string\"]", "= {}", "wrong-type 0+2"},
        {"\"x\"", OBJECT, "= \"x\"", "wrong-type 0+3"},
    };
    test_run_json(cases, G_N_ELEMENTS(cases));
}

static void
objects(void)
{
    static const test_case cases[] = {
        /* To core what is missing is null. */
        {"{\"a\":\"x\"}", OBJECT, "a = \"x\"", NULL},
        {"{}", OBJECT, "= {}", NULL},
        {"{\"b\":1,\"a\":\"x\"}", OBJECT, "b = 1\na = \"x\"", NULL},
        {"{\"a\":\"x\",\"c\":[1]}", OBJECT, "a = \"x\"\nc[0] = 1", "extra-attribute 9+3"},
        {"{\"a\":\"x\",\"a\":\"y\"}", OBJECT, "a = \"x\"\na = \"y\"", "duplicate-key 9+4"},
        {"[1]", "[\"tuple\",[\"number\",\"string\"]]", "[0] = 1", "wrong-length 0+3"},
        {"[]", "[\"tuple\",[\"number\"]]", "= []", "wrong-length 0+2"},
    };
    test_run_json(cases, G_N_ELEMENTS(cases));
}

/** The state of another version of the schema. */
static void
raw_state(void)
{
    decoded *d = test_raw_state("{\"a\":\"x\",\"old\":{\"k\":[true]}}", OBJECT);
    assert_lines(d, "a = \"x\"\nold.k[0] = true");
    assert_problems(d, "");
    d = test_raw_state("{\"b\":\"x\"}", OBJECT);
    assert_lines(d, "b = \"x\"");
    assert_problems(d, "bad-number 5+3");
    test_release();
}

static void
dynamic(void)
{
    static const test_case cases[] = {
        {"{\"value\":\"x\",\"type\":\"string\"}", "\"dynamic\"", "= \"x\"", NULL},
        {"{\"type\":[\"list\",\"number\"],\"value\":[1,2]}", "\"dynamic\"", "[0] = 1\n[1] = 2",
         NULL},
        {"{\"value\":null,\"type\":\"string\"}", "\"dynamic\"", "= null", NULL},
        {"null", "\"dynamic\"", "= null", NULL},
        {"{\"value\":{\"value\":5,\"type\":\"number\"},\"type\":\"dynamic\"}", "\"dynamic\"", "= 5",
         NULL},
        {"\"x\"", "\"dynamic\"", "= \"x\"", "wrong-type 0+3"},
        {"{\"value\":1}", "\"dynamic\"", "value = 1", "wrong-type 0+11"},
        {"{\"value\":1,\"type\":\"number\",\"x\":1}", "\"dynamic\"",
         "value = 1\ntype = \"number\"\nx = 1", "wrong-type 0+33"},
        {"{\"value\":1,\"type\":\"any\"}", "\"dynamic\"", "value = 1\ntype = \"any\"",
         "bad-type 18+5"},
        /* Without a type an object is an object: `type` is a common name. */
        {"{\"value\":1,\"type\":\"number\"}", NULL, "value = 1\ntype = \"number\"", NULL},
    };
    test_run_json(cases, G_N_ELEMENTS(cases));
    /*                     0         10        20 */
    decoded *d = test_json("{\"a\": {\"type\":\"number\", \"value\": 7 } }",
                           "[\"object\",{\"a\":\"dynamic\"}]");
    const tf_value *a = test_find(d->result, "a");
    g_assert_true(a->dynamic);
    g_assert_true(a->type == &tf_type_number);
    assert_place(a, 1, 6, 30);
    assert_problems(d, "");
    test_release();
}

static void
block_collections(void)
{
    tf_attribute attribute = {.name = "d", .type = &tf_type_dynamic};
    tf_block inner = {.attributes = &attribute, .n_attributes = 1};
    tf_block_type block_type = {.name = "b", .nesting = TF_NESTING_LIST, .block = &inner};
    tf_block outer = {.block_types = &block_type, .n_block_types = 1};
    tf_block_finish(test_pool, &inner);
    tf_block_finish(test_pool, &outer);
    static const char *const forms[] = {
        "{\"b\":{\"value\":[{\"d\":1}],\"type\":[\"tuple\",[[\"object\",{\"d\":\"number\"}]]]}}",
        "{\"b\":[{\"d\":{\"value\":1,\"type\":\"number\"}}]}"};
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        decoded d = {.length = (uint32_t)strlen(forms[i])};
        d.result =
            tf_decode_json(test_pool, (const uint8_t *)forms[i], d.length, outer.type, 0, false);
        assert_lines(&d, "b[0].d = 1");
        assert_problems(&d, "");
        g_assert_true(test_find(d.result, "b[0].d")->member->attribute == &attribute);
    }
    test_release();
}

static void
strings(void)
{
    static const test_case cases[] = {
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", NULL, "= \"\\\"\\\\/\\b\\f\\n\\r\\t\"", NULL},
        {"\"\\u0041\\u00e9\\u20AC\"", NULL, "= \"A\xC3\xA9\xE2\x82\xAC\"", NULL},
        {"\"\\ud83d\\ude00\"", NULL, "= \"\xF0\x9F\x98\x80\"", NULL},
        /* Lone surrogates. */
        {"\"\\ud83d\"", NULL, "= \"\xEF\xBF\xBD\"", NULL},
        {"\"\\ud83dx\"", NULL, "= \"\xEF\xBF\xBDx\"", NULL},
        {"\"\\ude00\\ud83d\"", NULL, "= \"\xEF\xBF\xBD\xEF\xBF\xBD\"", NULL},
        {"\"\\ud83d\\u0041\"", NULL,
         "= \"\xEF\xBF\xBD"
         "A\"",
         NULL},
        {"\"\\ud83d\\ud83d\\ude00\"", NULL, "= \"\xEF\xBF\xBD\xF0\x9F\x98\x80\"", NULL},
        {"\"a\\u0000b\"", NULL, "= \"a\\u0000b\"", NULL},
        {"\"\xFF\"", NULL, "= \"\xEF\xBF\xBD\"", "bad-utf8 0+3"},
        {"{\"\\u0061\":1}", OBJECT, "a = \"1\"", NULL},
        {"{\"a b\":1}", NULL, "[\"a b\"] = 1", NULL},
    };
    test_run_json(cases, G_N_ELEMENTS(cases));
    decoded *d = test_json("[\"abc\",\"a\\u0062\"]", NULL);
    const tf_value *plain = test_find(d->result, "[0]");
    g_assert_true(plain->string.data == (char *)d->bytes + 2);
    test_release();
}

/** What RFC 8259 forbids, and what of the value is there all the same. */
static void
malformed(void)
{
    static const test_case cases[] = {
        {"", NULL, "= (0 bytes)", "malformed 0+0"},
        {"  ", NULL, "= (0 bytes)", "malformed 2+0"},
        {"x", NULL, "= (1 bytes)", "malformed 0+1"},
        {"[1 2]", NULL, "[0] = 1\n[1] = (2 bytes)", "malformed 3+2"},
        {"[1,]", NULL, "[0] = 1\n[1] = (1 bytes)", "malformed 3+1"},
        {"[,1]", NULL, "[0] = (3 bytes)", "malformed 1+3"},
        {"{\"a\":1,}", NULL, "a = 1\n[\"\"] = (1 bytes)", "malformed 7+1"},
        {"{\"a\" 1}", NULL, "a = (2 bytes)", "malformed 5+2"},
        {"{\"a\":}", NULL, "a = (1 bytes)", "malformed 5+1"},
        {"{1:2}", NULL, "[\"\"] = (4 bytes)", "malformed 1+4"},
        {"{a:1}", NULL, "[\"\"] = (4 bytes)", "malformed 1+4"},
        {"[1}", NULL, "[0] = 1\n[1] = (1 bytes)", "malformed 2+1"},
        {"[01]", NULL, "[0] = 0\n[1] = (2 bytes)", "malformed 2+2"},
        {"[+1]", NULL, "[0] = (3 bytes)", "malformed 1+3"},
        {"[.5]", NULL, "[0] = (3 bytes)", "malformed 1+3"},
        {"[1.]", NULL, "[0] = (3 bytes)", "malformed 3+1"},
        {"[1e]", NULL, "[0] = (3 bytes)", "malformed 3+1"},
        {"[-]", NULL, "[0] = (2 bytes)", "malformed 2+1"},
        {"[-x]", NULL, "[0] = (3 bytes)", "malformed 2+2"},
        {"[NaN]", NULL, "[0] = (4 bytes)", "malformed 1+4"},
        {"[nul]", NULL, "[0] = (4 bytes)", "malformed 4+1"},
        {"[True]", NULL, "[0] = (5 bytes)", "malformed 1+5"},
        {"['x']", NULL, "[0] = (4 bytes)", "malformed 1+4"},
        {"[\"a\nb\"]", NULL, "[0] = (6 bytes)", "malformed 3+4"},
        {"[\"\\x\"]", NULL, "[0] = (5 bytes)", "malformed 3+3"},
        {"[\"\\u12g4\"]", NULL, "[0] = (9 bytes)", "malformed 6+4"},
        {"[1] x", NULL, "[0] = 1", "trailing-bytes 4+1"},
        {"nulll", NULL, "= null", "trailing-bytes 4+1"},
        {"truefalse", NULL, "= true", "trailing-bytes 4+5"},
        {"[1]]", NULL, "[0] = 1", "trailing-bytes 3+1"},
        {"\xEF\xBB\xBF[]", NULL, "= (5 bytes)", "malformed 0+5"},
    };
    test_run_json(cases, G_N_ELEMENTS(cases));
}

static void
truncated(void)
{
    static const test_case cases[] = {
        {"{", NULL, "= {}", "truncated 1+0"},
        {"[1,", NULL, "[0] = 1", "truncated 3+0"},
        {"[1", NULL, "[0] = 1", "truncated 2+0"},
        {"{\"a\":[1,{\"b\":tr", NULL, "a[0] = 1\na[1].b = (2 bytes)", "truncated 13+2"},
        {"{\"a\":1,\"b", NULL, "a = 1\n[\"\"] = (2 bytes)", "truncated 7+2"},
        {"{\"a\":1,\"b\"", NULL, "a = 1\nb = (0 bytes)", "truncated 10+0"},
        {"{\"a\":\"x\",\"b\":-", OBJECT, "a = \"x\"\nb = (1 bytes)", "truncated 13+1"},
        {"\"a\\u00", NULL, "= (6 bytes)", "truncated 0+6"},
        {"\"a\\", NULL, "= (3 bytes)", "truncated 0+3"},
        {"[1e+", NULL, "[0] = (3 bytes)", "truncated 1+3"},
        {"{\"value\":1,\"type\":\"numb", "\"dynamic\"", "value = 1\ntype = (5 bytes)",
         "truncated 18+5"},
    };
    test_run_json(cases, G_N_ELEMENTS(cases));
}

static void
places(void)
{
    /*                     0123456789012345678901 */
    decoded *d = test_json(" {\"a\" : [ 1 , \"x\" ] } ", NULL);
    assert_place(d->result->root, 1, 1, 20);
    assert_place(test_find(d->result, "a"), 2, 8, 11);
    assert_place(test_find(d->result, "a[0]"), 10, 10, 1);
    assert_place(test_find(d->result, "a[1]"), 14, 14, 3);
    assert_problems(d, "");
    test_release();
}

static decoded *
nested(unsigned levels, const char *open, const char *close)
{
    GString *json = g_string_new(NULL);
    for (unsigned i = 0; i < levels; i++)
        g_string_append(json, open);
    g_string_append(json, "1");
    for (unsigned i = 0; i < levels; i++)
        g_string_append(json, close);
    decoded *d = test_json(json->str, NULL);
    g_string_free(json, TRUE);
    return d;
}

static void
depth(void)
{
    assert_problems(nested(511, "[", "]"), "");
    assert_problems(nested(512, "[", "]"), "");
    assert_problems(nested(513, "[", "]"), "too-deep 512+515");
    assert_problems(nested(512, "{\"a\":", "}"), "");
    assert_problems(nested(513, "{\"a\":", "}"), "too-deep 2560+519");
    test_release();
    decoded *d = nested(20000, "[", "]");
    assert_problems(d, "too-deep 512+39489");
    g_assert_cmpuint(d->result->n_values, ==, 513);
    test_release();
}

static void
limit(void)
{
    const char *text = "[[1,2],{\"a\":3}]";
    decoded d = {.length = (uint32_t)strlen(text)};
    d.result = tf_decode_json(test_pool, (const uint8_t *)text, d.length, NULL, 3, false);
    assert_lines(&d, "[0][0] = 1");
    assert_problems(&d, "too-many 4+11");
    assert_place(test_find(d.result, "[0]"), 1, 1, 5);
    test_release();
}

/** One wide array and one wide object, far beyond what a quadratic parser gets through. */
static void
wide(void)
{
    GString *json = g_string_new("{\"list\":[0");
    for (int i = 1; i < 200000; i++)
        g_string_append(json, ",0");
    g_string_append(json, "],\"object\":{");
    for (int i = 0; i < 100000; i++)
        g_string_append_printf(json, "%s\"k%d\":null", i ? "," : "", i);
    g_string_append(json, "}}");
    decoded d = {.length = (uint32_t)json->len};
    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK);
    d.result = tf_decode_json(pool, (const uint8_t *)json->str, d.length, NULL, 0, false);
    g_assert_cmpuint(d.result->n_values, ==, 300003);
    assert_problems(&d, "");
    wmem_destroy_allocator(pool);
    g_string_free(json, TRUE);
}

/** Every prefix is read without looking beyond it. */
static void
prefixes(void)
{
    const char *text = "{\"a\":[1.5e3,true,null,\"x\\ud83d\\ude00\"],\"b\":{\"value\":{\"k\":-1},"
                       "\"type\":[\"map\",\"number\"]}}";
    const char *type = "[\"object\",{\"a\":[\"tuple\",[\"number\",\"bool\",\"bool\",\"string\"]],"
                       "\"b\":\"dynamic\"}]";
    for (size_t n = 0; n <= strlen(text); n++) {
        char *prefix = g_strndup(text, n);
        decoded *d = test_json(prefix, type);
        g_assert_cmpuint(d->result->n_problems, ==, n < strlen(text) ? 1 : 0);
        if (n > 0 && n < strlen(text))
            g_assert_cmpint(d->result->problems[0].code, ==, TF_PROBLEM_TRUNCATED);
        test_json(prefix, NULL);
        g_free(prefix);
    }
    test_release();
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/json/by_type", by_type);
    g_test_add_func("/json/numbers", numbers);
    g_test_add_func("/json/conversions", conversions);
    g_test_add_func("/json/objects", objects);
    g_test_add_func("/json/raw_state", raw_state);
    g_test_add_func("/json/dynamic", dynamic);
    g_test_add_func("/json/block_collections", block_collections);
    g_test_add_func("/json/strings", strings);
    g_test_add_func("/json/malformed", malformed);
    g_test_add_func("/json/truncated", truncated);
    g_test_add_func("/json/places", places);
    g_test_add_func("/json/depth", depth);
    g_test_add_func("/json/limit", limit);
    g_test_add_func("/json/wide", wide);
    g_test_add_func("/json/prefixes", prefixes);
    return g_test_run();
}
