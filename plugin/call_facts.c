/* call_facts.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "call_facts.h"

#include "change.h"
#include "fields.h"
#include "history_match.h"
#include "value_text.h"

tf_call_counts
tf_call_count(const tf_call *call)
{
    tf_call_counts counts = {0};

    for (const tf_message *m = call->first; m; m = m->next) {
        counts.unknown += m->n_unknown;
        counts.errors += m->n_errors;
        counts.warnings += m->n_warnings;
        counts.bytes += m->length;
        counts.deferred = counts.deferred || m->deferred;
    }
    return counts;
}

const char *
tf_call_outcome(const tf_call *call, const tf_call_counts *counts)
{
    if (call->reset_frame)
        return "cut off";
    if (call->status > 0)
        return val_to_str_const((uint32_t)call->status, tf_status_names, "unknown status");
    if (counts->errors)
        return "error";
    if (!call->n_responses && call->status < 0)
        return "no response";
    return counts->deferred ? "deferred" : counts->warnings ? "warning" : "ok";
}

double
tf_call_duration(const tf_call *call)
{
    nstime_t delta;

    if (!call->has_end_time || !call->request_frame)
        return -1;
    nstime_delta(&delta, &call->end_time, &call->request_time);
    return nstime_to_sec(&delta);
}

tf_call_change
tf_call_change_of(tf_call *call)
{
    wmem_allocator_t *pool;
    tf_call_change result = {0};
    tf_exchange exchange;
    tf_change change;

    if (!tf_call_is_plan(call) && !tf_call_is_apply(call))
        return result;
    pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    exchange = tf_exchange_of(pool, call);
    if (tf_change_of(&exchange, tf_value_masks, &change) && !change.exhausted)
        result = (tf_call_change){tf_action_name(change.action), change.differences.count};
    wmem_destroy_allocator(pool);
    return result;
}
