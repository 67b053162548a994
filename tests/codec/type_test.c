/* type_test.c
 * The type JSON: every form that go-cty takes, and where it refuses.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

static char *
text_of(const tf_type *type, void (*append)(wmem_strbuf_t *, const tf_type *))
{
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");
    append(out, type);
    char *text = g_strdup(wmem_strbuf_get_str(out));
    wmem_strbuf_destroy(out);
    return text;
}

/** A type as it came, as HCL, and as cores write it (NULL: as it came). */
typedef struct form {
    const char *json, *hcl, *written;
} form;

static void
check_forms(const form *forms, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tf_type *type = test_type(forms[i].json);
        char *hcl = text_of(type, tf_type_append), *json = text_of(type, tf_type_append_json);
        g_assert_cmpstr(hcl, ==, forms[i].hcl);
        g_assert_cmpstr(json, ==, forms[i].written ? forms[i].written : forms[i].json);
        g_free(hcl);
        g_free(json);
    }
    test_release();
}

static void
primitives(void)
{
    static const form forms[] = {
        {"\"string\"", "string", NULL},
        {"\"number\"", "number", NULL},
        {"\"bool\"", "bool", NULL},
        {"\"dynamic\"", "any", NULL},
    };
    check_forms(forms, G_N_ELEMENTS(forms));
    g_assert_true(test_type("\"string\"") == &tf_type_string);
    g_assert_true(test_type(" \"dynamic\" ") == &tf_type_dynamic);
}

static void
constructors(void)
{
    static const form forms[] = {
        {"[\"list\",\"string\"]", "list(string)", NULL},
        {"[\"set\",[\"map\",\"bool\"]]", "set(map(bool))", NULL},
        {"[\"tuple\",[\"string\",\"number\"]]", "tuple([string, number])", NULL},
        {"[\"tuple\",[]]", "tuple([])", NULL},
        {"[\"object\",{}]", "object({})", NULL},
        {"[\"object\",{\"a\":\"string\",\"b\":[\"list\",\"number\"]}]",
         "object({ a = string, b = list(number) })", NULL},
        {"[\"object\",{\"a b\":\"string\",\"ok-1\":\"bool\"}]",
         "object({ \"a b\" = string, ok-1 = bool })", NULL},
    };
    check_forms(forms, G_N_ELEMENTS(forms));
}

/** The third element of an object; names are sorted when written. */
static void
optional_attributes(void)
{
    static const form forms[] = {
        {"[\"object\",{\"a\":\"string\",\"b\":\"number\"},[\"b\"]]",
         "object({ a = string, b = optional(number) })", NULL},
        {"[\"object\",{\"a\":\"string\",\"b\":\"number\"},[\"b\",\"a\"]]",
         "object({ a = optional(string), b = optional(number) })",
         "[\"object\",{\"a\":\"string\",\"b\":\"number\"},[\"a\",\"b\"]]"},
        {"[\"object\",{\"a\":\"string\"},[]]", "object({ a = string })",
         "[\"object\",{\"a\":\"string\"}]"},
    };
    check_forms(forms, G_N_ELEMENTS(forms));
}

/** What else the parsers of both cores take. */
static void
leniency(void)
{
    static const form forms[] = {
        {"[\"object\",null]", "object({})", "[\"object\",{}]"},
        {"[\"tuple\",null]", "tuple([])", "[\"tuple\",[]]"},
        {" [ \"list\" ,\n\t\"string\" ]\r\n", "list(string)", "[\"list\",\"string\"]"},
        {"[\"object\",{\"b\":\"bool\",\"a\":\"string\",\"b\":\"number\"}]",
         "object({ a = string, b = number })", "[\"object\",{\"a\":\"string\",\"b\":\"number\"}]"},
        {"\"\\u0073tring\"", "string", "\"string\""},
        {"[\"object\",{\"a<b>&\":\"string\"}]", "object({ \"a<b>&\" = string })",
         "[\"object\",{\"a\\u003cb\\u003e\\u0026\":\"string\"}]"},
        {"[\"object\",{\"caf\xC3\xA9\":\"bool\"}]", "object({ \"caf\xC3\xA9\" = bool })", NULL},
    };
    check_forms(forms, G_N_ELEMENTS(forms));
}

static void
refused(void)
{
    static const struct {
        const char *json;
        uint32_t offset;
    } cases[] = {
        {"", 0},
        {"   ", 3},
        {"\"any\"", 0},
        {"\"strin", 0},
        {"string", 0},
        {"null", 0},
        {"1", 0},
        {"{}", 0},
        {"[]", 0},
        {"[\"list\"]", 0},
        {"[\"list\",\"strng\"]", 8},
        {"[\"list\",\"string\",\"string\"]", 17},
        {"[\"list\",null]", 8},
        {"[\"bag\",\"string\"]", 1},
        {"[1,\"string\"]", 0},
        {"[\"tuple\",\"string\"]", 9},
        {"[\"tuple\",[\"string\",2]]", 19},
        {"[\"object\",[]]", 10},
        {"[\"object\",{\"a\":1}]", 15},
        {"[\"object\",{\"a\":\"string\"},[\"b\"]]", 26},
        {"[\"object\",{\"a\":\"string\"},\"a\"]", 25},
        {"[\"object\",{\"a\":\"string\"},[1]]", 26},
        {"[\"object\",{},[],[]]", 16},
        {"\"string\" x", 9},
        {"[\"list\",\"string\"", 16},
        {"[\"list\" \"string\"]", 8},
        {"[\"list\",\"string\",]", 17},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        uint32_t length = (uint32_t)strlen(cases[i].json);
        uint8_t *exact = (uint8_t *)g_memdup2(cases[i].json, length);
        tf_type_error error = {0};
        g_test_message("%s", cases[i].json);
        g_assert_null(tf_type_parse(test_pool, exact, length, &error));
        g_assert_nonnull(error.message);
        g_assert_cmpuint(error.offset, ==, cases[i].offset);
        g_assert_null(tf_type_parse(test_pool, exact, length, NULL));
        g_free(exact);
    }
    test_release();
}

/** A list of a list of ... string, so many levels. */
static const tf_type *
parse_nested(unsigned levels, const char *open, const char *close)
{
    GString *json = g_string_new(NULL);
    for (unsigned i = 0; i < levels; i++)
        g_string_append(json, open);
    g_string_append(json, "\"string\"");
    for (unsigned i = 0; i < levels; i++)
        g_string_append(json, close);
    const tf_type *type = tf_type_parse(test_pool, (const uint8_t *)json->str, json->len, NULL);
    g_string_free(json, TRUE);
    return type;
}

static void
depth(void)
{
    const char *object = "[\"object\",{\"a\":", *end = "}]";
    g_assert_nonnull(parse_nested(511, "[\"list\",", "]"));
    g_assert_nonnull(parse_nested(512, "[\"list\",", "]"));
    g_assert_null(parse_nested(513, "[\"list\",", "]"));
    g_assert_nonnull(parse_nested(512, object, end));
    g_assert_null(parse_nested(513, object, end));
    g_assert_null(parse_nested(100000, "[\"list\",", "]"));
    test_release();
}

static void
contains_dynamic(void)
{
    g_assert_true(test_type("[\"list\",[\"object\",{\"a\":\"dynamic\"}]]")->contains_dynamic);
    g_assert_true(test_type("[\"tuple\",[\"string\",\"dynamic\"]]")->contains_dynamic);
    g_assert_false(test_type("[\"map\",[\"tuple\",[\"string\"]]]")->contains_dynamic);
    test_release();
}

static void
members(void)
{
    const tf_type *type = test_type(
        "[\"object\",{\"b\":\"bool\",\"aa\":\"number\",\"a\":\"string\",\"B\":\"string\"}]");
    const char *sorted[] = {"B", "a", "aa", "b"};
    g_assert_cmpuint(type->count, ==, 4);
    for (uint32_t i = 0; i < 4; i++) {
        g_assert_cmpstr(type->members[i].name, ==, sorted[i]);
        g_assert_true(tf_type_member(type, sorted[i], strlen(sorted[i])) == &type->members[i]);
    }
    g_assert_null(tf_type_member(type, "ab", 2));
    g_assert_null(tf_type_member(type, "", 0));
    g_assert_null(tf_type_member(type, "a\0", 2));
    g_assert_null(tf_type_member(&tf_type_string, "a", 1));
    test_release();
}

static void
equality(void)
{
    const char *object = "[\"object\",{\"a\":\"string\",\"b\":\"bool\"}]";
    const tf_type *type = test_type(object);
    g_assert_true(
        tf_type_equal(type, test_type("[\"object\",{\"b\":\"bool\",\"a\":\"string\"},[\"a\"]]")));
    g_assert_false(tf_type_equal(type, test_type("[\"object\",{\"a\":\"string\"}]")));
    g_assert_false(
        tf_type_equal(type, test_type("[\"object\",{\"a\":\"string\",\"c\":\"bool\"}]")));
    g_assert_false(
        tf_type_equal(test_type("[\"list\",\"bool\"]"), test_type("[\"set\",\"bool\"]")));
    g_assert_false(
        tf_type_equal(test_type("[\"list\",\"bool\"]"), test_type("[\"list\",\"string\"]")));
    g_assert_true(
        tf_type_equal(test_type("[\"tuple\",[\"bool\"]]"), test_type("[\"tuple\",[\"bool\"]]")));
    g_assert_false(tf_type_equal(test_type("[\"tuple\",[\"bool\"]]"), test_type("[\"tuple\",[]]")));
    g_assert_false(tf_type_equal(&tf_type_string, &tf_type_dynamic));
    test_release();
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/type/primitives", primitives);
    g_test_add_func("/type/constructors", constructors);
    g_test_add_func("/type/optional", optional_attributes);
    g_test_add_func("/type/leniency", leniency);
    g_test_add_func("/type/refused", refused);
    g_test_add_func("/type/depth", depth);
    g_test_add_func("/type/contains_dynamic", contains_dynamic);
    g_test_add_func("/type/members", members);
    g_test_add_func("/type/equality", equality);
    return g_test_run();
}
