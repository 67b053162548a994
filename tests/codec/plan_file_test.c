/* plan_file_test.c
 * Reading the files of `show -json`: what is in them, and what is refused.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

#include <string.h>

#include "codec/plan_file.h"

static tf_plan_file *
parse(const char *text)
{
    char *error = NULL;
    tf_plan_file *file = tf_plan_file_parse("test", g_strdup(text), strlen(text), &error);

    g_assert_cmpstr(error, ==, NULL);
    return file;
}

static void
assert_refused(const char *text, const char *message)
{
    char *error = NULL;

    g_assert_null(tf_plan_file_parse("test", g_strdup(text), strlen(text), &error));
    g_assert_cmpstr(error, ==, message);
    g_free(error);
}

static void
bad_files(void)
{
    assert_refused("", "not JSON: no value at byte 0");
    assert_refused("resource \"a\" {}", "not JSON: expected a value at byte 0");
    assert_refused("{\"format_version\":\"1.0\"",
                   "not JSON: the input ends inside a value at byte 23");
    assert_refused("{\"format_version\":\"1.0\"} x", "not JSON: more after the end at byte 25");
    assert_refused("[]", "no output of `show -json`: it has no format_version");
    assert_refused("{}", "no output of `show -json`: it has no format_version");
    assert_refused("{\"format_version\":1}", "no output of `show -json`: it has no format_version");
    assert_refused("{\"format_version\":\"2.0\"}",
                   "format_version 2.0 is not supported, only 1.x is");
    assert_refused("{\"format_version\":\"0.2\"}",
                   "format_version 0.2 is not supported, only 1.x is");
    assert_refused("{\"format_version\":\"10.0\"}",
                   "format_version 10.0 is not supported, only 1.x is");
    assert_refused("{\"format_version\":\"1.0\",\"provider_schemas\":{}}",
                   "provider schemas, not a plan or a state");
    assert_refused("{\"version\":4,\"lineage\":\"x\",\"resources\":[]}",
                   "a state file itself, not what `show -json` makes of it");
}

static void
deep_nesting(void)
{
    char *text = g_malloc(4001), *error = NULL;

    memset(text, '[', 4000);
    text[4000] = '\0';
    g_assert_null(tf_plan_file_parse("test", text, 4000, &error));
    g_assert_cmpstr(error, ==, "nested deeper than 1024 levels");
    g_free(error);
}

static void
huge_file(void)
{
    char *error = NULL;

    g_assert_null(
        tf_plan_file_parse("test", g_strdup("{}"), (size_t)TF_PLAN_MAX_BYTES + 1, &error));
    g_assert_cmpstr(error, ==, "larger than 256 MB");
    g_free(error);
}

static void
missing_file(void)
{
    char *error = NULL;

    g_assert_null(tf_plan_file_read("/no/such/file", &error));
    g_assert_nonnull(strstr(error, "/no/such/file"));
    g_free(error);
}

static void
newer_minor_version(void)
{
    tf_plan_file *file = parse("{\"format_version\":\"1.99\",\"made_up\":[{\"a\":1}],"
                               "\"resource_changes\":[{\"address\":7},{\"no\":1},17,"
                               "{\"address\":\"a.b\",\"type\":\"a\",\"later\":{}}]}");

    g_assert_false(file->state);
    g_assert_cmpuint(file->n_objects, ==, 1);
    g_assert_cmpstr(file->objects[0].address, ==, "a.b");
    g_assert_null(file->objects[0].mode);
    tf_plan_file_free(file);
}

static void
empty_state(void)
{
    tf_plan_file *file = parse("{\"format_version\":\"1.0\"}");

    g_assert_true(file->state);
    g_assert_cmpuint(file->n_objects, ==, 0);
    tf_plan_file_free(file);
}

static const char state[] =
    "{\"format_version\":\"1.0\",\"terraform_version\":\"1.11.4\",\"values\":{\"root_module\":{"
    "\"resources\":[{\"address\":\"t.n[0]\",\"mode\":\"managed\",\"type\":\"t\",\"name\":\"n\","
    "\"index\":0,\"provider_name\":\"p\",\"schema_version\":1,\"values\":{\"a\":1}}],"
    "\"child_modules\":[{\"address\":\"module.m[\\\"k\\\"]\",\"resources\":[],\"child_modules\":[{"
    "\"address\":\"module.m[\\\"k\\\"].module.c\",\"resources\":[{\"address\":"
    "\"module.m[\\\"k\\\"].module.c.data.t.n[\\\"x\\\"]\",\"mode\":\"data\",\"type\":\"t\","
    "\"name\":\"n\",\"index\":\"x\",\"values\":{}}]}]}]},\"checks\":[{\"address\":{\"to_display\":"
    "\"check.c\"},\"status\":\"pass\"}]}}";

static void
state_file(void)
{
    tf_plan_file *file = parse(state);
    const tf_plan_object *objects = file->objects;

    g_assert_true(file->state);
    g_assert_cmpstr(file->terraform_version, ==, "1.11.4");
    g_assert_cmpuint(file->n_objects, ==, 2);
    g_assert_cmpstr(objects[0].address, ==, "t.n[0]");
    g_assert_cmpstr(objects[0].provider, ==, "p");
    g_assert_true(tf_json_is(objects[0].index, TF_TOKEN_NUMBER));
    g_assert_true(tf_json_is(tf_json_get(objects[0].after, "a"), TF_TOKEN_NUMBER));
    g_assert_cmpstr(objects[1].mode, ==, "data");
    g_assert_cmpstr(objects[1].module, ==, "module.m[\"k\"].module.c");
    g_assert_true(tf_json_is(objects[1].index, TF_TOKEN_STRING));
    g_assert_cmpuint(file->n_checks, ==, 1);
    tf_plan_file_free(file);
}

/** A plan with what no capture has: forget, read, deferred, deposed, moved, checks. */
static const char plan[] =
    "{\"format_version\":\"1.2\",\"errored\":true,\"resource_changes\":["
    "{\"address\":\"t.a\",\"previous_address\":\"t.old\",\"mode\":\"managed\",\"type\":\"t\","
    "\"name\":\"a\",\"deposed\":\"deadbeef\",\"action_reason\":\"replace_by_request\",\"change\":{"
    "\"actions\":[\"delete\",\"create\"],\"before\":{\"x\":1},\"after\":{},\"after_unknown\":"
    "{\"x\":true},\"replace_paths\":[[\"x\"]],\"importing\":{\"id\":\"i\"}}},"
    "{\"address\":\"t.f\",\"type\":\"t\",\"change\":{\"actions\":[\"forget\"],\"before\":{},"
    "\"after\":null}},"
    "{\"address\":\"data.t.r\",\"mode\":\"data\",\"type\":\"t\",\"name\":\"r\",\"action_reason\":"
    "\"read_because_config_unknown\",\"change\":{\"actions\":[\"read\"],\"before\":null}}],"
    "\"deferred_changes\":[{\"reason\":\"absent_prereq\",\"resource_change\":{\"address\":\"t.d\","
    "\"type\":\"t\",\"change\":{}}},{\"resource_change\":{\"address\":\"t.e\",\"type\":\"t\"}}],"
    "\"resource_drift\":[{\"address\":\"t.a\",\"type\":\"t\",\"change\":{\"actions\":[\"update\"]}}"
    "],"
    "\"prior_state\":{\"values\":{\"root_module\":{\"resources\":[{\"address\":\"t.a\",\"type\":"
    "\"t\",\"values\":{}}]}}},\"planned_values\":{\"root_module\":{\"resources\":[{\"address\":"
    "\"t.a\",\"type\":\"t\",\"values\":{}}]}},"
    "\"checks\":[{\"address\":{\"kind\":\"resource\",\"to_display\":\"t.a\",\"mode\":\"managed\","
    "\"type\":\"t\",\"name\":\"a\"},\"status\":\"fail\",\"instances\":[{\"address\":{\"to_"
    "display\":"
    "\"t.a[0]\",\"instance_key\":0},\"status\":\"fail\",\"problems\":[{\"message\":\"too "
    "small\"}]},"
    "{\"address\":{\"to_display\":\"t.a[1]\",\"instance_key\":1}}]},"
    "{\"address\":{\"kind\":\"output_value\",\"to_display\":\"output.o\",\"name\":\"o\"},"
    "\"status\":\"unknown\"}]}";

static void
plan_objects(void)
{
    static const tf_plan_origin origins[] = {TF_PLAN_CHANGE,   TF_PLAN_CHANGE,   TF_PLAN_CHANGE,
                                             TF_PLAN_DEFERRED, TF_PLAN_DEFERRED, TF_PLAN_DRIFT,
                                             TF_PLAN_PRIOR,    TF_PLAN_PLANNED};
    tf_plan_file *file = parse(plan);

    g_assert_true(file->errored);
    g_assert_cmpuint(file->n_objects, ==, G_N_ELEMENTS(origins));
    for (size_t i = 0; i < G_N_ELEMENTS(origins); i++)
        g_assert_cmpint((int)file->objects[i].origin, ==, (int)origins[i]);
    g_assert_cmpstr(file->objects[3].deferred_reason, ==, "absent_prereq");
    g_assert_cmpstr(file->objects[4].deferred_reason, ==, "unknown");
    tf_plan_file_free(file);
}

static void
change(void)
{
    tf_plan_file *file = parse(plan);
    const tf_plan_object *object = &file->objects[0];
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");

    g_assert_cmpstr(object->previous_address, ==, "t.old");
    g_assert_cmpstr(object->deposed, ==, "deadbeef");
    g_assert_cmpstr(object->action_reason, ==, "replace_by_request");
    g_assert_cmpuint(tf_json_count(object->actions), ==, 2);
    g_assert_true(tf_json_is_true(tf_json_get(object->after_unknown, "x")));
    tf_json_append(out, object->replace_paths);
    tf_json_append(out, object->importing);
    g_assert_cmpstr(wmem_strbuf_get_str(out), ==, "[[\"x\"]]{\"id\":\"i\"}");
    wmem_strbuf_destroy(out);
    tf_plan_file_free(file);
}

static void
checks(void)
{
    tf_plan_file *file = parse(plan);

    g_assert_cmpuint(file->n_checks, ==, 3);
    g_assert_cmpstr(file->checks[0].display, ==, "t.a[0]");
    g_assert_cmpstr(file->checks[0].status, ==, "fail");
    g_assert_cmpuint(tf_json_count(file->checks[0].problems), ==, 1);
    g_assert_cmpstr(file->checks[1].display, ==, "t.a[1]");
    g_assert_cmpstr(file->checks[1].status, ==, "fail");
    g_assert_cmpuint(tf_json_count(file->checks[1].problems), ==, 0);
    g_assert_cmpstr(file->checks[2].display, ==, "output.o");
    g_assert_cmpstr(file->checks[2].kind, ==, "output_value");
    tf_plan_file_free(file);
}

static void
real_files(void)
{
    GDir *folder = g_dir_open(TEST_CAPTURES, 0, NULL);
    const char *name;
    unsigned read = 0;

    g_assert_nonnull(folder);
    while ((name = g_dir_read_name(folder))) {
        char *path = g_build_filename(TEST_CAPTURES, name, NULL), *error = NULL;
        if (strstr(name, ".plan")) {
            tf_plan_file *file = tf_plan_file_read(path, &error);
            g_assert_cmpstr(error, ==, NULL);
            g_assert_false(file->state);
            g_assert_cmpuint(file->n_objects, >, 0);
            for (uint32_t i = 0; i < file->n_objects; i++)
                if (file->objects[i].origin == TF_PLAN_CHANGE && !file->objects[i].config)
                    g_assert_cmpuint(tf_json_count(file->objects[i].actions), ==, 1);
            tf_plan_file_free(file);
            read++;
        }
        g_free(path);
    }
    g_dir_close(folder);
    g_assert_cmpuint(read, >, 0);
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/plan_file/bad_files", bad_files);
    g_test_add_func("/plan_file/deep_nesting", deep_nesting);
    g_test_add_func("/plan_file/huge_file", huge_file);
    g_test_add_func("/plan_file/missing_file", missing_file);
    g_test_add_func("/plan_file/newer_minor_version", newer_minor_version);
    g_test_add_func("/plan_file/empty_state", empty_state);
    g_test_add_func("/plan_file/state_file", state_file);
    g_test_add_func("/plan_file/plan_objects", plan_objects);
    g_test_add_func("/plan_file/change", change);
    g_test_add_func("/plan_file/checks", checks);
    g_test_add_func("/plan_file/real_files", real_files);
    return g_test_run();
}
