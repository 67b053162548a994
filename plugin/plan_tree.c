/* plan_tree.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_tree.h"

#include <string.h>

#include "codec/place.h"

#include "expert.h"
#include "fields.h"
#include "value_text.h"

/* Expressions of one resource, and candidates of an ambiguous call, that are shown. */
#define MAX_EXPRESSIONS 1000
#define MAX_CANDIDATES 20

static int ett_plan = -1;

/* The drawing of one object. */
typedef struct tf_sketch {
    tvbuff_t *tvb;
    packet_info *pinfo;
    proto_tree *tree;
    const tf_plan_file *file;
    const tf_plan_object *object;
    uint32_t expressions; /* that may still be drawn */
} tf_sketch;

void
tf_plan_tree_register(void)
{
    static int *ett[] = {&ett_plan};

    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
}

static void
add(const tf_sketch *sketch, int hf, const char *text)
{
    if (text)
        proto_item_set_generated(
            proto_tree_add_string(sketch->tree, tf_hf[hf], sketch->tvb, 0, 0, text));
}

static wmem_strbuf_t *
new_text(const tf_sketch *sketch, const char *text)
{
    return wmem_strbuf_new(sketch->pinfo->pool, text);
}

/* A value of a file: there is no telling what in it is secret. */
static void
append_value(wmem_strbuf_t *out, tf_json_node value)
{
    if (tf_mask_sensitive && !tf_json_is(value, TF_TOKEN_NULL))
        wmem_strbuf_append(out, TF_MASKED_TEXT);
    else
        tf_json_append(out, value);
}

/* --- The object ------------------------------------------------------------------------------ */

static const char *
joined_texts(const tf_sketch *sketch, tf_json_node list, const char *separator)
{
    wmem_strbuf_t *out = new_text(sketch, "");

    for (tf_json_iterator i = tf_json_iterate(list); tf_json_next(&i);) {
        const char *text = tf_json_copy(sketch->pinfo->pool, i.value);
        if (wmem_strbuf_get_len(out))
            wmem_strbuf_append(out, separator);
        if (text)
            wmem_strbuf_append(out, text);
        else
            tf_json_append(out, i.value);
    }
    return wmem_strbuf_get_len(out) ? wmem_strbuf_get_str(out) : NULL;
}

static void
add_index(const tf_sketch *sketch)
{
    wmem_strbuf_t *out = new_text(sketch, "");

    if (!sketch->object->index.tape)
        return;
    tf_json_append(out, sketch->object->index);
    add(sketch, TF_HF_ADDRESS_INDEX, wmem_strbuf_get_str(out));
}

static void
add_object(const tf_sketch *sketch)
{
    const tf_plan_object *object = sketch->object;

    add(sketch, TF_HF_ADDRESS, object->address);
    add(sketch, TF_HF_ADDRESS_PREVIOUS, object->previous_address);
    add(sketch, TF_HF_MODULE, object->module);
    add_index(sketch);
    add(sketch, TF_HF_ADDRESS_DEPOSED, object->deposed);
    add(sketch, TF_HF_PROVIDER,
        object->provider || !object->config ? object->provider : object->config->provider);
    add(sketch, TF_HF_PLAN_ACTIONS, joined_texts(sketch, object->actions, ", "));
    add(sketch, TF_HF_ACTION_REASON, object->action_reason);
    add(sketch, TF_HF_PLAN_DEFERRED, object->deferred_reason);
    add(sketch, TF_HF_PLAN_FILE, sketch->file->name);
}

/* --- Configuration --------------------------------------------------------------------------- */

static void add_expressions(tf_sketch *sketch, tf_json_node node, const char *path);

static void
add_expression(const tf_sketch *sketch, tf_json_node node, const char *path)
{
    wmem_strbuf_t *out = new_text(sketch, path);
    tf_json_node constant = tf_json_get(node, "constant_value");

    wmem_strbuf_append(out, " = ");
    if (constant.tape)
        append_value(out, constant);
    else if (!tf_plan_append_references(out, node))
        return;
    add(sketch, TF_HF_PLAN_EXPRESSION, wmem_strbuf_get_str(out));
}

static void
add_member(tf_sketch *sketch, tf_json_node node, const char *path)
{
    if (sketch->expressions == 0)
        return;
    sketch->expressions--;
    if (tf_plan_is_expression(node))
        add_expression(sketch, node, path);
    else
        add_expressions(sketch, node, path);
}

static void
add_expressions(tf_sketch *sketch, tf_json_node node, const char *path)
{
    int64_t at = 0;

    for (tf_json_iterator i = tf_json_iterate(node); tf_json_next(&i); at++) {
        wmem_strbuf_t *here = new_text(sketch, path);
        if (i.object)
            tf_place_append_attribute(here, i.key);
        else
            tf_place_append_index(here, at);
        add_member(sketch, i.value, wmem_strbuf_get_str(here));
    }
}

/* A meta-argument of the block. */
static void
add_meta(const tf_sketch *sketch, const char *name, tf_json_node expression)
{
    if (expression.tape)
        add_expression(sketch, expression, name);
}

static void
add_configuration(tf_sketch *sketch)
{
    const tf_plan_config *config = sketch->object->config;

    if (!config)
        return;
    add_meta(sketch, "count", config->count);
    add_meta(sketch, "for_each", config->for_each);
    add_expressions(sketch, config->expressions, "");
    for (tf_json_iterator i = tf_json_iterate(config->provisioners); tf_json_next(&i);) {
        const char *type = tf_json_copy(sketch->pinfo->pool, tf_json_get(i.value, "type"));
        add_expressions(
            sketch, tf_json_get(i.value, "expressions"),
            wmem_strdup_printf(sketch->pinfo->pool, "provisioner.%s", type ? type : ""));
    }
}

/* --- What concerns the object ---------------------------------------------------------------- */

/* Variables of the root module that a resource of the root module refers to. */
static void
add_variables(const tf_sketch *sketch)
{
    const tf_plan_config *config = sketch->object->config;

    if (!config || config->module[0])
        return;
    for (tf_json_iterator i = tf_json_iterate(sketch->file->variables); tf_json_next(&i);) {
        wmem_strbuf_t *out = new_text(sketch, "var.");
        wmem_strbuf_append_len(out, i.key.data, i.key.length);
        if (!tf_plan_refers_to(config->expressions, wmem_strbuf_get_str(out)))
            continue;
        wmem_strbuf_append(out, " = ");
        append_value(out, tf_json_get(i.value, "value"));
        add(sketch, TF_HF_PLAN_VARIABLE, wmem_strbuf_get_str(out));
    }
}

/* Outputs of the root module whose expression refers to the resource. */
static void
add_outputs(const tf_sketch *sketch)
{
    const tf_plan_config *config = sketch->object->config;
    tf_json_node outputs = tf_json_get(sketch->file->root_config, "outputs");

    if (!config || config->module[0])
        return;
    for (tf_json_iterator i = tf_json_iterate(sketch->file->output_changes); tf_json_next(&i);) {
        tf_json_node output = tf_json_get_span(outputs, i.key);
        wmem_strbuf_t *out = new_text(sketch, "");
        const char *actions = joined_texts(sketch, tf_json_get(i.value, "actions"), ", ");
        if (!tf_plan_refers_to(tf_json_get(output, "expression"), config->address))
            continue;
        wmem_strbuf_append_len(out, i.key.data, i.key.length);
        wmem_strbuf_append_printf(out, ": %s", actions ? actions : "no-op");
        add(sketch, TF_HF_PLAN_OUTPUT, wmem_strbuf_get_str(out));
    }
}

/* Does an address of a file, with or without instance keys, mean the object? */
static bool
concerns(const tf_sketch *sketch, const char *address)
{
    if (!address)
        return false;
    return strcmp(address, sketch->object->address) == 0 ||
           strcmp(address, tf_plan_strip_keys(sketch->pinfo->pool, sketch->object->address)) == 0;
}

static void
add_relevant_attributes(const tf_sketch *sketch)
{
    for (tf_json_iterator i = tf_json_iterate(sketch->file->relevant_attributes);
         tf_json_next(&i);) {
        tf_json_node attribute = tf_json_get(i.value, "attribute");
        const char *address = tf_json_copy(sketch->pinfo->pool, tf_json_get(i.value, "resource"));
        const char *text = tf_json_copy(sketch->pinfo->pool, attribute);
        if (concerns(sketch, address))
            add(sketch, TF_HF_PLAN_RELEVANT, text ? text : joined_texts(sketch, attribute, "."));
    }
}

static void
append_changed(const tf_sketch *sketch, wmem_strbuf_t *out, const tf_plan_object *drift)
{
    const char *before = ": ";

    for (tf_json_iterator i = tf_json_iterate(drift->before); tf_json_next(&i);) {
        wmem_strbuf_t *was = new_text(sketch, ""), *is = new_text(sketch, "");
        tf_json_append(was, i.value);
        tf_json_append(is, tf_json_get_span(drift->after, i.key));
        if (strcmp(wmem_strbuf_get_str(was), wmem_strbuf_get_str(is)) == 0)
            continue;
        wmem_strbuf_append(out, before);
        wmem_strbuf_append_len(out, i.key.data, i.key.length);
        before = ", ";
    }
}

static void
add_drift(const tf_sketch *sketch)
{
    for (uint32_t i = 0; i < sketch->file->n_objects; i++) {
        const tf_plan_object *drift = &sketch->file->objects[i];
        const char *actions;
        wmem_strbuf_t *out;
        if (drift->origin != TF_PLAN_DRIFT || strcmp(drift->address, sketch->object->address) != 0)
            continue;
        actions = joined_texts(sketch, drift->actions, ", ");
        out = new_text(sketch, actions ? actions : "");
        append_changed(sketch, out, drift);
        add(sketch, TF_HF_PLAN_DRIFT, wmem_strbuf_get_str(out));
    }
}

static void
add_check(const tf_sketch *sketch, const tf_plan_check *check)
{
    wmem_strbuf_t *out = new_text(sketch, check->status ? check->status : "unknown");
    const char *before = ": ";

    for (tf_json_iterator i = tf_json_iterate(check->problems); tf_json_next(&i);) {
        const char *text = tf_json_copy(sketch->pinfo->pool, tf_json_get(i.value, "message"));
        if (!text)
            continue;
        wmem_strbuf_append_printf(out, "%s%s", before, tf_shown_text(text));
        before = "; ";
    }
    add(sketch, TF_HF_PLAN_CHECK, wmem_strbuf_get_str(out));
}

static void
add_checks(const tf_sketch *sketch)
{
    for (uint32_t i = 0; i < sketch->file->n_checks; i++)
        if (concerns(sketch, sketch->file->checks[i].display))
            add_check(sketch, &sketch->file->checks[i]);
}

/* --- Calls ----------------------------------------------------------------------------------- */

static void
add_found(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const tf_planned *found)
{
    tf_sketch sketch = {tvb, pinfo, tree, found->file, found->object, MAX_EXPRESSIONS};
    proto_item *item;

    sketch.tree = proto_tree_add_subtree_format(tree, tvb, 0, 0, ett_plan, &item, "Resource: %s",
                                                found->object->address);
    proto_item_set_generated(item);
    add_object(&sketch);
    add_configuration(&sketch);
    add_variables(&sketch);
    add_relevant_attributes(&sketch);
    add_drift(&sketch);
    add_checks(&sketch);
    add_outputs(&sketch);
}

static void
add_candidates(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, proto_item *item,
               const tf_joined *joined)
{
    wmem_strbuf_t *out = wmem_strbuf_new(pinfo->pool, "");

    for (uint32_t i = 0; i < MIN(joined->n_candidates, MAX_CANDIDATES); i++) {
        const char *address = joined->candidates[i].object->address;
        proto_item_set_generated(
            proto_tree_add_string(tree, tf_hf[TF_HF_ADDRESS_CANDIDATE], tvb, 0, 0, address));
        wmem_strbuf_append_printf(out, "%s%s", i ? ", " : "", address);
    }
    expert_add_info_format(pinfo, item, &tf_ei[TF_EI_PLAN_AMBIGUOUS],
                           "%u resources of the plan file fit this call: %s%s",
                           joined->n_candidates, wmem_strbuf_get_str(out),
                           joined->n_candidates > MAX_CANDIDATES ? ", ..." : "");
}

/* Only of these calls a plan that belongs to the capture must have the object. */
static bool
must_be_planned(const tf_message *message)
{
    return message->response && (message->call->rpc->id == TF_RPC_PLAN_RESOURCE_CHANGE ||
                                 message->call->rpc->id == TF_RPC_APPLY_RESOURCE_CHANGE);
}

void
tf_plan_tree_add(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, proto_item *item,
                 const tf_message *message)
{
    tf_joined joined;

    if (!tf_plan_join_of(pinfo->pool, message->call, &joined))
        return;
    if (joined.n_candidates == 1)
        add_found(tvb, pinfo, tree, joined.candidates);
    else if (joined.n_candidates > 1)
        add_candidates(tvb, pinfo, tree, item, &joined);
    else if (must_be_planned(message))
        expert_add_info(pinfo, item, &tf_ei[TF_EI_PLAN_NO_MATCH]);
}

tf_json_node
tf_plan_tree_expressions(packet_info *pinfo, const tf_call *call)
{
    static const tf_json_node nowhere = {NULL, 0};
    const tf_planned *found = tf_plan_join_one(pinfo->pool, call);

    return found && found->object->config ? found->object->config->expressions : nowhere;
}
