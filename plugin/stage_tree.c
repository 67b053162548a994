/* stage_tree.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "stage_tree.h"

#include "change_text.h"
#include "fields.h"

static int ett_stage = -1, ett_place = -1;

static const enum tf_field_id stage_fields[] = {
    TF_HF_CHANGE_CONFIG,  TF_HF_CHANGE_PRIOR,         TF_HF_CHANGE_PROPOSED,
    TF_HF_CHANGE_PLANNED, TF_HF_CHANGE_PLANNED_AGAIN, TF_HF_CHANGE_APPLIED,
};

void
tf_stage_tree_register(void)
{
    static int *ett[] = {&ett_stage, &ett_place};

    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
}

bool
tf_stage_tree_wanted(proto_tree *tree)
{
    if (PTREE_DATA(tree)->visible ||
        proto_field_is_referenced(tree, tf_hf[TF_HF_CHANGE_STAGE_IN]) ||
        proto_field_is_referenced(tree, tf_hf[TF_HF_CHANGE_DIFFERING_PATH]))
        return true;
    for (size_t i = 0; i < G_N_ELEMENTS(stage_fields); i++)
        if (proto_field_is_referenced(tree, tf_hf[stage_fields[i]]))
            return true;
    return false;
}

/* As in change_tree.c, these lines belong to no bytes. */
static proto_tree *
add_line(proto_tree *tree, enum tf_field_id field, const char *text, int ett)
{
    proto_item *item = proto_tree_add_string(tree, tf_hf[field], NULL, 0, 0, text);

    proto_item_set_generated(item);
    return proto_item_add_subtree(item, ett);
}

void
tf_stage_tree_add(tf_drawing *drawing, proto_tree *tree, tf_stages *stages,
                  const tf_difference *difference)
{
    const tf_value *const *row = tf_stages_at(stages, difference);

    for (uint32_t i = 0; i < stages->count && tf_drawing_take(drawing, 2); i++) {
        proto_tree *subtree;
        if (tf_stage_repeats(stages, i, row))
            continue;
        subtree = add_line(tree, stage_fields[stages->list[i].id],
                           tf_text_of(drawing->pinfo->pool, row[i], TF_TEXT_EXACT), ett_stage);
        proto_item_set_generated(proto_tree_add_uint(subtree, tf_hf[TF_HF_CHANGE_STAGE_IN], NULL, 0,
                                                     0, stages->list[i].frame));
    }
}

void
tf_stage_tree_add_unlisted(tf_drawing *drawing, proto_tree *tree, tf_stages *stages,
                           const tf_change *change)
{
    wmem_allocator_t *pool = drawing->pinfo->pool;
    wmem_array_t *unlisted = tf_stages_unlisted(stages, change);

    for (unsigned i = 0; i < wmem_array_get_count(unlisted) && tf_drawing_take(drawing, 1); i++) {
        const tf_stage_difference *one = (tf_stage_difference *)wmem_array_index(unlisted, i);
        proto_tree *subtree = add_line(tree, TF_HF_CHANGE_DIFFERING_PATH, one->at.path, ett_place);
        proto_item_set_text(
            proto_tree_get_parent(subtree), "! %s: %s %s, %s %s", one->at.path,
            tf_stage_name(one->earlier), tf_text_of(pool, one->at.before, TF_TEXT_EXACT),
            tf_stage_name(one->later), tf_text_of(pool, one->at.after, TF_TEXT_EXACT));
        tf_stage_tree_add(drawing, subtree, stages, &one->at);
    }
}
