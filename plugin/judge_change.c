/* judge_change.c
 * Plans and applies against the rules.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "judge.h"

#include <string.h>

static bool
is_legacy(const tf_judge *judge)
{
    return tf_side_flag(&judge->exchange->response, "legacy_type_system");
}

/* --- Plans ----------------------------------------------------------------------------------- */

static void
judge_replace_paths(tf_judge *judge)
{
    tf_about what = tf_judge_about(judge, "plan");
    tf_replace_path *paths = NULL;
    uint32_t count = tf_change_replace_paths(judge->exchange, &judge->findings.compare, &paths);

    for (uint32_t i = 0; i < count; i++)
        if (paths[i].missing)
            tf_findings_add_at(&judge->findings, TF_RULE_REPLACE_PATH, paths[i].path, NULL, NULL);
    tf_judge_conclude(judge, &what);
}

/* Nothing asks for a change, and the plan makes one. */
static void
judge_unasked(tf_judge *judge, const tf_value *planned)
{
    tf_about what = tf_judge_about(judge, "plan");
    const tf_value *prior = tf_judge_request(judge, "prior_state");
    const tf_value *proposed = tf_judge_request(judge, "proposed_new_state");
    tf_compare *compare = &judge->findings.compare;

    what.wanted = "prior";
    what.found = "planned";
    if (!prior || !proposed || tf_value_is_null(prior) || tf_value_is_null(planned) ||
        !tf_values_equal(compare, prior, proposed, true))
        return;
    tf_differences differences = tf_values_diff(compare, prior, planned);
    for (uint32_t i = 0; i < differences.count; i++)
        tf_findings_add_at(&judge->findings, TF_RULE_UNASKED, differences.list[i].path,
                           differences.list[i].before, differences.list[i].after);
    tf_judge_conclude(judge, &what);
}

/* A plan that was made before, against the one that was made again. */
typedef struct tf_again {
    tf_judge *judge;
    const tf_block *block;
    const tf_value *planned;
    bool agrees; /* with some plan that it may have followed */
} tf_again;

static bool
is_other_action(const tf_change *before, const tf_change *after)
{
    return before->action != after->action && before->action != TF_ACTION_NO_OP &&
           !(before->action == TF_ACTION_UPDATE && after->action == TF_ACTION_NO_OP);
}

/* @return false if one of the plans cannot be judged */
static bool
compare_plans(tf_again *again, tf_findings *findings, const tf_change_links *plan)
{
    tf_exchange first = tf_exchange_of(again->judge->exchange->response.pool, plan->call);
    tf_change before, after;

    if (!tf_change_of(&first, NULL, &before) ||
        !tf_change_of(again->judge->exchange, NULL, &after) || first.response.message->deferred)
        return false;
    if (is_other_action(&before, &after))
        tf_findings_add(findings, TF_RULE_ACTION, NULL, NULL,
                        wmem_strdup_printf(findings->compare.pool, "%s, now %s",
                                           tf_action_name(before.action),
                                           tf_action_name(after.action)));
    tf_rules_result(findings, again->block, before.after, again->planned);
    return true;
}

static bool
agrees_with_twin(tf_change_links *twin, void *user)
{
    tf_again *again = (tf_again *)user;
    tf_findings findings;

    tf_findings_init(&findings, again->judge->exchange->response.pool);
    again->agrees = compare_plans(again, &findings, twin) && findings.found == 0;
    return !again->agrees;
}

/* The plan that is made again while it is applied must be the first one with less unknown. What the
 * old SDKs do wrong here is not tolerated. Which plan it follows may be told only up to equal
 * instances: it must agree with one of them. */
static void
judge_plan_again(tf_judge *judge, const tf_block *block, const tf_value *planned)
{
    const tf_change_links *links = tf_history_links(judge->exchange->call);
    tf_about what = tf_judge_about(judge, "final-plan");
    tf_again again = {judge, block, planned, false};
    tf_findings findings;

    /* That the old object of a replacement is to be destroyed is no contradiction to it. */
    if (!links || !links->follows || links->follows->second)
        return;
    tf_findings_init(&findings, judge->exchange->response.pool);
    if (!compare_plans(&again, &findings, links->follows) || findings.found == 0)
        return;
    tf_history_twins(links->follows, agrees_with_twin, &again);
    if (again.agrees)
        return;
    what.frame = links->follows->call->response_frame;
    what.wanted = "planned";
    what.found = "now planned";
    compare_plans(&again, &judge->findings, links->follows);
    tf_judge_conclude(judge, &what);
}

/* @return whether core goes on to look at the rest */
static bool
judge_planned_values(tf_judge *judge, const tf_block *block, const tf_value *planned)
{
    const tf_change_links *links = tf_history_links(judge->exchange->call);
    const tf_value *prior = tf_judge_request(judge, "prior_state");
    const tf_value *config = tf_judge_request(judge, "config");
    tf_about what = tf_judge_about(judge, "plan");

    /* Of the second plan of a replacement core looks only at the type. */
    if (!prior || !config || (links && links->first))
        return false;
    what.wanted = "configured";
    what.found = "planned";
    what.tolerated = is_legacy(judge);
    if (tf_value_is_null(config)) {
        if (!tf_value_is_null(planned))
            tf_findings_add(&judge->findings, TF_RULE_NOT_NULL_OBJECT, NULL, planned, NULL);
        what.tolerated = false;
    } else {
        tf_rules_plan(&judge->findings, block, prior, config, planned);
    }
    return !tf_judge_conclude(judge, &what);
}

void
tf_judge_plan(tf_judge *judge)
{
    const tf_block *block = tf_judge_block(judge, "planned_state");
    const tf_value *planned;

    tf_judge_private(judge, "prior_private", "planned_private");
    if (!tf_judge_fit(judge, "planned_state", "plan") || tf_judge_failed(judge) ||
        tf_judge_deferred(judge))
        return;
    planned = tf_judge_response(judge, "planned_state");
    if (!planned || !block || !tf_judge_write_only(judge, planned, "plan"))
        return;
    tf_judge_blocks(judge, "planned_state", "plan");
    judge_unasked(judge, planned);
    if (!judge_planned_values(judge, block, planned))
        return;
    judge_replace_paths(judge);
    judge_plan_again(judge, block, planned);
    tf_judge_identity(judge, "prior_identity.identity_data", "planned_identity.identity_data",
                      tf_side_is_null(&judge->exchange->request, "prior_state") ||
                          tf_side_bytes(&judge->exchange->response, "requires_replace").length);
}

/* --- Applies --------------------------------------------------------------------------------- */

/* core hands on what the plan came back with. */
static void
judge_planned_private(tf_judge *judge)
{
    const tf_change_links *links = tf_history_links(judge->exchange->call);
    tf_about what = tf_judge_about(judge, "call");
    tf_exchange plan;
    tf_span sent, planned;

    if (!links || !links->follows || tf_side_is_null(&judge->exchange->request, "planned_state"))
        return;
    plan = tf_exchange_of(judge->exchange->response.pool, links->follows->call);
    sent = tf_side_bytes(&judge->exchange->request, "planned_private");
    planned = tf_side_bytes(&plan.response, "planned_private");
    what.frame = links->follows->call->response_frame;
    if (plan.response.message &&
        (sent.length != planned.length || memcmp(sent.data, planned.data, sent.length) != 0))
        tf_findings_add(&judge->findings, TF_RULE_PRIVATE_CHANGED, NULL, NULL, NULL);
    tf_judge_conclude(judge, &what);
}

static void
judge_result(tf_judge *judge, const tf_block *block, const tf_value *planned,
             const tf_value *actual)
{
    tf_about what = tf_judge_about(judge, "result");
    bool destroy = tf_value_is_null(planned);

    what.wanted = "planned";
    what.found = "now";
    if (!destroy) {
        what.tolerated = is_legacy(judge);
        tf_rules_result(&judge->findings, block, planned, actual);
        if (tf_judge_conclude(judge, &what))
            return;
        what.tolerated = false;
    }
    if (destroy != tf_value_is_null(actual))
        tf_findings_add(&judge->findings, destroy ? TF_RULE_NOT_NULL_OBJECT : TF_RULE_NULL_OBJECT,
                        planned, actual, NULL);
    tf_judge_conclude(judge, &what);
}

void
tf_judge_apply(tf_judge *judge)
{
    const tf_block *block = tf_judge_block(judge, "new_state");
    const tf_value *planned = tf_judge_request(judge, "planned_state"), *actual;

    judge_planned_private(judge);
    if (!tf_side_is_null(&judge->exchange->request, "planned_state"))
        tf_judge_private(judge, "planned_private", "private");
    if (!tf_judge_fit(judge, "new_state", "result"))
        return;
    actual = tf_judge_response(judge, "new_state");
    if (!actual || !block || !tf_judge_write_only(judge, actual, "result") ||
        !tf_judge_known(judge, actual, "result") || tf_judge_failed(judge))
        return;
    tf_judge_blocks(judge, "new_state", "result");
    if (planned)
        judge_result(judge, block, planned, actual);
    tf_judge_identity(judge, "planned_identity.identity_data", "new_identity.identity_data",
                      tf_value_is_null(planned));
}
