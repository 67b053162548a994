/* compare.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "compare.h"

#include <string.h>

#include "number.h"

const tf_value tf_value_null = {.kind = TF_VALUE_NULL};

void
tf_compare_init(tf_compare *compare, wmem_allocator_t *pool)
{
    *compare = (tf_compare){.pool = pool, .steps = TF_COMPARE_STEPS};
}

bool
tf_compare_steps(tf_compare *compare, uint32_t count)
{
    if (compare->steps < count) {
        compare->exhausted = true;
        compare->steps = 0;
        return false;
    }
    compare->steps -= count;
    return true;
}

bool
tf_compare_step(tf_compare *compare)
{
    return tf_compare_steps(compare, 1);
}

bool
tf_value_is_null(const tf_value *value)
{
    return !value || value->kind == TF_VALUE_NULL || value->kind == TF_VALUE_ABSENT;
}

bool
tf_value_is_known(const tf_value *value)
{
    return !tf_value_is_null(value) && value->kind != TF_VALUE_UNKNOWN;
}

bool
tf_value_wholly_known(const tf_value *value)
{
    if (!value || !tf_value_is_container(value))
        return !value || value->kind != TF_VALUE_UNKNOWN;
    for (uint32_t i = 0; i < value->n_children; i++)
        if (!tf_value_wholly_known(&value->children[i]))
            return false;
    return true;
}

bool
tf_value_has_elements(const tf_value *value)
{
    return value && (value->kind == TF_VALUE_LIST || value->kind == TF_VALUE_SET ||
                     value->kind == TF_VALUE_TUPLE);
}

bool
tf_value_has_keys(const tf_value *value)
{
    return value && (value->kind == TF_VALUE_MAP || value->kind == TF_VALUE_OBJECT);
}

/* --- Leaves ---------------------------------------------------------------------------------- */

static bool
spans_equal(tf_span a, tf_span b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

static bool
is_ascii(tf_span text)
{
    for (uint32_t i = 0; i < text.length; i++)
        if (text.data[i] & 0x80)
            return false;
    return true;
}

bool
tf_strings_equal(tf_span a, tf_span b)
{
    bool equal = spans_equal(a, b);
    char *one, *other;

    if (equal || is_ascii(a) || is_ascii(b) || !g_utf8_validate(a.data, a.length, NULL) ||
        !g_utf8_validate(b.data, b.length, NULL))
        return equal;
    one = g_utf8_normalize(a.data, a.length, G_NORMALIZE_DEFAULT_COMPOSE);
    other = g_utf8_normalize(b.data, b.length, G_NORMALIZE_DEFAULT_COMPOSE);
    equal = one && other && strcmp(one, other) == 0;
    g_free(one);
    g_free(other);
    return equal;
}

static bool
bounds_equal(const tf_refinement *a, const tf_refinement *b)
{
    if (a->has_lower != b->has_lower || a->has_upper != b->has_upper)
        return false;
    if (a->has_lower &&
        (a->lower_inclusive != b->lower_inclusive || tf_number_compare(&a->lower, &b->lower) != 0))
        return false;
    return !a->has_upper || (a->upper_inclusive == b->upper_inclusive &&
                             tf_number_compare(&a->upper, &b->upper) == 0);
}

static bool
refinements_equal(const tf_refinement *a, const tf_refinement *b)
{
    static const tf_refinement none;

    a = a ? a : &none;
    b = b ? b : &none;
    if (a->not_null != b->not_null || a->has_prefix != b->has_prefix ||
        a->has_length_lower != b->has_length_lower || a->has_length_upper != b->has_length_upper)
        return false;
    if (a->has_prefix && !tf_strings_equal(a->prefix, b->prefix))
        return false;
    if ((a->has_length_lower && a->length_lower != b->length_lower) ||
        (a->has_length_upper && a->length_upper != b->length_upper))
        return false;
    return bounds_equal(a, b);
}

static bool
leaves_equal(const tf_value *a, const tf_value *b, bool refined)
{
    switch (a->kind) {
    case TF_VALUE_UNKNOWN:
        return !refined || refinements_equal(a->refinement, b->refinement);
    case TF_VALUE_BOOL:
        return a->boolean == b->boolean;
    case TF_VALUE_NUMBER:
        return tf_number_compare(&a->number, &b->number) == 0;
    case TF_VALUE_STRING:
        return tf_strings_equal(a->string, b->string);
    case TF_VALUE_BYTES:
        return spans_equal(a->string, b->string);
    default:
        return true;
    }
}

/* --- Trees ----------------------------------------------------------------------------------- */

/* Where a dynamic value stands on either side, what type it has is a part of it. */
static bool
types_agree(const tf_value *a, const tf_value *b)
{
    if (!a->dynamic && !b->dynamic)
        return true;
    return !a->type || !b->type || tf_type_equal(a->type, b->type);
}

static bool
sequences_equal(tf_compare *compare, const tf_value *a, const tf_value *b, bool refined)
{
    if (a->n_children != b->n_children)
        return false;
    for (uint32_t i = 0; i < a->n_children; i++)
        if (!tf_values_equal(compare, &a->children[i], &b->children[i], refined))
            return false;
    return true;
}

static bool
sets_equal(tf_compare *compare, const tf_value *a, const tf_value *b, bool refined)
{
    tf_index of = tf_index_elements(compare, a), in = tf_index_elements(compare, b);
    const tf_value **found;

    if (of.count != in.count)
        return false;
    found = tf_index_match(compare, &of, &in, refined);
    for (uint32_t i = 0; i < of.count; i++)
        if (!found[i])
            return false;
    return true;
}

static bool
keyed_equal(tf_compare *compare, const tf_value *a, const tf_value *b, bool refined)
{
    tf_index one = tf_index_keys(compare, a), other = tf_index_keys(compare, b);

    if (one.count != other.count)
        return false;
    for (uint32_t i = 0; i < one.count; i++)
        if (!tf_strings_equal(one.at[i]->key, other.at[i]->key) ||
            !tf_values_equal(compare, one.at[i], other.at[i], refined))
            return false;
    return true;
}

static bool
containers_equal(tf_compare *compare, const tf_value *a, const tf_value *b, bool refined)
{
    if (tf_value_has_keys(a))
        return tf_value_has_keys(b) && keyed_equal(compare, a, b, refined);
    if (!tf_value_has_elements(b))
        return false;
    if (a->kind == TF_VALUE_SET && b->kind == TF_VALUE_SET)
        return sets_equal(compare, a, b, refined);
    return sequences_equal(compare, a, b, refined);
}

bool
tf_values_equal(tf_compare *compare, const tf_value *a, const tf_value *b, bool refined)
{
    if (tf_value_is_null(a) || tf_value_is_null(b))
        return tf_value_is_null(a) && tf_value_is_null(b) && (!a || !b || types_agree(a, b));
    if (!tf_compare_step(compare))
        return true;
    if (!types_agree(a, b))
        return false;
    if (tf_value_is_container(a))
        return tf_value_is_container(b) && containers_equal(compare, a, b, refined);
    return a->kind == b->kind && leaves_equal(a, b, refined);
}
