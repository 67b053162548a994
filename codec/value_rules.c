/* value_rules.c
 * A single value against what was planned.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "rules_internal.h"

/* --- Sets ------------------------------------------------------------------------------------ */

/* One correlation: which elements of either side have found a counterpart. */
typedef struct tf_correlation {
    tf_index planned, actual;
    bool *of_planned, *of_actual;
} tf_correlation;

/* Equal elements are found by their hash: what is left is usually little. */
static void
correlate_equal(tf_findings *findings, tf_correlation *c)
{
    const tf_value **to = tf_index_match(&findings->compare, &c->planned, &c->actual, true);
    const tf_value **from = tf_index_match(&findings->compare, &c->actual, &c->planned, true);

    for (uint32_t i = 0; i < c->planned.count; i++)
        c->of_planned[i] = to[i] != NULL;
    for (uint32_t i = 0; i < c->actual.count; i++)
        c->of_actual[i] = from[i] != NULL;
}

/* The rest is tried each with each, as often as the budget allows. */
static void
correlate_rest(tf_findings *findings, tf_correlation *c, tf_agree agree, const void *user)
{
    for (uint32_t i = 0; i < c->planned.count; i++)
        for (uint32_t j = 0; j < c->actual.count; j++) {
            if (c->of_planned[i] && c->of_actual[j])
                continue;
            if (!tf_compare_step(&findings->compare))
                return;
            if (agree(findings, user, c->planned.at[i], c->actual.at[j]))
                c->of_planned[i] = c->of_actual[j] = true;
        }
}

/* The elements left over on one side are said: what is missing there mostly is what is new on the
 * other. */
static void
report_left(tf_findings *findings, const tf_correlation *c)
{
    uint32_t before = findings->found;

    for (uint32_t i = 0; i < c->planned.count; i++)
        if (!c->of_planned[i])
            tf_findings_add(findings, TF_RULE_SET_ELEMENT_GONE, c->planned.at[i], NULL, NULL);
    if (findings->found != before)
        return;
    for (uint32_t i = 0; i < c->actual.count; i++)
        if (!c->of_actual[i])
            tf_findings_add(findings, TF_RULE_SET_ELEMENT_NEW, NULL, c->actual.at[i], NULL);
}

void
tf_rules_sets(tf_findings *findings, const tf_value *planned, const tf_value *actual,
              tf_agree agree, const void *user)
{
    wmem_allocator_t *pool = findings->compare.pool;
    tf_correlation c = {tf_index_elements(&findings->compare, planned),
                        tf_index_elements(&findings->compare, actual), NULL, NULL};

    c.of_planned = wmem_alloc0_array(pool, bool, MAX(c.planned.count, 1));
    c.of_actual = wmem_alloc0_array(pool, bool, MAX(c.actual.count, 1));
    correlate_equal(findings, &c);
    correlate_rest(findings, &c, agree, user);
    if (findings->compare.exhausted)
        return;
    report_left(findings, &c);
    if (c.planned.count < c.actual.count)
        tf_findings_add(findings, TF_RULE_SET_GREW, planned, actual, NULL);
}

static bool
values_agree(tf_findings *findings, const void *user, const tf_value *planned,
             const tf_value *actual)
{
    uint32_t before = tf_try_begin(findings);

    (void)user;
    tf_rules_value(findings, planned, actual);
    return !tf_try_end(findings, before);
}

/* --- Containers ------------------------------------------------------------------------------ */

static void
value_sequences(tf_findings *findings, const tf_value *planned, const tf_value *actual)
{
    for (uint32_t i = 0; i < MAX(planned->n_children, actual->n_children); i++) {
        bool was = i < planned->n_children, is = i < actual->n_children;
        size_t here;
        if (!was || !is) {
            tf_findings_add(findings, was ? TF_RULE_ELEMENT_GONE : TF_RULE_ELEMENT_NEW,
                            was ? &planned->children[i] : NULL, is ? &actual->children[i] : NULL,
                            NULL);
            continue;
        }
        here = tf_enter_index(findings, i);
        tf_rules_value(findings, &planned->children[i], &actual->children[i]);
        tf_leave(findings, here);
    }
}

/* An object always has all its attributes; a map may have lost or gained keys. */
static void
value_keys(tf_findings *findings, const tf_value *planned, const tf_value *actual)
{
    tf_index old = tf_index_keys(&findings->compare, planned);
    tf_index now = tf_index_keys(&findings->compare, actual);

    for (uint32_t i = 0; i < old.count; i++) {
        const tf_value *value = tf_index_get(&now, old.at[i]->key.data, old.at[i]->key.length);
        size_t here;
        if (!value && planned->kind == TF_VALUE_MAP) {
            tf_findings_add(findings, TF_RULE_ELEMENT_GONE, old.at[i], NULL, NULL);
            continue;
        }
        here = tf_enter_child(findings, old.at[i]);
        tf_rules_value(findings, old.at[i], value);
        tf_leave(findings, here);
    }
    for (uint32_t i = 0; planned->kind == TF_VALUE_MAP && i < now.count; i++)
        if (!tf_index_get(&old, now.at[i]->key.data, now.at[i]->key.length))
            tf_findings_add(findings, TF_RULE_ELEMENT_NEW, NULL, now.at[i], NULL);
}

static void
value_containers(tf_findings *findings, const tf_value *planned, const tf_value *actual)
{
    if (tf_value_has_keys(planned) && tf_value_has_keys(actual))
        value_keys(findings, planned, actual);
    else if (planned->kind == TF_VALUE_SET && actual->kind == TF_VALUE_SET)
        tf_rules_sets(findings, planned, actual, values_agree, NULL);
    else if (tf_value_has_elements(planned) && tf_value_has_elements(actual))
        value_sequences(findings, planned, actual);
    else
        tf_findings_add(findings, TF_RULE_TYPE_CHANGED, planned, actual, NULL);
}

/* --- Values ---------------------------------------------------------------------------------- */

/* The type of a dynamic value that did not say its type yet may become anything. */
static bool
is_open(const tf_value *planned)
{
    return planned && planned->type && planned->type->kind == TF_TYPE_DYNAMIC;
}

static bool type_conforms(const tf_type *type, const tf_type *wanted);

static bool
objects_conform(const tf_type *type, const tf_type *wanted)
{
    for (uint32_t i = 0; i < type->count; i++)
        if (strcmp(type->members[i].name, wanted->members[i].name) != 0 ||
            !type_conforms(type->members[i].type, wanted->members[i].type))
            return false;
    return true;
}

/* Anything conforms where the wanted type is dynamic, at any depth. */
static bool
type_conforms(const tf_type *type, const tf_type *wanted)
{
    if (wanted->kind == TF_TYPE_DYNAMIC)
        return true;
    if (type->kind != wanted->kind)
        return false;
    if (type->element)
        return type_conforms(type->element, wanted->element);
    if (type->count != wanted->count)
        return false;
    if (type->kind == TF_TYPE_OBJECT)
        return objects_conform(type, wanted);
    for (uint32_t i = 0; i < type->count; i++)
        if (!type_conforms(type->elements[i], wanted->elements[i]))
            return false;
    return true;
}

static bool
types_differ(const tf_value *planned, const tf_value *actual)
{
    return planned && actual && (planned->dynamic || actual->dynamic) && planned->type &&
           actual->type && !type_conforms(actual->type, planned->type);
}

static void
value_known(tf_findings *findings, const tf_value *planned, const tf_value *actual)
{
    if (tf_value_is_null(planned) || tf_value_is_null(actual)) {
        if (!tf_value_is_null(planned))
            tf_findings_add(findings, TF_RULE_NOW_NULL, planned, actual, NULL);
        else if (!tf_value_is_null(actual))
            tf_findings_add(findings, TF_RULE_WAS_NULL, planned, actual, NULL);
    } else if (actual->kind == TF_VALUE_UNKNOWN) {
        tf_findings_add(findings, TF_RULE_NOW_UNKNOWN, planned, actual, NULL);
    } else if (tf_value_is_container(planned)) {
        value_containers(findings, planned, actual);
    } else if (!tf_values_equal(&findings->compare, planned, actual, true)) {
        tf_findings_add(findings, TF_RULE_CHANGED, planned, actual, NULL);
    }
}

void
tf_rules_value(tf_findings *findings, const tf_value *planned, const tf_value *actual)
{
    if (is_open(planned) || !tf_compare_step(&findings->compare))
        return;
    if (types_differ(planned, actual)) {
        tf_findings_add(findings, TF_RULE_TYPE_CHANGED, planned, actual, NULL);
    } else if (planned && planned->kind == TF_VALUE_UNKNOWN) {
        if (tf_refinement_excludes(planned->refinement, actual))
            tf_findings_add(findings, TF_RULE_REFINEMENT, planned, actual, NULL);
    } else {
        value_known(findings, planned, actual);
    }
}
