/* flatmap_test.c
 * The legacy flatmap.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

static tf_span
span(const char *text)
{
    return (tf_span){text, (uint32_t)strlen(text)};
}

static void
entries(void)
{
    const tf_flatmap_entry entries[] = {
        {.key = span("id"),
         .value = span("x"),
         .offset = 2,
         .length = 9,
         .value_offset = 10,
         .value_length = 1},
        {.key = span("tags.%"),
         .value = span("1"),
         .offset = 11,
         .length = 13,
         .value_offset = 23,
         .value_length = 1},
        {.key = span("ip"),
         .value = span("74D93920-ED26-11E3-AC10-0800200C9A66"),
         .offset = 24,
         .length = 44,
         .value_offset = 32,
         .value_length = 36},
        {.key = span("low"),
         .value = span("74d93920-ed26-11e3-ac10-0800200c9a66"),
         .offset = 68,
         .length = 45,
         .value_offset = 77,
         .value_length = 36},
    };
    decoded d = {.length = 113};
    d.result = tf_decode_flatmap(test_pool, entries, 4, 2, 111);
    test_check_tree(&d);
    assert_lines(&d, "id = \"x\"\n[\"tags.%\"] = \"1\"\nip = (unknown)\n"
                     "low = \"74d93920-ed26-11e3-ac10-0800200c9a66\"");
    assert_place(d.result->root, 2, 2, 111);
    assert_place(test_find(d.result, "id"), 2, 10, 1);
    g_assert_cmpuint(d.result->n_values, ==, 5);
    g_assert_cmpuint(d.result->n_unknown, ==, 1);
    test_release();
}

static void
empty(void)
{
    decoded d = {.length = 9};
    d.result = tf_decode_flatmap(test_pool, NULL, 0, 4, 0);
    test_check_tree(&d);
    assert_lines(&d, "= {}");
    test_release();
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/flatmap/entries", entries);
    g_test_add_func("/flatmap/empty", empty);
    return g_test_run();
}
