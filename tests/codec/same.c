/* same.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "same.h"

#include "codec/number.h"

static bool
same_text(tf_span a, tf_span b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

static bool
same_number(const tf_number *a, const tf_number *b)
{
    if (a->form != b->form)
        return false;
    if (a->form == TF_NUMBER_TEXT)
        return same_text(tf_number_text(a), tf_number_text(b));
    return a->u == b->u; /* the bits, of a float too */
}

static bool
same_refinement(const tf_refinement *a, const tf_refinement *b)
{
    if (!a || !b)
        return a == b;
    return a->not_null == b->not_null && a->definitely_null == b->definitely_null &&
           a->has_prefix == b->has_prefix && a->has_lower == b->has_lower &&
           a->has_upper == b->has_upper && a->has_length_lower == b->has_length_lower &&
           a->has_length_upper == b->has_length_upper && a->lower_inclusive == b->lower_inclusive &&
           a->upper_inclusive == b->upper_inclusive &&
           (!a->has_prefix || same_text(a->prefix, b->prefix)) &&
           (!a->has_lower || same_number(&a->lower, &b->lower)) &&
           (!a->has_upper || same_number(&a->upper, &b->upper)) &&
           a->length_lower == b->length_lower && a->length_upper == b->length_upper;
}

/** The types of dynamic values are parsed each time. */
static bool
same_type(const tf_type *a, const tf_type *b)
{
    return a == b || (a && b && tf_type_equal(a, b));
}

static const char *difference_of_values(const tf_value *a, const tf_value *b);

static const char *
difference_of_contents(const tf_value *a, const tf_value *b)
{
    switch (a->kind) {
    case TF_VALUE_BOOL:
        return a->boolean == b->boolean ? NULL : "a bool";
    case TF_VALUE_NUMBER:
        return same_number(&a->number, &b->number) ? NULL : "a number";
    case TF_VALUE_STRING:
    case TF_VALUE_BYTES:
        return same_text(a->string, b->string) ? NULL : "a string";
    case TF_VALUE_UNKNOWN:
        return same_refinement(a->refinement, b->refinement) ? NULL : "a refinement";
    default:
        break;
    }
    if (!tf_value_is_container(a))
        return NULL;
    if (a->n_children != b->n_children)
        return "how many children there are";
    for (uint32_t i = 0; i < a->n_children; i++) {
        const char *difference = difference_of_values(&a->children[i], &b->children[i]);
        if (difference)
            return difference;
        if (a->children[i].parent != a || b->children[i].parent != b)
            return "a parent";
    }
    return NULL;
}

static const char *
difference_of_values(const tf_value *a, const tf_value *b)
{
    if (a->kind != b->kind || a->dynamic != b->dynamic)
        return "the kind of a value";
    if (a->offset != b->offset || a->length != b->length || a->key_offset != b->key_offset)
        return "where a value is";
    if (!same_text(a->key, b->key))
        return "a key";
    if (!same_type(a->type, b->type))
        return "the type of a value";
    /* Members of parsed types have no annotations, and are not pointed to. */
    if (a->member != b->member)
        return "what the schema says of a value";
    return difference_of_contents(a, b);
}

const char *
test_difference(const tf_decoded *a, const tf_decoded *b)
{
    if (a->n_values != b->n_values || a->n_unknown != b->n_unknown)
        return "the number of values";
    if (a->n_problems != b->n_problems)
        return "the number of problems";
    for (uint32_t i = 0; i < a->n_problems; i++)
        if (a->problems[i].code != b->problems[i].code ||
            a->problems[i].offset != b->problems[i].offset ||
            strcmp(a->problems[i].detail, b->problems[i].detail) != 0)
            return "a problem";
    return difference_of_values(a->root, b->root);
}
