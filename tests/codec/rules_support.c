/* rules_support.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "rules_support.h"

#include <string.h>

#define STRING .type = &tf_type_string
#define NUMBER .type = &tf_type_number

/* Makes a nested type's attribute ready. */
static tf_nested_type *
nested(tf_nesting nesting, tf_attribute *attributes, uint32_t count)
{
    tf_nested_type *type = wmem_new0(test_pool, tf_nested_type);

    *type = (tf_nested_type){.nesting = nesting, .attributes = attributes, .n_attributes = count};
    return type;
}

static tf_block *
block(const tf_attribute *attributes, uint32_t count)
{
    tf_block *made = wmem_new0(test_pool, tf_block);

    made->attributes =
        (tf_attribute *)wmem_memdup(test_pool, attributes, count * sizeof *attributes);
    made->n_attributes = count;
    tf_block_finish(test_pool, made);
    return made;
}

static tf_block *
port_block(void)
{
    const tf_attribute attributes[] = {{.name = "port", NUMBER, .optional = true},
                                       {.name = "out", STRING, .computed = true}};

    return block(attributes, G_N_ELEMENTS(attributes));
}

static tf_block *
set_block(void)
{
    const tf_attribute attributes[] = {{.name = "k", STRING, .optional = true},
                                       {.name = "c", STRING, .computed = true}};

    return block(attributes, G_N_ELEMENTS(attributes));
}

static void
add_blocks(tf_block *made)
{
    const tf_block_type types[] = {
        {.name = "blk", .nesting = TF_NESTING_LIST, .min_items = 1, .max_items = 2},
        {.name = "bset", .nesting = TF_NESTING_SET},
        {.name = "single", .nesting = TF_NESTING_SINGLE},
        {.name = "bmap", .nesting = TF_NESTING_MAP},
    };

    made->n_block_types = G_N_ELEMENTS(types);
    made->block_types = (tf_block_type *)wmem_memdup(test_pool, types, sizeof types);
    for (uint32_t i = 0; i < made->n_block_types; i++)
        made->block_types[i].block =
            made->block_types[i].nesting == TF_NESTING_SET ? set_block() : port_block();
}

static void
add_attributes(tf_block *made)
{
    static tf_attribute inner[] = {{.name = "a", STRING, .optional = true},
                                   {.name = "out", STRING, .computed = true}};
    static tf_attribute element[] = {{.name = "a", STRING, .optional = true}};
    const tf_attribute attributes[] = {
        {.name = "name", STRING, .required = true},
        {.name = "size", NUMBER, .optional = true},
        {.name = "flag", .type = &tf_type_bool, .optional = true},
        {.name = "comp", STRING, .computed = true},
        {.name = "oc", STRING, .optional = true, .computed = true},
        {.name = "tags", .type = test_type("[\"set\",\"string\"]"), .optional = true},
        {.name = "labels", .type = test_type("[\"map\",\"string\"]"), .optional = true},
        {.name = "list", .type = test_type("[\"list\",\"string\"]"), .optional = true},
        {.name = "secret", STRING, .optional = true, .sensitive = true},
        {.name = "wo", STRING, .optional = true, .write_only = true},
        {.name = "any", .type = &tf_type_dynamic, .optional = true},
        {.name = "nested", .nested = nested(TF_NESTING_LIST, inner, 2), .optional = true},
        {.name = "nset", .nested = nested(TF_NESTING_SET, element, 1), .optional = true},
    };

    made->n_attributes = G_N_ELEMENTS(attributes);
    made->attributes = (tf_attribute *)wmem_memdup(test_pool, attributes, sizeof attributes);
    for (uint32_t i = 0; i < made->n_attributes; i++)
        tf_attribute_finish(test_pool, &made->attributes[i]);
}

const tf_block *
rules_block(void)
{
    tf_block *made = wmem_new0(test_pool, tf_block);

    add_attributes(made);
    add_blocks(made);
    tf_block_finish(test_pool, made);
    return made;
}

static void
put_unknown(tf_value *value)
{
    if (value->kind == TF_VALUE_STRING && value->string.length == 1 &&
        value->string.data[0] == '?') {
        value->kind = TF_VALUE_UNKNOWN;
        value->refinement = NULL;
    }
    for (uint32_t i = 0; tf_value_is_container(value) && i < value->n_children; i++)
        put_unknown(&value->children[i]);
}

const tf_value *
rules_value(const char *json, const tf_type *type)
{
    tf_decoded *decoded;

    if (!json)
        return NULL;
    decoded =
        tf_decode_json(test_pool, (const uint8_t *)json, (uint32_t)strlen(json), type, 0, false);
    put_unknown(decoded->root);
    return decoded->root;
}

char *
rules_found(const tf_findings *findings)
{
    GString *text = g_string_new("");

    for (uint32_t i = 0; i < tf_findings_count(findings); i++) {
        const tf_finding *finding = tf_findings_get(findings, i);
        g_string_append_printf(text, "%s%s %s", i ? "\n" : "", tf_rule_name(finding->rule),
                               finding->path);
    }
    return g_string_free(text, FALSE);
}
