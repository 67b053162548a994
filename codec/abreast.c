/* abreast.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "abreast.h"

#include "text.h"

void
tf_abreast_init(tf_abreast *abreast, tf_compare *compare, const tf_value **roots, uint32_t count)
{
    wmem_allocator_t *pool = compare->pool;

    *abreast = (tf_abreast){.compare = compare,
                            .roots = roots,
                            .none = wmem_alloc0_array(pool, const tf_value *, MAX(count, 1)),
                            .count = count,
                            .met = wmem_map_new(pool, g_direct_hash, g_direct_equal),
                            .indexes = wmem_map_new(pool, g_direct_hash, g_direct_equal)};
}

static const tf_value **
make_row(const tf_abreast *abreast)
{
    return wmem_alloc0_array(abreast->compare->pool, const tf_value *, MAX(abreast->count, 1));
}

static const tf_value *
child_of_key(tf_abreast *abreast, const tf_value *container, tf_span key, uint32_t position)
{
    tf_index *index;

    /* Objects of one type have their attributes in one order. */
    if (position < container->n_children && tf_text_equal(container->children[position].key, key))
        return &container->children[position];
    index = (tf_index *)wmem_map_lookup(abreast->indexes, container);
    if (!index) {
        index = wmem_new(abreast->compare->pool, tf_index);
        *index = tf_index_keys(abreast->compare, container);
        wmem_map_insert(abreast->indexes, container, index);
    }
    return tf_index_get(index, key.data, key.length);
}

/* The child of a container in the place of a child of another one. */
static const tf_value *
child_like(tf_abreast *abreast, const tf_value *container, const tf_value *child)
{
    bool keyed = tf_value_has_keys(child->parent);
    uint32_t position = (uint32_t)(child - child->parent->children);
    const tf_value *found = NULL;

    if (!container || container->kind == TF_VALUE_UNKNOWN)
        return container;
    if (keyed && tf_value_has_keys(container)) {
        found = child_of_key(abreast, container, child->key, position);
    } else if (!keyed && tf_value_has_elements(container) && container->kind != TF_VALUE_SET) {
        found = position < container->n_children ? &container->children[position] : NULL;
    }
    return found;
}

/* Elements of sets have no place: equal ones are found, for all of the set at once. */
static void
meet_elements(tf_abreast *abreast, const tf_value *set, const tf_value *const *sets)
{
    tf_index of = tf_index_elements(abreast->compare, set);
    const tf_value ***rows =
        wmem_alloc_array(abreast->compare->pool, const tf_value **, MAX(of.count, 1));

    for (uint32_t i = 0; i < of.count; i++) {
        rows[i] = make_row(abreast);
        wmem_map_insert(abreast->met, of.at[i], rows[i]);
    }
    for (uint32_t s = 0; s < abreast->count; s++) {
        bool unknown = sets[s] && sets[s]->kind == TF_VALUE_UNKNOWN;
        tf_index in = tf_index_elements(abreast->compare, sets[s]);
        const tf_value **found = tf_index_match(abreast->compare, &of, &in, true);
        for (uint32_t i = 0; i < of.count; i++)
            rows[i][s] = unknown ? sets[s] : found[i];
    }
}

const tf_value *const *
tf_abreast_at(tf_abreast *abreast, const tf_value *value)
{
    const tf_value **row = (const tf_value **)wmem_map_lookup(abreast->met, value);
    const tf_value *const *around;

    if (row)
        return row;
    if (!value->parent)
        return abreast->roots;
    around = tf_abreast_at(abreast, value->parent);
    if (value->parent->kind == TF_VALUE_SET) {
        meet_elements(abreast, value->parent, around);
        row = (const tf_value **)wmem_map_lookup(abreast->met, value);
        return row ? row : abreast->none;
    }
    row = make_row(abreast);
    for (uint32_t i = 0; i < abreast->count; i++)
        row[i] = child_like(abreast, around[i], value);
    wmem_map_insert(abreast->met, value, row);
    return row;
}
