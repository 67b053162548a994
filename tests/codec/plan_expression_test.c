/* plan_expression_test.c
 * The configuration in a plan: modules, expressions, block expressions, references.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

#include <string.h>

#include "codec/plan_file.h"

/** Nested modules with count and for_each, blocks of every nesting mode. */
static const char plan[] =
    "{\"format_version\":\"1.2\",\"resource_changes\":["
    "{\"address\":\"module.m[\\\"a.b]\\\"].module.c[1].t.n[0]\",\"module_address\":"
    "\"module.m[\\\"a.b]\\\"].module.c[1]\",\"mode\":\"managed\",\"type\":\"t\",\"name\":\"n\","
    "\"index\":0},{\"address\":\"t.gone\",\"mode\":\"managed\",\"type\":\"t\",\"name\":\"gone\"}],"
    "\"configuration\":{\"provider_config\":{\"p\":{\"name\":\"p\",\"full_name\":\"x/y/p\"}},"
    "\"root_module\":{\"resources\":[{\"address\":\"t.n\",\"mode\":\"managed\",\"type\":\"t\","
    "\"name\":\"n\",\"expressions\":{}}],\"module_calls\":{\"m\":{\"for_each_expression\":{},"
    "\"module\":{\"module_calls\":{\"c\":{\"count_expression\":{\"constant_value\":2},\"module\":{"
    "\"resources\":[{\"address\":\"t.n\",\"mode\":\"managed\",\"type\":\"t\",\"name\":\"n\","
    "\"provider_config_key\":\"p\",\"count_expression\":{\"references\":[\"var.count\"]},"
    "\"provisioners\":[{\"type\":\"local-exec\",\"expressions\":{}}],\"expressions\":{"
    "\"ami\":{\"references\":[\"data.aws_ami.x.id\",\"data.aws_ami.x\",\"var.a[0]\",\"var.a\"]},"
    "\"size\":{\"constant_value\":3},\"tags\":{\"references\":[\"each.key\"]},"
    "\"list\":[{\"x\":{\"constant_value\":1}},{\"x\":{\"references\":[\"local.x\"]}}],"
    "\"map\":{\"k\":{\"x\":{\"references\":[\"local.y\"]}}},"
    "\"single\":{\"references\":{\"references\":[\"local.z\"]}}}}]}}}}}}}}}";

static const tf_plan_config *
config_of(const tf_plan_file *file, uint32_t object)
{
    return file->objects[object].config;
}

static tf_plan_file *
parse(void)
{
    char *error = NULL;
    tf_plan_file *file = tf_plan_file_parse("test", g_strdup(plan), strlen(plan), &error);

    g_assert_cmpstr(error, ==, NULL);
    return file;
}

static void
configuration_of_instances(void)
{
    tf_plan_file *file = parse();
    const tf_plan_config *config = config_of(file, 0);

    g_assert_nonnull(config);
    g_assert_cmpstr(config->module, ==, "module.m.module.c");
    g_assert_cmpstr(config->address, ==, "t.n");
    g_assert_cmpstr(config->provider, ==, "x/y/p");
    g_assert_true(config->count.tape != NULL);
    g_assert_true(config->for_each.tape == NULL);
    g_assert_cmpuint(tf_json_count(config->provisioners), ==, 1);
    g_assert_null(config_of(file, 1));
    tf_plan_file_free(file);
}

static const char object_json[] =
    "{\"ami\":\"x\",\"size\":3,\"tags\":{\"a\":\"b\"},\"list\":[{\"x\":1},{\"x\":2},{\"x\":3}],"
    "\"map\":{\"k\":{\"x\":1}},\"single\":{\"references\":1}}";

static void
assert_references(const tf_plan_file *file, const char *path, const char *expected)
{
    decoded *value = test_json(object_json, NULL);
    tf_json_node node =
        tf_plan_expression(config_of(file, 0)->expressions, test_find(value->result, path));
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");
    bool any = tf_plan_append_references(out, node);

    g_assert_cmpint(any, ==, expected != NULL);
    g_assert_cmpstr(wmem_strbuf_get_str(out), ==, expected ? expected : "");
    wmem_strbuf_destroy(out);
    test_release();
}

static void
references(void)
{
    tf_plan_file *file = parse();

    assert_references(file, "ami", "data.aws_ami.x.id, var.a[0]");
    assert_references(file, "size", NULL);
    assert_references(file, "tags.a", "each.key");
    assert_references(file, "list[0].x", NULL);
    assert_references(file, "list[1].x", "local.x");
    assert_references(file, "list[2].x", NULL);
    assert_references(file, "map.k.x", "local.y");
    assert_references(file, "single.references", "local.z");
    tf_plan_file_free(file);
}

static void
refers_to(void)
{
    tf_plan_file *file = parse();
    tf_json_node expressions = config_of(file, 0)->expressions;

    g_assert_true(tf_plan_refers_to(expressions, "data.aws_ami.x"));
    g_assert_true(tf_plan_refers_to(expressions, "data.aws_ami.x.id"));
    g_assert_false(tf_plan_refers_to(expressions, "data.aws_ami"
                                                  ".x.i"));
    g_assert_true(tf_plan_refers_to(expressions, "local.y"));
    g_assert_true(tf_plan_refers_to(expressions, "var.a"));
    g_assert_false(tf_plan_refers_to(expressions, "var.b"));
    tf_plan_file_free(file);
}

static void
strip_keys(void)
{
    static const char *const forms[][2] = {
        {"t.n", "t.n"},
        {"t.n[0]", "t.n"},
        {"module.a[\"x\"].module.b[1].t.n[\"y\"]", "module.a.module.b.t.n"},
        {"t.n[\"a]b[\"]", "t.n"},
        {"t.n[\"a\\\"]b\"].c", "t.n.c"},
        {"t.n[\"a", "t.n"},
        {"", ""},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        char *stripped = tf_plan_strip_keys(NULL, forms[i][0]);
        g_assert_cmpstr(stripped, ==, forms[i][1]);
        wmem_free(NULL, stripped);
    }
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/plan_expression/configuration_of_instances", configuration_of_instances);
    g_test_add_func("/plan_expression/references", references);
    g_test_add_func("/plan_expression/refers_to", refers_to);
    g_test_add_func("/plan_expression/strip_keys", strip_keys);
    return g_test_run();
}
