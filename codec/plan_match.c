/* plan_match.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_match.h"

#include "compare.h"
#include "number.h"
#include "text.h"

/** One comparison. */
typedef struct matching {
    bool config;
    uint32_t steps; /**< that may still be taken */
    uint32_t agreed;
} matching;

static tf_match match(matching *m, const tf_value *value, tf_json_node json, tf_json_node unknown);

static tf_match
worse(tf_match a, tf_match b)
{
    return a < b ? a : b;
}

static bool
is_nothing(tf_json_node json)
{
    return !json.tape || tf_json_is(json, TF_TOKEN_NULL);
}

/** What SDKs without their own null put in its place. */
static bool
is_zero(tf_json_node json)
{
    const tf_token *token = tf_json_token(json);
    tf_number number, zero = {.form = TF_NUMBER_INT, .i = 0};

    switch (token->kind) {
    case TF_TOKEN_BOOL:
        return !token->boolean;
    case TF_TOKEN_NUMBER:
        return tf_token_number(token, &number) && tf_number_compare(&number, &zero) == 0;
    default:
        return token->count == 0;
    }
}

/** Write-only values are configured, but never in a plan or a state. */
static bool
is_write_only(const tf_value *value)
{
    return value->member && value->member->attribute && value->member->attribute->write_only;
}

/** A null of the wire against something. A configuration binds only what is not computed,
 * and legacy SDKs not even there. */
static tf_match
match_null(const matching *m, const tf_value *value, tf_json_node json)
{
    const tf_attribute *attribute = value->member ? value->member->attribute : NULL;

    if (is_nothing(json))
        return TF_MATCH_YES;
    if (!m->config)
        return TF_MATCH_NO;
    return attribute && !attribute->computed && !is_zero(json) ? TF_MATCH_UNLIKELY : TF_MATCH_OPEN;
}

/** The tree of unknown values at an element or member; `true` counts for all that is in it. */
static tf_json_node
unknown_element(tf_json_node unknown, uint32_t index)
{
    return tf_json_is(unknown, TF_TOKEN_BOOL) ? unknown : tf_json_at(unknown, index);
}

static tf_json_node
unknown_member(tf_json_node unknown, tf_span key)
{
    return tf_json_is(unknown, TF_TOKEN_BOOL) ? unknown : tf_json_get_span(unknown, key);
}

static tf_match
match_list(matching *m, const tf_value *value, tf_json_node json, tf_json_node unknown)
{
    tf_match result = TF_MATCH_YES;
    tf_json_iterator i = tf_json_iterate(json), u = tf_json_iterate(unknown);

    for (uint32_t at = 0; tf_json_next(&i) && result != TF_MATCH_NO; at++) {
        tf_json_node mark = tf_json_next(&u) ? u.value : unknown_element(unknown, at);
        result = worse(result, match(m, &value->children[at], i.value, mark));
    }
    return result;
}

/** The best of the elements that are not taken yet. */
static tf_match
match_element(matching *m, const tf_value *element, tf_json_node json, tf_json_node unknown,
              bool *taken)
{
    tf_match best = TF_MATCH_NO;
    uint32_t best_at = 0, at = 0;

    for (tf_json_iterator i = tf_json_iterate(json); tf_json_next(&i); at++) {
        tf_match found;
        if (taken[at])
            continue;
        found = match(m, element, i.value, unknown_element(unknown, at));
        if (found > best) {
            best = found;
            best_at = at;
        }
        if (found == TF_MATCH_YES)
            break;
    }
    if (best != TF_MATCH_NO)
        taken[best_at] = true;
    return best;
}

static tf_match
match_set(matching *m, const tf_value *value, tf_json_node json, tf_json_node unknown)
{
    tf_match result = match_list(m, value, json, unknown);
    bool *taken;

    if (result == TF_MATCH_YES)
        return result;
    result = TF_MATCH_YES;
    taken = g_new0(bool, value->n_children);
    for (uint32_t i = 0; i < value->n_children && result != TF_MATCH_NO; i++)
        result = worse(result, match_element(m, &value->children[i], json, unknown, taken));
    g_free(taken);
    return result;
}

static tf_match
match_sequence(matching *m, const tf_value *value, tf_json_node json, tf_json_node unknown)
{
    if (!tf_json_is(json, TF_TOKEN_ARRAY))
        return TF_MATCH_NO;
    if (tf_json_count(json) != value->n_children) /* several unknown elements may become one */
        return value->kind == TF_VALUE_SET && tf_value_count_unknown(value) ? TF_MATCH_OPEN
                                                                            : TF_MATCH_NO;
    return value->kind == TF_VALUE_SET ? match_set(m, value, json, unknown)
                                       : match_list(m, value, json, unknown);
}

/** Members that the value does not have: an older or foreign object need not have all. */
static tf_match
match_rest(const tf_value *value, tf_json_node json)
{
    for (tf_json_iterator i = tf_json_iterate(json); tf_json_next(&i);)
        if (!is_nothing(i.value) && !tf_value_child(value, i.key.data, i.key.length))
            return value->kind == TF_VALUE_MAP ? TF_MATCH_NO : TF_MATCH_OPEN;
    return TF_MATCH_YES;
}

/** Both are sorted by key as a rule: the next member is tried before the right one is looked for.
 */
static tf_match
match_members(matching *m, const tf_value *value, tf_json_node json, tf_json_node unknown)
{
    tf_match result = TF_MATCH_YES;
    tf_json_iterator next = tf_json_iterate(json);
    bool more = tf_json_next(&next);
    uint32_t met = 0;

    if (!tf_json_is(json, TF_TOKEN_MAP))
        return TF_MATCH_NO;
    for (uint32_t i = 0; i < value->n_children && result != TF_MATCH_NO; i++) {
        const tf_value *child = &value->children[i];
        tf_json_node member;
        while (more && tf_text_compare(next.key, child->key) < 0)
            more = tf_json_next(&next);
        member = more && tf_text_compare(next.key, child->key) == 0
                     ? next.value
                     : tf_json_get_span(json, child->key);
        met += member.tape != NULL;
        result = worse(result, match(m, child, member, unknown_member(unknown, child->key)));
    }
    return result != TF_MATCH_NO && met < tf_json_count(json)
               ? worse(result, match_rest(value, json))
               : result;
}

static tf_match
match_scalar(matching *m, const tf_value *value, tf_json_node json)
{
    const tf_token *token = tf_json_token(json);
    tf_number number;
    bool same = false;

    if (value->kind == TF_VALUE_BOOL)
        same = token->kind == TF_TOKEN_BOOL && token->boolean == value->boolean;
    else if (value->kind == TF_VALUE_NUMBER)
        same = token->kind == TF_TOKEN_NUMBER && tf_token_number(token, &number) &&
               tf_number_compare(&number, &value->number) == 0;
    else if (value->kind == TF_VALUE_STRING)
        same =
            token->kind == TF_TOKEN_STRING && tf_strings_equal(tf_token_text(token), value->string);
    m->agreed += same;
    return same ? TF_MATCH_YES : TF_MATCH_NO;
}

static tf_match
match(matching *m, const tf_value *value, tf_json_node json, tf_json_node unknown)
{
    if (m->steps == 0)
        return TF_MATCH_OPEN;
    m->steps--;
    if (m->config && is_write_only(value))
        return TF_MATCH_OPEN;
    if (tf_json_is_true(unknown))
        return value->kind == TF_VALUE_UNKNOWN ? TF_MATCH_YES : TF_MATCH_OPEN;
    if (value->kind == TF_VALUE_UNKNOWN)
        return TF_MATCH_OPEN;
    if (tf_value_is_null(value))
        return match_null(m, value, json);
    if (is_nothing(json))
        return m->config && tf_value_is_container(value) && value->n_children == 0 ? TF_MATCH_OPEN
                                                                                   : TF_MATCH_NO;
    if (tf_value_has_elements(value))
        return match_sequence(m, value, json, unknown);
    if (tf_value_has_keys(value))
        return match_members(m, value, json, unknown);
    return match_scalar(m, value, json);
}

tf_match
tf_plan_match(const tf_value *value, tf_json_node json, tf_json_node unknown, bool config,
              uint32_t *agreed)
{
    matching m = {config, TF_MATCH_STEPS, 0};
    tf_match result = match(&m, value, json, unknown);

    if (agreed)
        *agreed = m.agreed;
    return result;
}
