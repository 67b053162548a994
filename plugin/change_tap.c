/* change_tap.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "change_tap.h"

#include <stdio.h>
#include <string.h>

#include "change.h"
#include "change_text.h"
#include "tap.h"

#include <epan/stat_tap_ui.h>
#include <epan/tap.h>

/* Columns that paths are padded to, so that what follows stands in line. */
#define MAX_PADDING 48

/* One statistic: the responses that were met, and what was counted. */
typedef struct tf_change_list {
    GPtrArray *responses; /* tf_message; in file scope, so valid until another file is opened */
    unsigned added, changed, destroyed;
} tf_change_list;

/* --- Lines ----------------------------------------------------------------------------------- */

static bool
is_element_of_set(const tf_difference *difference)
{
    const tf_value *value = difference->after ? difference->after : difference->before;

    return value && value->parent && value->parent->kind == TF_VALUE_SET;
}

static char *
line_path(wmem_allocator_t *pool, const tf_difference *difference)
{
    return wmem_strdup_printf(pool, "%s%s", difference->path,
                              is_element_of_set(difference) ? "[*]" : "");
}

static void
append_values(wmem_strbuf_t *line, const tf_difference *difference)
{
    bool was = !tf_value_is_null(difference->before), is = !tf_value_is_null(difference->after);

    if (was)
        tf_text_append_value(line, difference->before, TF_TEXT_PLAN);
    if (was && difference->after)
        wmem_strbuf_append(line, " -> ");
    if (difference->after && (was || is))
        tf_text_append_value(line, difference->after, TF_TEXT_PLAN);
    if (!was && !is)
        wmem_strbuf_append(line, "null");
}

static void
print_difference(wmem_allocator_t *pool, const tf_change *change, const tf_difference *difference,
                 int padding)
{
    wmem_strbuf_t *line = wmem_strbuf_new(pool, "");
    char sign = tf_value_is_null(difference->before)  ? '+'
                : tf_value_is_null(difference->after) ? '-'
                                                      : '~';
    bool forces = change->action == TF_ACTION_REPLACE && tf_change_forced(change, difference->path);

    append_values(line, difference);
    printf("      %c %-*s = %s%s\n", sign, padding, line_path(pool, difference),
           wmem_strbuf_get_str(line), forces ? " # forces replacement" : "");
}

static int
widest_path(wmem_allocator_t *pool, const tf_change *change)
{
    size_t widest = 0;

    for (uint32_t i = 0; i < change->differences.count; i++)
        widest = MAX(widest, strlen(line_path(pool, &change->differences.list[i])));
    return (int)MIN(widest, MAX_PADDING);
}

/* --- Changes --------------------------------------------------------------------------------- */

static const char *
sign_of(tf_action action)
{
    static const char *const signs[] = {"   ", "  +", " <=", "  ~", "  -", "-/+"};

    return signs[action];
}

static const char *
words_of(tf_action action, bool applied)
{
    static const char *const planned[] = {"",
                                          "will be created",
                                          "will be read",
                                          "will be updated in-place",
                                          "will be destroyed",
                                          "must be replaced"};
    static const char *const done[] = {
        "", "was created", "was read", "was updated in-place", "was destroyed", "was replaced"};

    return applied ? done[action] : planned[action];
}

/* A name to tell it from others: there is no address on the wire. */
static void
append_label(wmem_strbuf_t *out, const tf_change *change)
{
    static const char *const names[] = {"name", "id"};
    const tf_value *object = tf_value_is_null(change->after) ? change->before : change->after;

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const tf_value *value = object ? tf_value_child(object, names[i], strlen(names[i])) : NULL;
        if (!value || value->kind != TF_VALUE_STRING)
            continue;
        wmem_strbuf_append(out, " ");
        tf_text_append_value(out, value, TF_TEXT_PLAN);
        return;
    }
}

static void
print_change(wmem_allocator_t *pool, const tf_call *call, const tf_change *change)
{
    wmem_strbuf_t *label = wmem_strbuf_new(pool, "");
    int padding = widest_path(pool, change);

    append_label(label, change);
    printf("\n  # %s%s %s (frame %u)\n%s %s {\n", call->type_name ? call->type_name : "?",
           wmem_strbuf_get_str(label),
           words_of(change->action, call->rpc->id == TF_RPC_APPLY_RESOURCE_CHANGE),
           call->response_frame, sign_of(change->action), call->type_name ? call->type_name : "?");
    for (uint32_t i = 0; i < change->differences.count; i++)
        print_difference(pool, change, &change->differences.list[i], padding);
    if (change->exhausted)
        printf("      # too much to compare: there may be more\n");
    printf("    }\n");
}

static void
count(tf_change_list *list, tf_action action)
{
    list->added += action == TF_ACTION_CREATE || action == TF_ACTION_REPLACE;
    list->changed += action == TF_ACTION_UPDATE;
    list->destroyed += action == TF_ACTION_DELETE || action == TF_ACTION_REPLACE;
}

/* Is it said elsewhere: by the second plan of a replacement, or by the plan that
 * this one follows? */
static bool
is_said_elsewhere(const tf_call *call)
{
    const tf_change_links *links = tf_history_links(call);

    return links && (links->second || links->follows);
}

static void
show_response(tf_change_list *list, tf_message *message)
{
    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    tf_exchange exchange = tf_exchange_of(pool, message->call);
    tf_change change;

    if (!is_said_elsewhere(message->call) && tf_change_of(&exchange, tf_text_hides, &change) &&
        change.action != TF_ACTION_NO_OP) {
        count(list, change.action);
        print_change(pool, message->call, &change);
    }
    wmem_destroy_allocator(pool);
}

/* --- The statistic --------------------------------------------------------------------------- */

static void
reset(void *data)
{
    tf_change_list *list = (tf_change_list *)data;

    g_ptr_array_set_size(list->responses, 0);
}

static tap_packet_status
take(void *data, packet_info *pinfo _U_, epan_dissect_t *edt _U_, const void *tapped,
     tap_flags_t flags _U_)
{
    tf_change_list *list = (tf_change_list *)data;
    tf_message *message = ((const tf_tapped *)tapped)->message;
    tf_rpc_id id = message->call->rpc->id;

    if (!message->response || !message->call->rpc->version ||
        (id != TF_RPC_PLAN_RESOURCE_CHANGE && id != TF_RPC_APPLY_RESOURCE_CHANGE))
        return TAP_PACKET_DONT_REDRAW;
    g_ptr_array_add(list->responses, message);
    return TAP_PACKET_REDRAW;
}

static void
draw(void *data)
{
    tf_change_list *list = (tf_change_list *)data;

    list->added = list->changed = list->destroyed = 0;
    printf("\n===================================================================\n"
           "Changes of provider sessions\n"
           "===================================================================\n");
    for (unsigned i = 0; i < list->responses->len; i++)
        show_response(list, (tf_message *)g_ptr_array_index(list->responses, i));
    printf("\nPlan: %u to add, %u to change, %u to destroy.\n", list->added, list->changed,
           list->destroyed);
}

static void
finish(void *data)
{
    tf_change_list *list = (tf_change_list *)data;

    g_ptr_array_free(list->responses, TRUE);
    g_free(list);
}

static bool
listen(const char *argument, void *user _U_)
{
    static const char prefix[] = "tfplugin,changes,";
    tf_change_list *list = g_new0(tf_change_list, 1);
    const char *filter = g_str_has_prefix(argument, prefix) ? argument + sizeof prefix - 1 : NULL;
    GString *error;

    list->responses = g_ptr_array_new();
    error = register_tap_listener("tfplugin", list, filter, TL_REQUIRES_NOTHING, reset, take, draw,
                                  finish);
    if (!error)
        return true;
    fprintf(stderr, "tshark: -z tfplugin,changes: %s\n", error->str);
    g_string_free(error, TRUE);
    finish(list);
    return false;
}

TF_STAT_STARTER(listen_or_exit, listen)

void
tf_change_tap_register(void)
{
    static stat_tap_ui ui = {
        .group = REGISTER_PACKET_STAT_GROUP_UNSORTED,
        .title = "Terraform changes",
        .cli_string = "tfplugin,changes",
        .tap_init_cb = listen_or_exit,
    };

    register_stat_tap_ui(&ui, NULL);
}
