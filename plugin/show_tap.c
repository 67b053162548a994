/* show_tap.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "show_tap.h"

#include <stdio.h>
#include <string.h>

#include "show_plan.h"
#include "show_state.h"

#include <epan/stat_tap_ui.h>
#include <epan/tap.h>

#define COMMAND "tfplugin,show-json"

/* One `-z` of the command line. */
typedef struct tf_show {
    tf_collection collection;
    bool state;
} tf_show;

static void
reset(void *tapdata)
{
    tf_show *show = (tf_show *)tapdata;

    tf_collection_clear(&show->collection);
    tf_collection_init(&show->collection);
}

/* Only calls that documents are made of are kept. */
static bool
is_shown(tf_rpc_id id)
{
    return id == TF_RPC_CONFIGURE_PROVIDER || id == TF_RPC_READ_RESOURCE ||
           id == TF_RPC_READ_DATA_SOURCE || id == TF_RPC_IMPORT_RESOURCE_STATE ||
           id == TF_RPC_PLAN_RESOURCE_CHANGE || id == TF_RPC_APPLY_RESOURCE_CHANGE ||
           id == TF_RPC_UPGRADE_RESOURCE_STATE || id == TF_RPC_MOVE_RESOURCE_STATE;
}

static tap_packet_status
packet(void *tapdata, packet_info *pinfo _U_, epan_dissect_t *edt _U_, const void *data,
       tap_flags_t flags _U_)
{
    tf_show *show = (tf_show *)tapdata;
    const tf_tapped *tapped = (const tf_tapped *)data;

    if (!tapped->message->call->rpc->version || !is_shown(tapped->message->call->rpc->id))
        return TAP_PACKET_DONT_REDRAW;
    tf_collection_add(&show->collection, tapped);
    return TAP_PACKET_REDRAW;
}

static void
draw(void *tapdata)
{
    const tf_show *show = (const tf_show *)tapdata;
    tf_json_out out;

    tf_out_init(&out, NULL);
    if (show->state)
        tf_show_state(&out, &show->collection);
    else
        tf_show_plan(&out, &show->collection);
    puts(wmem_strbuf_get_str(out.text));
    wmem_strbuf_destroy(out.text);
}

static void
finish(void *tapdata)
{
    tf_show *show = (tf_show *)tapdata;

    tf_collection_clear(&show->collection);
    g_free(show);
}

/* What follows the command: `,state`, `,FILTER` or both. */
static const char *
read_arguments(tf_show *show, const char *rest)
{
    if (strcmp(rest, ",state") == 0 || g_str_has_prefix(rest, ",state,")) {
        show->state = true;
        rest += strlen(",state");
    }
    return rest[0] == ',' && rest[1] ? rest + 1 : NULL;
}

static bool
start(const char *argument, void *user _U_)
{
    tf_show *show = g_new0(tf_show, 1);
    const char *filter = read_arguments(show, argument + strlen(COMMAND));
    GString *error;

    tf_collection_init(&show->collection);
    error = register_tap_listener("tfplugin", show, filter, TL_REQUIRES_NOTHING, reset, packet,
                                  draw, finish);
    if (!error)
        return true;
    fprintf(stderr, COMMAND ": %s\n", error->str);
    g_string_free(error, TRUE);
    finish(show);
    return false;
}

TF_STAT_STARTER(start_or_exit, start)

void
tf_show_register(void)
{
    static tap_param filter[] = {{PARAM_FILTER, "filter", "Filter", NULL, TRUE}};
    static stat_tap_ui ui = {REGISTER_STAT_GROUP_GENERIC,
                             "Terraform show -json",
                             COMMAND,
                             start_or_exit,
                             G_N_ELEMENTS(filter),
                             filter};

    register_stat_tap_ui(&ui, NULL);
}
