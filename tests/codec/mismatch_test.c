/* mismatch_test.c
 * Values that do not fit their type: what a core or an SDK refuses is decoded by its own shape.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

#define OBJECT "[\"object\",{\"a\":\"string\",\"b\":\"number\"}]"

static void
wrong_type(void)
{
    static const test_case cases[] = {
        {"01", "\"string\"", "= 1", "wrong-type 0+1"},
        {"01", "\"bool\"", "= 1", "wrong-type 0+1"},
        {"c3", "\"string\"", "= true", "wrong-type 0+1"},
        {"c3", "\"number\"", "= true", "wrong-type 0+1"},
        {"a1'x'", "\"bool\"", "= \"x\"", "wrong-type 0+2"},
        {"c401'x'", "\"bool\"", "= \"x\"", "wrong-type 0+3"},
        {"91 c3", "\"string\"", "[0] = true", "wrong-type 0+2"},
        {"81 a1'k' c3", "\"number\"", "k = true", "wrong-type 0+4"},
        {"a1'x'", "[\"list\",\"string\"]", "= \"x\"", "wrong-type 0+2"},
        {"81 a1'k' c3", "[\"list\",\"bool\"]", "k = true", "wrong-type 0+4"},
        {"91 c3", "[\"map\",\"bool\"]", "[0] = true", "wrong-type 0+2"},
        {"91 c3", OBJECT, "[0] = true", "wrong-type 0+2"},
        {"90", "[\"map\",\"bool\"]", "= []", "wrong-type 0+1"},
        {"80", "[\"tuple\",[]]", "= {}", "wrong-type 0+1"},
        /* The rest is decoded by its type all the same. */
        {"93 01 a1'x' 02", "[\"list\",\"number\"]", "[0] = 1\n[1] = \"x\"\n[2] = 2",
         "bad-number 2+2"},
        {"93 01 c3 02", "[\"list\",\"number\"]", "[0] = 1\n[1] = true\n[2] = 2", "wrong-type 2+1"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static const char *
detail(const char *bytes, const char *type)
{
    decoded *d = test_msgpack(bytes, type);
    g_assert_cmpuint(d->result->n_problems, ==, 1);
    return d->result->problems[0].detail;
}

static void
details(void)
{
    g_assert_cmpstr(detail("c3", "\"number\""), ==, "expected number, found bool");
    g_assert_cmpstr(detail("01", "\"bool\""), ==, "expected bool, found number");
    g_assert_cmpstr(detail("93 01 02 03", "\"string\""), ==, "expected string, found array of 3");
    g_assert_cmpstr(detail("82 a1'a' 01 a1'b' 02", "\"string\""), ==,
                    "expected string, found map of 2");
    g_assert_cmpstr(detail("a1'x'", OBJECT), ==,
                    "expected object({ a = string, b = number }), found string");
    g_assert_cmpstr(detail("c401'x'", "[\"list\",\"string\"]"), ==,
                    "expected list(string), found bytes");
    test_release();
}

/** One line for a person, however large the type. */
static void
long_detail(void)
{
    GString *type = g_string_new("[\"object\",{");
    for (int i = 0; i < 200; i++)
        g_string_append_printf(type, "%s\"\xC3\xA9\xC3\xA9%d\":\"string\"", i ? "," : "", i);
    g_string_append(type, "}]");
    const char *text = detail("c3", type->str);
    g_assert_cmpuint(strlen(text), <, 256);
    g_assert_true(g_utf8_validate(text, -1, NULL));
    g_assert_true(g_str_has_suffix(text, "..."));
    g_string_free(type, TRUE);
    test_release();
}

static void
attributes(void)
{
    static const test_case cases[] = {
        {"81 a1'a' a1'x'", OBJECT, "a = \"x\"", "missing-attribute 0+5"},
        {"81 a1'b' 01", OBJECT, "b = 1", "missing-attribute 0+4"},
        {"83 a1'a' c0 a1'b' c0 a1'c' 91 05", OBJECT, "a = null\nb = null\nc[0] = 5",
         "extra-attribute 7+2"},
        {"82 a1'a' c0 a1'c' c0", OBJECT, "a = null\nc = null",
         "extra-attribute 4+2\nmissing-attribute 0+7"},
        /* In place of the missing one the other comes twice: the count alone is right. */
        {"82 a1'a' a1'x' a1'a' a1'y'", OBJECT, "a = \"x\"\na = \"y\"",
         "duplicate-key 5+2\nmissing-attribute 0+9"},
        {"83 a1'a' c0 a1'b' c0 a1'b' 01", OBJECT, "a = null\nb = null\nb = 1", "duplicate-key 7+2"},
        /* Core takes an empty map for any object. */
        {"80", OBJECT, "= {}", "empty-object 0+1"},
        {"80", "[\"object\",{}]", "= {}", NULL},
        {"82 01 c3 a1'a' c0", "[\"object\",{\"a\":\"string\"}]", "[\"1\"] = true\na = null",
         "bad-key 1+1"},
        {"82 a1'a' c0 a2'a' 00 c0", "[\"object\",{\"a\":\"string\"}]",
         "a = null\n[\"a\\u0000\"] = null", "extra-attribute 4+3"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
missing_is_named(void)
{
    decoded *d = test_msgpack("80 ", OBJECT);
    g_assert_cmpint(d->result->root->kind, ==, TF_VALUE_OBJECT);
    g_assert_cmpuint(d->result->root->n_children, ==, 0);
    g_assert_cmpstr(detail("81 a1'b' 01", OBJECT), ==, "attribute \"a\" is missing");
    g_assert_cmpstr(detail("82 a1'a' c0 a1'b' a0", OBJECT), ==, "text that is no number");
    g_assert_cmpstr(detail("83 a1'a' c0 a1'b' c0 a1'q' c0", OBJECT), ==,
                    "the type has no attribute \"q\"");
    test_release();
}

static void
tuples(void)
{
    static const char type[] = "[\"tuple\",[\"number\",\"string\"]]";
    static const test_case cases[] = {
        {"91 01", type, "[0] = 1", "wrong-length 0+2"},
        {"93 01 a1'x' 02", type, "[0] = 1\n[1] = \"x\"\n[2] = 2", "wrong-length 0+5"},
        /* Core takes an empty array for any tuple. */
        {"90", type, "= []", "sdk-refuses 0+1"},
        {"91 01", "[\"tuple\",[]]", "[0] = 1", "wrong-length 0+2"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
map_keys(void)
{
    static const char type[] = "[\"map\",\"number\"]";
    static const test_case cases[] = {
        {"81 05 01", type, "[\"5\"] = 1", "bad-key 1+1"},
        {"81 cfffffffffffffffff 01", type, "[\"18446744073709551615\"] = 1", "bad-key 1+9"},
        {"81 fe 01", type, "[\"-2\"] = 1", "bad-key 1+1"},
        {"81 c0 01", type, "[\"\"] = 1", "bad-key 1+1"},
        {"81 c3 01", type, "[\"\"] = 1", "bad-key 1+1"},
        {"82 92 01 90 01 a1'k' 02", type, "[\"\"] = 1\n[\"k\"] = 2", "bad-key 1+0"},
        {"81 c401'k' 01", type, "[\"k\"] = 1", NULL},
        {"81 a1 ff 01", type, "[\"\xEF\xBF\xBD\"] = 1", "bad-utf8 1+2"},
        {"82 a1'k' 01 a1'k' 02", type, "[\"k\"] = 1\n[\"k\"] = 2", "duplicate-key 4+2"},
        {"83 a1'k' 01 a1'a' 02 a1'k' 03", type, "[\"k\"] = 1\n[\"a\"] = 2\n[\"k\"] = 3",
         "duplicate-key 7+2"},
        {"82 a1'k' 01 a1'k' 02", NULL, "k = 1\nk = 2", "duplicate-key 4+2"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** Many problems: the first are kept, and an error always. */
static void
many_problems(void)
{
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)"\xdc\x00\xc8", 3);
    for (int i = 0; i < 199; i++)
        g_byte_array_append(bytes, (const guint8 *)"\xc3", 1);
    decoded *d = test_decode(bytes->data, bytes->len, test_type("[\"list\",\"number\"]"));
    g_assert_cmpuint(d->result->n_problems, ==, TF_MAX_PROBLEMS);
    g_assert_cmpuint(d->result->problems[0].offset, ==, 3);
    g_assert_cmpint(d->result->problems[98].code, ==, TF_PROBLEM_WRONG_TYPE);
    g_assert_cmpint(d->result->problems[99].code, ==, TF_PROBLEM_TRUNCATED);
    g_byte_array_free(bytes, TRUE);
    test_release();
}

static void
trailing_bytes(void)
{
    static const test_case cases[] = {
        {"01 02 03", "\"number\"", "= 1", "trailing-bytes 1+2"},
        {"90 c1", "[\"list\",\"string\"]", "= []", "trailing-bytes 1+1"},
        {"81 a1'a' 01 ff", NULL, "a = 1", "trailing-bytes 4+1"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
severities(void)
{
    g_assert_cmpint(tf_problem_severity(TF_PROBLEM_TRUNCATED), ==, TF_SEVERITY_ERROR);
    g_assert_cmpint(tf_problem_severity(TF_PROBLEM_BAD_TYPE), ==, TF_SEVERITY_ERROR);
    g_assert_cmpint(tf_problem_severity(TF_PROBLEM_WRONG_TYPE), ==, TF_SEVERITY_WARNING);
    g_assert_cmpint(tf_problem_severity(TF_PROBLEM_BAD_REFINEMENT), ==, TF_SEVERITY_WARNING);
    g_assert_cmpint(tf_problem_severity(TF_PROBLEM_EMPTY_OBJECT), ==, TF_SEVERITY_NOTE);
    g_assert_cmpint(tf_problem_severity(TF_PROBLEM_TOO_MANY), ==, TF_SEVERITY_NOTE);
    for (int code = 0; code <= TF_PROBLEM_TOO_MANY; code++)
        g_assert_cmpstr(tf_problem_name((tf_problem_code)code), !=, "");
}

/** The text of a problem is cut where it is too long, and nothing is written behind it: found by
 * fuzz_typed, for texts of 241 and 242 bytes. */
static void
long_details(void)
{
    for (int length = 150; length < 300; length++) {
        char *name = g_strnfill((gsize)length, 'n');
        /* A character of two bytes at every place. */
        memcpy(name + length - 50, "é", 2);
        char *type = g_strdup_printf("[\"object\",{\"%s\":\"string\"}]", name);
        decoded *d = test_msgpack("c3", type);
        const char *detail = d->result->problems[0].detail;
        assert_problems(d, "wrong-type 0+1");
        g_assert_cmpuint(strlen(detail), <=, 243);
        g_assert_true(g_utf8_validate(detail, -1, NULL));
        if (length < 190)
            g_assert_true(g_str_has_suffix(detail, "found bool"));
        else if (length > 230)
            g_assert_true(g_str_has_suffix(detail, "..."));
        test_release();
        g_free(type);
        g_free(name);
    }
}

/** Of the type of a whole block no more is written out than is shown, however many values there are
 * that are not of it. */
static void
huge_type(void)
{
    GString *type = g_string_new("[\"list\",[\"object\",{");
    for (int i = 0; i < 20000; i++)
        g_string_append_printf(type, "%s\"attribute_%d\":\"string\"", i ? "," : "", i);
    g_string_append(type, "}]]");
    uint8_t values[103] = {0xdc, 0, 100};
    memset(values + 3, 0xc3, 100);
    decoded *d = test_decode(values, sizeof values, test_type(type->str));
    g_assert_cmpuint(d->result->n_problems, ==, 100);
    for (uint32_t i = 0; i < 100; i++) {
        g_assert_cmpuint(d->result->problems[i].offset, ==, 3 + i);
        g_assert_cmpuint(strlen(d->result->problems[i].detail), <=, 243);
    }
    test_release();
    g_string_free(type, TRUE);
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/mismatch/wrong_type", wrong_type);
    g_test_add_func("/mismatch/details", details);
    g_test_add_func("/mismatch/long_detail", long_detail);
    g_test_add_func("/mismatch/attributes", attributes);
    g_test_add_func("/mismatch/missing_is_named", missing_is_named);
    g_test_add_func("/mismatch/tuples", tuples);
    g_test_add_func("/mismatch/map_keys", map_keys);
    g_test_add_func("/mismatch/many_problems", many_problems);
    g_test_add_func("/mismatch/trailing_bytes", trailing_bytes);
    g_test_add_func("/mismatch/severities", severities);
    g_test_add_func("/mismatch/long_details", long_details);
    g_test_add_func("/mismatch/huge_type", huge_type);
    return g_test_run();
}
