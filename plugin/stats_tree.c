/* stats_tree.c
 * A tree of counts: messages, bytes, failures and schema fetches by method and type.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics.h"

#include <epan/stats_tree.h>

#include "tap.h"

static const char *const calls_name = "Calls by method and type";
static const char *const bytes_name = "Message bytes by method and type";
static const char *const sessions_name = "Sessions";
static const char *const problems_name = "Errors and warnings";
static const char *const schemas_name = "Schema fetches";

static int calls_node, bytes_node, sessions_node, problems_node, schemas_node;

static void
init(stats_tree *st)
{
    calls_node = stats_tree_create_node(st, calls_name, 0, STAT_DT_INT, true);
    bytes_node = stats_tree_create_node(st, bytes_name, 0, STAT_DT_INT, true);
    sessions_node = stats_tree_create_node(st, sessions_name, 0, STAT_DT_INT, true);
    problems_node = stats_tree_create_node(st, problems_name, 0, STAT_DT_INT, true);
    schemas_node = stats_tree_create_node(st, schemas_name, 0, STAT_DT_INT, true);
}

/* A call is counted with its first request, or with its first response where that is
 * all there is. */
static bool
begins_call(const tf_message *message)
{
    return message->index == 0 && (!message->response || !message->call->request_frame);
}

static const char *
type_or_none(const tf_call *call)
{
    return call->type_name ? call->type_name : "(no type)";
}

static void
count_call(stats_tree *st, const tf_call *call)
{
    int method;

    tick_stat_node(st, calls_name, 0, true);
    method = tick_stat_node(st, call->rpc->method, calls_node, true);
    tick_stat_node(st, type_or_none(call), method, false);
}

static void
count_bytes(stats_tree *st, const tf_message *message)
{
    int length = (int)message->length, method;

    increase_stat_node(st, bytes_name, 0, true, length);
    method = increase_stat_node(st, message->call->rpc->method, bytes_node, true, length);
    increase_stat_node(st, type_or_none(message->call), method, false, length);
}

static void
count_many(stats_tree *st, const char *name, const char *what, int node, uint32_t n)
{
    if (n == 0)
        return;
    increase_stat_node(st, name, 0, true, (int)n);
    increase_stat_node(st, what, node, false, (int)n);
}

static tap_packet_status
packet(stats_tree *st, packet_info *pinfo, epan_dissect_t *edt _U_, const void *tapped,
       tap_flags_t flags _U_)
{
    const tf_message *message = ((const tf_tapped *)tapped)->message;
    const tf_call *call = message->call;

    if (!call->rpc->version)
        return TAP_PACKET_DONT_REDRAW;
    if (begins_call(message))
        count_call(st, call);
    count_bytes(st, message);
    count_many(st, problems_name, "Errors", problems_node, message->n_errors);
    count_many(st, problems_name, "Warnings", problems_node, message->n_warnings);
    if (message->schemas)
        count_many(st, schemas_name, message->schemas->repeats ? "Known from before" : "New",
                   schemas_node, 1);
    tick_stat_node(st, sessions_name, 0, true);
    tick_stat_node(st, wmem_strdup_printf(pinfo->pool, "Session %u", call->session->number),
                   sessions_node, false);
    return TAP_PACKET_REDRAW;
}

void
tf_stats_tree_register(void)
{
    stats_tree_register_plugin("tfplugin", "tfplugin", "Terraform Provider Protocol", 0, packet,
                               init, NULL);
}
