/* json_node.h
 * Finding one's way in a JSON document that has been read into a tape.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_JSON_NODE_H
#define TF_CODEC_JSON_NODE_H

#include "json.h"

/** A place in a document, valid while its tape lives; with `tape` NULL it is no place at all. All
 * functions take either, and give what they give for a value of another kind. */
typedef struct tf_json_node {
    const tf_tape *tape;
    uint32_t at;
} tf_json_node;

/** The whole document; no place if the tape is empty. */
tf_json_node tf_json_root(const tf_tape *tape);

/** Its token; NULL for no place. */
const tf_token *tf_json_token(tf_json_node node);

/** Is it a token of this kind? False for no place. */
bool tf_json_is(tf_json_node node, tf_token_kind kind);

/** A member of an object; of several with one name the last; no place if there is none. O(n).
 */
tf_json_node tf_json_get(tf_json_node object, const char *name);

/** The same for a name that need not end in a NUL. */
tf_json_node tf_json_get_span(tf_json_node object, tf_span name);

/** An element of an array; no place if there is none. O(n). */
tf_json_node tf_json_at(tf_json_node array, uint32_t index);

/** Elements of an array or members of an object; 0 for others. */
uint32_t tf_json_count(tf_json_node node);

/** The text of a string; empty for others. */
tf_span tf_json_text(tf_json_node node);

/** A copy of a string as C string of valid UTF-8; NULL for others. */
const char *tf_json_copy(wmem_allocator_t *pool, tf_json_node node);

/** Is it `true`? */
bool tf_json_is_true(tf_json_node node);

/** A walk over an array or object. */
typedef struct tf_json_iterator {
    const tf_tape *tape;
    uint32_t at, left;
    bool object;
    tf_span key;        /**< of the current member; empty for elements */
    tf_json_node value; /**< the current element or member */
} tf_json_iterator;

/** Begins a walk; over nothing for other values. */
tf_json_iterator tf_json_iterate(tf_json_node node);

/** Steps to the next. @return false at the end */
bool tf_json_next(tf_json_iterator *iterator);

/** Appends a value as it stands in the document, as compact JSON. */
void tf_json_append(wmem_strbuf_t *out, tf_json_node node);

#endif
