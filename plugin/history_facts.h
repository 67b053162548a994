/* history_facts.h
 * What plans and applies say, as far as it can be told without decoding: requests are compared by
 * their bytes, for core always writes the same value in the same way.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_HISTORY_FACTS_H
#define TF_PLUGIN_HISTORY_FACTS_H

#include "exchange.h"
#include "history.h"

bool tf_spans_equal(tf_span a, tf_span b);

/** Request or response of the call, for its bytes only: nothing can be decoded from it. */
tf_side tf_said_in_request(const tf_change_links *links);
tf_side tf_said_in_response(const tf_change_links *links);

/** Do the requests of two calls have the same bytes in a DynamicValue, or null in both? */
bool tf_says_same(const tf_change_links *a, const tf_change_links *b, const char *field);

/** Does the request have null in a DynamicValue? */
bool tf_says_null(const tf_change_links *links, const char *field);

/** A hash of the call's type and protocol version and of these bytes. */
uint32_t tf_span_hash(const tf_call *call, tf_span bytes);

/** The same of the bytes of a DynamicValue of the request. */
uint32_t tf_said_hash(const tf_change_links *links, const char *field);

#endif
