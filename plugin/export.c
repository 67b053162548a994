/* export.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "export.h"

#include <epan/export_object.h>
#include <epan/tap.h>

#include "codec/value_json.h"

#include "plan_join.h"
#include "schema_dump.h"
#include "show_object.h"

/* A file on its way. Whoever collects objects owns the entry and its bytes, and may look at them at
 * any time: the text is complete after each message. */
typedef struct tf_document {
    export_object_entry_t *entry;
    GString *text; /* its bytes */
} tf_document;

static int tap = -1;

/* While objects are collected. */
static GHashTable *documents; /* tf_call, tf_session or &schema_key -> tf_document */
static const char schema_key;

/* The bytes stay with the entry. */
static void
forget_document(gpointer data)
{
    tf_document *document = (tf_document *)data;

    g_string_free(document->text, FALSE);
    g_free(document);
}

static void
reset(void)
{
    if (documents)
        g_hash_table_destroy(documents);
    documents = NULL;
}

/* --- Documents ------------------------------------------------------------------------------- */

static void
publish(tf_document *document)
{
    document->entry->payload_data = (guint8 *)document->text->str;
    document->entry->payload_len = document->text->len;
}

/* @param filename taken over */
static tf_document *
new_document(export_object_list_t *list, const void *key, const tf_message *message, char *filename)
{
    tf_document *document = g_new0(tf_document, 1);

    document->text = g_string_new("");
    document->entry = g_new0(export_object_entry_t, 1);
    document->entry->pkt_num = message->frame;
    document->entry->hostname = g_strdup_printf("session %u", message->call->session->number);
    document->entry->content_type = g_strdup("application/json");
    document->entry->filename = filename;
    publish(document);
    g_hash_table_insert(documents, (gpointer)key, document);
    list->add_entry(list->gui_data, document->entry);
    return document;
}

static tf_document *
document_of(const void *key)
{
    return (tf_document *)g_hash_table_lookup(documents, key);
}

/* Begins `{..., "messages":[]}`. */
static void
begin(tf_document *document, const tf_json_out *head)
{
    g_string_assign(document->text, wmem_strbuf_get_str(head->text));
    g_string_append(document->text, "\"messages\":[]}");
}

static void
append(tf_document *document, const char *message)
{
    GString *text = document->text;

    g_string_truncate(text, text->len - 2);
    if (text->str[text->len - 1] != '[')
        g_string_append_c(text, ',');
    g_string_append(text, message);
    g_string_append(text, "]}");
    publish(document);
}

/* --- Messages -------------------------------------------------------------------------------- */

/* The values of one message. */
typedef struct tf_values {
    tf_json_out *out;
    GHashTable *seen; /* names of fields: one that stands twice is written once */
} tf_values;

static void
write_value(tf_field_value *value, void *user)
{
    const tf_values *values = (const tf_values *)user;
    tf_json_out *out = values->out;
    tf_shown shown = {value, value->decoded->root};

    if (!g_hash_table_add(values->seen, (gpointer)value->field))
        return;
    tf_out_key(out, value->field);
    tf_out_open(out, '{');
    tf_out_key(out, "value");
    tf_shown_write(out, &shown);
    if (value->decoded->n_unknown) {
        tf_out_key(out, "unknown");
        tf_value_append_unknown_json(tf_out_value(out), shown.root);
    }
    tf_out_key(out, "sensitive");
    tf_value_append_sensitive_json(tf_out_value(out), shown.root);
    tf_out_close(out, '}');
}

static void
write_call(wmem_allocator_t *pool, tf_json_out *out, const tf_call *call)
{
    const tf_planned *planned = tf_plan_join_one(pool, call);

    tf_out_member(out, "method", call->rpc->method);
    tf_out_member(out, "type_name", call->type_name);
    if (planned)
        tf_out_member(out, "address", planned->object->address);
}

/* @return does it have values? */
static bool
write_message(wmem_allocator_t *pool, tf_json_out *out, const tf_tapped *tapped)
{
    tf_message *message = tapped->message;
    tf_values values = {out, g_hash_table_new(g_str_hash, g_str_equal)};
    bool any;

    tf_out_open(out, '{');
    tf_out_key(out, "frame");
    tf_out_number(out, message->frame);
    tf_out_member(out, "direction", message->response ? "response" : "request");
    write_call(pool, out, message->call);
    tf_out_key(out, "values");
    tf_out_open(out, '{');
    tf_message_values(pool, message, tapped->data, write_value, &values);
    any = g_hash_table_size(values.seen) > 0;
    g_hash_table_destroy(values.seen);
    tf_out_close(out, '}');
    tf_out_close(out, '}');
    return any;
}

/* --- Objects --------------------------------------------------------------------------------- */

/* What stands before the messages of a session or, if @p of_call, of a call. */
static void
write_head(wmem_allocator_t *pool, tf_json_out *out, const tf_call *call, bool of_call)
{
    tf_out_init(out, pool);
    tf_out_open(out, '{');
    tf_out_key(out, "session");
    tf_out_number(out, call->session->number);
    tf_out_member(out, "provider_name", call->session->interface_provider);
    if (of_call)
        write_call(pool, out, call);
    wmem_strbuf_append_c(out->text, ',');
}

static tf_document *
session_document(wmem_allocator_t *pool, export_object_list_t *list, const tf_message *message)
{
    const tf_session *session = message->call->session;
    tf_document *document = document_of(session);
    tf_json_out head;

    if (document)
        return document;
    write_head(pool, &head, message->call, false);
    document =
        new_document(list, session, message, g_strdup_printf("session-%u.json", session->number));
    begin(document, &head);
    return document;
}

static tf_document *
call_document(wmem_allocator_t *pool, export_object_list_t *list, const tf_message *message)
{
    const tf_call *call = message->call;
    tf_document *document = document_of(call);
    tf_json_out head;

    if (document)
        return document;
    write_head(pool, &head, call, true);
    document = new_document(list, call, message,
                            g_strdup_printf("%06u-%u.%u-%s%s%s.json", message->frame,
                                            call->session->number, call->stream, call->rpc->method,
                                            call->type_name ? "-" : "",
                                            call->type_name ? call->type_name : ""));
    begin(document, &head);
    return document;
}

/* All schemas so far: only new ones cost a new file. */
static void
export_schemas(export_object_list_t *list, const tf_message *message)
{
    tf_document *document = document_of(&schema_key);
    wmem_strbuf_t *text;

    if (document && message->schemas->repeats)
        return;
    if (!document)
        document = new_document(list, &schema_key, message, g_strdup("schema.json"));
    text = wmem_strbuf_new(NULL, "");
    tf_schema_dump_append(text);
    g_string_assign(document->text, wmem_strbuf_get_str(text));
    wmem_strbuf_destroy(text);
    publish(document);
}

static tap_packet_status
collect(void *tapdata, packet_info *pinfo _U_, epan_dissect_t *edt _U_, const void *data,
        tap_flags_t flags _U_)
{
    export_object_list_t *list = (export_object_list_t *)tapdata;
    const tf_tapped *tapped = (const tf_tapped *)data;
    tf_message *message = tapped->message;
    wmem_allocator_t *pool;
    tf_json_out out;

    if (!tapped->data || !message->call->rpc->version)
        return TAP_PACKET_DONT_REDRAW;
    if (!documents)
        documents = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, forget_document);
    if (message->schemas)
        export_schemas(list, message);
    pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    tf_out_init(&out, pool);
    if (write_message(pool, &out, tapped))
        append(call_document(pool, list, message), wmem_strbuf_get_str(out.text));
    append(session_document(pool, list, message), wmem_strbuf_get_str(out.text));
    wmem_destroy_allocator(pool);
    return TAP_PACKET_REDRAW;
}

bool
tf_export_wanted(void)
{
    return have_tap_listener(tap);
}

void
tf_export_message(packet_info *pinfo, const tf_tapped *tapped)
{
    tap_queue_packet(tap, pinfo, tapped);
}

void
tf_export_register(int proto)
{
    tap = register_export_object(proto, collect, reset);
}
