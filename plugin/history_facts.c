/* history_facts.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "history_facts.h"

#include <string.h>

bool
tf_spans_equal(tf_span a, tf_span b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

tf_side
tf_said_in_request(const tf_change_links *links)
{
    return tf_exchange_of(NULL, links->call).request;
}

tf_side
tf_said_in_response(const tf_change_links *links)
{
    return tf_exchange_of(NULL, links->call).response;
}

bool
tf_says_same(const tf_change_links *a, const tf_change_links *b, const char *field)
{
    tf_side one = tf_said_in_request(a), other = tf_said_in_request(b);

    if (tf_side_is_null(&one, field) || tf_side_is_null(&other, field))
        return tf_side_is_null(&one, field) && tf_side_is_null(&other, field);
    return tf_spans_equal(tf_side_encoded(&one, field), tf_side_encoded(&other, field));
}

bool
tf_says_null(const tf_change_links *links, const char *field)
{
    tf_side request = tf_said_in_request(links);

    return tf_side_is_null(&request, field);
}

uint32_t
tf_span_hash(const tf_call *call, tf_span bytes)
{
    uint32_t hash = g_str_hash(call->type_name) * 31 + call->rpc->version;

    for (uint32_t i = 0; i < bytes.length; i++)
        hash = (hash ^ (uint8_t)bytes.data[i]) * 0x01000193u;
    return hash;
}

uint32_t
tf_said_hash(const tf_change_links *links, const char *field)
{
    tf_side request = tf_said_in_request(links);

    return tf_span_hash(links->call, tf_side_encoded(&request, field));
}
