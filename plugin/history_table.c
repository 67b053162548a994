/* history_table.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "history_table.h"

#include "history_facts.h"

/* File scope. */
static wmem_map_t *types;                   /* "version:name" -> tf_type_history */
static wmem_map_t *tables[TF_HISTORY_KEYS]; /* hash of type and value -> tf_entry */

static const char *const fields[TF_HISTORY_KEYS] = {"config", "prior_state"};

void
tf_tables_reset(void)
{
    types = wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal);
    for (unsigned i = 0; i < TF_HISTORY_KEYS; i++)
        tables[i] = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
}

static void *
hash_key(const tf_change_links *links, tf_history_key key)
{
    return GUINT_TO_POINTER(tf_said_hash(links, fields[key]));
}

tf_entry *
tf_table_find(const tf_change_links *links, tf_history_key key)
{
    return (tf_entry *)wmem_map_lookup(tables[key], hash_key(links, key));
}

void
tf_table_add(tf_change_links *links)
{
    for (unsigned i = 0; i < TF_HISTORY_KEYS; i++) {
        tf_entry *entry = wmem_new0(wmem_file_scope(), tf_entry);
        entry->links = links;
        entry->next = tf_table_find(links, (tf_history_key)i);
        wmem_map_insert(tables[i], hash_key(links, (tf_history_key)i), entry);
    }
}

tf_type_history *
tf_type_history_of(const tf_call *call)
{
    char *key = wmem_strdup_printf(NULL, "%u:%s", call->rpc->version, call->type_name);
    tf_type_history *type = (tf_type_history *)wmem_map_lookup(types, key);

    if (!type) {
        type = wmem_new0(wmem_file_scope(), tf_type_history);
        type->validated = wmem_list_new(wmem_file_scope());
        wmem_map_insert(types, wmem_strdup(wmem_file_scope(), key), type);
    }
    wmem_free(NULL, key);
    return type;
}

uint32_t
tf_last_validation(const tf_call *call)
{
    const tf_type_history *type = tf_type_history_of(call);

    for (wmem_list_frame_t *at = wmem_list_tail(type->validated); at;
         at = wmem_list_frame_prev(at)) {
        const tf_validation *validation = (const tf_validation *)wmem_list_frame_data(at);
        const tf_session *session = validation->session;
        bool configured =
            session->configured_frame && session->configured_frame <= call->request_frame;
        if (!configured && validation->frame <= call->request_frame &&
            session->number < call->session->number)
            return session->number + 1;
    }
    return 0;
}

void
tf_history_validated(tf_call *call)
{
    tf_type_history *type = tf_type_history_of(call);
    wmem_list_frame_t *tail = wmem_list_tail(type->validated);
    tf_validation *validation;

    if (tail && ((const tf_validation *)wmem_list_frame_data(tail))->session == call->session)
        return;
    validation = wmem_new(wmem_file_scope(), tf_validation);
    validation->session = call->session;
    validation->frame = call->request_frame;
    wmem_list_append(type->validated, validation);
}
