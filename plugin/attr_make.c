/* attr_make.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "attr_make.h"

#include <string.h>

#include "attr_name.h"

static int proto_tfplugin = -1;

/* Full name -> tf_attr, for the life of the program; the names belong to Wireshark's fields. */
static GHashTable *fields;

void
tf_attr_make_init(int proto)
{
    proto_tfplugin = proto;
    fields = g_hash_table_new(g_str_hash, g_str_equal);
}

unsigned
tf_attr_count(void)
{
    return g_hash_table_size(fields);
}

const tf_attr *
tf_attr_field(const char *name)
{
    return (const tf_attr *)g_hash_table_lookup(fields, name);
}

void
tf_attr_make(const char *name, enum ftenum type, bool literal)
{
    hf_register_info *info;
    tf_attr *attr;
    char *abbrev;

    if (g_hash_table_contains(fields, name) || proto_check_field_name(name) || strstr(name, "..") ||
        g_str_has_suffix(name, "."))
        return;
    abbrev = g_strdup(name);
    attr = g_new0(tf_attr, 1);
    attr->hf = -1;
    attr->type = type;
    attr->literal = literal;
    info = g_new0(hf_register_info, 1);
    *info = (hf_register_info){&attr->hf,
                               {abbrev + strlen(TF_ATTR_PREFIX), abbrev, type, BASE_NONE, NULL, 0x0,
                                "Value of an attribute", HFILL}};
    proto_register_field_array(proto_tfplugin, info, 1);
    g_hash_table_insert(fields, abbrev, attr);
}

/* --- Schemas --------------------------------------------------------------------------------- */

/* The fields of one schema, before they are made: of one path there can be several types. */
typedef struct tf_making {
    GHashTable *found; /* name -> FT, or FT_NONE where types differ or are dynamic */
    wmem_strbuf_t *name;
    size_t family; /* length of what all names begin with */
} tf_making;

static void
note(tf_making *making, enum ftenum type)
{
    const char *name = wmem_strbuf_get_str(making->name);
    gpointer before;

    if (wmem_strbuf_get_len(making->name) > TF_ATTR_MAX_NAME)
        return;
    if (!g_hash_table_lookup_extended(making->found, name, NULL, &before))
        g_hash_table_insert(making->found, g_strdup(name), GINT_TO_POINTER(type));
    else if (GPOINTER_TO_INT(before) != (int)type)
        g_hash_table_insert(making->found, g_strdup(name), GINT_TO_POINTER(FT_NONE));
}

static void note_type(tf_making *making, const tf_type *type);

static void
note_member(tf_making *making, const char *name, const tf_type *type)
{
    size_t here = wmem_strbuf_get_len(making->name);

    tf_attr_append_step(making->name, (tf_span){name, (uint32_t)strlen(name)});
    if (wmem_strbuf_get_len(making->name) <= TF_ATTR_MAX_NAME)
        note_type(making, type);
    wmem_strbuf_truncate(making->name, here);
}

static void
note_type(tf_making *making, const tf_type *type)
{
    switch (type->kind) {
    case TF_TYPE_STRING:
        note(making, FT_STRING);
        break;
    case TF_TYPE_NUMBER:
        note(making, FT_DOUBLE);
        break;
    case TF_TYPE_BOOL:
        note(making, FT_BOOLEAN);
        break;
    case TF_TYPE_DYNAMIC:
        note(making, FT_NONE);
        break;
    case TF_TYPE_TUPLE:
        for (uint32_t i = 0; i < type->count; i++)
            note_type(making, type->elements[i]);
        break;
    case TF_TYPE_OBJECT:
        for (uint32_t i = 0; i < type->count; i++)
            note_member(making, type->members[i].name, type->members[i].type);
        break;
    default:
        note_type(making, type->element);
        break;
    }
}

static void
make_noted(tf_making *making, unsigned limit)
{
    GHashTableIter iter;
    gpointer name, type;

    g_hash_table_iter_init(&iter, making->found);
    while (g_hash_table_iter_next(&iter, &name, &type) && tf_attr_count() < limit) {
        bool literal = GPOINTER_TO_INT(type) == FT_NONE;
        tf_attr_make((const char *)name, literal ? FT_STRING : (enum ftenum)GPOINTER_TO_INT(type),
                     literal);
    }
}

static void
note_function(tf_making *making, const tf_function *function, const char *name)
{
    tf_attr_append_family(making->name, TF_SCHEMA_FUNCTION_ARGUMENT, name);
    for (uint32_t i = 0; i < function->n_parameters; i++)
        note_member(making, function->parameters[i].name, function->parameters[i].type);
    if (function->variadic)
        note_member(making, function->variadic->name, function->variadic->type);
    wmem_strbuf_truncate(making->name, 0);
    tf_attr_append_family(making->name, TF_SCHEMA_FUNCTION_RESULT, name);
    note_type(making, function->return_type);
}

void
tf_attr_make_all(tf_schema_kind kind, const char *name, const tf_schema_ref *ref, unsigned limit)
{
    const tf_function *function = tf_schema_ref_function(ref);
    const tf_schema *schema = tf_schema_ref_schema(ref);
    tf_making making;

    if ((!function && !schema) || !tf_schema_ref_first_fields(ref))
        return;
    making.found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    making.name = wmem_strbuf_new(NULL, "");
    if (function)
        note_function(&making, function, name);
    else if (tf_attr_append_family(making.name, kind, name))
        note_type(&making, schema->block->type);
    make_noted(&making, limit);
    wmem_strbuf_destroy(making.name);
    g_hash_table_destroy(making.found);
}
