/* show_import.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "show_import.h"

#include <string.h>

/* An object that was imported, and what reading it gave. */
typedef struct tf_import {
    const tf_call *call;
    const char *id; /* NULL if it was imported by its identity */
    tf_shown identity;
    const tf_value *stub; /* as imported */
    const tf_value *read; /* NULL until it is read */
} tf_import;

void
tf_imports_init(tf_imports *imports, wmem_allocator_t *pool, wmem_allocator_t *scratch)
{
    imports->pool = pool;
    imports->scratch = scratch;
    imports->list = wmem_array_new(pool, sizeof(tf_import));
}

void
tf_imports_note(tf_imports *imports, const tf_collected *collected)
{
    tf_exchange exchange = tf_collected_exchange(imports->pool, collected);
    tf_span id = tf_side_bytes(&exchange.request, "id");
    tf_import import = {.call = exchange.call,
                        .identity = tf_shown_of(&exchange.request, "identity.identity_data")};

    if (id.length)
        import.id = wmem_strndup(imports->pool, id.data, id.length);
    if (!tf_side_value(&exchange.response, "imported_resources[0].state"))
        return;
    for (unsigned i = 0; i < wmem_array_get_count(exchange.response.values); i++) {
        tf_field_value *value = *(tf_field_value **)wmem_array_index(exchange.response.values, i);
        if (!g_str_has_suffix(value->field, ".state"))
            continue;
        import.stub = value->decoded->root;
        wmem_array_append_one(imports->list, import);
    }
}

/* Is a call about an object that was imported, of which `known` is known? */
static bool
is_object(const tf_imports *imports, const tf_import *import, const tf_value *known,
          const tf_call *call, const tf_shown *shown)
{
    return import->call->session == call->session &&
           strcmp(import->call->type_name, call->type_name) == 0 &&
           tf_shown_same(imports->scratch, known, shown->root);
}

bool
tf_imports_complete(tf_imports *imports, tf_exchange *exchange, const tf_shown *current)
{
    for (unsigned i = 0; i < wmem_array_get_count(imports->list); i++) {
        tf_import *import = (tf_import *)wmem_array_index(imports->list, i);
        if (import->read || !is_object(imports, import, import->stub, exchange->call, current))
            continue;
        /* Decoded once more, into what lives as long as the document. */
        exchange->response.pool = imports->pool;
        exchange->response.values = NULL;
        import->read = tf_shown_of(&exchange->response, "new_state").root;
        return true;
    }
    return false;
}

void
tf_imports_mark(const tf_imports *imports, tf_shown_change *change)
{
    for (unsigned i = 0; i < wmem_array_get_count(imports->list); i++) {
        const tf_import *import = (const tf_import *)wmem_array_index(imports->list, i);
        if (import->read &&
            is_object(imports, import, import->read, change->call, &change->before)) {
            change->importing_id = import->id;
            change->importing_identity = import->identity;
            return;
        }
    }
}
