/* history.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "history.h"

#include "history_match.h"
#include "history_table.h"
#include "kept.h"
#include "resource.h"

/* Plans and applies that were not matched yet, in file order. */
static tf_call *first_unmatched, *last_unmatched;

unsigned tf_max_call_bytes = 8 * 1024 * 1024;

/* --- What is kept ---------------------------------------------------------------------------- */

/* A response is judged together with its request; plans and applies also with each other, and a
 * resource is found again by the state that it came back with. */
static bool
is_kept(const tf_message *message)
{
    tf_rpc_id id = message->call->rpc->id;

    if (message->index || message->call->rpc->version == 0)
        return false;
    if (!message->response)
        return id != TF_RPC_WRITE_STATE_BYTES;
    return id == TF_RPC_PLAN_RESOURCE_CHANGE || tf_resource_gets_state(message->call);
}

static void
keep(tf_message *message, const uint8_t *data)
{
    tf_call *call = message->call;

    if (!is_kept(message) || message->kept ||
        message->length > tf_max_call_bytes - MIN(call->kept, tf_max_call_bytes))
        return;
    call->kept += message->length;
    message->kept = tf_kept_copy(data, message->length);
}

/* --- Taking note ----------------------------------------------------------------------------- */

static void
append_unmatched(tf_call *call)
{
    if (first_unmatched)
        last_unmatched->next_unmatched = call;
    else
        first_unmatched = call;
    last_unmatched = call;
}

void
tf_history_note(tf_message *message, const uint8_t *data)
{
    tf_call *call = message->call;

    keep(message, data);
    if (message->response || message->index || !call->rpc->version)
        return;
    if (call->rpc->id == TF_RPC_VALIDATE_RESOURCE_CONFIG && call->type_name)
        tf_history_validated(call);
    else if ((tf_call_is_plan(call) || tf_call_is_apply(call)) && call->type_name && message->kept)
        append_unmatched(call);
}

/* --- Asking ---------------------------------------------------------------------------------- */

void
tf_history_reset(void)
{
    first_unmatched = NULL;
    tf_tables_reset();
}

/* Matching takes decoding, and the packet list does not ask for it. What comes of it does not
 * depend on when it is done: every call is held against what was there before it. */
tf_change_links *
tf_history_links(const tf_call *call)
{
    while (first_unmatched) {
        tf_call *next = first_unmatched;
        first_unmatched = next->next_unmatched;
        tf_history_match(next);
    }
    return call->links;
}

bool
tf_history_configured(const tf_call *call)
{
    uint32_t configured = call->session->configured_frame;

    return !tf_call_find(call->session, 1) || call->session->lost[0] ||
           (configured && configured <= call->request_frame);
}

bool
tf_history_planned(const tf_call *call)
{
    const tf_change_links *links = tf_history_links(call), *at = links ? links->older : NULL;
    unsigned tried = 0;

    if (!links || !tf_call_find(call->session, 1) || call->session->lost[0])
        return true;
    for (; at && tried < TF_MAX_CANDIDATES; at = at->older, tried++)
        if (tf_call_is_plan(at->call) && at->call->session == call->session)
            return true;
    return tried == TF_MAX_CANDIDATES;
}
