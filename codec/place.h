/* place.h
 * Paths as they are built while values are walked, and paths that a provider names.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_PLACE_H
#define TF_CODEC_PLACE_H

#include "value.h"

/** Appends the step to an attribute: `.name`, without the dot at the beginning of a path; a name
 * that is no identifier is quoted. */
void tf_place_append_attribute(wmem_strbuf_t *path, tf_span name);

/** Appends the step to the element of a map: `["key"]`. */
void tf_place_append_key(wmem_strbuf_t *path, tf_span key);

/** Appends the step to an element by its place: `[0]`. */
void tf_place_append_index(wmem_strbuf_t *path, int64_t index);

/** Appends the step to a child as tf_value_append_path() writes it. */
void tf_place_append_child(wmem_strbuf_t *path, const tf_value *child);

/** The kinds of step in a path that a provider names. */
typedef enum tf_step_kind { TF_STEP_ATTRIBUTE, TF_STEP_KEY, TF_STEP_INDEX } tf_step_kind;

/** One step of a path that a provider names (AttributePath). */
typedef struct tf_step {
    tf_step_kind kind;
    tf_span name; /**< attribute or key */
    int64_t index;
} tf_step;

/** Appends the whole path. */
void tf_steps_append(wmem_strbuf_t *path, const tf_step *steps, uint32_t count);

/** Where following a path has led. */
typedef struct tf_followed {
    const tf_value *value; /**< NULL if the path is not there or leads into what is not known */
    bool missing;          /**< the value can have no such place */
} tf_followed;

/**
 * Follows a path as core does: through null nothing can be reached, through unknown anything that
 * its type allows.
 */
tf_followed tf_steps_follow(const tf_value *root, const tf_step *steps, uint32_t count);

#endif
