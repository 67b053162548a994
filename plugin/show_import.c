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

/* The objects of one call while they are noted. */
typedef struct tf_noting {
    tf_imports *imports;
    tf_import import; /* what is the same for all */
} tf_noting;

static void
note_state(tf_field_value *value, void *user)
{
    tf_noting *noting = (tf_noting *)user;

    if (!g_str_has_suffix(value->field, ".state"))
        return;
    noting->import.stub = value->decoded->root;
    wmem_array_append_one(noting->imports->list, noting->import);
}

void
tf_imports_note(tf_imports *imports, const tf_collected *collected)
{
    tf_exchange exchange = tf_collected_exchange(imports->pool, collected);
    tf_span id = tf_side_bytes(&exchange.request, "id");
    tf_noting noting = {imports,
                        {.call = exchange.call,
                         .identity = tf_shown_of(&exchange.request, "identity.identity_data")}};

    if (id.length)
        noting.import.id = wmem_strndup(imports->pool, id.data, id.length);
    tf_side_foreach_value(&exchange.response, note_state, &noting);
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
