/* schema_test.c
 * The types that nested attributes and blocks imply.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

static char *
hcl(const tf_type *type)
{
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");
    tf_type_append(out, type);
    char *text = g_strdup(wmem_strbuf_get_str(out));
    wmem_strbuf_destroy(out);
    return text;
}

#define assert_type(type_, expected)                                                               \
    do {                                                                                           \
        char *text_ = hcl(type_);                                                                  \
        g_assert_cmpstr(text_, ==, expected);                                                      \
        g_free(text_);                                                                             \
    } while (0)

static void
nested_attributes(void)
{
    static const char *const expected[] = {
        [TF_NESTING_INVALID] = "object({})",
        [TF_NESTING_SINGLE] = "object({ a = string, b = any })",
        [TF_NESTING_LIST] = "list(object({ a = string, b = any }))",
        [TF_NESTING_SET] = "set(object({ a = string, b = any }))",
        [TF_NESTING_MAP] = "map(object({ a = string, b = any }))",
        [TF_NESTING_GROUP] = "object({})",
    };
    for (unsigned nesting = 0; nesting < G_N_ELEMENTS(expected); nesting++) {
        tf_attribute inner[] = {{.name = "b", .type = &tf_type_dynamic},
                                {.name = "a", .type = &tf_type_string}};
        tf_nested_type nested = {
            .nesting = (tf_nesting)nesting, .attributes = inner, .n_attributes = 2};
        tf_attribute attribute = {.name = "x", .type = &tf_type_dynamic, .nested = &nested};
        tf_attribute_finish(test_pool, &attribute);
        assert_type(attribute.type, expected[nesting]);
        g_assert_false(attribute.type->block_collection);
    }
    test_release();
}

static void
plain_attribute(void)
{
    tf_attribute attribute = {.name = "x", .type = &tf_type_string};
    tf_attribute_finish(test_pool, &attribute);
    g_assert_true(attribute.type == &tf_type_string);
}

/** A block with one nested block in it. */
static const tf_type *
block_with(tf_nesting nesting, const tf_type *type)
{
    static tf_attribute attribute;
    static tf_block inner, outer;
    static tf_block_type block_type;
    attribute = (tf_attribute){.name = "a", .type = type};
    inner = (tf_block){.attributes = &attribute, .n_attributes = 1};
    tf_block_finish(test_pool, &inner);
    block_type = (tf_block_type){.name = "b", .nesting = nesting, .block = &inner};
    outer = (tf_block){.block_types = &block_type, .n_block_types = 1};
    tf_block_finish(test_pool, &outer);
    return outer.type;
}

static void
nested_blocks(void)
{
    static const struct {
        tf_nesting nesting;
        const char *plain;
        bool collection; /**< with something dynamic inside */
    } cases[] = {
        {TF_NESTING_SINGLE, "object({ b = object({ a = string }) })", false},
        {TF_NESTING_GROUP, "object({ b = object({ a = string }) })", false},
        {TF_NESTING_LIST, "object({ b = list(object({ a = string })) })", true},
        {TF_NESTING_SET, "object({ b = set(object({ a = string })) })", false},
        {TF_NESTING_MAP, "object({ b = map(object({ a = string })) })", true},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const tf_type *type = block_with(cases[i].nesting, &tf_type_string);
        assert_type(type, cases[i].plain);
        g_assert_false(type->members[0].type->block_collection);
        g_assert_false(type->contains_dynamic);
        type = block_with(cases[i].nesting, &tf_type_dynamic);
        g_assert_cmpint(type->members[0].type->block_collection, ==, cases[i].collection);
        g_assert_true(type->contains_dynamic);
        type = block_with(cases[i].nesting, test_type("[\"list\",\"dynamic\"]"));
        g_assert_cmpint(type->members[0].type->block_collection, ==, cases[i].collection);
    }
    test_release();
}

static void
unknown_nesting(void)
{
    assert_type(block_with(TF_NESTING_INVALID, &tf_type_string), "object({})");
    assert_type(block_with((tf_nesting)6, &tf_type_string), "object({})");
    test_release();
}

static void
names_collide(void)
{
    tf_attribute inner = {.name = "i", .type = &tf_type_bool};
    tf_block block = {.attributes = &inner, .n_attributes = 1};
    tf_block_finish(test_pool, &block);
    tf_block_type block_types[] = {
        {.name = "same", .nesting = TF_NESTING_LIST, .block = &block},
        {.name = "other", .nesting = TF_NESTING_SINGLE, .block = &block}};
    tf_attribute attributes[] = {{.name = "twice", .type = &tf_type_string},
                                 {.name = "same", .type = &tf_type_number},
                                 {.name = "twice", .type = &tf_type_bool}};
    tf_block outer = {.attributes = attributes,
                      .n_attributes = 3,
                      .block_types = block_types,
                      .n_block_types = 2};
    tf_block_finish(test_pool, &outer);
    assert_type(outer.type,
                "object({ other = object({ i = bool }), same = number, twice = bool })");
    g_assert_true(tf_type_member(outer.type, "same", 4)->attribute == &attributes[1]);
    g_assert_null(tf_type_member(outer.type, "same", 4)->block);
    g_assert_true(tf_type_member(outer.type, "twice", 5)->attribute == &attributes[2]);
    g_assert_true(tf_type_member(outer.type, "other", 5)->block == &block_types[1]);
    test_release();
}

static void
optional_removed(void)
{
    const tf_type *type = test_type("[\"tuple\",[[\"list\",[\"object\",{\"o\":\"string\",\"p\":"
                                    "\"bool\"},[\"o\"]]],\"string\"]]");
    tf_attribute attribute = {.name = "a", .type = type};
    tf_block block = {.attributes = &attribute, .n_attributes = 1};
    tf_block_finish(test_pool, &block);
    assert_type(block.type,
                "object({ a = tuple([list(object({ o = string, p = bool })), string]) })");
    g_assert_true(attribute.type == type);
    test_release();
}

static void
empty_block(void)
{
    tf_block block = {0};
    tf_block_finish(test_pool, &block);
    assert_type(block.type, "object({})");
    test_release();
}

/** What the schema says of an attribute is found at its value, also inside nested attributes. */
static void
values_know_their_schema(void)
{
    tf_attribute inner = {.name = "i", .type = &tf_type_string, .sensitive = true};
    tf_nested_type nested = {.nesting = TF_NESTING_MAP, .attributes = &inner, .n_attributes = 1};
    tf_attribute attributes[] = {
        {.name = "n", .nested = &nested},
        {.name = "plain", .type = test_type("[\"object\",{\"x\":\"string\"}]")}};
    tf_attribute_finish(test_pool, &attributes[0]);
    tf_block block = {.attributes = attributes, .n_attributes = 2};
    tf_block_finish(test_pool, &block);
    decoded *d =
        test_msgpack_type("82 a1'n' 81 a1'k' 81 a1'i' a1's' a5'plain' 81 a1'x' a0", block.type);
    assert_lines(d, "n[\"k\"].i = \"s\"\nplain.x = \"\"");
    g_assert_true(test_find(d->result, "n")->member->attribute == &attributes[0]);
    g_assert_null(test_find(d->result, "n[\"k\"]")->member);
    g_assert_true(test_find(d->result, "n[\"k\"].i")->member->attribute == &inner);
    g_assert_true(test_find(d->result, "plain")->member->attribute == &attributes[1]);
    g_assert_null(test_find(d->result, "plain.x")->member);
    test_release();
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/schema/nested_attributes", nested_attributes);
    g_test_add_func("/schema/plain_attribute", plain_attribute);
    g_test_add_func("/schema/nested_blocks", nested_blocks);
    g_test_add_func("/schema/unknown_nesting", unknown_nesting);
    g_test_add_func("/schema/names_collide", names_collide);
    g_test_add_func("/schema/optional_removed", optional_removed);
    g_test_add_func("/schema/empty_block", empty_block);
    g_test_add_func("/schema/values_know_their_schema", values_know_their_schema);
    return g_test_run();
}
