/* show_object.h
 * Objects of resources as `show -json` has them: values and changes.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_SHOW_OBJECT_H
#define TF_PLUGIN_SHOW_OBJECT_H

#include "codec/json_out.h"

#include "change.h"

/** An object and how it came; a field that a message lacks is null, as it is to core. */
typedef struct tf_shown {
    const tf_field_value *field; /**< NULL if the message has no such field */
    const tf_value *root;        /**< never NULL */
} tf_shown;

/** A change of one object. */
typedef struct tf_shown_change {
    const tf_call *call;
    tf_action action;
    tf_shown before, after, before_identity, after_identity;
    bool create_first; /**< of a replacement */
    tf_steps *replace; /**< paths that force it */
    uint32_t n_replace;
    const char *importing_id;    /**< or NULL */
    tf_shown importing_identity; /**< null if there is none */
} tf_shown_change;

/** The object in a field of a message. */
tf_shown tf_shown_of(tf_side *side, const char *field);

/** Are two objects the same, refinements of unknown values included? @param scratch for the work */
bool tf_shown_same(wmem_allocator_t *scratch, const tf_value *a, const tf_value *b);

/** Writes an object as one value; what must not be seen is hidden. */
void tf_shown_write(tf_json_out *out, const tf_shown *shown);

/** Writes a resource of a values representation. */
void tf_show_resource(tf_json_out *out, const tf_call *call, const tf_shown *shown);

/** Writes an entry of resource_changes or resource_drift. */
void tf_show_change(tf_json_out *out, const tf_shown_change *change);

#endif
