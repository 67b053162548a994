/* plan_file_objects.c
 * Changes and values of resource instances.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_file_internal.h"

typedef struct reading {
    tf_plan_file *file;
    wmem_array_t *objects;
    tf_plan_origin origin;
} reading;

/** What changes and values say of the instance itself. */
static tf_plan_object
read_instance(const reading *r, tf_json_node entry)
{
    tf_plan_object object = {.origin = r->origin};

    object.address = tf_plan_text(r->file, entry, "address");
    object.module = tf_plan_text(r->file, entry, "module_address");
    object.mode = tf_plan_text(r->file, entry, "mode");
    object.type = tf_plan_text(r->file, entry, "type");
    object.name = tf_plan_text(r->file, entry, "name");
    object.provider = tf_plan_text(r->file, entry, "provider_name");
    object.index = tf_json_get(entry, "index");
    return object;
}

static void
add(const reading *r, const tf_plan_object *object)
{
    if (object->address && object->type)
        wmem_array_append(r->objects, object, 1);
}

static void
read_change(const reading *r, tf_json_node entry, const char *deferred_reason)
{
    tf_plan_object object = read_instance(r, entry);
    tf_json_node change = tf_json_get(entry, "change");

    object.previous_address = tf_plan_text(r->file, entry, "previous_address");
    object.deposed = tf_plan_text(r->file, entry, "deposed");
    object.action_reason = tf_plan_text(r->file, entry, "action_reason");
    object.deferred_reason = deferred_reason;
    object.actions = tf_json_get(change, "actions");
    object.before = tf_json_get(change, "before");
    object.after = tf_json_get(change, "after");
    object.after_unknown = tf_json_get(change, "after_unknown");
    object.before_identity = tf_json_get(change, "before_identity");
    object.after_identity = tf_json_get(change, "after_identity");
    object.replace_paths = tf_json_get(change, "replace_paths");
    object.importing = tf_json_get(change, "importing");
    add(r, &object);
}

static void
read_changes(reading *r, tf_plan_origin origin, tf_json_node list)
{
    r->origin = origin;
    for (tf_json_iterator i = tf_json_iterate(list); tf_json_next(&i);)
        read_change(r, i.value, NULL);
}

static void
read_deferred(reading *r, tf_json_node list)
{
    r->origin = TF_PLAN_DEFERRED;
    for (tf_json_iterator i = tf_json_iterate(list); tf_json_next(&i);) {
        const char *reason = tf_plan_text(r->file, i.value, "reason");
        read_change(r, tf_json_get(i.value, "resource_change"), reason ? reason : "unknown");
    }
}

static void
read_module(const reading *r, tf_json_node module)
{
    const char *address = tf_plan_text(r->file, module, "address");

    for (tf_json_iterator i = tf_json_iterate(tf_json_get(module, "resources"));
         tf_json_next(&i);) {
        tf_plan_object object = read_instance(r, i.value);
        object.module = address;
        object.before = object.after = tf_json_get(i.value, "values");
        object.after_identity = tf_json_get(i.value, "identity");
        add(r, &object);
    }
    for (tf_json_iterator i = tf_json_iterate(tf_json_get(module, "child_modules"));
         tf_json_next(&i);)
        read_module(r, i.value);
}

static void
read_values(reading *r, tf_plan_origin origin, tf_json_node values)
{
    r->origin = origin;
    read_module(r, tf_json_get(values, "root_module"));
}

/** Key of a configuration block: what an instance and its block have in common. */
static char *
config_key(const char *module, const char *mode, const char *type, const char *name)
{
    return g_strjoin("\n", module ? module : "", mode ? mode : "managed", type, name ? name : "",
                     NULL);
}

static void
tie_to_configuration(tf_plan_file *file)
{
    GHashTable *blocks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (uint32_t i = 0; i < file->n_configs; i++) {
        tf_plan_config *config = &file->configs[i];
        g_hash_table_insert(
            blocks, config_key(config->module, config->mode, config->type, config->name), config);
    }
    for (uint32_t i = 0; i < file->n_objects; i++) {
        tf_plan_object *object = &file->objects[i];
        char *module = object->module ? tf_plan_strip_keys(NULL, object->module) : NULL;
        char *key = config_key(module, object->mode, object->type, object->name);
        object->config = (const tf_plan_config *)g_hash_table_lookup(blocks, key);
        g_free(key);
        wmem_free(NULL, module);
    }
    g_hash_table_destroy(blocks);
}

void
tf_plan_read_objects(tf_plan_file *file, tf_json_node root)
{
    reading r = {.file = file, .objects = wmem_array_new(file->pool, sizeof(tf_plan_object))};

    read_changes(&r, TF_PLAN_CHANGE, tf_json_get(root, "resource_changes"));
    read_deferred(&r, tf_json_get(root, "deferred_changes"));
    read_changes(&r, TF_PLAN_DRIFT, tf_json_get(root, "resource_drift"));
    read_values(&r, TF_PLAN_PRIOR, tf_json_get(tf_json_get(root, "prior_state"), "values"));
    read_values(&r, TF_PLAN_PLANNED, tf_json_get(root, "planned_values"));
    read_values(&r, TF_PLAN_STATE, tf_json_get(root, "values"));
    file->objects = (tf_plan_object *)wmem_array_get_raw(r.objects);
    file->n_objects = wmem_array_get_count(r.objects);
    tie_to_configuration(file);
}
