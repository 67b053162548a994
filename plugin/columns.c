/* columns.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "columns.h"

#include "fields.h"
#include "session.h"

static void
append_count(wmem_strbuf_t *out, const char **before, uint32_t n, const char *one, const char *many)
{
    if (n == 0)
        return;
    wmem_strbuf_append_printf(out, "%s%u %s", *before, n, n == 1 ? one : many);
    *before = ", ";
}

static void
append_call(wmem_strbuf_t *out, const tf_call *call)
{
    if (wmem_strbuf_get_len(out))
        wmem_strbuf_append(out, "; ");
    wmem_strbuf_append(out, call->rpc->method);
    if (call->type_name) {
        wmem_strbuf_append_c(out, ' ');
        wmem_strbuf_append(out, call->type_name);
    }
}

static void
append_message(wmem_strbuf_t *out, const tf_message *message)
{
    const char *before = ": ";

    append_call(out, message->call);
    wmem_strbuf_append(out, message->response ? " response" : " request");
    append_count(out, &before, message->n_unknown, "unknown", "unknown");
    append_count(out, &before, message->n_errors, "error", "errors");
    append_count(out, &before, message->n_warnings, "warning", "warnings");
    if (message->deferred)
        wmem_strbuf_append_printf(out, "%sdeferred", before);
}

static void
append_end(wmem_strbuf_t *out, const tf_call *call)
{
    append_call(out, call);
    if (call->status < 0)
        wmem_strbuf_append(out, " cut off");
    else if (call->status == 0)
        wmem_strbuf_append(out, " ended without a response");
    else
        wmem_strbuf_append_printf(
            out, " failed: %s",
            val_to_str_const((uint32_t)call->status, tf_status_names, "unknown status"));
}

static const tf_call *
first_call(const tf_frame *frame)
{
    if (frame->first)
        return frame->first->call;
    return frame->ended ? (const tf_call *)wmem_list_frame_data(wmem_list_head(frame->ended))
                        : NULL;
}

void
tf_columns_set(packet_info *pinfo, const tf_frame *frame)
{
    wmem_strbuf_t *info = wmem_strbuf_new(pinfo->pool, "");
    const tf_call *call = first_call(frame);
    unsigned version;

    if (!call)
        return;
    for (const tf_message *m = frame->first; m; m = m->next_in_frame)
        append_message(info, m);
    if (frame->ended)
        for (wmem_list_frame_t *at = wmem_list_head(frame->ended); at;
             at = wmem_list_frame_next(at))
            append_end(info, (const tf_call *)wmem_list_frame_data(at));
    version = call->rpc->version ? call->rpc->version : call->session->version;
    col_clear_fence(pinfo->cinfo, COL_PROTOCOL);
    col_set_str(pinfo->cinfo, COL_PROTOCOL, version == 5 ? "TF5" : version == 6 ? "TF6" : "TF");
    col_clear_fence(pinfo->cinfo, COL_INFO);
    col_add_str(pinfo->cinfo, COL_INFO, wmem_strbuf_get_str(info));
}
