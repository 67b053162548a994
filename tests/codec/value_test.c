/* value_test.c
 * Paths and literals: the machine form.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

static void
paths(void)
{
    static const test_case cases[] = {
        {"01", NULL, "= 1", NULL},
        {"92 01 91 02", NULL, "[0] = 1\n[1][0] = 2", NULL},
        {"81 a1'a' 81 a1'b' 91 c0", NULL, "a.b[0] = null", NULL},
        {"91 81 a1'a' 01", NULL, "[0].a = 1", NULL},
        /* Not identifiers. */
        {"81 a3'a.b' 81 a3'1st' 01", NULL, "[\"a.b\"][\"1st\"] = 1", NULL},
        {"81 a3'_-9' 81 a0 01", NULL, "_-9[\"\"] = 1", NULL},
        {"81 a2 C3A9 01", NULL, "[\"\xC3\xA9\"] = 1", NULL},
        {"81 a3'a' 220a 01", NULL, "[\"a\\\"\\n\"] = 1", NULL},
        /* The keys of a map are always quoted, also at the root. */
        {"81 a1'k' 01", "[\"map\",\"number\"]", "[\"k\"] = 1", NULL},
        {"81 a1'm' 81 a4'Name' a1'x'", "[\"object\",{\"m\":[\"map\",\"string\"]}]",
         "m[\"Name\"] = \"x\"", NULL},
        {"81 a1's' 92 01 02", "[\"object\",{\"s\":[\"set\",\"number\"]}]", "s[0] = 1\ns[1] = 2",
         NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
literals(void)
{
    static const test_case cases[] = {
        {"c0", NULL, "= null", NULL},
        {"c2", NULL, "= false", NULL},
        {"c3", NULL, "= true", NULL},
        {"80", NULL, "= {}", NULL},
        {"90", NULL, "= []", NULL},
        {"80", "[\"map\",\"string\"]", "= {}", NULL},
        {"80", "[\"object\",{}]", "= {}", NULL},
        {"90", "[\"list\",\"string\"]", "= []", NULL},
        {"90", "[\"set\",\"string\"]", "= []", NULL},
        {"90", "[\"tuple\",[]]", "= []", NULL},
        {"d40000", NULL, "= (unknown)", NULL},
        {"c403 010203", NULL, "= \"\\u0001\\u0002\\u0003\"", NULL},
        {"a0", NULL, "= \"\"", NULL},
        {"82 a1'a' 80 a1'b' 90", NULL, "a = {}\nb = []", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
strings(void)
{
    static const test_case cases[] = {
        {"a7 08 0c 0a 0d 09 22 5c", NULL, "= \"\\b\\f\\n\\r\\t\\\"\\\\\"", NULL},
        {"a4 00 01 1f 7f", NULL, "= \"\\u0000\\u0001\\u001f\x7f\"", NULL},
        {"a3'<&>'", NULL, "= \"<&>\"", NULL},
        {"a1 2f", NULL, "= \"/\"", NULL},
        {"a9 c3a9 e282ac f09f9880", NULL, "= \"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"", NULL},
        {"a3 e280a8", NULL, "= \"\xE2\x80\xA8\"", NULL},
        /* Not UTF-8: a stray byte, a sequence cut short, overlong, a surrogate, too high. */
        {"a3'a' ff 'b'", NULL,
         "= \"a\xEF\xBF\xBD"
         "b\"",
         "bad-utf8 0+4"},
        {"a2 e282", NULL, "= \"\xEF\xBF\xBD\xEF\xBF\xBD\"", "bad-utf8 0+3"},
        {"a2 c080", NULL, "= \"\xEF\xBF\xBD\xEF\xBF\xBD\"", "bad-utf8 0+3"},
        {"a3 eda080", NULL, "= \"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"", "bad-utf8 0+4"},
        {"a4 f4908080", NULL, "= \"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"",
         "bad-utf8 0+5"},
        {"a9'12345678' ff", NULL, "= \"12345678\xEF\xBF\xBD\"", "bad-utf8 0+10"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
absent(void)
{
    tf_decoded *result = tf_decode_absent(test_pool, 7);
    char *lines = test_lines(result);
    g_assert_cmpstr(lines, ==, "= (absent)");
    g_free(lines);
    assert_place(result->root, 7, 7, 0);
    g_assert_cmpuint(result->n_values, ==, 1);
    test_release();
}

static void
children(void)
{
    decoded *d = test_msgpack("84 a1'a' 01 a1'b' 02 a1'a' 03 a0 04", NULL);
    const tf_value *root = d->result->root;
    g_assert_true(tf_value_child(root, "a", 1) == &root->children[0]);
    g_assert_true(tf_value_child(root, "b", 1) == &root->children[1]);
    g_assert_true(tf_value_child(root, "", 0) == &root->children[3]);
    g_assert_null(tf_value_child(root, "ab", 2));
    g_assert_null(tf_value_child(&root->children[0], "a", 1));
    g_assert_null(tf_value_child(test_msgpack("91 01", NULL)->result->root, "", 0));
    test_release();
}

static void
identifiers(void)
{
    static const struct {
        const char *text;
        bool is;
    } cases[] = {{"a", true},   {"_", true},   {"A9-_z", true}, {"", false},
                 {"9a", false}, {"-a", false}, {"a b", false},  {"\xC3\xA9", false}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        tf_span span = {cases[i].text, (uint32_t)strlen(cases[i].text)};
        g_assert_cmpint(tf_is_identifier(span), ==, cases[i].is);
    }
}

/** Offsets are those of the value; a line begins at the key. */
static void
places(void)
{
    /*                          0  1  3  4  6  7  8  10    13 */
    decoded *d = test_msgpack("83 a1'a' 01 a1'b' 92 c0 a1'x' a1'c' c403 000000", NULL);
    assert_place(d->result->root, 0, 0, 17);
    assert_place(test_find(d->result, "a"), 1, 3, 1);
    assert_place(test_find(d->result, "b"), 4, 6, 4);
    assert_place(test_find(d->result, "b[0]"), 7, 7, 1);
    assert_place(test_find(d->result, "b[1]"), 8, 8, 2);
    assert_place(test_find(d->result, "c"), 10, 12, 5);
    test_release();
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/value/paths", paths);
    g_test_add_func("/value/literals", literals);
    g_test_add_func("/value/strings", strings);
    g_test_add_func("/value/absent", absent);
    g_test_add_func("/value/children", children);
    g_test_add_func("/value/identifiers", identifiers);
    g_test_add_func("/value/places", places);
    return g_test_run();
}
