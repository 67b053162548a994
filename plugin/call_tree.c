/* call_tree.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "call_tree.h"

#include "proto/schema_find.h"

#include "expert.h"
#include "fields.h"
#include "resource.h"
#include "value_text.h"

static int ett_end = -1;

void
tf_call_tree_register(void)
{
    static int *ett[] = {&ett_end};

    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
}

static const char *
protocol_title(const tf_call *call)
{
    if (call->rpc->version == 0)
        return "go-plugin";
    return call->rpc->version == 5 ? "Terraform Provider Protocol 5"
                                   : "Terraform Provider Protocol 6";
}

static void
add_link(proto_tree *tree, tvbuff_t *tvb, int hf, uint32_t frame)
{
    if (frame)
        proto_item_set_generated(proto_tree_add_uint(tree, hf, tvb, 0, 0, frame));
}

static void
add_string(proto_tree *tree, tvbuff_t *tvb, int hf, const char *text)
{
    if (text)
        proto_item_set_generated(proto_tree_add_string(tree, hf, tvb, 0, 0, text));
}

static void
add_number(proto_tree *tree, tvbuff_t *tvb, int hf, uint32_t number)
{
    proto_item_set_generated(proto_tree_add_uint(tree, hf, tvb, 0, 0, number));
}

/* Only where somebody sees it: it takes decoding. */
static void
add_resource(tvbuff_t *tvb, proto_tree *tree, const tf_call *call)
{
    int hf = tf_hf[TF_HF_RESOURCE];
    uint32_t number;

    if (proto_field_is_referenced(tree, hf) && tf_resource_number(call, &number))
        add_number(tree, tvb, hf, number);
}

static void
add_call(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, proto_item *item, const tf_call *call)
{
    if (call->rpc->version)
        add_number(tree, tvb, tf_hf[TF_HF_VERSION], call->rpc->version);
    add_string(tree, tvb, tf_hf[TF_HF_SERVICE], call->rpc->service);
    add_string(tree, tvb, tf_hf[TF_HF_METHOD], call->rpc->method);
    add_number(tree, tvb, tf_hf[TF_HF_SESSION], call->session->number);
    add_number(tree, tvb, tf_hf[TF_HF_STREAM], call->stream);
    add_resource(tvb, tree, call);
    add_string(tree, tvb, tf_hf[TF_HF_PROVIDER], call->session->interface_provider);
    if (call->version_guessed) {
        add_string(tree, tvb, tf_hf[TF_HF_PACKAGE], call->package);
        expert_add_info(pinfo, item, &tf_ei[TF_EI_PACKAGE_GUESSED]);
    }
}

static void
add_time(tvbuff_t *tvb, proto_tree *tree, const tf_call *call, const nstime_t *at)
{
    nstime_t delta;

    if (!call->request_frame)
        return;
    nstime_delta(&delta, at, &call->request_time);
    proto_item_set_generated(proto_tree_add_time(tree, tf_hf[TF_HF_TIME], tvb, 0, 0, &delta));
}

/* What receivers accept: old SDKs 4 MiB, which is gRPC's default; core 64 MiB of schema
 * (maxRecvSize of its grpc_provider.go); terraform-plugin-go 256 MiB in both directions
 * (grpcMaxMessageSize). */
static void
judge_size(packet_info *pinfo, proto_item *item, const tf_message *message)
{
    const uint32_t mib = 1024 * 1024;
    const char *who = NULL;

    if (message->length > 256 * mib)
        who = "256 MiB that terraform-plugin-go accepts and sends";
    else if (message->length > 64 * mib && tf_rpc_has_schemas(message->call->rpc->id))
        who = "64 MiB of schema that core accepts";
    else if (message->length > 4 * mib && !message->response)
        who = "4 MiB that old SDKs accept";
    if (who)
        expert_add_info_format(pinfo, item, &tf_ei[TF_EI_LARGE_MESSAGE],
                               "%u bytes, more than the %s", message->length, who);
}

static void
judge_message(packet_info *pinfo, proto_item *item, const tf_message *message)
{
    judge_size(pinfo, item, message);
    if (message->schemas && message->schemas->repeats)
        expert_add_info_format(pinfo, item, &tf_ei[TF_EI_SCHEMA_AGAIN],
                               "%s: %u bytes that the file already had", message->call->rpc->method,
                               message->length);
}

void
tf_call_tree_head(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, proto_item *item,
                  const tf_message *message)
{
    const tf_call *call = message->call;

    add_call(tvb, pinfo, tree, item, call);
    if (call->rpc->version)
        add_string(tree, tvb, tf_hf[TF_HF_MESSAGE],
                   wmem_strdup_printf(pinfo->pool, "%s.%s", call->rpc->method,
                                      tf_message_direction(message)));
    proto_item_set_generated(proto_tree_add_boolean(
        tree, tf_hf[message->response ? TF_HF_RESPONSE : TF_HF_REQUEST], tvb, 0, 0, true));
    if (message->response) {
        add_link(tree, tvb, tf_hf[TF_HF_REQUEST_IN], call->request_frame);
        add_time(tvb, tree, call, &message->time);
        add_string(tree, tvb, tf_hf[TF_HF_TYPE_NAME], call->type_name);
        if (!call->request_frame)
            expert_add_info(pinfo, item, &tf_ei[TF_EI_NO_REQUEST]);
    } else {
        add_link(tree, tvb, tf_hf[TF_HF_RESPONSE_IN], call->response_frame);
    }
    judge_message(pinfo, item, message);
}

proto_item *
tf_call_tree_top(tvbuff_t *tvb, proto_tree *tree, int proto, int length, const tf_call *call,
                 const char *what)
{
    proto_item *item = proto_tree_add_item(tree, proto, tvb, 0, length, ENC_NA);

    proto_item_set_text(item, "%s, %s%s%s%s", protocol_title(call), call->rpc->method, what,
                        call->type_name ? ", " : "", call->type_name ? call->type_name : "");
    return item;
}

static void
judge_status(packet_info *pinfo, proto_item *item, const tf_call *call)
{
    const char *name = val_to_str_const((uint32_t)call->status, tf_status_names, "unknown status");

    expert_add_info_format(
        pinfo, item, &tf_ei[call->status == 12 ? TF_EI_UNIMPLEMENTED : TF_EI_STATUS],
        "%s failed: %s%s%s", call->rpc->method, name, call->status_message ? ": " : "",
        call->status_message ? tf_shown_text(call->status_message) : "");
}

void
tf_call_end_tree_add(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int proto, tf_call *call)
{
    const char *what = call->status < 0    ? ", cut off"
                       : call->status == 0 ? ", ended without a response"
                                           : ", failed";
    proto_item *item = tf_call_tree_top(tvb, tree, proto, 0, call, what);
    proto_tree *subtree = proto_item_add_subtree(item, ett_end);

    add_call(tvb, pinfo, subtree, item, call);
    add_link(subtree, tvb, tf_hf[TF_HF_REQUEST_IN], call->request_frame);
    add_time(tvb, subtree, call, &call->end_time);
    add_string(subtree, tvb, tf_hf[TF_HF_TYPE_NAME], call->type_name);
    if (call->status < 0) {
        expert_add_info_format(pinfo, item, &tf_ei[TF_EI_RESET], "%s was cut off (RST_STREAM)",
                               call->rpc->method);
    } else if (call->status > 0) {
        add_number(subtree, tvb, tf_hf[TF_HF_STATUS], (uint32_t)call->status);
        add_string(subtree, tvb, tf_hf[TF_HF_STATUS_MESSAGE],
                   call->status_message ? tf_shown_text(call->status_message) : NULL);
        judge_status(pinfo, item, call);
    }
}
