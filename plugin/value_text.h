/* value_text.h
 * What of a value may be shown.
 *
 * Every text and every filter field that is made from a value passes through here: tree, columns,
 * expert info, taps and exports. With the preference `tfplugin.mask_sensitive` what must not be
 * seen is hidden, and it is hidden in all of them or it is not hidden at all.
 *
 * How to use it, whatever you make of values:
 *  - write the literal of a value (tf_value_append_literal(), tf_value_append_line()) only where
 *    tf_value_is_masked() or, on a walk from the top of a field, tf_value_masks() has said that it
 *    is not hidden; write TF_MASKED_TEXT in its place;
 *  - go into a container only if tf_value_has_lines() says so: a hidden container is one line, as
 *    its keys and the number of its elements are hidden too;
 *  - give a value to a field, a comparison that is printed, or a JSON document only where
 *    tf_value_is_masked() is false; write TF_MASKED_TEXT as a string in its place. That a value is
 *    null or unknown may be told of a hidden one, what is known of an unknown one may not;
 *  - ask tf_bytes_are_masked() before you show bytes of a message that are no DynamicValue;
 *  - pass free text of a message, as that of a diagnostic, through tf_shown_text().
 *
 * Hidden are: what the schema marks sensitive or write-only, with all that is in it; the result of
 * an ephemeral resource; opaque bytes (private data, states in a state store, what cannot be read);
 * the connection of a provisioner; and whatever no schema can vouch for: values whose schema is not
 * known or of another version, and attributes that the schema does not declare. A text that was
 * hidden for one of these reasons is hidden wherever else it is found (see secrets.h).
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_VALUE_TEXT_H
#define TF_PLUGIN_VALUE_TEXT_H

#include "content.h"

/** What stands in the place of a hidden value. */
#define TF_MASKED_TEXT "(sensitive value)"

/** The preference. */
extern tf_ws_bool tf_mask_sensitive;

/** Is all of a field hidden? @p field must not be NULL; so for all functions below. */
bool tf_field_is_masked(const tf_field_value *field);

/**
 * Is a value hidden, by itself or by one around it? Takes time in proportion to its depth.
 * @param value one of `field->decoded`
 */
bool tf_value_is_masked(const tf_field_value *field, const tf_value *value);

/**
 * Is a value hidden by itself? Enough for a walk that begins with tf_field_is_masked() and does not
 * go into what is hidden.
 */
bool tf_value_masks(const tf_value *value);

/** Does a value consist of further lines: a container with children that is not hidden? */
bool tf_value_has_lines(const tf_field_value *field, const tf_value *value);

/** A string as Wireshark's fields take it: what is not UTF-8 is replaced, and it ends with a NUL. */
const char *tf_utf8_text(wmem_allocator_t *pool, tf_span string);

/** Free text of a message: @p text itself, or TF_MASKED_TEXT if there is a secret in it. */
const char *tf_shown_text(const char *text);

/** Are bytes that no schema describes hidden? */
bool tf_bytes_are_masked(void);

#endif
