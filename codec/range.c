/* range.c
 * What is known of an unknown value, against a value.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "number.h"
#include "rules.h"

static bool
below(const tf_number *number, const tf_refinement *r)
{
    int order = tf_number_compare(number, &r->lower);

    return order < 0 || (order == 0 && !r->lower_inclusive);
}

static bool
above(const tf_number *number, const tf_refinement *r)
{
    int order = tf_number_compare(number, &r->upper);

    return order > 0 || (order == 0 && !r->upper_inclusive);
}

static bool
has_prefix(tf_span string, tf_span prefix)
{
    return string.length >= prefix.length &&
           (prefix.length == 0 || memcmp(string.data, prefix.data, prefix.length) == 0);
}

/* Sets that hold unknown values may still shrink, down to one element. */
static bool
length_excluded(const tf_refinement *r, const tf_value *value)
{
    bool may_shrink =
        value->kind == TF_VALUE_SET && value->n_children > 1 && !tf_value_wholly_known(value);
    int64_t least = may_shrink ? 1 : value->n_children, most = value->n_children;

    return (r->has_length_lower && most < r->length_lower) ||
           (r->has_length_upper && least > r->length_upper);
}

bool
tf_refinement_excludes(const tf_refinement *r, const tf_value *value)
{
    if (!r)
        return false;
    if (tf_value_is_null(value))
        return r->not_null;
    if (r->definitely_null)
        return value->kind != TF_VALUE_UNKNOWN;
    switch (value->kind) {
    case TF_VALUE_STRING:
        return r->has_prefix && !has_prefix(value->string, r->prefix);
    case TF_VALUE_NUMBER:
        return (r->has_lower && below(&value->number, r)) ||
               (r->has_upper && above(&value->number, r));
    case TF_VALUE_LIST:
    case TF_VALUE_SET:
    case TF_VALUE_MAP:
        return length_excluded(r, value);
    default:
        return false;
    }
}
