/* json.h
 * JSON as a flat list of tokens.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_JSON_H
#define TF_CODEC_JSON_H

#include "token.h"

/** Containers inside containers that any of our JSON may have: an object type has two for a level.
 */
#define TF_JSON_MAX_DEPTH (2 * TF_MAX_DEPTH)

/**
 * Reads one JSON value and the white space around it, strictly by RFC 8259 but that strings may be
 * of any bytes. Time and memory are linear. What comes before a failure is on the tape.
 * @param tape      set up by tf_tape_init()
 * @param pool      what texts with escapes are decoded into
 * @param max_depth containers inside containers, at most TF_JSON_MAX_DEPTH
 */
void tf_json_read(tf_tape *tape, wmem_allocator_t *pool, uint32_t max_depth);

/** What the scan of a string found. */
typedef struct tf_json_string {
    uint32_t end;        /**< behind the closing quote, or at the byte that is wrong */
    bool escaped;        /**< has a backslash */
    bool closed;         /**< ended with a quote */
    const char *message; /**< what is wrong; NULL if closed, or if the input ended */
} tf_json_string;

/** Scans the string whose opening quote is at @p at. */
tf_json_string tf_json_string_scan(const uint8_t *data, uint32_t length, uint32_t at);

/** Decodes the inside of a string that was scanned; a lone surrogate becomes U+FFFD. */
tf_span tf_json_string_decode(wmem_allocator_t *pool, tf_span raw);

#endif
