/* change_text.h
 * Values in one line of text, for changes and findings. What must not be seen is hidden as
 * value_text.h says.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_CHANGE_TEXT_H
#define TF_PLUGIN_CHANGE_TEXT_H

#include "change.h"

/** How values are written. */
typedef enum tf_text_style {
    TF_TEXT_EXACT, /**< as everywhere: `(unknown: not null)`, `(absent)` */
    TF_TEXT_PLAN   /**< as `terraform plan` does: `(known after apply)`, `(sensitive value)` */
} tf_text_style;

/**
 * Appends a value of a change or finding, which was decoded by its schema; a container as
 * `{a = 1, b = "x"}` or `[1, 2]`. NULL is `(absent)`.
 */
void tf_text_append_value(wmem_strbuf_t *out, const tf_value *value, tf_text_style style);

/** The same as a string. */
char *tf_text_of(wmem_allocator_t *pool, const tf_value *value, tf_text_style style);

/** Does a plan show `(sensitive value)` for it? For tf_change_of(). */
bool tf_text_hides(const tf_value *value);

/** The outermost value around this one, or itself, that is hidden; NULL if it may be seen. */
const tf_value *tf_text_hidden_by(const tf_value *value);

#endif
