/* rules_test.c
 * The rules for providers. What is expected was worked out by hand from the rules in words
 * (plugin/conformance.md).
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "rules_support.h"

/* --- Plans ----------------------------------------------------------------------------------- */

typedef struct plan_case {
    const char *prior, *config, *planned, *found;
} plan_case;

static void
run_plans(const plan_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tf_block *block = rules_block();
        tf_findings findings;
        tf_findings_init(&findings, test_pool);
        tf_rules_plan(&findings, block, rules_value(cases[i].prior, block->type),
                      rules_value(cases[i].config, block->type),
                      rules_value(cases[i].planned, block->type));
        assert_found(&findings, cases[i].found);
        g_assert_false(findings.compare.exhausted);
        test_release();
    }
}

static void
plan_attributes(void)
{
    static const plan_case cases[] = {
        {NULL, "{\"name\":\"x\"}", "{\"name\":\"x\"}", ""},
        /* Neither configured nor computed; computed; optional and computed. */
        {NULL, "{\"name\":\"x\"}", "{\"name\":\"x\",\"size\":1}", "not-computed size"},
        {NULL, "{\"name\":\"x\"}", "{\"name\":\"x\",\"comp\":\"?\",\"oc\":\"y\"}", ""},
        /* Not what is configured: without a prior value, with one, with the prior value kept. */
        {NULL, "{\"name\":\"x\"}", "{\"name\":\"y\"}", "not-config name"},
        {"{\"name\":\"p\"}", "{\"name\":\"x\"}", "{\"name\":\"y\"}",
         "neither-config-nor-prior name"},
        {"{\"name\":\"p\"}", "{\"name\":\"x\"}", "{\"name\":\"p\"}", ""},
        {"{\"name\":\"x\",\"oc\":\"p\"}", "{\"name\":\"x\",\"oc\":\"c\"}",
         "{\"name\":\"x\",\"oc\":\"y\"}", "neither-config-nor-prior oc"},
        /* Configured and planned unknown; numbers by value; a set in another order. */
        {NULL, "{\"name\":\"?\"}", "{\"name\":\"?\"}", ""},
        {NULL, "{\"name\":\"x\"}", "{\"name\":\"?\"}", "not-config name"},
        {NULL, "{\"name\":\"x\",\"size\":1.50}", "{\"name\":\"x\",\"size\":1.5}", ""},
        {NULL, "{\"name\":\"x\",\"tags\":[\"a\",\"b\"]}", "{\"name\":\"x\",\"tags\":[\"b\",\"a\"]}",
         ""},
        {NULL, "{\"name\":\"x\",\"tags\":[\"a\",\"b\"]}", "{\"name\":\"x\",\"tags\":[\"a\"]}",
         "not-config tags"},
        {NULL, "{\"name\":\"x\",\"list\":[\"a\",\"b\"]}", "{\"name\":\"x\",\"list\":[\"b\",\"a\"]}",
         "not-config list"},
        {NULL, "{\"name\":\"x\",\"labels\":{\"a\":\"1\",\"b\":\"2\"}}",
         "{\"name\":\"x\",\"labels\":{\"b\":\"2\",\"a\":\"1\"}}", ""},
        /* Write-only attributes are judged elsewhere. */
        {NULL, "{\"name\":\"x\",\"wo\":\"w\"}", "{\"name\":\"x\",\"wo\":\"v\"}", ""},
    };
    run_plans(cases, G_N_ELEMENTS(cases));
}

static void
plan_objects(void)
{
    static const plan_case cases[] = {
        {NULL, "{\"name\":\"x\"}", "null", "absent "},
        {NULL, "null", "{\"name\":\"x\"}", "present "},
        {"{\"name\":\"x\"}", "null", "null", ""},
    };
    run_plans(cases, G_N_ELEMENTS(cases));
}

static void
plan_nested(void)
{
    static const plan_case cases[] = {
        {NULL, "{\"nested\":[{\"a\":\"1\"}]}", "{\"nested\":[{\"a\":\"1\",\"out\":\"?\"}]}", ""},
        {NULL, "{\"nested\":[{\"a\":\"1\"}]}", "{\"nested\":[{\"a\":\"2\"}]}",
         "not-config nested[0].a"},
        {NULL, "{\"nested\":[{\"a\":\"1\"}]}", "{\"nested\":[]}", "count nested"},
        {NULL, "{\"nested\":[{\"a\":\"1\"}]}", "{\"nested\":\"?\"}", "unknown-configured nested"},
        {NULL, "{\"nested\":[{\"a\":\"1\"}]}", "{}", "absent nested"},
        {NULL, "{}", "{\"nested\":[]}", "not-computed nested"},
        /* Elements of sets are trusted; their number is not, unless something is unknown. */
        {NULL, "{\"nset\":[{\"a\":\"1\"}]}", "{\"nset\":[{\"a\":\"2\"}]}", ""},
        {NULL, "{\"nset\":[{\"a\":\"1\"}]}", "{\"nset\":[{\"a\":\"1\"},{\"a\":\"2\"}]}",
         "count nset"},
        {NULL, "{\"nset\":[{\"a\":\"1\"}]}", "{\"nset\":[{\"a\":\"?\"},{\"a\":\"2\"}]}", ""},
        {NULL, "{\"nset\":[{\"a\":\"1\"},{\"a\":\"2\"},{\"a\":\"3\"}]}",
         "{\"nset\":[{\"a\":\"?\"},{\"a\":\"2\"}]}", "count nset"},
    };
    run_plans(cases, G_N_ELEMENTS(cases));
}

static void
plan_blocks(void)
{
    static const plan_case cases[] = {
        {NULL, "{\"blk\":[{\"port\":1}]}", "{\"blk\":[{\"port\":1,\"out\":\"?\"}]}", ""},
        {NULL, "{\"blk\":[{}]}", "{\"blk\":[{\"port\":80}]}", "not-computed blk[0].port"},
        {NULL, "{\"blk\":[{}]}", "{\"blk\":[]}", "count blk"},
        {NULL, "{\"blk\":[{}]}", "{}", "block-null blk"},
        {NULL, "{\"blk\":[{}]}", "{\"blk\":\"?\"}", "block-unknown blk"},
        {NULL, "{\"blk\":[{}]}", "{\"blk\":[\"?\"]}", "block-unknown blk[0]"},
        {NULL, "{\"blk\":\"?\"}", "{\"blk\":[]}", "block-of-unknown blk"},
        {NULL, "{\"blk\":\"?\"}", "{\"blk\":\"?\"}", ""},
        {NULL, "{\"single\":{}}", "{\"single\":{\"port\":1}}", "not-computed single.port"},
        {NULL, "{\"single\":{}}", "{}", "absent single"},
        {NULL, "{}", "{\"single\":{}}", "present single"},
        {NULL, "{\"bmap\":{\"a\":{}}}", "{\"bmap\":{\"a\":{\"port\":1}}}",
         "not-computed bmap[\"a\"].port"},
        {NULL, "{\"bmap\":{\"a\":{}}}", "{\"bmap\":{\"b\":{}}}",
         "extra-key bmap[\"b\"]\nmissing-key bmap[\"a\"]"},
        {NULL, "{\"bset\":[{\"k\":\"1\"}]}", "{\"bset\":[{\"k\":\"2\"},{\"k\":\"3\"}]}", ""},
        {NULL, "{\"bset\":[{\"k\":\"1\"}]}", "{\"bset\":[\"?\"]}", "block-unknown bset[0]"},
        /* Of the same place in a list the prior block may be kept. */
        {"{\"blk\":[{\"port\":7}]}", "{\"blk\":[{\"port\":1}]}", "{\"blk\":[{\"port\":7}]}", ""},
    };
    run_plans(cases, G_N_ELEMENTS(cases));
}

/* --- Results --------------------------------------------------------------------------------- */

typedef struct result_case {
    const char *planned, *actual, *found;
} result_case;

static void
run_results(const result_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tf_block *block = rules_block();
        tf_findings findings;
        tf_findings_init(&findings, test_pool);
        tf_rules_result(&findings, block, rules_value(cases[i].planned, block->type),
                        rules_value(cases[i].actual, block->type));
        assert_found(&findings, cases[i].found);
        test_release();
    }
}

static void
result_attributes(void)
{
    static const result_case cases[] = {
        {"{\"name\":\"x\",\"comp\":\"?\"}", "{\"name\":\"x\",\"comp\":\"y\"}", ""},
        {"{\"name\":\"x\",\"comp\":\"?\"}", "{\"name\":\"x\"}", ""},
        {"{\"name\":\"x\"}", "{\"name\":\"y\"}", "changed name"},
        {"{\"name\":\"x\"}", "{}", "now-null name"},
        {"{}", "{\"name\":\"x\"}", "was-null name"},
        {"{\"name\":\"x\"}", "{\"name\":\"?\"}", "now-unknown name"},
        {"{\"size\":1.0}", "{\"size\":1}", ""},
        {"{\"list\":[\"a\",\"?\"]}", "{\"list\":[\"a\",\"b\"]}", ""},
        {"{\"list\":[\"a\",\"?\"]}", "{\"list\":[\"a\"]}", "element-gone list"},
        {"{\"list\":[\"a\"]}", "{\"list\":[\"b\",\"c\"]}", "changed list[0]\nelement-new list"},
        {"{\"labels\":{\"a\":\"1\"}}", "{\"labels\":{\"a\":\"2\",\"b\":\"3\"}}",
         "changed labels[\"a\"]\nelement-new labels"},
        /* Only that something differs is said of a sensitive attribute. */
        {"{\"secret\":\"s\"}", "{\"secret\":\"t\"}", "sensitive secret"},
        {"{\"nested\":[{\"a\":\"1\"}]}", "{\"nested\":[{\"a\":\"2\"}]}", "changed nested[0].a"},
        {"{\"any\":{\"value\":\"x\",\"type\":\"string\"}}",
         "{\"any\":{\"value\":1,\"type\":\"number\"}}", "type any"},
        {"null", "{\"name\":\"x\"}", "appeared "},
        {"{\"name\":\"x\"}", "null", "vanished "},
    };
    run_results(cases, G_N_ELEMENTS(cases));
}

static void
result_sets(void)
{
    static const result_case cases[] = {
        {"{\"tags\":[\"a\",\"b\"]}", "{\"tags\":[\"b\",\"a\"]}", ""},
        {"{\"tags\":[\"a\",\"b\"]}", "{\"tags\":[\"b\"]}", "set-element-gone tags"},
        {"{\"tags\":[\"b\"]}", "{\"tags\":[\"b\",\"a\"]}", "set-element-new tags\nset-grew tags"},
        {"{\"tags\":[]}", "{\"tags\":[\"a\",\"b\"]}",
         "set-element-new tags\nset-element-new tags\nset-grew tags"},
        {"{\"tags\":[\"a\",\"b\"]}", "{\"tags\":[]}",
         "set-element-gone tags\nset-element-gone tags"},
        /* Unknown elements may come to be equal, but not more. */
        {"{\"tags\":[\"?\",\"?\"]}", "{\"tags\":[\"a\"]}", ""},
        {"{\"tags\":[\"?\",\"b\"]}", "{\"tags\":[\"a\",\"b\"]}", ""},
        {"{\"tags\":[\"?\"]}", "{\"tags\":[\"a\",\"b\"]}", "set-grew tags"},
        /* Blocks find their counterparts by what is known of them. */
        {"{\"bset\":[{\"k\":\"1\",\"c\":\"?\"},{\"k\":\"2\",\"c\":\"?\"}]}",
         "{\"bset\":[{\"k\":\"2\",\"c\":\"y\"},{\"k\":\"1\",\"c\":\"x\"}]}", ""},
        {"{\"bset\":[{\"k\":\"1\",\"c\":\"?\"}]}", "{\"bset\":[{\"k\":\"2\",\"c\":\"y\"}]}",
         "set-element-gone bset"},
        {"{\"nset\":[{\"a\":\"?\"},{\"a\":\"2\"}]}", "{\"nset\":[{\"a\":\"2\"},{\"a\":\"3\"}]}",
         ""},
        /* Equal elements are one element. */
        {"{\"tags\":[\"a\"]}", "{\"tags\":[\"a\",\"a\"]}", ""},
    };
    run_results(cases, G_N_ELEMENTS(cases));
}

static void
result_blocks(void)
{
    static const result_case cases[] = {
        {"{\"blk\":[{\"port\":1,\"out\":\"?\"}]}", "{\"blk\":[{\"port\":1,\"out\":\"o\"}]}", ""},
        {"{\"blk\":[{\"port\":1}]}", "{\"blk\":[{\"port\":2}]}", "changed blk[0].port"},
        {"{\"blk\":[{}]}", "{\"blk\":[{},{}]}", "block-count blk"},
        {"{\"blk\":[{}]}", "{}", ""}, /* null is not looked at */
        {"{\"single\":{\"port\":1}}", "{}", "vanished single"},
        {"{}", "{\"single\":{\"port\":1}}", "appeared single"},
        {"{\"single\":\"?\"}", "{}", ""},
        {"{\"bmap\":{\"a\":{\"port\":1}}}", "{\"bmap\":{\"a\":{\"port\":2}}}",
         "changed bmap[\"a\"].port"},
        {"{\"bmap\":{\"a\":{}}}", "{\"bmap\":{}}", "block-count bmap"},
    };
    run_results(cases, G_N_ELEMENTS(cases));
}

/* What is known of a block that is unknown as a whole is not known of its attributes. */
static void
result_unknown_block(void)
{
    static const tf_refinement not_null = {.not_null = true};
    const tf_block *block = rules_block();
    const tf_value *planned = rules_value("{\"single\":\"?\"}", block->type);
    const tf_value *actual = rules_value("{\"single\":{\"port\":1}}", block->type);
    tf_findings findings;

    ((tf_value *)tf_value_child(planned, "single", strlen("single")))->refinement = &not_null;
    tf_findings_init(&findings, test_pool);
    tf_rules_result(&findings, block, planned, actual);
    assert_found(&findings, "");
    test_release();
}

/* --- Refinements ----------------------------------------------------------------------------- */

static bool
excludes(const char *refinement, const char *type, const char *value)
{
    const tf_value *unknown = test_msgpack(refinement, type)->result->root;
    bool excluded =
        tf_refinement_excludes(unknown->refinement, rules_value(value, test_type(type)));

    test_release();
    return excluded;
}

static void
refinements(void)
{
    const char *not_null = "c7 03 0c 81 01 c2";
    const char *prefix = "c7 07 0c 82 01 c2 02 a2'ab'";
    const char *range = "c7 09 0c 82 03 92 01 c3 04 92 09 c2"; /* 1 <= x < 9 */
    const char *length = "c7 05 0c 82 05 01 06 02";

    g_assert_true(excludes(not_null, "\"string\"", "null"));
    g_assert_false(excludes(not_null, "\"string\"", "\"\""));
    g_assert_false(excludes(prefix, "\"string\"", "\"abc\""));
    g_assert_true(excludes(prefix, "\"string\"", "\"a\""));
    g_assert_true(excludes(prefix, "\"string\"", "null"));
    g_assert_true(excludes(range, "\"number\"", "0.5"));
    g_assert_false(excludes(range, "\"number\"", "1"));
    g_assert_false(excludes(range, "\"number\"", "8.999"));
    g_assert_true(excludes(range, "\"number\"", "9"));
    g_assert_false(excludes(range, "\"number\"", "null"));
    g_assert_true(excludes(length, "[\"list\",\"string\"]", "[]"));
    g_assert_false(excludes(length, "[\"list\",\"string\"]", "[\"a\",\"b\"]"));
    g_assert_true(excludes(length, "[\"list\",\"string\"]", "[\"a\",\"b\",\"c\"]"));
    g_assert_false(excludes(length, "[\"set\",\"string\"]", "[\"?\",\"b\",\"c\"]"));
    g_assert_false(tf_refinement_excludes(NULL, NULL));
}

/* --- Single values --------------------------------------------------------------------------- */

static void
single_values(void)
{
    const tf_block *block = rules_block();
    const tf_value *value = rules_value("{\"name\":\"?\",\"wo\":\"w\",\"secret\":\"hunter2\","
                                        "\"blk\":[{},{},{\"out\":\"?\"}],\"bset\":null}",
                                        block->type);
    const tf_value *few = rules_value("{\"blk\":[],\"bset\":[],\"bmap\":{}}", block->type);
    tf_findings findings;

    tf_findings_init(&findings, test_pool);
    tf_rules_known(&findings, value);
    tf_rules_write_only(&findings, value);
    tf_rules_sensitive_text(&findings, value, "the password hunter2 is bad");
    tf_rules_sensitive_text(&findings, value, "the password is bad");
    assert_found(&findings,
                 "unknown name\nunknown blk[2].out\nwrite-only wo\nsensitive-text secret");
    tf_findings_init(&findings, test_pool);
    tf_rules_blocks(&findings, block, value); /* blk holds something unknown: not counted */
    tf_rules_blocks(&findings, block, few);
    assert_found(&findings, "null-block bset\nmin-items blk");
    test_release();
}

/* --- Cost ------------------------------------------------------------------------------------ */

static const tf_value *
big_set(const tf_block *block, unsigned count, bool unknown)
{
    GString *json = g_string_new("{\"bset\":[");
    const tf_value *value;

    for (unsigned i = 0; i < count; i++)
        g_string_append_printf(json, "%s{\"k\":\"%u\",\"c\":%s}", i ? "," : "", i,
                               unknown ? "\"?\"" : "\"c\"");
    g_string_append(json, "]}");
    value = rules_value(wmem_strdup(test_pool, json->str), block->type);
    g_string_free(json, TRUE);
    return value;
}

/* A comparison ends whatever it is given, and says so when it gave up. */
static void
bounded(void)
{
    const tf_block *block = rules_block();
    tf_findings findings;
    gint64 start = g_get_monotonic_time();

    tf_findings_init(&findings, test_pool);
    tf_rules_result(&findings, block, big_set(block, 20000, false), big_set(block, 20000, false));
    g_assert_false(findings.compare.exhausted);
    assert_found(&findings, "");
    tf_rules_result(&findings, block, big_set(block, 20000, true), big_set(block, 20000, false));
    g_assert_true(findings.compare.exhausted);
    assert_found(&findings, "");
    g_assert_cmpint(g_get_monotonic_time() - start, <, 20 * G_USEC_PER_SEC);
    test_release();
}

/** A finding stays where it is while others are added: found by fuzz_message, which saw one that
 * was no more. */
static void
stable(void)
{
    tf_findings findings;
    tf_findings_init(&findings, test_pool);
    tf_findings_add(&findings, TF_RULE_NOT_CONFIG, NULL, NULL, "first");
    const tf_finding *first = tf_findings_get(&findings, 0);
    for (int i = 0; i < 900; i++)
        tf_findings_add(&findings, TF_RULE_ABSENT, NULL, NULL, "later");
    g_assert_true(tf_findings_get(&findings, 0) == first);
    g_assert_cmpint(first->rule, ==, TF_RULE_NOT_CONFIG);
    g_assert_cmpstr(first->detail, ==, "first");
    test_release();
}

int
main(int argc, char **argv)
{
    test_init(&argc, &argv);
    g_test_add_func("/rules/plan/attributes", plan_attributes);
    g_test_add_func("/rules/plan/objects", plan_objects);
    g_test_add_func("/rules/plan/nested", plan_nested);
    g_test_add_func("/rules/plan/blocks", plan_blocks);
    g_test_add_func("/rules/result/attributes", result_attributes);
    g_test_add_func("/rules/result/sets", result_sets);
    g_test_add_func("/rules/result/blocks", result_blocks);
    g_test_add_func("/rules/result/unknown-block", result_unknown_block);
    g_test_add_func("/rules/refinements", refinements);
    g_test_add_func("/rules/single-values", single_values);
    g_test_add_func("/rules/bounded", bounded);
    g_test_add_func("/rules/stable", stable);
    return g_test_run();
}
