/* attr_test.c
 * Names of typed fields, and their types as filters tell them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "plugin/attr_guess.h"
#include "plugin/attr_name.h"

#define NAME "tfplugin.attr.a_b.c"

typedef struct guess_case {
    const char *filter;
    enum ftenum type;
} guess_case;

static void
guesses(void)
{
    static const guess_case cases[] = {
        {NAME " > 16", FT_DOUBLE},
        {NAME ">=-1.5e3", FT_DOUBLE},
        {NAME " gt .5 && x", FT_DOUBLE},
        {NAME " in {1..10}", FT_DOUBLE},
        {NAME " in { 1, 2 }", FT_DOUBLE},
        {NAME " + 1 == x", FT_DOUBLE},
        {"tcp && (" NAME " == 3)", FT_DOUBLE},
        {NAME " == \"3\"", FT_STRING},
        {NAME " == r\"3\"", FT_STRING},
        {NAME " == 10.0.0.1", FT_STRING},
        {NAME " == 2024-01-01", FT_STRING},
        {NAME " == 12ab", FT_STRING},
        {NAME " == abc", FT_STRING},
        {NAME " contains 16", FT_STRING},
        {NAME " matches \"a\"", FT_STRING},
        {NAME " ~ \"a\"", FT_STRING},
        {NAME "[0:2] == 12", FT_STRING},
        {"len(" NAME ") > 3", FT_STRING},
        {"io,stat,0,MAX(" NAME ")" NAME, FT_DOUBLE},
        {"max(" NAME ", 3) > x", FT_DOUBLE},
        {"lower( " NAME ") == \"a\"", FT_STRING},
        {NAME " == true", FT_BOOLEAN},
        {NAME "==False", FT_BOOLEAN},
        {NAME " == truely", FT_STRING},
        {NAME " > tfplugin.attr.a_b.d", FT_DOUBLE},
        {NAME " == tfplugin.attr.a_b.d", FT_STRING},
        {NAME, FT_STRING},
        {"!" NAME, FT_STRING},
        {"!" NAME " || " NAME " < 3", FT_DOUBLE},
        {NAME " ==", FT_STRING},
        {NAME ".d > 1", FT_NONE},
        {"x" NAME " > 1", FT_NONE},
        {"tcp.port == 80", FT_NONE},
        {"", FT_NONE},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_test_message("%s", cases[i].filter);
        g_assert_cmpint(tf_attr_guess_from(cases[i].filter, NAME), ==, cases[i].type);
    }
}

static void
check_name(tf_schema_kind kind, const char *type_name, const char *attribute, const char *expected)
{
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");
    g_assert_true(tf_attr_append_family(out, kind, type_name));
    tf_attr_append_step(out, (tf_span){attribute, (uint32_t)strlen(attribute)});
    g_assert_cmpstr(wmem_strbuf_get_str(out), ==, expected);
    wmem_strbuf_destroy(out);
}

static void
names(void)
{
    check_name(TF_SCHEMA_RESOURCE, "a_b", "c", "tfplugin.attr.a_b.c");
    check_name(TF_SCHEMA_DATA_SOURCE, "a_b", "c", "tfplugin.attr.data.a_b.c");
    check_name(TF_SCHEMA_PROVIDER, "", "c", "tfplugin.attr.provider.c");
    check_name(TF_SCHEMA_FUNCTION_ARGUMENT, "f", "p", "tfplugin.attr.function.f.p");
    check_name(TF_SCHEMA_RESOURCE, "A-b_1", "Upper-Case_9", "tfplugin.attr.A-b_1.Upper-Case_9");
    check_name(TF_SCHEMA_RESOURCE, "a",
               "gr\xC3\xB6\xC3\x9F"
               "e",
               "tfplugin.attr.a.gr_uf6__udf_e");
    check_name(TF_SCHEMA_RESOURCE, "a", "a.b c", "tfplugin.attr.a.a_u2e_b_u20_c");
    check_name(TF_SCHEMA_RESOURCE, "a", "\xF0\x9F\x8E\x88", "tfplugin.attr.a._u1f388_");
    check_name(TF_SCHEMA_RESOURCE, "a", "", "tfplugin.attr.a._u_");
    check_name(TF_SCHEMA_RESOURCE, "a", "\xFFx", "tfplugin.attr.a._ufffd_x");
}

static void
no_family(void)
{
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");
    g_assert_false(tf_attr_append_family(out, TF_SCHEMA_NONE, "a"));
    g_assert_false(tf_attr_append_family(out, TF_SCHEMA_FOREIGN, "a"));
    g_assert_false(tf_attr_append_family(out, TF_SCHEMA_FIXED_BOOL, "a"));
    g_assert_false(tf_attr_append_family(out, TF_SCHEMA_RESOURCE, ""));
    g_assert_cmpstr(wmem_strbuf_get_str(out), ==, "");
    wmem_strbuf_destroy(out);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/attr/guesses", guesses);
    g_test_add_func("/attr/names", names);
    g_test_add_func("/attr/no_family", no_family);
    return g_test_run();
}
