/* diff.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "compare.h"
#include "place.h"
#include "text.h"

/* One comparison: what was found, and the path where it stands. */
typedef struct tf_diff {
    tf_compare *compare;
    wmem_array_t *found;
    wmem_strbuf_t *path;
} tf_diff;

static void diff_values(tf_diff *diff, const tf_value *before, const tf_value *after);

static void
note(tf_diff *diff, const tf_value *before, const tf_value *after)
{
    tf_difference one = {wmem_strdup(diff->compare->pool, wmem_strbuf_get_str(diff->path)), before,
                         after};

    if (!diff->compare->exhausted)
        wmem_array_append_one(diff->found, one);
}

/* Goes down to a child that at least one side has. */
static void
diff_child(tf_diff *diff, const tf_value *before, const tf_value *after)
{
    size_t here = wmem_strbuf_get_len(diff->path);

    tf_place_append_child(diff->path, after ? after : before);
    diff_values(diff, before, after);
    wmem_strbuf_truncate(diff->path, here);
}

/* Both sides in the order of their keys. */
static void
diff_keyed(tf_diff *diff, const tf_value *before, const tf_value *after)
{
    tf_index old = tf_index_keys(diff->compare, before ? before : &tf_value_null);
    tf_index now = tf_index_keys(diff->compare, after ? after : &tf_value_null);
    uint32_t i = 0, j = 0;

    while (i < old.count || j < now.count) {
        int order = i == old.count   ? 1
                    : j == now.count ? -1
                                     : tf_text_compare(old.at[i]->key, now.at[j]->key);
        diff_child(diff, order <= 0 ? old.at[i] : NULL, order >= 0 ? now.at[j] : NULL);
        i += order <= 0;
        j += order >= 0;
    }
}

static void
diff_sequence(tf_diff *diff, const tf_value *before, const tf_value *after)
{
    uint32_t old = before ? before->n_children : 0, now = after ? after->n_children : 0;

    for (uint32_t i = 0; i < MAX(old, now); i++)
        diff_child(diff, i < old ? &before->children[i] : NULL,
                   i < now ? &after->children[i] : NULL);
}

/* Elements of sets have no name: what is on one side only is noted under the set's own path. */
static void
diff_set(tf_diff *diff, const tf_value *before, const tf_value *after)
{
    tf_index old = tf_index_elements(diff->compare, before ? before : &tf_value_null);
    tf_index now = tf_index_elements(diff->compare, after ? after : &tf_value_null);
    const tf_value **kept = tf_index_match(diff->compare, &old, &now, true);
    const tf_value **known = tf_index_match(diff->compare, &now, &old, true);

    for (uint32_t i = 0; i < old.count; i++)
        if (!kept[i])
            note(diff, old.at[i], NULL);
    for (uint32_t i = 0; i < now.count; i++)
        if (!known[i])
            note(diff, NULL, now.at[i]);
}

/* Is there nothing on this side that could stand against the other's children? */
static bool
gives_way(const tf_value *value)
{
    return !value || tf_value_is_null(value);
}

static bool
is_filled(const tf_value *value)
{
    return value && tf_value_is_container(value) && value->n_children > 0;
}

static bool
is_closed(const tf_diff *diff, const tf_value *value)
{
    return value && diff->compare->closed && diff->compare->closed(value);
}

/* Can the two be told apart child by child? */
static bool
can_open(const tf_diff *diff, const tf_value *before, const tf_value *after)
{
    if (is_closed(diff, before) || is_closed(diff, after))
        return false;
    if (gives_way(before))
        return is_filled(after);
    if (gives_way(after))
        return is_filled(before);
    return (tf_value_has_keys(before) && tf_value_has_keys(after)) ||
           (tf_value_has_elements(before) && tf_value_has_elements(after));
}

static void
open_both(tf_diff *diff, const tf_value *before, const tf_value *after)
{
    const tf_value *old = gives_way(before) ? NULL : before, *now = gives_way(after) ? NULL : after;
    const tf_value *shape = now ? now : old;

    if (tf_value_has_keys(shape))
        diff_keyed(diff, old, now);
    else if (shape->kind == TF_VALUE_SET && (!old || old->kind == TF_VALUE_SET))
        diff_set(diff, old, now);
    else
        diff_sequence(diff, old, now);
}

/* What is null or missing on both sides is no change, but for an element, which is
 * one by itself. */
static bool
is_nothing(const tf_value *before, const tf_value *after)
{
    const tf_value *child = before ? before : after;
    bool element = child && child->parent && child->parent->kind != TF_VALUE_OBJECT;

    if (!tf_value_is_null(before) || !tf_value_is_null(after))
        return false;
    return !element || (before && after);
}

static void
diff_values(tf_diff *diff, const tf_value *before, const tf_value *after)
{
    if (is_nothing(before, after) || !tf_compare_step(diff->compare))
        return;
    if (can_open(diff, before, after))
        open_both(diff, before, after);
    else if (!before || !after || !tf_values_equal(diff->compare, before, after, true))
        note(diff, before, after);
}

tf_differences
tf_values_diff(tf_compare *compare, const tf_value *before, const tf_value *after)
{
    tf_diff diff = {compare, wmem_array_new(compare->pool, sizeof(tf_difference)),
                    wmem_strbuf_new(compare->pool, "")};

    diff_values(&diff, before, after);
    return (tf_differences){(tf_difference *)wmem_array_get_raw(diff.found),
                            wmem_array_get_count(diff.found)};
}
