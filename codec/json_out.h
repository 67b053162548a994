/* json_out.h
 * Writing JSON documents.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_JSON_OUT_H
#define TF_CODEC_JSON_OUT_H

#include "value.h"

/** A document on its way: commas come by themselves. */
typedef struct tf_json_out {
    wmem_strbuf_t *text;
    bool comma; /**< something stands before the next member or element */
} tf_json_out;

/** Begins an empty document. @param pool what the text is in; NULL: the caller frees it */
void tf_out_init(tf_json_out *out, wmem_allocator_t *pool);

/** Begins an object or array as an element, or as a member after tf_out_key(). @p bracket `{` or
 * `[` */
void tf_out_open(tf_json_out *out, char bracket);

/** Ends it. @p bracket `}` or `]` */
void tf_out_close(tf_json_out *out, char bracket);

/** Begins a member: its value must follow. */
void tf_out_key(tf_json_out *out, const char *key);

/** A string; null for NULL. */
void tf_out_text(tf_json_out *out, const char *text);

/** A string. */
void tf_out_span(tf_json_out *out, tf_span text);

/** A whole number. */
void tf_out_number(tf_json_out *out, int64_t number);

/** What is JSON already, such as `true`, or a whole object; not escaped. */
void tf_out_word(tf_json_out *out, const char *word);

/** A member that is a string; nothing for NULL. */
void tf_out_member(tf_json_out *out, const char *key, const char *text);

/** Prepares for a value that the caller appends to `text` by other means. @return the text */
wmem_strbuf_t *tf_out_value(tf_json_out *out);

#endif
