/* show_document.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "show_document.h"

const char *
tf_show_core_version(wmem_allocator_t *pool, const tf_collection *collection)
{
    for (uint32_t i = 0; i < tf_collection_count(collection); i++) {
        const tf_collected *at = tf_collection_at(collection, i);
        tf_exchange exchange;
        tf_span version;
        if (at->call->rpc->id != TF_RPC_CONFIGURE_PROVIDER)
            continue;
        exchange = tf_collected_exchange(pool, at);
        version = tf_side_bytes(&exchange.request, "terraform_version");
        if (version.length)
            return wmem_strndup(pool, version.data, version.length);
    }
    return NULL;
}

bool
tf_show_is_empty(const tf_json_out *list)
{
    return wmem_strbuf_get_len(list->text) == 0;
}

void
tf_show_list(tf_json_out *out, const char *key, const tf_json_out *list)
{
    tf_out_key(out, key);
    tf_out_open(out, '[');
    wmem_strbuf_append(out->text, wmem_strbuf_get_str(list->text));
    tf_out_close(out, ']');
}

void
tf_show_values(tf_json_out *out, const char *key, const tf_json_out *resources)
{
    tf_out_key(out, key);
    tf_out_open(out, '{');
    tf_out_key(out, "root_module");
    tf_out_open(out, '{');
    if (resources)
        tf_show_list(out, "resources", resources);
    tf_out_close(out, '}');
    tf_out_close(out, '}');
}
