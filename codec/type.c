/* type.c
 * cty types: making, finding in, comparing.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "text.h"

const tf_type tf_type_dynamic = {.kind = TF_TYPE_DYNAMIC, .contains_dynamic = true};
const tf_type tf_type_string = {.kind = TF_TYPE_STRING};
const tf_type tf_type_number = {.kind = TF_TYPE_NUMBER};
const tf_type tf_type_bool = {.kind = TF_TYPE_BOOL};

const tf_type *
tf_type_collection(wmem_allocator_t *pool, tf_type_kind kind, const tf_type *element)
{
    tf_type *type = wmem_new0(pool, tf_type);
    type->kind = kind;
    type->element = element;
    type->contains_dynamic = element->contains_dynamic;
    return type;
}

/** Orders by name; of two with one name the earlier comes first. */
static int
compare_members(const void *a, const void *b)
{
    const tf_member *left = *(const tf_member *const *)a, *right = *(const tf_member *const *)b;
    int order = strcmp(left->name, right->name);
    return order ? order : left < right ? -1 : left > right;
}

/** Copies members in the order given, of each name the last only. @return their number */
static uint32_t
copy_last(tf_member *out, const tf_member **ordered, uint32_t count)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i + 1 == count || strcmp(ordered[i]->name, ordered[i + 1]->name) != 0)
            out[n++] = *ordered[i];
    return n;
}

/** Copies members by name, of each name the last only. @return their number */
static uint32_t
copy_sorted(tf_member *out, const tf_member *members, uint32_t count)
{
    const tf_member **ordered = g_new(const tf_member *, count);
    for (uint32_t i = 0; i < count; i++)
        ordered[i] = &members[i];
    qsort(ordered, count, sizeof *ordered, compare_members);
    count = copy_last(out, ordered, count);
    g_free(ordered);
    return count;
}

/** Are names in order, as encoders write them, and all different? */
static bool
in_order(const tf_member *members, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (strcmp(members[i - 1].name, members[i].name) >= 0)
            return false;
    return true;
}

const tf_type *
tf_type_object(wmem_allocator_t *pool, const tf_member *members, uint32_t count)
{
    tf_type *type = wmem_new0(pool, tf_type);
    tf_member *sorted = wmem_alloc_array(pool, tf_member, count);
    if (!in_order(members, count))
        count = copy_sorted(sorted, members, count);
    else if (count)
        memcpy(sorted, members, count * sizeof *members);
    type->kind = TF_TYPE_OBJECT;
    type->members = sorted;
    type->count = count;
    for (uint32_t i = 0; i < count; i++) {
        sorted[i].name_length = (uint32_t)strlen(sorted[i].name);
        type->contains_dynamic |= sorted[i].type->contains_dynamic;
    }
    return type;
}

const tf_member *
tf_type_member(const tf_type *type, const char *name, size_t length)
{
    if (type->kind != TF_TYPE_OBJECT)
        return NULL;
    tf_span wanted = {name, (uint32_t)length};
    uint32_t low = 0, high = type->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const tf_member *found = &type->members[middle];
        int order = tf_text_compare(wanted, (tf_span){found->name, found->name_length});
        if (order == 0)
            return found;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static bool
equal_elements(const tf_type *a, const tf_type *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!tf_type_equal(a->elements[i], b->elements[i]))
            return false;
    return true;
}

static bool
equal_members(const tf_type *a, const tf_type *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (strcmp(a->members[i].name, b->members[i].name) != 0 ||
            !tf_type_equal(a->members[i].type, b->members[i].type))
            return false;
    return true;
}

bool
tf_type_equal(const tf_type *a, const tf_type *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case TF_TYPE_LIST:
    case TF_TYPE_SET:
    case TF_TYPE_MAP:
        return tf_type_equal(a->element, b->element);
    case TF_TYPE_TUPLE:
        return equal_elements(a, b);
    case TF_TYPE_OBJECT:
        return equal_members(a, b);
    default:
        return true;
    }
}
