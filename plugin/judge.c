/* judge.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "judge.h"

/* --- Verdicts -------------------------------------------------------------------------------- */

static bool
is_serious(tf_rule rule)
{
    return rule == TF_RULE_BOTH_ENCODINGS || rule == TF_RULE_SENSITIVE_TEXT ||
           rule == TF_RULE_NOT_CONFIGURED || rule == TF_RULE_NOT_PLANNED;
}

/* Makes verdicts of what was found since the last time. @return whether core would stop here */
bool
tf_judge_conclude(tf_judge *judge, const tf_about *about)
{
    uint32_t before = judge->core;

    for (; judge->taken < tf_findings_count(&judge->findings); judge->taken++) {
        const tf_finding *finding = tf_findings_get(&judge->findings, judge->taken);
        tf_verdict verdict = {finding,
                              about->context,
                              about->wanted,
                              about->found,
                              tf_rule_is_core(finding->rule),
                              about->tolerated && tf_rule_is_core(finding->rule),
                              about->secret,
                              is_serious(finding->rule),
                              about->frame};
        judge->core += verdict.core && !verdict.tolerated;
        wmem_array_append_one(judge->verdicts, verdict);
    }
    return judge->core != before;
}

/* --- What is at hand ------------------------------------------------------------------------- */

const tf_value *
tf_judge_request(tf_judge *judge, const char *field)
{
    return tf_side_tree(&judge->exchange->request, field);
}

const tf_value *
tf_judge_response(tf_judge *judge, const char *field)
{
    return tf_side_tree(&judge->exchange->response, field);
}

const tf_block *
tf_judge_block(tf_judge *judge, const char *field)
{
    const tf_field_value *value = tf_side_value(&judge->exchange->response, field);
    const tf_schema *schema = value && value->ref ? tf_schema_ref_schema(value->ref) : NULL;

    return schema ? schema->block : NULL;
}

bool
tf_judge_failed(const tf_judge *judge)
{
    return judge->exchange->response.message->n_errors > 0;
}

bool
tf_judge_deferred(const tf_judge *judge)
{
    return judge->exchange->response.message->deferred;
}

tf_about
tf_judge_about(const tf_judge *judge, const char *context)
{
    return (tf_about){context, "wanted", "found",
                      false,   false,    judge->exchange->call->request_frame};
}

/* --- Rules for any response ------------------------------------------------------------------ */

/* core refuses to read what does not fit its schema, and looks no further. */
bool
tf_judge_fit(tf_judge *judge, const char *field, const char *context)
{
    const tf_field_value *value = tf_side_value(&judge->exchange->response, field);
    tf_about what = tf_judge_about(judge, context);

    if (value && value->both) {
        tf_findings_add(&judge->findings, TF_RULE_BOTH_ENCODINGS, NULL, NULL, value->field);
        tf_judge_conclude(judge, &what);
    }
    if (value && value->decoded->root->kind == TF_VALUE_ABSENT) {
        tf_findings_add(&judge->findings, TF_RULE_NO_ENCODING, NULL, NULL, value->field);
        tf_judge_conclude(judge, &what);
    }
    if (value && value->type)
        tf_rules_fits(&judge->findings, value->decoded);
    return !tf_judge_conclude(judge, &what);
}

bool
tf_judge_write_only(tf_judge *judge, const tf_value *value, const char *context)
{
    tf_about what = tf_judge_about(judge, context);

    tf_rules_write_only(&judge->findings, value);
    return !tf_judge_conclude(judge, &what);
}

/* Only core checks whether everything is known, and only of objects that are not put off. */
bool
tf_judge_known(tf_judge *judge, const tf_value *value, const char *context)
{
    tf_about what = tf_judge_about(judge, context);

    tf_rules_known(&judge->findings, value);
    return !tf_judge_conclude(judge, &what);
}

/* Private data is the provider's own: to lose it is allowed, but seldom meant. */
void
tf_judge_private(tf_judge *judge, const char *sent, const char *returned)
{
    tf_about what = tf_judge_about(judge, "call");

    if (!tf_judge_failed(judge) && tf_side_bytes(&judge->exchange->request, sent).length &&
        !tf_side_bytes(&judge->exchange->response, returned).length)
        tf_findings_add(&judge->findings, TF_RULE_PRIVATE_LOST, NULL, NULL, returned);
    tf_judge_conclude(judge, &what);
}

void
tf_judge_blocks(tf_judge *judge, const char *field, const char *context)
{
    tf_about what = tf_judge_about(judge, context);
    const tf_block *block = tf_judge_block(judge, field);
    const tf_value *value = tf_judge_response(judge, field);

    if (block && value)
        tf_rules_blocks(&judge->findings, block, value);
    tf_judge_conclude(judge, &what);
}

void
tf_judge_identity(tf_judge *judge, const char *sent, const char *returned, bool may_be_unknown)
{
    tf_about what = tf_judge_about(judge, "identity");
    const tf_field_value *after = tf_side_value(&judge->exchange->response, returned);
    const tf_value *before = tf_judge_request(judge, sent);

    if (!after || !tf_judge_fit(judge, returned, "identity") ||
        tf_value_is_null(after->decoded->root))
        return;
    if (!may_be_unknown && !tf_judge_known(judge, after->decoded->root, "identity"))
        return;
    what.wanted = "was";
    what.found = "is";
    if (before && !tf_value_is_null(before) && !may_be_unknown &&
        !tf_values_equal(&judge->findings.compare, before, after->decoded->root, true))
        tf_findings_add(&judge->findings, TF_RULE_IDENTITY_CHANGED, before, after->decoded->root,
                        NULL);
    tf_judge_conclude(judge, &what);
}
