/* attr_fields.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "attr_fields.h"

#include <stdlib.h>
#include <string.h>

#include "attr_guess.h"
#include "attr_make.h"
#include "attr_name.h"

/* Fields that captures may add: some types have tens of thousands of attributes. A field that a
 * filter asks for by name is made beyond that. */
#define MAX_FIELDS_OF_CAPTURES 50000
#define MAX_GUESSES 1000
#define PREFIX "tfplugin"

/* A capture has been opened in this program: before that there are no schemas of one. */
static bool capture_seen;
static unsigned guesses;

/* Types that the capture uses and no schema is known for yet; file scope. */
typedef struct tf_wanted {
    const tf_schema_view *view;
    tf_schema_kind kind;
    const char *name;
    bool made;
} tf_wanted;

static wmem_map_t *wanted; /* key of a schema -> tf_wanted */

/* --- Asked for by name ----------------------------------------------------------------------- */

/* The search for the schema that a field's name is of. */
typedef struct tf_asked {
    const char *name;
    bool type_known;
} tf_asked;

static bool
in_family(const tf_asked *asked, tf_schema_kind kind, const char *type_name)
{
    wmem_strbuf_t *family = wmem_strbuf_new(NULL, "");
    bool in = tf_attr_append_family(family, kind, type_name) &&
              g_str_has_prefix(asked->name, wmem_strbuf_get_str(family));
    char next = in ? asked->name[wmem_strbuf_get_len(family)] : 'x';

    wmem_strbuf_destroy(family);
    return next == '.' || next == '\0';
}

static void
try_entry(tf_schema_kind kind, const char *type_name, const tf_schema_ref *ref, void *user)
{
    tf_asked *asked = (tf_asked *)user;
    bool function = kind == TF_SCHEMA_FUNCTION;

    if (!in_family(asked, function ? TF_SCHEMA_FUNCTION_ARGUMENT : kind, type_name) &&
        !(function && in_family(asked, TF_SCHEMA_FUNCTION_RESULT, type_name)))
        return;
    asked->type_known = true;
    tf_attr_make_all(kind, type_name, ref, UINT_MAX);
}

static void
try_source(const tf_schema_source *source, void *user)
{
    if (!source->repeats)
        tf_schema_source_foreach(source, try_entry, user);
}

/* `tfplugin.attr.TYPE.PATH` has a dot behind the prefix at least. */
static void
guess(const char *name)
{
    enum ftenum type = guesses++ < MAX_GUESSES ? tf_attr_guess(name) : FT_NONE;

    if (type != FT_NONE && strlen(name) <= TF_ATTR_MAX_NAME &&
        strchr(name + strlen(TF_ATTR_PREFIX), '.'))
        tf_attr_make(name, type, false);
}

static void
make_entry(tf_schema_kind kind, const char *type_name, const tf_schema_ref *ref, void *user _U_)
{
    tf_attr_make_all(kind, type_name, ref, UINT_MAX);
}

static void
make_source(const tf_schema_source *source, void *user)
{
    tf_schema_source_foreach(source, make_entry, user);
}

static void
make_asked(const char *name)
{
    tf_asked asked = {name, false};

    tf_store_foreach_file_source(try_source, &asked);
    if (capture_seen)
        tf_store_foreach_source(try_source, &asked);
    if (asked.type_known)
        return;
    guess(name);
    if (!tf_attr_field(name)) /* half a name, perhaps: complete it from these */
        tf_store_foreach_file_source(make_source, NULL);
}

/* Wireshark asks for the first unknown name below a prefix only: after the call it removes the
 * prefix from its table. It keeps the pointer that it was given for a key, so a second entry can be
 * made beside the first while that reads otherwise; one of the two is left then. If a Wireshark
 * copies the key, the second entry takes the place of the first, and one name is what we get. */
static GPtrArray *prefix_keys;
static bool armed;

static void asked_for(const char *name);

static void
spell_prefixes(char first)
{
    for (unsigned i = 0; i < prefix_keys->len; i++)
        ((char *)prefix_keys->pdata[i])[0] = first;
}

static void
arm(void)
{
    char *key = g_strdup(PREFIX);

    spell_prefixes('-');
    proto_register_prefix(key, asked_for);
    spell_prefixes(PREFIX[0]);
    g_ptr_array_add(prefix_keys, key);
    armed = true;
}

static void
asked_for(const char *name)
{
    if (!strchr(name, '.')) {
        /* All prefixes at once, for a list of all fields: their table must not change now. */
        tf_store_foreach_file_source(make_source, NULL);
        armed = false;
        return;
    }
    if (g_str_has_prefix(name, TF_ATTR_PREFIX))
        make_asked(name);
    arm();
}

void
tf_attr_fields_files_changed(void)
{
    if (!armed)
        arm();
}

/* --- Met in a capture ------------------------------------------------------------------------ */

static void
reset(void)
{
    wanted = wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal);
    capture_seen = true;
    if (!armed)
        arm();
}

void
tf_attr_fields_register(int proto)
{
    tf_attr_make_init(proto);
    prefix_keys = g_ptr_array_new();
    arm();
    register_init_routine(reset);
}

static void
try_wanted(void *key _U_, void *value, void *user)
{
    tf_wanted *type = (tf_wanted *)value;
    uint32_t frame = *(const uint32_t *)user;
    tf_schema_ref ref;

    if (type->made || !tf_store_find(type->view, type->kind, type->name, frame, NULL, &ref))
        return;
    type->made = true;
    tf_attr_make_all(type->kind, type->name, &ref, MAX_FIELDS_OF_CAPTURES);
}

/* A provider's configuration has no name: it is wanted for each session. */
static char *
wanted_key(const tf_session *session, tf_schema_kind kind, const char *name)
{
    char number[12];

    if (!name[0]) {
        g_snprintf(number, sizeof number, "%u", session->number);
        name = number;
    }
    return tf_store_key(NULL, kind, name, strlen(name));
}

static void
want(const tf_session *session, tf_schema_kind kind, const char *name, uint32_t frame)
{
    char *key = wanted_key(session, kind, name);
    tf_wanted *type;

    if (!wmem_map_contains(wanted, key)) {
        type = wmem_new0(wmem_file_scope(), tf_wanted);
        type->view = &session->schemas;
        type->kind = kind;
        type->name = wmem_strdup(wmem_file_scope(), name);
        wmem_map_insert(wanted, wmem_strdup(wmem_file_scope(), key), type);
        try_wanted(NULL, type, &frame);
    }
    wmem_free(NULL, key);
}

void
tf_attr_fields_see(const tf_message *message)
{
    const tf_call *call = message->call;
    tf_schema_kind kind = tf_rpc_type_kind(call->rpc->id);
    uint32_t frame = message->frame;

    if (message->schemas) {
        if (!message->schemas->repeats)
            wmem_map_foreach(wanted, try_wanted, &frame);
        return;
    }
    if (kind != TF_SCHEMA_NONE && call->type_name)
        want(call->session, kind, call->type_name, frame);
    else if (kind == TF_SCHEMA_NONE)
        want(call->session, TF_SCHEMA_PROVIDER, "", frame);
    if (kind == TF_SCHEMA_RESOURCE && call->type_name)
        want(call->session, TF_SCHEMA_IDENTITY, call->type_name, frame);
}

/* --- For a value ----------------------------------------------------------------------------- */

/* `arguments[2]`: the parameter's name stands where others have the first attribute. */
static bool
append_parameter(const tf_field_value *value, wmem_strbuf_t *name)
{
    const tf_function *function = value->ref ? tf_schema_ref_function(value->ref) : NULL;
    const char *bracket = strchr(value->field, '[');
    unsigned long index = bracket ? strtoul(bracket + 1, NULL, 10) : 0;
    const tf_parameter *parameter;

    if (!function)
        return false;
    parameter = index < function->n_parameters ? &function->parameters[index] : function->variadic;
    if (!parameter)
        return false;
    tf_attr_append_step(name, (tf_span){parameter->name, (uint32_t)strlen(parameter->name)});
    return true;
}

bool
tf_attr_fields_begin(const tf_field_value *value, wmem_strbuf_t *name)
{
    if (!tf_attr_append_family(name, value->kind, value->type_name))
        return false;
    if (value->ref)
        tf_attr_make_all(value->kind, value->type_name, value->ref, MAX_FIELDS_OF_CAPTURES);
    if (value->kind == TF_SCHEMA_FUNCTION_ARGUMENT)
        return append_parameter(value, name);
    return tf_attr_count() > 0;
}
