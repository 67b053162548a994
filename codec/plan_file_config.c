/* plan_file_config.c
 * The configuration in a plan: resource blocks, their expressions and what these refer to.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "plan_file_internal.h"

#include "text.h"

typedef struct reading {
    tf_plan_file *file;
    wmem_array_t *configs;
    tf_json_node providers; /**< provider_config */
} reading;

static const char *
provider_of(const reading *r, tf_json_node resource)
{
    tf_json_node key = tf_json_get(resource, "provider_config_key");
    tf_json_node provider = tf_json_get_span(r->providers, tf_json_text(key));

    return tf_plan_text(r->file, provider, "full_name");
}

static void
read_resource(const reading *r, const char *module, tf_json_node resource)
{
    tf_plan_config config = {
        .address = tf_plan_text(r->file, resource, "address"),
        .module = module,
        .mode = tf_plan_text(r->file, resource, "mode"),
        .type = tf_plan_text(r->file, resource, "type"),
        .name = tf_plan_text(r->file, resource, "name"),
        .provider = provider_of(r, resource),
        .expressions = tf_json_get(resource, "expressions"),
        .count = tf_json_get(resource, "count_expression"),
        .for_each = tf_json_get(resource, "for_each_expression"),
        .provisioners = tf_json_get(resource, "provisioners"),
        .depends_on = tf_json_get(resource, "depends_on"),
    };

    if (config.address && config.type)
        wmem_array_append(r->configs, &config, 1);
}

static void
read_module(const reading *r, const char *address, tf_json_node module)
{
    for (tf_json_iterator i = tf_json_iterate(tf_json_get(module, "resources")); tf_json_next(&i);)
        read_resource(r, address, i.value);
    for (tf_json_iterator i = tf_json_iterate(tf_json_get(module, "module_calls"));
         tf_json_next(&i);) {
        const char *child =
            wmem_strdup_printf(r->file->pool, "%s%smodule.%s", address, address[0] ? "." : "",
                               tf_text_copy(r->file->pool, i.key));
        read_module(r, child, tf_json_get(i.value, "module"));
    }
}

void
tf_plan_read_configuration(tf_plan_file *file, tf_json_node configuration)
{
    reading r = {file, wmem_array_new(file->pool, sizeof(tf_plan_config)),
                 tf_json_get(configuration, "provider_config")};

    /* The documentation's text speaks of provider_configs; what is written is provider_config. */
    if (!r.providers.tape)
        r.providers = tf_json_get(configuration, "provider_configs");
    read_module(&r, "", tf_json_get(configuration, "root_module"));
    file->configs = (tf_plan_config *)wmem_array_get_raw(r.configs);
    file->n_configs = wmem_array_get_count(r.configs);
}

/* --- Expressions ----------------------------------------------------------------------------- */

bool
tf_plan_is_expression(tf_json_node node)
{
    return tf_json_is(node, TF_TOKEN_MAP) &&
           (tf_json_count(node) == 0 || tf_json_get(node, "constant_value").tape ||
            tf_json_is(tf_json_get(node, "references"), TF_TOKEN_ARRAY));
}

/** Steps from what stands for the parent of a value to what stands for the value. */
static tf_json_node
step_into(tf_json_node node, const tf_value *value)
{
    if (tf_json_is(node, TF_TOKEN_ARRAY))
        return tf_json_at(node, (uint32_t)(value - value->parent->children));
    return tf_json_get_span(node, value->key);
}

/** An attribute's expression stands for everything in it; only blocks go on. */
static bool
goes_on(const tf_value *value, tf_json_node node)
{
    if (value->member)
        return value->member->block != NULL;
    return !tf_plan_is_expression(node);
}

tf_json_node
tf_plan_expression(tf_json_node expressions, const tf_value *value)
{
    tf_json_node around;

    if (!value->parent)
        return expressions;
    around = tf_plan_expression(expressions, value->parent);
    if (value->parent->parent && !goes_on(value->parent, around))
        return around;
    return step_into(around, value);
}

/** Is @p reference implied by @p exact: the same or a longer one? */
static bool
implies(tf_span exact, tf_span reference)
{
    return exact.length >= reference.length &&
           memcmp(exact.data, reference.data, reference.length) == 0 &&
           (exact.length == reference.length || strchr(".[", exact.data[reference.length]));
}

static bool
implied_before(tf_json_node references, uint32_t at, tf_span reference)
{
    for (tf_json_iterator i = tf_json_iterate(references); at-- > 0 && tf_json_next(&i);)
        if (implies(tf_json_text(i.value), reference))
            return true;
    return false;
}

/** References of one expression that are looked at. */
#define MAX_REFERENCES 200

bool
tf_plan_append_references(wmem_strbuf_t *out, tf_json_node expression)
{
    tf_json_node references = tf_json_get(expression, "references");
    uint32_t at = 0;
    bool any = false;

    for (tf_json_iterator i = tf_json_iterate(references); at < MAX_REFERENCES && tf_json_next(&i);
         at++) {
        const char *text;
        if (implied_before(references, at, tf_json_text(i.value)))
            continue;
        text = tf_json_copy(NULL, i.value);
        if (!text)
            continue;
        wmem_strbuf_append_printf(out, "%s%s", any ? ", " : "", text);
        wmem_free(NULL, (void *)text);
        any = true;
    }
    return any;
}

bool
tf_plan_refers_to(tf_json_node expressions, const char *address)
{
    tf_span wanted = {address, (uint32_t)strlen(address)};

    for (tf_json_iterator i = tf_json_iterate(expressions); tf_json_next(&i);) {
        if (i.object && tf_text_is(i.key, "references"))
            for (tf_json_iterator j = tf_json_iterate(i.value); tf_json_next(&j);)
                if (implies(tf_json_text(j.value), wanted))
                    return true;
        if (!(i.object && tf_text_is(i.key, "constant_value")) &&
            tf_plan_refers_to(i.value, address))
            return true;
    }
    return false;
}

char *
tf_plan_strip_keys(wmem_allocator_t *pool, const char *address)
{
    char *out = (char *)wmem_alloc(pool, strlen(address) + 1);
    size_t n = 0;
    bool inside = false, quoted = false;

    for (; *address; address++) {
        if (inside && quoted && *address == '\\' && address[1]) {
            address++;
            continue;
        }
        if (inside && *address == '"')
            quoted = !quoted;
        if (!inside && *address == '[')
            inside = true;
        else if (inside && !quoted && *address == ']')
            inside = false;
        else if (!inside)
            out[n++] = *address;
    }
    out[n] = '\0';
    return out;
}
