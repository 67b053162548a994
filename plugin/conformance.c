/* conformance.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "conformance.h"

#include "judge.h"

/* --- Order ----------------------------------------------------------------------------------- */

static void
judge_order(tf_judge *judge)
{
    tf_about what = tf_judge_about(judge, "call");

    if (judge->exchange->call->rpc->id == TF_RPC_APPLY_RESOURCE_CHANGE &&
        !tf_side_is_null(&judge->exchange->request, "planned_state") &&
        !tf_history_planned(judge->exchange->call))
        tf_findings_add(&judge->findings, TF_RULE_NOT_PLANNED, NULL, NULL, NULL);
    if (!tf_history_configured(judge->exchange->call))
        tf_findings_add(&judge->findings, TF_RULE_NOT_CONFIGURED, NULL, NULL, NULL);
    tf_judge_conclude(judge, &what);
}

static void
judge_deferral(tf_judge *judge)
{
    tf_about what = tf_judge_about(judge, "call");
    tf_span capabilities = tf_side_bytes(&judge->exchange->request, "client_capabilities");
    tf_wire_reader reader;
    tf_wire_field at;
    bool allowed = false;

    if (!tf_judge_deferred(judge) || tf_judge_failed(judge) || !judge->exchange->request.message)
        return;
    tf_wire_init(&reader, (const uint8_t *)capabilities.data, 0, capabilities.length);
    while (tf_wire_next(&reader, &at) == TF_WIRE_OK)
        if (at.number == 1)
            allowed = at.scalar != 0;
    if (!allowed)
        tf_findings_add(&judge->findings, TF_RULE_DEFERRED, NULL, NULL, NULL);
    tf_judge_conclude(judge, &what);
}

/* --- Diagnostics ----------------------------------------------------------------------------- */

/* What is looked for in the texts of a response. */
typedef struct tf_texts {
    tf_judge *judge;
    wmem_strbuf_t *text;
} tf_texts;

static void
collect_text(const uint8_t *data, const tf_wire_field *diagnostic, void *user)
{
    tf_texts *texts = (tf_texts *)user;
    tf_wire_reader reader;
    tf_wire_field at;

    tf_wire_enter(&reader, data, diagnostic);
    while (tf_wire_next(&reader, &at) == TF_WIRE_OK)
        if (at.wire_type == TF_WIRE_BYTES && (at.number == 2 || at.number == 3)) {
            wmem_strbuf_append_len(texts->text, (const char *)data + at.value_offset,
                                   at.value_length);
            wmem_strbuf_append_c(texts->text, '\n');
        }
}

static void
look_for_secrets(tf_field_value *value, void *user)
{
    tf_texts *texts = (tf_texts *)user;

    if (value->type)
        tf_rules_sensitive_text(&texts->judge->findings, value->decoded->root,
                                wmem_strbuf_get_str(texts->text));
}

static void
judge_texts(tf_judge *judge)
{
    tf_about what = tf_judge_about(judge, "call");
    tf_side *request = &judge->exchange->request;
    tf_texts texts = {judge, wmem_strbuf_new(judge->exchange->response.pool, "")};

    tf_side_foreach(&judge->exchange->response, "diagnostics", collect_text, &texts);
    if (!request->message || wmem_strbuf_get_len(texts.text) == 0)
        return;
    tf_side_foreach_value(request, look_for_secrets, &texts);
    tf_judge_conclude(judge, &what);
}

/* --- Calls ----------------------------------------------------------------------------------- */

static void
judge_call(tf_judge *judge)
{
    switch (judge->exchange->call->rpc->id) {
    case TF_RPC_PLAN_RESOURCE_CHANGE:
        tf_judge_plan(judge);
        break;
    case TF_RPC_APPLY_RESOURCE_CHANGE:
        tf_judge_apply(judge);
        break;
    case TF_RPC_READ_RESOURCE:
        tf_judge_read(judge);
        break;
    case TF_RPC_UPGRADE_RESOURCE_STATE:
        tf_judge_state(judge, "upgraded_state", "upgrade");
        break;
    case TF_RPC_UPGRADE_RESOURCE_IDENTITY:
        tf_judge_state(judge, "upgraded_identity.identity_data", "identity");
        break;
    case TF_RPC_MOVE_RESOURCE_STATE:
        tf_judge_state(judge, "target_state", "move");
        break;
    case TF_RPC_READ_DATA_SOURCE:
        tf_judge_data(judge);
        break;
    case TF_RPC_OPEN_EPHEMERAL_RESOURCE:
        tf_judge_ephemeral(judge);
        break;
    case TF_RPC_IMPORT_RESOURCE_STATE:
        tf_judge_import(judge);
        break;
    case TF_RPC_CALL_FUNCTION:
        tf_judge_function(judge);
        break;
    default:
        break;
    }
}

/* What a provider can only answer once it is configured. */
static bool
needs_configuration(tf_rpc_id id)
{
    switch (id) {
    case TF_RPC_PLAN_RESOURCE_CHANGE:
    case TF_RPC_APPLY_RESOURCE_CHANGE:
    case TF_RPC_READ_RESOURCE:
    case TF_RPC_READ_DATA_SOURCE:
    case TF_RPC_IMPORT_RESOURCE_STATE:
    case TF_RPC_OPEN_EPHEMERAL_RESOURCE:
        return true;
    default:
        return false;
    }
}

tf_verdicts
tf_conformance_check(tf_exchange *exchange)
{
    wmem_allocator_t *pool = exchange->response.pool;
    tf_judge judge = {.exchange = exchange, .verdicts = wmem_array_new(pool, sizeof(tf_verdict))};

    if (!exchange->call->rpc->version)
        return (tf_verdicts){0};
    tf_findings_init(&judge.findings, pool);
    if (needs_configuration(exchange->call->rpc->id))
        judge_order(&judge);
    judge_deferral(&judge);
    judge_texts(&judge);
    judge_call(&judge);
    return (tf_verdicts){(tf_verdict *)wmem_array_get_raw(judge.verdicts),
                         wmem_array_get_count(judge.verdicts), judge.findings.compare.exhausted};
}
