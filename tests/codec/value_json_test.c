/* value_json_test.c
 * Values, what is unknown in them and what is sensitive, as `show -json` has it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

#include "codec/value_json.h"

/** A value and its three trees; NULL is not looked at. */
typedef struct form {
    const char *input, *type, *value, *unknown, *sensitive;
} form;

static void
plain(wmem_strbuf_t *out, const tf_value *value)
{
    tf_value_append_json(out, value, NULL);
}

static void
assert_json(void (*append)(wmem_strbuf_t *, const tf_value *), const tf_value *value,
            const char *expected)
{
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");

    append(out, value);
    if (expected)
        g_assert_cmpstr(wmem_strbuf_get_str(out), ==, expected);
    wmem_strbuf_destroy(out);
}

static void
check(const form *forms, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tf_value *value = test_msgpack(forms[i].input, forms[i].type)->result->root;
        assert_json(plain, value, forms[i].value);
        assert_json(tf_value_append_unknown_json, value, forms[i].unknown);
        assert_json(tf_value_append_sensitive_json, value, forms[i].sensitive);
        test_release();
    }
}

static void
scalars(void)
{
    static const form forms[] = {
        {"c0", "\"string\"", "null", "{}", "false"},
        {"c3", "\"bool\"", "true", "{}", "false"},
        {"a1'x'", "\"string\"", "\"x\"", "{}", "false"},
        {"a3 '\"' 0a '\\'", "\"string\"", "\"\\\"\\n\\\\\"", "{}", "false"},
        {"a1 ff", "\"string\"", "\"\xEF\xBF\xBD\"", "{}", "false"},
        {"d4 00 00", "\"string\"", "null", "true", "false"},
        {"d4 00 00", "[\"list\",\"string\"]", "null", "true", "[]"},
        {"d4 00 00", "[\"object\",{\"a\":\"string\"}]", "null", "true", "{}"},
        {"d4 00 00", "\"dynamic\"", "null", "true", "false"},
    };
    check(forms, G_N_ELEMENTS(forms));
}

static void
numbers(void)
{
    static const form forms[] = {
        {"01", "\"number\"", "1", NULL, NULL},
        {"cf ffffffffffffffff", "\"number\"", "18446744073709551615", NULL, NULL},
        {"cb 3fb999999999999a", "\"number\"", "0.1", NULL, NULL},
        {"cb 46293e5939a08cea", "\"number\"", "1000000000000000000000000000000", NULL, NULL},
        {"b7 '12345678901234567890123'", "\"number\"", "12345678901234567890123", NULL, NULL},
        {"a3 '1e3'", "\"number\"", "1e3", NULL, NULL},
        {"a5 '+00.5'", "\"number\"", "0.5", NULL, NULL},
        {"a3 '-.5'", "\"number\"", "-0.5", NULL, NULL},
        {"a2 '7.'", "\"number\"", "7", NULL, NULL},
        {"a3 '1p4'", "\"number\"", "16", NULL, NULL},
        {"cb 7ff0000000000000", "\"number\"", "\"Inf\"", NULL, NULL},
        {"cb fff0000000000000", "\"number\"", "\"-Inf\"", NULL, NULL},
        {"cb 7ff8000000000000", "\"number\"", "\"NaN\"", NULL, NULL},
    };
    check(forms, G_N_ELEMENTS(forms));
}

static void
containers(void)
{
    static const form forms[] = {
        {"90", "[\"list\",\"string\"]", "[]", "{}", "[]"},
        {"80", "[\"map\",\"string\"]", "{}", "{}", "{}"},
        {"92 a1'x' d4 00 00", "[\"list\",\"string\"]", "[\"x\",null]", "[false,true]",
         "[false,false]"},
        {"92 c0 d4 00 00", "[\"list\",\"string\"]", "[null,null]", "[false,true]", "[false,false]"},
        {"82 a1'b' d4 00 00 a1'a' a1'x'", "[\"map\",\"string\"]", "{\"a\":\"x\"}", "{\"b\":true}",
         "{}"},
        {"82 a1'a' 91 d4 00 00 a1'b' 90",
         "[\"object\",{\"a\":[\"list\",\"bool\"],\"b\":[\"set\",\"bool\"]}]",
         "{\"a\":[null],\"b\":[]}", "{\"a\":[true],\"b\":[]}", "{\"a\":[false],\"b\":[]}"},
        {"82 a1'a' 01 a1'b' c0", "[\"object\",{\"a\":\"number\",\"b\":[\"list\",\"bool\"]}]",
         "{\"a\":1,\"b\":null}", "{}", "{}"},
    };
    check(forms, G_N_ELEMENTS(forms));
}

static void
sets_are_sorted(void)
{
    static const form forms[] = {
        {"93 a1'c' a1'a' a1'b'", "[\"set\",\"string\"]", "[\"a\",\"b\",\"c\"]", "{}",
         "[false,false,false]"},
        {"94 d4 00 00 a2'10' 02 c0", "[\"set\",\"number\"]", "[2,10,null,null]",
         "[false,false,true,false]", NULL},
        {"92 c3 c2", "[\"set\",\"bool\"]", "[false,true]", "{}", NULL},
        {"93 03 01 02", "[\"list\",\"number\"]", "[3,1,2]", "{}", NULL},
    };
    check(forms, G_N_ELEMENTS(forms));
}

static void
without_type(void)
{
    static const form forms[] = {
        {"82 a1'b' 01 a1'a' 92 02 d4 00 00", NULL, "{\"a\":[2,null],\"b\":1}",
         "{\"a\":[false,true]}", "{\"a\":[false,false]}"},
        {"83 a1'a' 01 a1'b' 02 a1'a' 03", NULL, "{\"a\":3,\"b\":2}", "{}", NULL},
        {"92 c4 08 '\"number\"' 05", "\"dynamic\"", "5", "{}", "false"},
    };
    check(forms, G_N_ELEMENTS(forms));
}

/* --- Schema flags ---------------------------------------------------------------------------- */

static const char object_bytes[] =
    "84 a4'list' 91 82 a6'secret' c0 a1'x' a1'x' a3'out' d4 00 00 a6'secret' a1's' a3'set' 91 82 "
    "a6'secret' a1's' a1'x' c0";

static tf_block *
inner_block(void)
{
    tf_block *block = wmem_new0(test_pool, tf_block);

    block->n_attributes = 2;
    block->attributes = wmem_alloc0_array(test_pool, tf_attribute, 2);
    block->attributes[0] =
        (tf_attribute){.name = "secret", .type = &tf_type_string, .sensitive = true};
    block->attributes[1] = (tf_attribute){.name = "x", .type = &tf_type_string};
    tf_block_finish(test_pool, block);
    return block;
}

static const tf_value *
sensitive_object(void)
{
    tf_block *block = inner_block();

    block->attributes[1].name = "out";
    block->attributes[1].type = test_type("[\"list\",\"string\"]");
    block->n_block_types = 2;
    block->block_types = wmem_alloc0_array(test_pool, tf_block_type, 2);
    block->block_types[0] =
        (tf_block_type){.name = "list", .nesting = TF_NESTING_LIST, .block = inner_block()};
    block->block_types[1] =
        (tf_block_type){.name = "set", .nesting = TF_NESTING_SET, .block = inner_block()};
    tf_block_finish(test_pool, block);
    return test_msgpack_type(object_bytes, block->type)->result->root;
}

static void
sensitive_by_schema(void)
{
    const tf_value *value = sensitive_object();

    assert_json(tf_value_append_sensitive_json, value,
                "{\"list\":[{\"secret\":true}],\"out\":[],\"secret\":true,\"set\":true}");
    assert_json(tf_value_append_unknown_json, value, "{\"list\":[{}],\"out\":true,\"set\":[{}]}");
    test_release();
}

static bool
hide_secrets(const tf_value *value)
{
    return value->member && value->member->attribute && value->member->attribute->sensitive;
}

static void
hidden_values(void)
{
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");

    tf_value_append_json(out, sensitive_object(), hide_secrets);
    g_assert_cmpstr(wmem_strbuf_get_str(out), ==,
                    "{\"list\":[{\"secret\":null,\"x\":\"x\"}],\"secret\":\"(sensitive value)\","
                    "\"set\":[{\"secret\":\"(sensitive value)\",\"x\":null}]}");
    wmem_strbuf_destroy(out);
    test_release();
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/value_json/scalars", scalars);
    g_test_add_func("/value_json/numbers", numbers);
    g_test_add_func("/value_json/containers", containers);
    g_test_add_func("/value_json/sets_are_sorted", sets_are_sorted);
    g_test_add_func("/value_json/without_type", without_type);
    g_test_add_func("/value_json/sensitive_by_schema", sensitive_by_schema);
    g_test_add_func("/value_json/hidden_values", hidden_values);
    return g_test_run();
}
