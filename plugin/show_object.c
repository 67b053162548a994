/* show_object.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "show_object.h"

#include "codec/value_json.h"

#include "plan_join.h"
#include "value_text.h"

/* --- Values ---------------------------------------------------------------------------------- */

tf_shown
tf_shown_of(tf_side *side, const char *field)
{
    const tf_field_value *value = tf_side_value(side, field);

    return value ? (tf_shown){value, value->decoded->root} : (tf_shown){NULL, &tf_value_null};
}

static bool
is_null(const tf_shown *shown)
{
    return tf_value_is_null(shown->root);
}

bool
tf_shown_same(wmem_allocator_t *scratch, const tf_value *a, const tf_value *b)
{
    tf_compare compare;

    tf_compare_init(&compare, scratch);
    return tf_values_equal(&compare, a, b, true);
}

void
tf_shown_write(tf_json_out *out, const tf_shown *shown)
{
    wmem_strbuf_t *text = tf_out_value(out);

    if (!is_null(shown) && shown->field && tf_field_is_masked(shown->field))
        wmem_strbuf_append(text, TF_JSON_HIDDEN);
    else
        tf_value_append_json(text, shown->root, tf_value_masks);
}

static void
write_sensitive(tf_json_out *out, const char *key, const tf_shown *shown)
{
    tf_out_key(out, key);
    tf_value_append_sensitive_json(tf_out_value(out), shown->root);
}

static const char *
mode_of(const tf_call *call)
{
    switch (tf_rpc_type_kind(call->rpc->id)) {
    case TF_SCHEMA_DATA_SOURCE:
        return "data";
    case TF_SCHEMA_EPHEMERAL:
        return "ephemeral";
    default:
        return "managed";
    }
}

/* A recording may name the provider, a plan file and a schema file do. */
static const char *
provider_of(const tf_call *call, const tf_shown *shown, const tf_plan_object *planned)
{
    const tf_schema_ref *ref = shown->field ? shown->field->ref : NULL;

    if (planned && planned->provider)
        return planned->provider;
    if (call->session->interface_provider)
        return call->session->interface_provider;
    return ref ? ref->source->provider : NULL;
}

/* What a plan or state file says of a call's object; NULL if there is none, or more than one. */
static const tf_plan_object *
planned_of(const tf_call *call)
{
    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    const tf_planned *found = tf_plan_join_one(pool, call);
    const tf_plan_object *planned = found ? found->object : NULL;

    wmem_destroy_allocator(pool);
    return planned;
}

/* Which object it is, as far as a capture can tell, and all of it with a plan or state file. */
static void
write_identity(tf_json_out *out, const tf_call *call, const tf_shown *shown,
               const tf_plan_object *planned, bool change)
{
    if (planned) {
        tf_out_member(out, "address", planned->address);
        if (change)
            tf_out_member(out, "previous_address", planned->previous_address);
        if (change)
            tf_out_member(out, "module_address", planned->module);
    }
    tf_out_member(out, "mode", mode_of(call));
    tf_out_member(out, "type", call->type_name);
    if (planned) {
        tf_out_member(out, "name", planned->name);
        if (planned->index.tape) {
            tf_out_key(out, "index");
            tf_json_append(tf_out_value(out), planned->index);
        }
        if (change)
            tf_out_member(out, "deposed", planned->deposed);
    }
    tf_out_member(out, "provider_name", provider_of(call, shown, planned));
}

void
tf_show_resource(tf_json_out *out, const tf_call *call, const tf_shown *shown)
{
    const tf_schema *schema =
        shown->field && shown->field->ref ? tf_schema_ref_schema(shown->field->ref) : NULL;

    tf_out_open(out, '{');
    write_identity(out, call, shown, planned_of(call), false);
    if (schema) {
        tf_out_key(out, "schema_version");
        tf_out_number(out, schema->version);
    }
    tf_out_key(out, "values");
    tf_shown_write(out, shown);
    write_sensitive(out, "sensitive_values", shown);
    tf_out_close(out, '}');
}

/* --- Changes --------------------------------------------------------------------------------- */

static void
write_actions(tf_json_out *out, const tf_shown_change *change)
{
    tf_out_key(out, "actions");
    tf_out_open(out, '[');
    if (change->action == TF_ACTION_REPLACE) {
        tf_out_text(out, change->create_first ? "create" : "delete");
        tf_out_text(out, change->create_first ? "delete" : "create");
    } else {
        tf_out_text(out, tf_action_name(change->action));
    }
    tf_out_close(out, ']');
}

static void
write_step(tf_json_out *out, const tf_step *step)
{
    if (step->kind == TF_STEP_INDEX)
        tf_out_number(out, step->index);
    else
        tf_out_span(out, step->name);
}

static void
write_replace_paths(tf_json_out *out, const tf_shown_change *change)
{
    if (change->n_replace == 0)
        return;
    tf_out_key(out, "replace_paths");
    tf_out_open(out, '[');
    for (uint32_t i = 0; i < change->n_replace; i++) {
        tf_out_open(out, '[');
        for (uint32_t j = 0; j < change->replace[i].count; j++)
            write_step(out, &change->replace[i].steps[j]);
        tf_out_close(out, ']');
    }
    tf_out_close(out, ']');
}

static void
write_member(tf_json_out *out, const char *key, const tf_shown *shown)
{
    if (is_null(shown))
        return;
    tf_out_key(out, key);
    tf_shown_write(out, shown);
}

static void
write_importing(tf_json_out *out, const tf_shown_change *change)
{
    if (!change->importing_id && is_null(&change->importing_identity))
        return;
    tf_out_key(out, "importing");
    tf_out_open(out, '{');
    tf_out_member(out, "id", change->importing_id);
    write_member(out, "identity", &change->importing_identity);
    tf_out_close(out, '}');
}

static void
write_change(tf_json_out *out, const tf_shown_change *change)
{
    tf_out_open(out, '{');
    write_actions(out, change);
    tf_out_key(out, "before");
    tf_shown_write(out, &change->before);
    /* An object that is unknown as a whole has no `after`. */
    if (change->after.root->kind != TF_VALUE_UNKNOWN) {
        tf_out_key(out, "after");
        tf_shown_write(out, &change->after);
    }
    tf_out_key(out, "after_unknown");
    tf_value_append_unknown_json(tf_out_value(out), change->after.root);
    write_sensitive(out, "before_sensitive", &change->before);
    write_sensitive(out, "after_sensitive", &change->after);
    write_replace_paths(out, change);
    write_importing(out, change);
    write_member(out, "before_identity", &change->before_identity);
    write_member(out, "after_identity", &change->after_identity);
    tf_out_close(out, '}');
}

void
tf_show_change(tf_json_out *out, const tf_shown_change *change)
{
    const tf_plan_object *planned = planned_of(change->call);

    tf_out_open(out, '{');
    write_identity(out, change->call, change->after.field ? &change->after : &change->before,
                   planned, true);
    tf_out_key(out, "change");
    write_change(out, change);
    if (planned && planned->action_reason)
        tf_out_member(out, "action_reason", planned->action_reason);
    else if (change->action == TF_ACTION_REPLACE && change->n_replace)
        tf_out_member(out, "action_reason", "replace_because_cannot_update");
    tf_out_close(out, '}');
}
