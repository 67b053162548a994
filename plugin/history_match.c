/* history_match.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "history_match.h"

#include <string.h>

#include "codec/rules.h"

#include "history_facts.h"
#include "history_table.h"

/* Candidates whose values are compared, which takes decoding them. */
#define MAX_COMPARED 32

bool
tf_call_is_plan(const tf_call *call)
{
    return call->rpc->version && call->rpc->id == TF_RPC_PLAN_RESOURCE_CHANGE;
}

bool
tf_call_is_apply(const tf_call *call)
{
    return call->rpc->version && call->rpc->id == TF_RPC_APPLY_RESOURCE_CHANGE;
}

/* Had the response come when this call began? */
static bool
was_answered(const tf_side *response, const tf_change_links *links)
{
    return response->message && response->message->frame <= links->call->request_frame;
}

/* --- Replacements ---------------------------------------------------------------------------- */

static bool
asks_for_replacement(const tf_side *response)
{
    return tf_side_bytes(response, "requires_replace").length > 0;
}

static bool
is_second_plan(const tf_change_links *first, const tf_change_links *second)
{
    tf_side request, response;
    tf_span private;

    if (!tf_call_is_plan(first->call) || first->second ||
        first->call->session != second->call->session || first->null_prior)
        return false;
    request = tf_said_in_request(second);
    response = tf_said_in_response(first);
    private = tf_side_bytes(&request, "prior_private");
    if (!was_answered(&response, second) ||
        !tf_spans_equal(private, tf_side_bytes(&response, "planned_private")))
        return false;
    if (tf_says_same(first, second, "config"))
        return private.length || asks_for_replacement(&response);
    return private.length && asks_for_replacement(&response);
}

static void
link_second_plan(tf_change_links *links)
{
    unsigned tried = 0;

    if (!links->null_prior || links->null_config)
        return;
    for (tf_change_links *at = links->older; at && tried < TF_MAX_CANDIDATES;
         at = at->older, tried++)
        if (is_second_plan(at, links)) {
            links->first = at;
            at->second = links;
            return;
        }
}

/* --- Plans made again ------------------------------------------------------------------------ */

/* Could the second plan have been made to apply the first one, but for what the values say? */
static bool
may_follow(const tf_change_links *plan, const tf_change_links *again)
{
    tf_side one, other;

    if (!tf_call_is_plan(plan->call) || plan->by_plan || plan->second ||
        plan->call->session->number >= again->call->session->number ||
        strcmp(plan->call->type_name, again->call->type_name) != 0 ||
        plan->call->rpc != again->call->rpc)
        return false;
    if (plan->first)
        return again->null_prior;
    one = tf_said_in_request(plan);
    other = tf_said_in_request(again);
    return plan->null_prior == again->null_prior &&
           tf_spans_equal(tf_side_bytes(&one, "prior_private"),
                          tf_side_bytes(&other, "prior_private"));
}

/* Is everything that was known of a value still so? */
static bool
is_filled_in(tf_side *one, tf_side *other, const char *field)
{
    const tf_value *before = tf_side_tree(one, field), *after = tf_side_tree(other, field);
    tf_findings findings;

    if (!before || !after)
        return false;
    tf_findings_init(&findings, one->pool);
    tf_rules_value(&findings, before, after);
    return findings.found == 0 && !findings.compare.exhausted;
}

/* The same number may have other bytes once it has been in a state file: values are compared. */
static bool
values_fit(const tf_change_links *plan, const tf_change_links *again)
{
    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    tf_side one = tf_side_of(pool, tf_said_in_request(plan).message);
    tf_side other = tf_side_of(pool, tf_said_in_request(again).message);
    bool fit = is_filled_in(&one, &other, "config") &&
               (plan->first || is_filled_in(&one, &other, "prior_state"));

    wmem_destroy_allocator(pool);
    return fit;
}

static tf_change_links *
find_same_bytes(const tf_change_links *again, uint32_t since)
{
    tf_entry *entry = tf_table_find(again, TF_HISTORY_CONFIG);
    tf_change_links *found = NULL;

    for (unsigned tried = 0; entry && tried < TF_MAX_CANDIDATES; entry = entry->next, tried++)
        if (entry->links->call->session->number >= since && may_follow(entry->links, again) &&
            tf_says_same(entry->links, again, "config") &&
            (entry->links->first || tf_says_same(entry->links, again, "prior_state")))
            found = entry->links; /* the oldest: instances are planned and applied in one order */
    return found;
}

static tf_change_links *
find_fitting_values(const tf_change_links *again, uint32_t since)
{
    unsigned tried = 0, compared = 0;

    for (tf_change_links *at = again->older;
         at && tried < TF_MAX_CANDIDATES && compared < MAX_COMPARED; at = at->older, tried++) {
        if (at->call->session->number < since || !may_follow(at, again))
            continue;
        compared++;
        if (values_fit(at, again))
            return at;
    }
    return NULL;
}

/* Was the new object of a replacement made already? */
static bool
is_created(const tf_change_links *first)
{
    const tf_change_links *second = first->second;
    const tf_change_links *again = second && second->by_plan ? second->by_plan : second;

    return again && again->by_apply;
}

/* Before core destroys an object that it had put aside, because the new one came first or because
 * an earlier run could not destroy it, it asks for a plan once more. */
static tf_change_links *
find_put_aside(const tf_change_links *again, uint32_t since)
{
    tf_entry *entry = tf_table_find(again, TF_HISTORY_PRIOR);

    for (unsigned tried = 0; entry && tried < TF_MAX_CANDIDATES; entry = entry->next, tried++) {
        tf_change_links *plan = entry->links;
        if (!plan->by_plan && plan->call->session->number >= since &&
            plan->call->session->number < again->call->session->number &&
            plan->call->rpc == again->call->rpc &&
            strcmp(plan->call->type_name, again->call->type_name) == 0 &&
            (is_created(plan) || plan->null_config) && tf_says_same(plan, again, "prior_state"))
            return plan;
    }
    return NULL;
}

static tf_change_links *
find_plan_before(const tf_change_links *again)
{
    uint32_t since = tf_last_validation(again->call);
    tf_change_links *found;

    if (again->first)
        return NULL;
    if (again->null_config)
        return find_put_aside(again, since);
    found = find_same_bytes(again, since);
    return found ? found : find_fitting_values(again, since);
}

static void
link_plan_again(tf_change_links *links)
{
    tf_change_links *found = find_plan_before(links);

    if (!found)
        return;
    links->follows = found;
    found->by_plan = links;
}

/* --- Applies --------------------------------------------------------------------------------- */

static bool
is_applied_by(const tf_change_links *plan, const tf_change_links *apply)
{
    tf_side request, response;

    if (!tf_call_is_plan(plan->call) || plan->by_apply ||
        plan->call->session != apply->call->session)
        return false;
    request = tf_said_in_request(apply);
    response = tf_said_in_response(plan);
    return was_answered(&response, apply) &&
           tf_spans_equal(tf_side_bytes(&request, "planned_private"),
                          tf_side_bytes(&response, "planned_private")) &&
           tf_says_same(plan, apply, "config");
}

/* Is it what the plan says that is applied, whatever became of the private data? */
static bool
applies_values_of(const tf_change_links *plan, const tf_change_links *apply)
{
    wmem_allocator_t *pool;
    tf_side one, other;
    bool fits;

    if (!tf_call_is_plan(plan->call) || plan->by_apply ||
        plan->call->session != apply->call->session || !tf_says_same(plan, apply, "config"))
        return false;
    pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    one = tf_side_of(pool, tf_said_in_response(plan).message);
    other = tf_side_of(pool, tf_said_in_request(apply).message);
    fits = was_answered(&one, apply) && is_filled_in(&one, &other, "planned_state");
    wmem_destroy_allocator(pool);
    return fits;
}

static tf_change_links *
find_applied(const tf_change_links *apply)
{
    unsigned tried = 0;

    for (tf_change_links *at = apply->older; at && tried < TF_MAX_CANDIDATES;
         at = at->older, tried++)
        if (is_applied_by(at, apply))
            return at;
    tried = 0;
    for (tf_change_links *at = apply->older; at && tried < MAX_COMPARED; at = at->older, tried++)
        if (applies_values_of(at, apply))
            return at;
    return NULL;
}

/* What is destroyed was planned to be destroyed or replaced. */
static tf_change_links *
find_destroyed(const tf_change_links *apply)
{
    uint32_t since = tf_last_validation(apply->call);
    tf_entry *entry = tf_table_find(apply, TF_HISTORY_PRIOR);

    for (unsigned tried = 0; entry && tried < TF_MAX_CANDIDATES; entry = entry->next, tried++) {
        tf_change_links *plan = entry->links;
        if (!plan->by_apply && plan->call->session->number >= since &&
            plan->call->rpc->version == apply->call->rpc->version &&
            strcmp(plan->call->type_name, apply->call->type_name) == 0 &&
            (plan->second || plan->null_config) && tf_says_same(plan, apply, "prior_state"))
            return plan;
    }
    return NULL;
}

static void
link_apply(tf_change_links *links)
{
    tf_change_links *plan =
        tf_says_null(links, "planned_state") ? find_destroyed(links) : find_applied(links);

    if (!plan)
        return;
    links->follows = plan;
    plan->by_apply = links;
}

/* --- Taking up ------------------------------------------------------------------------------- */

tf_change_links *
tf_history_match(tf_call *call)
{
    tf_type_history *type = tf_type_history_of(call);
    tf_change_links *links = wmem_new0(wmem_file_scope(), tf_change_links);

    links->call = call;
    links->null_prior = tf_says_null(links, "prior_state");
    links->null_config = tf_says_null(links, "config");
    links->older = type->newest;
    type->newest = links;
    call->links = links;
    if (tf_call_is_apply(call)) {
        link_apply(links);
        return links;
    }
    link_second_plan(links);
    link_plan_again(links);
    tf_table_add(links);
    return links;
}

/* --- Twins ----------------------------------------------------------------------------------- */

/* Of replacements the second plans are twins if the first ones are. */
static bool
are_twins(const tf_change_links *a, const tf_change_links *b)
{
    if (a == b || !tf_call_is_plan(b->call) || a->call->session != b->call->session ||
        strcmp(a->call->type_name, b->call->type_name) != 0 || !tf_says_same(a, b, "config") ||
        !a->first != !b->first)
        return false;
    return a->first ? tf_says_same(a->first, b->first, "config")
                    : tf_says_same(a, b, "prior_state");
}

void
tf_history_twins(tf_change_links *plan, tf_plan_func func, void *user)
{
    tf_entry *entry = tf_table_find(plan, TF_HISTORY_CONFIG);
    bool more = true;

    for (unsigned tried = 0; entry && more && tried < MAX_COMPARED; entry = entry->next, tried++)
        if (are_twins(plan, entry->links))
            more = func(entry->links, user);
}
