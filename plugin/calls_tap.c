/* calls_tap.c
 * One line for each call, for people and, as JSON lines, for scripts.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics.h"

#include "compat.h"

#include <stdio.h>
#include <string.h>

#include <epan/stat_tap_ui.h>
#include <epan/tap.h>
#include <wsutil/json_dumper.h>
#include <wsutil/report_message.h>

#include "call_facts.h"
#include "content.h"
#include "resource.h"
#include "tap.h"
#include "value_text.h"

/* One run of the tap: from its start to the end of the file, and again after a reload. */
typedef struct tf_calls_run {
    GHashTable *seen;  /* tf_call -> tf_call: those of which a message passed the filter */
    GHashTable *names; /* tf_call -> what tells its object from others */
    nstime_t begin;    /* of the file */
    bool json;
} tf_calls_run;

/* --- Names ----------------------------------------------------------------------------------- */

/* The fields of which the object's name is taken, the most telling last. */
static const char *const naming_fields[] = {
    "config",        "prior_state", "current_state", "proposed_new_state",
    "planned_state", "state",       "new_state",
};

static int
rank(const char *field)
{
    for (size_t i = 0; i < G_N_ELEMENTS(naming_fields); i++)
        if (strcmp(field, naming_fields[i]) == 0)
            return (int)i;
    return -1;
}

typedef struct tf_naming {
    wmem_allocator_t *pool;
    char *name;
    int rank;
} tf_naming;

static char *
name_of(wmem_allocator_t *pool, const tf_field_value *value)
{
    static const char *const attributes[] = {"id", "name"};

    for (size_t i = 0; i < G_N_ELEMENTS(attributes); i++) {
        const tf_value *found =
            tf_value_child(value->decoded->root, attributes[i], strlen(attributes[i]));
        wmem_strbuf_t *text;
        if (!found || found->kind != TF_VALUE_STRING)
            continue;
        text = wmem_strbuf_new(pool, "");
        if (tf_value_is_masked(value, found))
            wmem_strbuf_append(text, TF_MASKED_TEXT);
        else
            wmem_strbuf_append_len(text, found->string.data, found->string.length);
        return wmem_strbuf_finalize(text);
    }
    return NULL;
}

static void
see_value(tf_field_value *value, void *user)
{
    tf_naming *naming = (tf_naming *)user;
    int better = rank(value->field);
    char *name = better > naming->rank ? name_of(naming->pool, value) : NULL;

    if (name) {
        naming->name = name;
        naming->rank = better;
    }
}

/* --- Collecting ------------------------------------------------------------------------------ */

static tap_packet_status
packet(void *tapdata, packet_info *pinfo, epan_dissect_t *edt _U_, const void *data,
       tap_flags_t flags _U_)
{
    tf_calls_run *run = (tf_calls_run *)tapdata;
    const tf_tapped *tapped = (const tf_tapped *)data;
    tf_naming naming = {pinfo->pool, NULL, -1};

    nstime_delta(&run->begin, &pinfo->abs_ts, &pinfo->rel_ts);
    g_hash_table_add(run->seen, tapped->message->call);
    if (tapped->data && tapped->message->call->rpc->version)
        tf_message_values(pinfo->pool, tapped->message, tapped->data, see_value, &naming);
    if (naming.name)
        g_hash_table_insert(run->names, tapped->message->call, g_strdup(naming.name));
    return TAP_PACKET_REDRAW;
}

static void
reset(void *tapdata)
{
    tf_calls_run *run = (tf_calls_run *)tapdata;

    g_hash_table_remove_all(run->seen);
    g_hash_table_remove_all(run->names);
}

static void
finish(void *tapdata)
{
    tf_calls_run *run = (tf_calls_run *)tapdata;

    g_hash_table_destroy(run->seen);
    g_hash_table_destroy(run->names);
    g_free(run);
}

/* --- Printing -------------------------------------------------------------------------------- */

/* What comes off the wire must not reach a terminal as control characters. */
static char *
printable(const char *text)
{
    GString *out = g_string_new(NULL);

    for (; text && *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            g_string_append_printf(out, "\\x%02x", (unsigned char)*text);
        else
            g_string_append_c(out, *text);
    return g_string_free(out, FALSE);
}

/* As Wireshark's own time column has it by default: since the first frame of the file. */
static char *
start_text(const tf_calls_run *run, const tf_call *call)
{
    nstime_t since;

    if (!call->request_frame)
        return g_strdup("-");
    nstime_delta(&since, &call->request_time, &run->begin);
    return g_strdup_printf("%.6f", nstime_to_sec(&since));
}

static void
print_line(const tf_calls_run *run, tf_call *call, const char *name)
{
    tf_call_counts counts = tf_call_count(call);
    tf_call_change change = tf_call_change_of(call);
    double seconds = tf_call_duration(call);
    char *began = start_text(run, call);
    char *took = seconds < 0 ? g_strdup("-") : g_strdup_printf("%.6f", seconds);
    uint32_t number;
    char *resource =
        tf_resource_number(call, &number) ? g_strdup_printf("%u", number) : g_strdup("-");
    char *changes = change.action ? g_strdup_printf("%u", change.changes) : g_strdup("-");
    char *type = printable(call->type_name), *id = printable(name);

    printf("%7u %7u %11s %11s %-27s %-28s %-11s %7u %6u %8u %8s %-7s %7s  %s\n",
           call->session->number, call->request_frame ? call->request_frame : call->response_frame,
           began, took, call->rpc->method, type, tf_call_outcome(call, &counts), counts.unknown,
           counts.errors, counts.warnings, resource, change.action ? change.action : "-", changes,
           id);
    g_free(began);
    g_free(took);
    g_free(resource);
    g_free(changes);
    g_free(type);
    g_free(id);
}

static void
dump_string(json_dumper *dumper, const char *name, const char *value)
{
    json_dumper_set_member_name(dumper, name);
    json_dumper_value_string(dumper, value);
}

static void
dump_number(json_dumper *dumper, const char *name, uint32_t value)
{
    json_dumper_set_member_name(dumper, name);
    json_dumper_value_anyf(dumper, "%u", value);
}

static void
dump_times(json_dumper *dumper, const tf_call *call)
{
    double seconds = tf_call_duration(call);

    if (call->request_frame) {
        json_dumper_set_member_name(dumper, "start");
        json_dumper_value_anyf(dumper, "%" PRId64 ".%09d", (int64_t)call->request_time.secs,
                               call->request_time.nsecs);
    }
    if (seconds >= 0) {
        json_dumper_set_member_name(dumper, "duration");
        json_dumper_value_anyf(dumper, "%.9f", seconds);
    }
}

static void
dump_change(json_dumper *dumper, tf_call *call)
{
    tf_call_change change = tf_call_change_of(call);

    if (!change.action)
        return;
    dump_string(dumper, "action", change.action);
    dump_number(dumper, "changes", change.changes);
}

static void
dump_call(tf_call *call, const char *name)
{
    tf_call_counts counts = tf_call_count(call);
    json_dumper dumper = {.output_file = stdout};
    uint32_t resource;

    json_dumper_begin_object(&dumper);
    dump_number(&dumper, "session", call->session->number);
    dump_number(&dumper, "stream", call->stream);
    if (call->request_frame)
        dump_number(&dumper, "request_frame", call->request_frame);
    if (call->response_frame)
        dump_number(&dumper, "response_frame", call->response_frame);
    dump_times(&dumper, call);
    dump_number(&dumper, "protocol", call->rpc->version);
    dump_string(&dumper, "method", call->rpc->method);
    if (call->type_name)
        dump_string(&dumper, "type", call->type_name);
    if (name)
        dump_string(&dumper, "id", name);
    if (tf_resource_number(call, &resource))
        dump_number(&dumper, "resource", resource);
    dump_string(&dumper, "outcome", tf_call_outcome(call, &counts));
    dump_number(&dumper, "unknown", counts.unknown);
    dump_number(&dumper, "errors", counts.errors);
    dump_number(&dumper, "warnings", counts.warnings);
    dump_number(&dumper, "bytes", counts.bytes);
    dump_change(&dumper, call);
    json_dumper_end_object(&dumper);
    json_dumper_finish(&dumper);
}

static void
print_call(tf_call *call, void *user)
{
    tf_calls_run *run = (tf_calls_run *)user;
    const char *name = (const char *)g_hash_table_lookup(run->names, call);

    if (!call->rpc->version || !g_hash_table_contains(run->seen, call))
        return;
    if (run->json)
        dump_call(call, name);
    else
        print_line(run, call, name);
}

static void
draw(void *tapdata)
{
    tf_calls_run *run = (tf_calls_run *)tapdata;

    if (!run->json)
        printf("%7s %7s %11s %11s %-27s %-28s %-11s %7s %6s %8s %8s %-7s %7s  %s\n", "session",
               "frame", "start", "seconds", "method", "type", "outcome", "unknown", "errors",
               "warnings", "resource", "action", "changes", "id");
    tf_calls_foreach(print_call, run);
}

static bool
start(const char *argument, void *user _U_)
{
    tf_calls_run *run = g_new0(tf_calls_run, 1);
    const char *filter = argument + strlen("tfplugin,calls");
    GString *error;

    if (g_str_has_prefix(filter, ",json")) {
        run->json = true;
        filter += strlen(",json");
    }
    filter += *filter == ',';
    run->seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    run->names = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    error = register_tap_listener("tfplugin", run, *filter ? filter : NULL, 0, reset, packet, draw,
                                  finish);
    if (error) {
        report_failure("tfplugin,calls: %s", error->str);
        g_string_free(error, TRUE);
        finish(run);
        return false;
    }
    return true;
}

TF_STAT_STARTER(start_or_exit, start)

void
tf_calls_tap_register(void)
{
    static stat_tap_ui ui = {.group = REGISTER_STAT_GROUP_GENERIC,
                             .title = "Provider calls",
                             .cli_string = "tfplugin,calls",
                             .tap_init_cb = start_or_exit};

    register_stat_tap_ui(&ui, NULL);
}
