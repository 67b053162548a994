/* compare_test.c
 * Equality, differences and paths.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "codec/abreast.h"

#include "rules_support.h"

static bool
equal(const char *a, const char *b, const char *type)
{
    const tf_type *of = test_type(type);
    tf_compare compare;
    bool same;

    tf_compare_init(&compare, test_pool);
    same = tf_values_equal(&compare, rules_value(a, of), rules_value(b, of), true);
    if (same)
        g_assert_cmpuint(tf_value_hash(&compare, rules_value(a, of)), ==,
                         tf_value_hash(&compare, rules_value(b, of)));
    test_release();
    return same;
}

static void
leaves(void)
{
    g_assert_true(equal("1.50", "1.5", "\"number\""));
    g_assert_true(equal("100000000000000000000", "1e20", "\"number\""));
    g_assert_false(equal("100000000000000000001", "1e20", "\"number\""));
    g_assert_true(equal("null", "null", "\"string\""));
    g_assert_false(equal("null", "\"\"", "\"string\""));
    g_assert_false(equal("\"?\"", "null", "\"string\""));
    g_assert_true(equal("\"?\"", "\"?\"", "\"string\""));
    /* core normalises: e and a combining accent are the letter with the accent. */
    g_assert_true(equal("\"e\xCC\x81\"", "\"\xC3\xA9\"", "\"string\""));
    g_assert_false(equal("\"e\"", "\"\xC3\xA9\"", "\"string\""));
    g_assert_false(equal("true", "false", "\"bool\""));
}

static void
containers(void)
{
    const char *set = "[\"set\",[\"set\",\"number\"]]", *map = "[\"map\",\"number\"]";

    g_assert_true(equal("[[1,2],[3]]", "[[3],[2,1]]", set));
    g_assert_false(equal("[[1,2],[3]]", "[[3],[2]]", set));
    g_assert_true(equal("[[1],[1]]", "[[1]]", set));
    g_assert_false(equal("[1,2]", "[2,1]", "[\"list\",\"number\"]"));
    g_assert_true(equal("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", map));
    g_assert_false(equal("{\"a\":1}", "{\"b\":1}", map));
    g_assert_false(equal("{\"a\":1}", "{\"a\":1,\"b\":2}", map));
    g_assert_false(equal("[]", "null", "[\"list\",\"number\"]"));
    g_assert_false(equal("{\"value\":[],\"type\":[\"list\",\"string\"]}",
                         "{\"value\":[],\"type\":[\"tuple\",[]]}", "\"dynamic\""));
}

static void
append_side(GString *out, const tf_value *value)
{
    wmem_strbuf_t *text = wmem_strbuf_new(test_pool, "");

    if (value && tf_value_is_leaf(value))
        tf_value_append_literal(text, value);
    g_string_append(out, !value                     ? "-"
                         : !tf_value_is_leaf(value) ? "..."
                                                    : wmem_strbuf_get_str(text));
}

/* `path: before -> after`, joined by newlines; `-` for what is not there. */
static void
check_diff(const char *before, const char *after, const char *type, const char *expected)
{
    const tf_type *of = test_type(type);
    GString *text = g_string_new("");
    tf_compare compare;
    tf_differences found;

    tf_compare_init(&compare, test_pool);
    found = tf_values_diff(&compare, rules_value(before, of), rules_value(after, of));
    for (uint32_t i = 0; i < found.count; i++) {
        g_string_append_printf(text, "%s%s: ", i ? "\n" : "", found.list[i].path);
        append_side(text, found.list[i].before);
        g_string_append(text, " -> ");
        append_side(text, found.list[i].after);
    }
    g_assert_cmpstr(text->str, ==, expected);
    g_string_free(text, TRUE);
    test_release();
}

static void
differences(void)
{
    const char *object = "[\"object\",{\"a\":\"string\",\"l\":[\"list\",\"number\"],"
                         "\"m\":[\"map\",\"string\"],\"s\":[\"set\",\"string\"]}]";

    check_diff("{\"a\":\"x\"}", "{\"a\":\"x\"}", object, "");
    check_diff("{\"a\":\"x\"}", "{\"a\":\"y\"}", object, "a: \"x\" -> \"y\"");
    check_diff("{\"a\":\"x\"}", "{\"a\":\"?\"}", object, "a: \"x\" -> (unknown)");
    check_diff("{\"a\":\"x\"}", "{}", object, "a: \"x\" -> -");
    check_diff("null", "{\"a\":\"x\",\"l\":[1],\"s\":[]}", object,
               "a: - -> \"x\"\nl[0]: - -> 1\ns: - -> []");
    check_diff("{\"l\":[1,2]}", "{\"l\":[1,3,4]}", object, "l[1]: 2 -> 3\nl[2]: - -> 4");
    check_diff("{\"m\":{\"a\":\"1\",\"b\":null}}", "{\"m\":{\"a b\":\"1\"}}", object,
               "m[\"a\"]: \"1\" -> -\nm[\"a b\"]: - -> \"1\"\nm[\"b\"]: null -> -");
    check_diff("{\"s\":[\"a\",\"b\"]}", "{\"s\":[\"b\",\"c\"]}", object,
               "s: \"a\" -> -\ns: - -> \"c\"");
    check_diff("{\"l\":[1]}", "{\"l\":\"?\"}", object, "l: ... -> (unknown)");
    check_diff("{\"l\":null}", "{\"l\":[]}", object, "l: null -> []");
}

static void
following(void)
{
    const tf_value *root =
        rules_value("{\"a\":{\"k\":\"x\"},\"l\":[1],\"u\":\"?\",\"n\":null}",
                    test_type("[\"object\",{\"a\":[\"map\",\"string\"],\"l\":[\"list\","
                              "\"number\"],\"u\":\"dynamic\",\"n\":[\"list\",\"string\"]}]"));
    const tf_step key[] = {{TF_STEP_ATTRIBUTE, {"a", 1}, 0}, {TF_STEP_KEY, {"k", 1}, 0}};
    const tf_step index[] = {{TF_STEP_ATTRIBUTE, {"l", 1}, 0}, {TF_STEP_INDEX, {"", 0}, 0}};
    const tf_step beyond[] = {{TF_STEP_ATTRIBUTE, {"l", 1}, 0}, {TF_STEP_INDEX, {"", 0}, 1}};
    const tf_step in_null[] = {{TF_STEP_ATTRIBUTE, {"n", 1}, 0}, {TF_STEP_INDEX, {"", 0}, 0}};
    const tf_step none[] = {{TF_STEP_ATTRIBUTE, {"x y", 3}, 0}};
    wmem_strbuf_t *text = wmem_strbuf_new(test_pool, "");

    g_assert_cmpint(tf_steps_follow(root, key, 2).value->kind, ==, TF_VALUE_STRING);
    g_assert_cmpint(tf_steps_follow(root, index, 2).value->kind, ==, TF_VALUE_NUMBER);
    g_assert_true(tf_steps_follow(root, beyond, 2).missing);
    g_assert_true(tf_steps_follow(root, in_null, 2).missing);
    g_assert_true(tf_steps_follow(root, none, 1).missing);
    g_assert_true(tf_steps_follow(root, NULL, 0).value == root);
    tf_steps_append(text, key, 2);
    tf_steps_append(text, none, 1);
    tf_steps_append(text, index, 2);
    g_assert_cmpstr(wmem_strbuf_get_str(text), ==, "a[\"k\"][\"x y\"].l[0]");
    test_release();
}

/* What three values have at each place where the first and the second differ, in one line each. */
static void
check_abreast(const char *const values[3], const char *type, const char *expected)
{
    const tf_type *of = test_type(type);
    GString *text = g_string_new("");
    const tf_value *roots[3];
    tf_differences found;
    tf_compare compare;
    tf_abreast abreast;

    for (unsigned i = 0; i < 3; i++)
        roots[i] = rules_value(values[i], of);
    tf_compare_init(&compare, test_pool);
    tf_abreast_init(&abreast, &compare, roots, 3);
    found = tf_values_diff(&compare, roots[0], roots[1]);
    for (uint32_t i = 0; i < found.count; i++) {
        const tf_difference *at = &found.list[i];
        const tf_value *const *row = tf_abreast_at(&abreast, at->after ? at->after : at->before);
        g_string_append_printf(text, "%s%s:", i ? "\n" : "", at->path);
        for (unsigned j = 0; j < 3; j++) {
            g_string_append_c(text, ' ');
            append_side(text, row[j]);
        }
    }
    g_assert_cmpstr(text->str, ==, expected);
    g_string_free(text, TRUE);
    test_release();
}

static void
side_by_side(void)
{
    const char *object = "[\"object\",{\"a\":\"string\",\"l\":[\"list\",[\"map\",\"number\"]],"
                         "\"s\":[\"set\",\"string\"]}]";
    const char *const plain[] = {"{\"a\":\"x\"}", "{\"a\":\"y\"}", "{\"a\":null}"};
    const char *const nested[] = {"{\"l\":[{\"k\":1,\"j\":5},{\"k\":2}]}",
                                  "{\"l\":[{\"k\":1,\"j\":6},{\"k\":3}]}",
                                  "{\"l\":[{\"j\":7,\"k\":1}]}"};
    const char *const unknown[] = {"{\"l\":[{\"k\":1}]}", "{\"l\":[{\"k\":2}]}", "{\"l\":\"?\"}"};
    const char *const set[] = {"{\"s\":[\"a\",\"b\"]}", "{\"s\":[\"c\",\"b\"]}",
                               "{\"s\":[\"b\",\"c\",\"a\"]}"};
    const char *const gone[] = {"{\"a\":\"x\",\"s\":[\"a\"]}", "null", "null"};

    check_abreast(plain, object, "a: \"x\" \"y\" null");
    check_abreast(nested, object, "l[0][\"j\"]: 5 6 7\nl[1][\"k\"]: 2 3 -");
    check_abreast(unknown, object, "l[0][\"k\"]: 1 2 (unknown)");
    check_abreast(set, object, "s: \"a\" - \"a\"\ns: - \"c\" \"c\"");
    check_abreast(gone, object, "a: \"x\" - -\ns: \"a\" - -");
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/compare/leaves", leaves);
    g_test_add_func("/compare/containers", containers);
    g_test_add_func("/compare/differences", differences);
    g_test_add_func("/compare/side-by-side", side_by_side);
    g_test_add_func("/compare/following", following);
    return g_test_run();
}
