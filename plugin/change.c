/* change.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "change.h"

#include <string.h>

const char *
tf_action_name(tf_action action)
{
    static const char *const names[] = {"no-op", "create", "read", "update", "delete", "replace"};

    return names[action];
}

tf_change_links *
tf_change_first_plan(const tf_call *call)
{
    tf_change_links *links = tf_history_links(call);

    if (!links)
        return NULL;
    if (links->first)
        return links->first;
    return links->follows && call->rpc->id == TF_RPC_PLAN_RESOURCE_CHANGE ? links->follows->first
                                                                          : NULL;
}

/* --- Replacement ----------------------------------------------------------------------------- */

/* Write-only attributes are always null in a state: that says nothing about a change. */
static bool
is_write_only(const tf_value *value)
{
    return value && value->member && value->member->attribute &&
           value->member->attribute->write_only;
}

static bool
may_differ(tf_compare *compare, tf_followed prior, tf_followed planned)
{
    if ((!prior.value && !prior.missing) || (!planned.value && !planned.missing))
        return true;
    return is_write_only(prior.value) || is_write_only(planned.value) ||
           !tf_value_wholly_known(planned.value) ||
           !tf_values_equal(compare, prior.value, planned.value, true);
}

static tf_replace_path
judge_path(tf_compare *compare, const tf_steps *steps, const tf_value *prior,
           const tf_value *planned)
{
    wmem_strbuf_t *text = wmem_strbuf_new(compare->pool, "");
    tf_followed before = tf_steps_follow(prior, steps->steps, steps->count);
    tf_followed after = tf_steps_follow(planned, steps->steps, steps->count);
    tf_replace_path path;

    tf_steps_append(text, steps->steps, steps->count);
    path.path = wmem_strbuf_finalize(text);
    path.missing = before.missing && after.missing;
    path.forces = !path.missing && may_differ(compare, before, after);
    return path;
}

uint32_t
tf_change_replace_paths(tf_exchange *exchange, tf_compare *compare, tf_replace_path **paths)
{
    const tf_value *prior = tf_side_tree(&exchange->request, "prior_state");
    const tf_value *planned = tf_side_tree(&exchange->response, "planned_state");
    tf_steps *steps;
    uint32_t count = 0;

    /* Nothing is there to be replaced: core does not look. */
    if (!prior || !planned || tf_value_is_null(prior))
        return 0;
    count = tf_side_paths(&exchange->response, "requires_replace", &steps);
    *paths = wmem_alloc_array(compare->pool, tf_replace_path, MAX(count, 1));
    for (uint32_t i = 0; i < count; i++)
        (*paths)[i] = judge_path(compare, &steps[i], prior, planned);
    return count;
}

static bool
any_forces(const tf_change *change)
{
    for (uint32_t i = 0; i < change->n_replace; i++)
        if (change->replace[i].forces)
            return true;
    return false;
}

static bool
leads_to(const char *above, const char *path)
{
    size_t length = strlen(above);

    return strncmp(above, path, length) == 0 &&
           (path[length] == '\0' || path[length] == '.' || path[length] == '[' || length == 0);
}

bool
tf_change_forced(const tf_change *change, const char *path)
{
    for (uint32_t i = 0; i < change->n_replace; i++)
        if (change->replace[i].forces &&
            (leads_to(change->replace[i].path, path) || leads_to(path, change->replace[i].path)))
            return true;
    return false;
}

/* --- Changes --------------------------------------------------------------------------------- */

/* What the object that is replaced says, from the plan that met it first. */
static bool
take_replaced(const tf_change_links *first, tf_compare *compare, tf_change *change)
{
    tf_exchange exchange = tf_exchange_of(compare->pool, first->call);

    change->before = tf_side_tree(&exchange.request, "prior_state");
    change->n_replace = tf_change_replace_paths(&exchange, compare, &change->replace);
    change->action = TF_ACTION_REPLACE;
    return change->before != NULL;
}

static tf_action
planned_action(const tf_change *change, const tf_change_links *links)
{
    if (tf_value_is_null(change->after))
        return tf_value_is_null(change->before) ? TF_ACTION_NO_OP : TF_ACTION_DELETE;
    if (tf_value_is_null(change->before))
        return TF_ACTION_CREATE;
    if (any_forces(change) || (links && links->second))
        return TF_ACTION_REPLACE;
    return tf_value_wholly_known(change->after) && change->differences.count == 0
               ? TF_ACTION_NO_OP
               : TF_ACTION_UPDATE;
}

static bool
plan_change(tf_exchange *exchange, tf_compare *compare, tf_change *change)
{
    const tf_change_links *links = tf_history_links(exchange->call);
    const tf_change_links *first = tf_change_first_plan(exchange->call);

    change->after = tf_side_tree(&exchange->response, "planned_state");
    if (first)
        return take_replaced(first, compare, change) && change->after;
    change->before = tf_side_tree(&exchange->request, "prior_state");
    if (!change->before || !change->after)
        return false;
    change->n_replace = tf_change_replace_paths(exchange, compare, &change->replace);
    change->differences = tf_values_diff(compare, change->before, change->after);
    change->action = planned_action(change, links);
    return true;
}

static bool
apply_change(tf_exchange *exchange, tf_change *change)
{
    tf_side *request = &exchange->request;

    change->before = tf_side_tree(request, "prior_state");
    change->after = tf_side_tree(&exchange->response, "new_state");
    if (!change->before || !change->after)
        return false;
    if (tf_side_is_null(request, "planned_state"))
        change->action = TF_ACTION_DELETE;
    else if (tf_value_is_null(change->before))
        change->action = TF_ACTION_CREATE;
    else
        change->action = TF_ACTION_UPDATE;
    return true;
}

static bool
read_change(tf_exchange *exchange, tf_change *change)
{
    change->before = &tf_value_null;
    change->after = tf_side_tree(&exchange->response, "state");
    change->action = TF_ACTION_READ;
    return change->after != NULL;
}

static bool
find_values(tf_exchange *exchange, tf_compare *compare, tf_change *change)
{
    if (!exchange->call->rpc->version || !exchange->response.message ||
        exchange->response.message->n_errors)
        return false;
    switch (exchange->call->rpc->id) {
    case TF_RPC_PLAN_RESOURCE_CHANGE:
        return exchange->request.message && plan_change(exchange, compare, change);
    case TF_RPC_APPLY_RESOURCE_CHANGE:
        return exchange->request.message && apply_change(exchange, change);
    case TF_RPC_READ_DATA_SOURCE:
        return read_change(exchange, change);
    default:
        return false;
    }
}

bool
tf_change_of(tf_exchange *exchange, bool (*closed)(const tf_value *value), tf_change *change)
{
    tf_compare compare;

    *change = (tf_change){0};
    tf_compare_init(&compare, exchange->response.pool);
    compare.closed = closed;
    if (!find_values(exchange, &compare, change))
        return false;
    if (!change->differences.list)
        change->differences = tf_values_diff(&compare, change->before, change->after);
    change->exhausted = compare.exhausted;
    return true;
}
