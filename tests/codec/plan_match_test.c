/* plan_match_test.c
 * Values of the wire held against those of a plan.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

#include "codec/plan_match.h"

/** A JSON text as nodes; one at a time is alive. */
typedef struct document {
    tf_tape tape;
} document;

static tf_json_node
open_document(document *doc, const char *json)
{
    tf_tape_init(&doc->tape, (const uint8_t *)json, (uint32_t)strlen(json));
    tf_json_read(&doc->tape, test_pool, TF_JSON_MAX_DEPTH);
    g_assert_false(doc->tape.failed);
    return tf_json_root(&doc->tape);
}

/** A value, its type, what a file has for it, and what comes out; unknown may be NULL. */
typedef struct match_case {
    const char *value, *type, *json, *unknown;
    bool config;
    tf_match expected;
    uint32_t agreed;
} match_case;

static void
run(const match_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const match_case *at = &cases[i];
        document json, unknown;
        uint32_t agreed;
        tf_json_node after = open_document(&json, at->json);
        tf_json_node marks = open_document(&unknown, at->unknown ? at->unknown : "{}");
        const tf_value *value = test_msgpack(at->value, at->type)->result->root;
        g_assert_cmpint((int)tf_plan_match(value, after, marks, at->config, &agreed), ==,
                        (int)at->expected);
        g_assert_cmpuint(agreed, ==, at->agreed);
        tf_tape_clear(&json.tape);
        tf_tape_clear(&unknown.tape);
        test_release();
    }
}

static void
scalars(void)
{
    static const match_case cases[] = {
        {"a1'x'", "\"string\"", "\"x\"", NULL, false, TF_MATCH_YES, 1},
        {"a1'x'", "\"string\"", "\"y\"", NULL, false, TF_MATCH_NO, 0},
        {"02", "\"number\"", "2.0", NULL, false, TF_MATCH_YES, 1},
        {"a4'1e21'", "\"number\"", "1000000000000000000000", NULL, false, TF_MATCH_YES, 1},
        {"02", "\"number\"", "\"2\"", NULL, false, TF_MATCH_NO, 0},
        {"c3", "\"bool\"", "true", NULL, false, TF_MATCH_YES, 1},
        {"c3", "\"bool\"", "false", NULL, false, TF_MATCH_NO, 0},
        {"c0", "\"bool\"", "null", NULL, false, TF_MATCH_YES, 0},
        {"c0", "\"bool\"", "false", NULL, false, TF_MATCH_NO, 0},
        {"c3", "\"bool\"", "null", NULL, false, TF_MATCH_NO, 0},
    };
    run(cases, G_N_ELEMENTS(cases));
}

static void
unknown_values(void)
{
    static const char type[] = "[\"object\",{\"a\":\"string\",\"b\":\"string\"}]";
    static const match_case cases[] = {
        {"82 a1'a' d4 00 00 a1'b' a1'x'", type, "{\"b\":\"x\"}", "{\"a\":true}", false,
         TF_MATCH_YES, 1},
        {"82 a1'a' a1'y' a1'b' a1'x'", type, "{\"b\":\"x\"}", "{\"a\":true}", false, TF_MATCH_OPEN,
         1},
        {"82 a1'a' d4 00 00 a1'b' a1'x'", type, "{\"a\":\"y\",\"b\":\"x\"}", NULL, false,
         TF_MATCH_OPEN, 1},
        {"82 a1'a' d4 00 00 a1'b' a1'x'", type, "{\"b\":\"z\"}", "{\"a\":true}", false, TF_MATCH_NO,
         0},
        {"d4 00 00", type, "null", "true", false, TF_MATCH_YES, 0},
    };
    run(cases, G_N_ELEMENTS(cases));
}

static void
containers(void)
{
    static const match_case cases[] = {
        {"92 01 02", "[\"list\",\"number\"]", "[1,2]", NULL, false, TF_MATCH_YES, 2},
        {"92 02 01", "[\"list\",\"number\"]", "[1,2]", NULL, false, TF_MATCH_NO, 0},
        {"92 02 01", "[\"set\",\"number\"]", "[1,2]", NULL, false, TF_MATCH_YES, 2},
        {"92 02 03", "[\"set\",\"number\"]", "[1,2]", NULL, false, TF_MATCH_NO, 1},
        {"92 02 d4 00 00", "[\"set\",\"number\"]", "[2]", NULL, false, TF_MATCH_OPEN, 0},
        {"91 01", "[\"list\",\"number\"]", "[1,2]", NULL, false, TF_MATCH_NO, 0},
        {"92 01 d4 00 00", "[\"list\",\"number\"]", "[1,null]", "[false,true]", false, TF_MATCH_YES,
         1},
        {"81 a1'k' 01", "[\"map\",\"number\"]", "{\"k\":1}", NULL, false, TF_MATCH_YES, 1},
        {"81 a1'k' 01", "[\"map\",\"number\"]", "{\"k\":1,\"l\":2}", NULL, false, TF_MATCH_NO, 1},
        {"82 a1'l' 02 a1'k' 01", "[\"map\",\"number\"]", "{\"k\":1,\"l\":2}", NULL, false,
         TF_MATCH_YES, 2},
        {"80", "[\"map\",\"number\"]", "{}", NULL, false, TF_MATCH_YES, 0},
        {"80", "[\"map\",\"number\"]", "[]", NULL, false, TF_MATCH_NO, 0},
        {"81 a1'a' 01", NULL, "{\"a\":1,\"later\":2}", NULL, false, TF_MATCH_OPEN, 1},
    };
    run(cases, G_N_ELEMENTS(cases));
}

static void
configurations(void)
{
    static const char type[] = "[\"object\",{\"a\":\"string\",\"b\":[\"list\",\"string\"]}]";
    static const match_case cases[] = {
        {"82 a1'a' c0 a1'b' c0", type, "{\"a\":\"x\",\"b\":null}", NULL, true, TF_MATCH_OPEN, 0},
        {"82 a1'a' a1'x' a1'b' 90", type, "{\"a\":\"x\",\"b\":null}", NULL, true, TF_MATCH_OPEN, 1},
        {"82 a1'a' a1'y' a1'b' 90", type, "{\"a\":\"x\",\"b\":[]}", NULL, true, TF_MATCH_NO, 0},
    };
    run(cases, G_N_ELEMENTS(cases));
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/plan_match/scalars", scalars);
    g_test_add_func("/plan_match/unknown_values", unknown_values);
    g_test_add_func("/plan_match/containers", containers);
    g_test_add_func("/plan_match/configurations", configurations);
    return g_test_run();
}
