/* change_stages.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "change_stages.h"

#include "history_match.h"
#include "value_text.h"

const char *
tf_stage_name(tf_stage_id id)
{
    static const char *const names[] = {"config",  "prior",         "proposed",
                                        "planned", "planned again", "applied"};

    return names[id];
}

/* --- Which stages ---------------------------------------------------------------------------- */

/* The calls that make a change; NULL for those that the file does not have. */
typedef struct tf_chain {
    tf_exchange *replaced, *plan, *again, *apply;
} tf_chain;

/* The exchange of a call, the one at hand if it is the same. */
static tf_exchange *
exchange_of(tf_exchange *at_hand, const tf_change_links *links)
{
    tf_exchange *exchange;

    if (!links)
        return NULL;
    if (links->call == at_hand->call)
        return at_hand;
    exchange = wmem_new(at_hand->response.pool, tf_exchange);
    *exchange = tf_exchange_of(at_hand->response.pool, links->call);
    return exchange;
}

static tf_chain
chain_of(tf_exchange *exchange)
{
    tf_change_links *links = tf_history_links(exchange->call), *plan = links, *again, *apply = NULL;
    bool applies = tf_call_is_apply(exchange->call);
    tf_chain chain = {0};

    if (applies) {
        apply = links;
        plan = links ? links->follows : NULL;
        chain.apply = exchange;
    } else {
        chain.plan = exchange;
    }
    if (!plan)
        return chain;
    again = plan->follows ? plan : plan->by_plan;
    plan = plan->follows ? plan->follows : plan;
    if (!apply)
        apply = again && again->by_apply ? again->by_apply : plan->by_apply;
    return (tf_chain){exchange_of(exchange, plan->first), exchange_of(exchange, plan),
                      exchange_of(exchange, again), exchange_of(exchange, apply)};
}

static void
add(tf_stages *stages, tf_stage_id id, tf_side *side, const char *field)
{
    const tf_value *root = tf_side_tree(side, field);

    if (!root)
        return;
    stages->list[stages->count] = (tf_stage){id, side->message->frame};
    stages->roots[stages->count++] = root;
}

/* What core says to the provider, of a plan or an apply. */
static void
add_request(tf_stages *stages, tf_stage_id id, tf_exchange *exchange, const char *field)
{
    if (exchange)
        add(stages, id, &exchange->request, field);
}

static void
add_response(tf_stages *stages, tf_stage_id id, tf_exchange *exchange, const char *field)
{
    if (exchange && exchange->response.message)
        add(stages, id, &exchange->response, field);
}

void
tf_stages_of(tf_exchange *exchange, tf_stages *stages)
{
    tf_chain chain = chain_of(exchange);
    /* Without its plan an apply still tells what was planned. */
    tf_exchange *first = chain.plan ? chain.plan : chain.apply;

    stages->count = 0;
    stages->replaces = chain.replaced != NULL;
    add_request(stages, TF_STAGE_CONFIG, first, "config");
    add_request(stages, TF_STAGE_CONFIG, chain.again, "config");
    add_request(stages, TF_STAGE_PRIOR, chain.replaced ? chain.replaced : first, "prior_state");
    add_request(stages, TF_STAGE_PROPOSED, chain.plan, "proposed_new_state");
    add_request(stages, TF_STAGE_PROPOSED, chain.again, "proposed_new_state");
    if (chain.plan)
        add_response(stages, TF_STAGE_PLANNED, chain.plan, "planned_state");
    else
        add_request(stages, TF_STAGE_PLANNED, chain.apply, "planned_state");
    add_response(stages, TF_STAGE_PLANNED_AGAIN, chain.again, "planned_state");
    add_response(stages, TF_STAGE_APPLIED, chain.apply, "new_state");
    tf_compare_init(&stages->compare, exchange->response.pool);
    stages->compare.closed = tf_value_masks;
    tf_abreast_init(&stages->abreast, &stages->compare, stages->roots, stages->count);
}

/* A value of the place: not the null that stands for one that is missing. */
static const tf_value *
value_of(const tf_difference *difference)
{
    return difference->after && difference->after->parent ? difference->after : difference->before;
}

const tf_value *const *
tf_stages_at(tf_stages *stages, const tf_difference *difference)
{
    return tf_abreast_at(&stages->abreast, value_of(difference));
}

bool
tf_stage_repeats(tf_stages *stages, uint32_t stage, const tf_value *const *row)
{
    for (uint32_t i = 0; i < stage; i++)
        if (stages->list[i].id == stages->list[stage].id)
            return !row[i] == !row[stage] &&
                   tf_values_equal(&stages->compare, row[i], row[stage], true);
    return false;
}

/* --- Where they differ ----------------------------------------------------------------------- */

/* What is listed already. */
typedef struct tf_listing {
    tf_stages *stages;
    wmem_map_t *paths;    /* of what has a path of its own */
    wmem_map_t *elements; /* elements of sets, by the first stage that has one */
    wmem_map_t *above;    /* containers with something listed in them */
    wmem_array_t *found;
} tf_listing;

/* Elements of sets share a path; the first of the equal ones stands for all. */
static const tf_value *
element_of(tf_stages *stages, const tf_difference *difference)
{
    const tf_value *value = value_of(difference);
    const tf_value *const *row;

    if (!value->parent || value->parent->kind != TF_VALUE_SET)
        return NULL;
    row = tf_stages_at(stages, difference);
    for (uint32_t i = 0; i < stages->count; i++)
        if (row[i] && row[i]->kind != TF_VALUE_UNKNOWN)
            return row[i];
    return value;
}

/* Also if something in it is, in whichever stage. */
static bool
is_listed(tf_listing *listing, const tf_difference *at)
{
    const tf_value *element = element_of(listing->stages, at);
    const tf_value *const *row = tf_stages_at(listing->stages, at);

    for (uint32_t i = 0; i < listing->stages->count; i++)
        if (wmem_map_contains(listing->above, row[i]))
            return true;
    return element ? wmem_map_contains(listing->elements, element)
                   : wmem_map_contains(listing->paths, at->path);
}

static void
list(tf_listing *listing, const tf_difference *difference)
{
    const tf_value *element = element_of(listing->stages, difference);
    const tf_value *const *row = tf_stages_at(listing->stages, difference);

    if (element)
        wmem_map_insert(listing->elements, element, (void *)element);
    else
        wmem_map_insert(listing->paths, difference->path, (void *)difference->path);
    for (uint32_t i = 0; i < listing->stages->count; i++)
        for (const tf_value *at = row[i] ? row[i]->parent : NULL;
             at && !wmem_map_contains(listing->above, at); at = at->parent)
            wmem_map_insert(listing->above, at, (void *)at);
}

/* They are in what core proposes, and never in a state. */
static bool
is_write_only(const tf_value *value)
{
    return value->member && value->member->attribute && value->member->attribute->write_only;
}

static void
compare_stages(tf_listing *listing, uint32_t earlier, uint32_t later)
{
    tf_stages *stages = listing->stages;
    const tf_value *before = stages->roots[earlier], *after = stages->roots[later];
    tf_differences differences = {0};

    /* That an object comes or goes says nothing about a place in it. */
    if (!tf_value_is_null(before) && !tf_value_is_null(after))
        differences = tf_values_diff(&stages->compare, before, after);
    for (uint32_t i = 0; i < differences.count; i++) {
        const tf_difference *at = &differences.list[i];
        tf_stage_difference one = {*at, stages->list[earlier].id, stages->list[later].id};
        if (is_write_only(value_of(at)) || is_listed(listing, at))
            continue;
        list(listing, at);
        wmem_array_append_one(listing->found, one);
    }
}

/* Those that a change goes through one after the other; what is replaced is another object. */
static bool
is_on_the_way(const tf_stages *stages, uint32_t i)
{
    tf_stage_id id = stages->list[i].id;
    bool first = true;

    for (uint32_t j = 0; j < i; j++)
        first = first && stages->list[j].id != id;
    return first && id != TF_STAGE_CONFIG && !(id == TF_STAGE_PRIOR && stages->replaces);
}

wmem_array_t *
tf_stages_unlisted(tf_stages *stages, const tf_change *change)
{
    wmem_allocator_t *pool = stages->compare.pool;
    tf_listing listing = {stages, wmem_map_new(pool, wmem_str_hash, g_str_equal),
                          wmem_map_new(pool, g_direct_hash, g_direct_equal),
                          wmem_map_new(pool, g_direct_hash, g_direct_equal),
                          wmem_array_new(pool, sizeof(tf_stage_difference))};
    uint32_t earlier = TF_MAX_STAGES;

    if (tf_value_is_null(change->after))
        return listing.found;
    for (uint32_t i = 0; i < change->differences.count; i++)
        list(&listing, &change->differences.list[i]);
    for (uint32_t i = 0; i < stages->count; i++) {
        if (!is_on_the_way(stages, i))
            continue;
        if (earlier < TF_MAX_STAGES)
            compare_stages(&listing, earlier, i);
        earlier = i;
    }
    return listing.found;
}
