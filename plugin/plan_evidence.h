/* plan_evidence.h
 * What one value of a call says for or against an object of a plan or state file being the one that
 * the call is about. The rules are those of plan_join.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_PLAN_EVIDENCE_H
#define TF_PLUGIN_PLAN_EVIDENCE_H

#include "codec/value.h"

#include "plan_files.h"
#include "session.h"

/** What a value of a message says of the object. */
typedef enum tf_evidence_role {
    TF_ROLE_NONE,   /**< nothing */
    TF_ROLE_BEFORE, /**< what it is before the change */
    TF_ROLE_AFTER,  /**< what it is, or shall be, after it */
    TF_ROLE_CONFIG  /**< its configuration */
} tf_evidence_role;

/** What the messages of a call say of one object; all zero but for `planned` to begin with. */
typedef struct tf_evidence {
    tf_planned planned;
    bool contradicted; /**< it is not the object */
    uint32_t exact;    /**< values that are the same */
    uint32_t open;     /**< values that do not contradict, and agree in something */
    uint32_t unlikely; /**< values that only a legacy SDK would make of the other */
} tf_evidence;

/** What the value in a field of this message says. */
tf_evidence_role tf_evidence_role_of(const tf_message *message, const char *field);

/** Is this object a change, not one of a state or one that drifted? */
bool tf_evidence_is_change(const tf_plan_object *object);

/**
 * Adds what a value says.
 * @param role        not TF_ROLE_NONE
 * @param from_object the call begins from an object that is there already
 */
void tf_evidence_weigh(tf_evidence *evidence, const tf_call *call, tf_evidence_role role,
                       const tf_value *value, bool from_object);

#endif
