/* change_stages.h
 * The stages of a change, over all calls that make it: what the configuration says, what was there
 * before, what core proposes, what the provider plans, plans again and comes back with.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_CHANGE_STAGES_H
#define TF_PLUGIN_CHANGE_STAGES_H

#include "codec/abreast.h"

#include "change.h"

/** In the order in which they come about. */
typedef enum tf_stage_id {
    TF_STAGE_CONFIG,
    TF_STAGE_PRIOR,
    TF_STAGE_PROPOSED,
    TF_STAGE_PLANNED,
    TF_STAGE_PLANNED_AGAIN,
    TF_STAGE_APPLIED
} tf_stage_id;

/** One stage: a value of a message. */
typedef struct tf_stage {
    tf_stage_id id;
    uint32_t frame; /**< of the message */
} tf_stage;

/** Configuration and proposal may be there twice: as they were planned, and planned again. */
#define TF_MAX_STAGES 8

/** The stages of one change, in the pool of the exchange that they were computed from. */
typedef struct tf_stages {
    tf_stage list[TF_MAX_STAGES];
    const tf_value *roots[TF_MAX_STAGES];
    uint32_t count;
    bool replaces; /**< the prior state is that of an object that is replaced */
    tf_compare compare;
    tf_abreast abreast;
} tf_stages;

/** A place where a later stage says something else than an earlier one. */
typedef struct tf_stage_difference {
    tf_difference at; /**< before: what the earlier one says */
    tf_stage_id earlier, later;
} tf_stage_difference;

/** `planned again`; constant. */
const char *tf_stage_name(tf_stage_id id);

/**
 * The stages of the change that a call belongs to, as far as the capture has them: the same for
 * every call of the change. What comes later than the call is known once the file has shown it.
 *
 * @param exchange a plan or an apply, of which tf_change_of() has said what it changes
 * @param stages   must stay where it is while it is used
 */
void tf_stages_of(tf_exchange *exchange, tf_stages *stages);

/** What each stage says where there is a difference, as tf_abreast_at(). */
const tf_value *const *tf_stages_at(tf_stages *stages, const tf_difference *difference);

/** Does a stage only say once more what its first plan said there? @param row from tf_stages_at()
 *  */
bool tf_stage_repeats(tf_stages *stages, uint32_t stage, const tf_value *const *row);

/**
 * The places where stages differ and which are not among the differences of the change, nor above
 * one of them; none if the object goes. Configurations are left out: what they do not say others
 * may.
 *
 * @return array of tf_stage_difference in the stages' pool
 */
wmem_array_t *tf_stages_unlisted(tf_stages *stages, const tf_change *change);

#endif
