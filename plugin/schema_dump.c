/* schema_dump.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <epan/stat_tap_ui.h>
#include <epan/tap.h>
#include <wsutil/report_message.h>

#include "schema_collect.h"

static int
compare_items(gconstpointer a, gconstpointer b)
{
    const tf_item *left = *(const tf_item *const *)a, *right = *(const tf_item *const *)b;

    return left->section != right->section ? (int)left->section - (int)right->section
                                           : strcmp(left->name, right->name);
}

static void
append_value(wmem_strbuf_t *out, const tf_item *item)
{
    const tf_schema *schema = tf_schema_ref_schema(&item->ref);
    const tf_function *function = tf_schema_ref_function(&item->ref);

    if (schema)
        tf_schema_json_append(out, item->section, schema);
    else if (function)
        tf_schema_json_append_function(out, function);
}

/* A section is a map by name, but for the provider's own, which is the schema itself. */
static void
append_item(wmem_strbuf_t *out, const tf_item *item, const tf_item *before)
{
    bool first = !before || before->section != item->section;

    if (first && before)
        wmem_strbuf_append(out, before->section == TF_SECTION_PROVIDER ? "," : "},");
    if (first)
        wmem_strbuf_append_printf(out, "\"%s\":", tf_schema_section_name(item->section));
    if (item->section != TF_SECTION_PROVIDER) {
        wmem_strbuf_append(out, first ? "{" : ",");
        tf_schema_json_append_text(out, item->name);
        wmem_strbuf_append_c(out, ':');
    }
    append_value(out, item);
}

static void
add_to_list(void *key _U_, void *value, void *user)
{
    g_ptr_array_add((GPtrArray *)user, value);
}

static void
append_provider(wmem_strbuf_t *out, const tf_provider *provider)
{
    GPtrArray *items = g_ptr_array_new();
    const tf_item *before = NULL;

    wmem_map_foreach(provider->entries, add_to_list, items);
    g_ptr_array_sort(items, compare_items);
    tf_schema_json_append_text(out, provider->address);
    wmem_strbuf_append(out, ":{");
    for (unsigned i = 0; i < items->len; i++) {
        append_item(out, (const tf_item *)items->pdata[i], before);
        before = (const tf_item *)items->pdata[i];
    }
    wmem_strbuf_append(out, before && before->section != TF_SECTION_PROVIDER ? "}}" : "}");
    g_ptr_array_free(items, TRUE);
}

void
tf_schema_dump_append(wmem_strbuf_t *out)
{
    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK);
    GPtrArray *providers = tf_schemas_collect(pool);

    wmem_strbuf_append(out, "{\"format_version\":\"1.0\",\"provider_schemas\":{");
    for (unsigned i = 0; i < providers->len; i++) {
        wmem_strbuf_append(out, i ? "," : "");
        append_provider(out, (const tf_provider *)providers->pdata[i]);
    }
    wmem_strbuf_append(out, "}}");
    g_ptr_array_free(providers, TRUE);
    wmem_destroy_allocator(pool);
}

static void
draw(void *user _U_)
{
    wmem_strbuf_t *out = wmem_strbuf_new(NULL, "");

    tf_schema_dump_append(out);
    puts(wmem_strbuf_get_str(out));
    wmem_strbuf_destroy(out);
}

/* --- Registration ---------------------------------------------------------------------------- */

static tap_packet_status
ignore_message(void *user _U_, packet_info *pinfo _U_, epan_dissect_t *edt _U_,
               const void *data _U_, tap_flags_t flags _U_)
{
    return TAP_PACKET_DONT_REDRAW;
}

/* Listeners are told apart by the address of their data. */
static char listener;

static bool
start(const char *argument _U_, void *user _U_)
{
    GString *error = register_tap_listener("tfplugin", &listener, NULL, TL_REQUIRES_NOTHING, NULL,
                                           ignore_message, draw, NULL);

    if (!error)
        return true;
    report_failure("tfplugin,schema: %s", error->str);
    g_string_free(error, TRUE);
    return false;
}

TF_STAT_STARTER(start_or_exit, start)

void
tf_schema_dump_register(void)
{
    static stat_tap_ui ui = {
        .group = REGISTER_PACKET_STAT_GROUP_UNSORTED,
        .cli_string = "tfplugin,schema",
        .tap_init_cb = start_or_exit,
    };

    register_stat_tap_ui(&ui, NULL);
}
