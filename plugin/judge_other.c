/* judge_other.c
 * States, data sources, ephemeral resources, imports and functions against the rules.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "judge.h"

/* Refreshing, upgrading and moving a state, which must come back known. */
void
tf_judge_state(tf_judge *judge, const char *field, const char *context)
{
    const tf_value *value;

    if (!tf_judge_fit(judge, field, context) || tf_judge_failed(judge) || tf_judge_deferred(judge))
        return;
    value = tf_judge_response(judge, field);
    if (!value || !tf_judge_known(judge, value, context) ||
        !tf_judge_write_only(judge, value, context))
        return;
    tf_judge_blocks(judge, field, context);
}

void
tf_judge_read(tf_judge *judge)
{
    tf_judge_private(judge, "private", "private");
    tf_judge_state(judge, "new_state", "read");
    if (!tf_judge_failed(judge) && !tf_judge_deferred(judge))
        tf_judge_identity(judge, "current_identity.identity_data", "new_identity.identity_data",
                          false);
}

void
tf_judge_data(tf_judge *judge)
{
    tf_about what = tf_judge_about(judge, "data");
    const tf_value *value;

    if (!tf_judge_fit(judge, "state", "data") || tf_judge_failed(judge) || tf_judge_deferred(judge))
        return;
    value = tf_judge_response(judge, "state");
    if (!value)
        return;
    if (tf_value_is_null(value))
        tf_findings_add(&judge->findings, TF_RULE_NULL_OBJECT, NULL, value, NULL);
    tf_judge_conclude(judge, &what);
    tf_judge_known(judge, value, "data");
}

void
tf_judge_ephemeral(tf_judge *judge)
{
    tf_about what = tf_judge_about(judge, "ephemeral");
    const tf_block *block = tf_judge_block(judge, "result");
    const tf_value *config = tf_judge_request(judge, "config"), *result;

    if (!tf_judge_fit(judge, "result", "ephemeral") || tf_judge_failed(judge) ||
        tf_judge_deferred(judge))
        return;
    result = tf_judge_response(judge, "result");
    if (!config || !result || !block)
        return;
    what.wanted = "configured";
    what.found = "result";
    what.secret = true;
    tf_rules_plan(&judge->findings, block, NULL, config, result);
    tf_judge_conclude(judge, &what);
}

static void
count_field(const uint8_t *data _U_, const tf_wire_field *at _U_, void *user)
{
    ++*(uint32_t *)user;
}

/* One of the resources of an import. */
static void
judge_imported(tf_judge *judge, uint32_t i)
{
    wmem_allocator_t *pool = judge->exchange->response.pool;
    const char *field = wmem_strdup_printf(pool, "imported_resources[%u].state", i);
    const tf_value *value;

    if (!tf_judge_fit(judge, field, "import"))
        return;
    value = tf_judge_response(judge, field);
    if (value)
        tf_judge_write_only(judge, value, "import");
}

void
tf_judge_import(tf_judge *judge)
{
    tf_about what = tf_judge_about(judge, "import");
    uint32_t count = 0;

    if (tf_judge_failed(judge) || tf_judge_deferred(judge))
        return;
    tf_side_foreach(&judge->exchange->response, "imported_resources", count_field, &count);
    if (count == 0)
        tf_findings_add(&judge->findings, TF_RULE_NOTHING, NULL, NULL, NULL);
    tf_judge_conclude(judge, &what);
    for (uint32_t i = 0; i < count; i++)
        judge_imported(judge, i);
}

static void
count_unknown(tf_field_value *value, void *user)
{
    *(uint32_t *)user += value->decoded->n_unknown;
}

void
tf_judge_function(tf_judge *judge)
{
    tf_about what = tf_judge_about(judge, "function");
    const tf_field_value *result = tf_side_value(&judge->exchange->response, "result");
    tf_side *request = &judge->exchange->request;
    uint32_t unknown = 0;

    if (tf_judge_failed(judge) || !tf_judge_fit(judge, "result", "function"))
        return;
    if (!result) {
        tf_findings_add(&judge->findings, TF_RULE_NO_RESULT, NULL, NULL, NULL);
    } else if (result->decoded->n_unknown && request->message) {
        tf_side_foreach_value(request, count_unknown, &unknown);
        if (unknown == 0)
            tf_findings_add(&judge->findings, TF_RULE_UNKNOWN_RESULT, NULL, result->decoded->root,
                            NULL);
    }
    tf_judge_conclude(judge, &what);
}
