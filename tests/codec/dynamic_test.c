/* dynamic_test.c
 * Dynamic values: pairs of type and value, also where a whole block collection is one.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

static void
pairs(void)
{
    static const test_case cases[] = {
        {"92 c408'\"number\"' cd012c", "\"dynamic\"", "= 300", NULL},
        {"92 c408'\"string\"' a1'x'", "\"dynamic\"", "= \"x\"", NULL},
        /* The type as str: accepted by both. */
        {"92 a8'\"string\"' a1'x'", "\"dynamic\"", "= \"x\"", NULL},
        {"92 c50008'\"string\"' a1'x'", "\"dynamic\"", "= \"x\"", NULL},
        {"92 c40f'[\"list\",\"bool\"]' 92 c2 c3", "\"dynamic\"", "[0] = false\n[1] = true", NULL},
        {"92 c417'[\"object\",{\"a\":\"bool\"}]' 81 a1'a' c3", "\"dynamic\"", "a = true", NULL},
        /* Null and unknown, of a known type and of none. */
        {"92 c408'\"string\"' c0", "\"dynamic\"", "= null", NULL},
        {"92 c408'\"string\"' d40000", "\"dynamic\"", "= (unknown)", NULL},
        {"92 c408'\"string\"' c7030c8101c2", "\"dynamic\"", "= (unknown: not null)", NULL},
        {"c0", "\"dynamic\"", "= null", NULL},
        {"d40000", "\"dynamic\"", "= (unknown)", NULL},
        {"90", "[\"list\",\"dynamic\"]", "= []", NULL},
        {"92 92 c408'\"number\"' 01 92 c408'\"string\"' a1'x'", "[\"list\",\"dynamic\"]",
         "[0] = 1\n[1] = \"x\"", NULL},
        {"81 a1'k' 92 c408'\"number\"' 01", "[\"map\",\"dynamic\"]", "[\"k\"] = 1", NULL},
        /* Dynamic in dynamic is unwrapped. */
        {"92 c409'\"dynamic\"' 92 c408'\"number\"' 05", "\"dynamic\"", "= 5", NULL},
        {"92 c409'\"dynamic\"' c0", "\"dynamic\"", "= null", NULL},
        {"92 c412'[\"list\",\"dynamic\"]' 91 92 c408'\"number\"' 05", "\"dynamic\"", "[0] = 5",
         NULL},
        /* With optional attributes in the type. */
        {"92 c41d'[\"object\",{\"a\":\"bool\"},[\"a\"]]' 81 a1'a' c3", "\"dynamic\"", "a = true",
         NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

static void
broken_pairs(void)
{
    static const test_case cases[] = {
        {"01", "\"dynamic\"", "= 1", "wrong-type 0+1"},
        {"a1'x'", "\"dynamic\"", "= \"x\"", "wrong-type 0+2"},
        {"81 a1'a' 01", "\"dynamic\"", "a = 1", "wrong-type 0+4"},
        {"91 c408'\"number\"'", "\"dynamic\"", "[0] = \"\\\"number\\\"\"", "wrong-type 0+11"},
        {"93 c408'\"number\"' 01 02", "\"dynamic\"", "[0] = \"\\\"number\\\"\"\n[1] = 1\n[2] = 2",
         "wrong-type 0+13"},
        {"92 01 02", "\"dynamic\"", "[0] = 1\n[1] = 2", "wrong-type 0+3"},
        {"92 c405'\"any\"' 01", "\"dynamic\"", "[0] = \"\\\"any\\\"\"\n[1] = 1", "bad-type 1+7"},
        {"92 a1'x' 01", "\"dynamic\"", "[0] = \"x\"\n[1] = 1", "bad-type 1+2"},
        {"92 c400 01", "\"dynamic\"", "[0] = \"\"\n[1] = 1", "bad-type 1+2"},
        {"92 c408'\"number\"' c3", "\"dynamic\"", "= true", "wrong-type 11+1"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
    decoded *d = test_msgpack("92 01 02", "\"dynamic\"");
    g_assert_cmpstr(d->result->problems[0].detail, ==, "expected [type, value], found array of 2");
    test_release();
}

/** Without a schema nothing is taken for a dynamic value: the pair is shown as it stands. */
static void
own_shape(void)
{
    static const test_case cases[] = {
        {"81 a1'a' 92 c408'\"number\"' 01", NULL, "a[0] = \"\\\"number\\\"\"\na[1] = 1", NULL},
        {"92 a8'\"number\"' 01", NULL, "[0] = \"\\\"number\\\"\"\n[1] = 1", NULL},
        {"93 c408'\"number\"' 01 02", NULL, "[0] = \"\\\"number\\\"\"\n[1] = 1\n[2] = 2", NULL},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

/** A dynamic value has the inner type and the range of the pair. */
static void
model(void)
{
    /*                         0  1     3   4 */
    decoded *d =
        test_msgpack("83 a1'a' 92 c408'\"number\"' 01 a1'b' c0 a1'c' 92 c408'\"string\"' c0",
                     "[\"object\",{\"a\":\"dynamic\",\"b\":\"dynamic\",\"c\":\"dynamic\"}]");
    const tf_value *a = test_find(d->result, "a"), *b = test_find(d->result, "b"),
                   *c = test_find(d->result, "c");
    g_assert_true(a->dynamic);
    g_assert_true(a->type == &tf_type_number);
    assert_place(a, 1, 3, 12);
    g_assert_false(b->dynamic);
    g_assert_true(b->type == &tf_type_dynamic);
    assert_place(b, 15, 17, 1);
    g_assert_true(c->dynamic);
    g_assert_cmpint(c->kind, ==, TF_VALUE_NULL);
    g_assert_true(c->type == &tf_type_string);
    assert_place(c, 18, 20, 12);
    g_assert_cmpuint(d->result->n_values, ==, 4);

    d = test_msgpack("92 c409'\"dynamic\"' 92 c408'\"number\"' 05", "\"dynamic\"");
    g_assert_true(d->result->root->type == &tf_type_number);
    assert_place(d->result->root, 0, 0, 24);
    test_release();
}

/** A schema with a nested block `b` that holds one dynamic attribute `d` and one string `s`. */
typedef struct block_schema {
    tf_attribute attributes[2];
    tf_block inner, outer;
    tf_block_type block_type;
} block_schema;

static const tf_type *
block_type(block_schema *schema, tf_nesting nesting)
{
    *schema =
        (block_schema){.attributes = {{.name = "d", .type = &tf_type_dynamic},
                                      {.name = "s", .type = &tf_type_string, .sensitive = true}}};
    schema->inner = (tf_block){.attributes = schema->attributes, .n_attributes = 2};
    tf_block_finish(test_pool, &schema->inner);
    schema->block_type = (tf_block_type){.name = "b", .nesting = nesting, .block = &schema->inner};
    schema->outer = (tf_block){.block_types = &schema->block_type, .n_block_types = 1};
    tf_block_finish(test_pool, &schema->outer);
    return schema->outer.type;
}

static void
assert_annotated(const decoded *d, const block_schema *schema, const char *block, const char *s)
{
    g_assert_true(test_find(d->result, block)->member->block == &schema->block_type);
    g_assert_true(test_find(d->result, s)->member->attribute == &schema->attributes[1]);
}

static void
list_blocks(void)
{
    block_schema schema;
    const tf_type *type = block_type(&schema, TF_NESTING_LIST);
    /* As core sends it: one dynamic value, a tuple of objects. */
    decoded *d = test_msgpack_type(
        "81 a1'b' 92 c432'[\"tuple\",[[\"object\",{\"d\":\"number\",\"s\":\"string\"}]]]'"
        "91 82 a1'd' 01 a1's' a1'x'",
        type);
    assert_lines(d, "b[0].d = 1\nb[0].s = \"x\"");
    assert_problems(d, "");
    assert_annotated(d, &schema, "b", "b[0].s");
    g_assert_true(test_find(d->result, "b")->dynamic);
    g_assert_cmpint(test_find(d->result, "b")->kind, ==, TF_VALUE_TUPLE);
    g_assert_true(test_find(d->result, "b[0].d")->member->attribute == &schema.attributes[0]);
    /* As SDKs do: a list of objects with a dynamic attribute. */
    d = test_msgpack_type("81 a1'b' 91 82 a1'd' 92 c408'\"number\"' 01 a1's' a1'x'", type);
    assert_lines(d, "b[0].d = 1\nb[0].s = \"x\"");
    assert_problems(d, "");
    assert_annotated(d, &schema, "b", "b[0].s");
    g_assert_false(test_find(d->result, "b")->dynamic);
    /* Two blocks: an array of two, but no pair. */
    d = test_msgpack_type("81 a1'b' 92 82 a1'd' c0 a1's' c0 82 a1'd' c0 a1's' c0", type);
    assert_lines(d, "b[0].d = null\nb[0].s = null\nb[1].d = null\nb[1].s = null");
    assert_problems(d, "");
    test_release();
}

static void
empty_list_blocks(void)
{
    block_schema schema;
    const tf_type *type = block_type(&schema, TF_NESTING_LIST);
    static const char *const empty[] = {"81 a1'b' 92 c40c'[\"tuple\",[]]' 90",
                                        "81 a1'b' 92 ac'[\"tuple\",[]]' 90", "81 a1'b' 90"};
    for (size_t i = 0; i < G_N_ELEMENTS(empty); i++) {
        decoded *d = test_msgpack_type(empty[i], type);
        assert_lines(d, "b = []");
        assert_problems(d, "");
    }
    decoded *d = test_msgpack_type("81 a1'b' d40000", type);
    assert_lines(d, "b = (unknown)");
    test_release();
}

static void
map_blocks(void)
{
    block_schema schema;
    const tf_type *type = block_type(&schema, TF_NESTING_MAP);
    /* One attribute for each label. */
    decoded *d = test_msgpack_type(
        "81 a1'b' 92 c43a'[\"object\",{\"lab el\":[\"object\",{\"d\":\"bool\",\"s\":\"string\"}]}]'"
        "81 a6'lab el' 82 a1'd' c3 a1's' a0",
        type);
    assert_lines(d, "b[\"lab el\"].d = true\nb[\"lab el\"].s = \"\"");
    assert_problems(d, "");
    assert_annotated(d, &schema, "b", "b[\"lab el\"].s");
    d = test_msgpack_type("81 a1'b' 81 a1'k' 82 a1'd' 92 c406'\"bool\"' c3 a1's' a0", type);
    assert_lines(d, "b[\"k\"].d = true\nb[\"k\"].s = \"\"");
    assert_problems(d, "");
    assert_annotated(d, &schema, "b", "b[\"k\"].s");
    test_release();
}

/** A block collection inside another: the outer pair's type has the inner one without a pair. */
static void
nested_block_collections(void)
{
    block_schema schema;
    block_type(&schema, TF_NESTING_LIST);
    tf_block_type outer_type = {.name = "o", .nesting = TF_NESTING_MAP, .block = &schema.outer};
    tf_block top = {.block_types = &outer_type, .n_block_types = 1};
    tf_block_finish(test_pool, &top);
    decoded *d = test_msgpack_type(
        "81 a1'o' 92 c454'[\"object\",{\"k\":[\"object\",{\"b\":[\"tuple\",[[\"object\","
        "{\"d\":\"string\",\"s\":\"string\"}]]]}]}]'"
        "81 a1'k' 81 a1'b' 91 82 a1'd' a0 a1's' a1'x'",
        top.type);
    assert_problems(d, "");
    assert_lines(d, "o.k.b[0].d = \"\"\no.k.b[0].s = \"x\"");
    g_assert_true(test_find(d->result, "o")->member->block == &outer_type);
    assert_annotated(d, &schema, "o.k.b", "o.k.b[0].s");
    test_release();
}

/** A type text that comes again is read once; another one in between is not mistaken for it. */
static void
repeated_types(void)
{
    static const test_case cases[] = {
        {"93 92 c40f'[\"list\",\"bool\"]' 90 92 c40f'[\"list\",\"bool\"]' 91 c3"
         "92 c40f'[\"set\",\"dummy\"]' 90",
         "[\"list\",\"dynamic\"]",
         "[0] = []\n[1][0] = true\n[2][0] = \"[\\\"set\\\",\\\"dummy\\\"]\"\n[2][1] = []",
         "bad-type 41+17"},
    };
    test_run_msgpack(cases, G_N_ELEMENTS(cases));
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/dynamic/pairs", pairs);
    g_test_add_func("/dynamic/broken_pairs", broken_pairs);
    g_test_add_func("/dynamic/own_shape", own_shape);
    g_test_add_func("/dynamic/model", model);
    g_test_add_func("/dynamic/list_blocks", list_blocks);
    g_test_add_func("/dynamic/empty_list_blocks", empty_list_blocks);
    g_test_add_func("/dynamic/map_blocks", map_blocks);
    g_test_add_func("/dynamic/nested_block_collections", nested_block_collections);
    g_test_add_func("/dynamic/repeated_types", repeated_types);
    return g_test_run();
}
