/* srt.c
 * Service response times, by method and by method and type: from the request to the first response.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics.h"

#include <epan/srt_table.h>

#include "tap.h"

enum { BY_METHOD, BY_TYPE, N_TABLES };

/* Rows are numbered in the order in which they are met; one map for each table that is open. */
typedef struct tf_rows {
    GHashTable *numbers; /* name -> row + 1 */
} tf_rows;

static tf_rows rows[N_TABLES];

static int
row_of(srt_stat_table *table, int which, const char *name)
{
    GHashTable *numbers = rows[which].numbers;
    int row = GPOINTER_TO_INT(g_hash_table_lookup(numbers, name)) - 1;

    if (row < 0) {
        row = (int)g_hash_table_size(numbers);
        g_hash_table_insert(numbers, g_strdup(name), GINT_TO_POINTER(row + 1));
        init_srt_table_row(table, row, name);
    }
    return row;
}

static void
add(srt_data_t *data, int which, const char *name, const tf_call *call, packet_info *pinfo)
{
    srt_stat_table *table = g_array_index(data->srt_array, srt_stat_table *, which);

    add_srt_table_data(table, row_of(table, which, name), &call->request_time, pinfo);
}

static tap_packet_status
srt_packet(void *tapdata, packet_info *pinfo, epan_dissect_t *edt _U_, const void *tapped,
           tap_flags_t flags _U_)
{
    const tf_message *message = ((const tf_tapped *)tapped)->message;
    const tf_call *call = message->call;

    if (!message->response || message->index > 0 || !call->request_frame || !call->rpc->version)
        return TAP_PACKET_DONT_REDRAW;
    add((srt_data_t *)tapdata, BY_METHOD, call->rpc->method, call, pinfo);
    if (call->type_name)
        add((srt_data_t *)tapdata, BY_TYPE,
            wmem_strdup_printf(pinfo->pool, "%s %s", call->rpc->method, call->type_name), call,
            pinfo);
    return TAP_PACKET_REDRAW;
}

static void
open_table(GArray *tables, int which, const char *title, const char *name, const char *column)
{
    if (rows[which].numbers)
        g_hash_table_remove_all(rows[which].numbers);
    else
        rows[which].numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    init_srt_table(title, name, tables, 0, column, NULL, NULL);
}

static void
srt_init(struct register_srt *srt _U_, GArray *tables)
{
    open_table(tables, BY_METHOD, "Provider calls by method", "Method", "Method");
    open_table(tables, BY_TYPE, "Provider calls by method and type", "Type", "Method and type");
}

void
tf_srt_register(int proto)
{
    register_srt_table(proto, "tfplugin", N_TABLES, srt_packet, srt_init, NULL);
}
