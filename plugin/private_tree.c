/* private_tree.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "private_tree.h"

#include <string.h>

#include "fields.h"

static int ett_private = -1;

void
tf_private_tree_register(void)
{
    static int *ett[] = {&ett_private};

    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
}

static bool
has_key(const tf_value *object, const char *key)
{
    return tf_value_child(object, key, strlen(key)) != NULL;
}

/* SDKv2's keys: its own, and the one under which it keeps timeouts. */
static bool
is_sdk(const tf_value *object)
{
    return has_key(object, "schema_version") || has_key(object, "_new_extra_shim") ||
           has_key(object, "e2bfb730-ecaa-11e6-8f88-34363bc7c4c0");
}

static bool
is_base64(tf_span text)
{
    if (text.length == 0 || text.length % 4)
        return false;
    for (uint32_t i = 0; i < text.length; i++)
        if (!g_ascii_isalnum(text.data[i]) && !strchr("+/=", text.data[i]))
            return false;
    return true;
}

/* The JSON behind a base64 string of the framework; NULL if it is none. */
static char *
decode_base64(wmem_allocator_t *pool, const tf_value *value, gsize *length)
{
    char *text, *copy;
    guchar *bytes;

    text = wmem_strndup(pool, value->string.data, value->string.length);
    bytes = g_base64_decode(text, length);
    copy = wmem_strndup(pool, (const char *)bytes, *length);
    g_free(bytes);
    return *length ? copy : NULL;
}

static void
add_framework_value(tf_drawing *drawing, proto_tree *tree, const tf_value *value, uint32_t base)
{
    wmem_allocator_t *pool = drawing->pinfo->pool;
    wmem_strbuf_t *line = wmem_strbuf_new(pool, "");
    gsize length = 0;
    const char *json = decode_base64(pool, value, &length);

    tf_value_append_path(line, value);
    wmem_strbuf_append(line, " = ");
    if (json && g_utf8_validate(json, (gssize)length, NULL))
        wmem_strbuf_append(line, json);
    else
        tf_value_append_literal(line, value);
    if (tf_drawing_take(drawing, 1))
        proto_item_set_text(
            proto_tree_add_string(tree, tf_hf[TF_HF_PRIVATE_VALUE], drawing->tvb,
                                  (int)(base + value->key_offset),
                                  (int)(value->offset + value->length - value->key_offset),
                                  wmem_strbuf_get_str(line)),
            "%s", wmem_strbuf_get_str(line));
}

static bool
is_framework(const tf_value *object)
{
    for (uint32_t i = 0; i < object->n_children; i++)
        if (object->children[i].kind != TF_VALUE_STRING || !is_base64(object->children[i].string))
            return false;
    return object->n_children > 0;
}

void
tf_private_tree_add(tf_drawing *drawing, proto_item *item, const tf_wire_field *at)
{
    const uint8_t *bytes;
    const tf_decoded *decoded;
    const tf_value *root;
    proto_tree *tree;
    const char *format;

    if (at->value_length == 0)
        return;
    bytes = tvb_get_ptr(drawing->tvb, (int)at->value_offset, (int)at->value_length);
    if (bytes[0] != '{')
        return;
    decoded =
        tf_decode_json(drawing->pinfo->pool, bytes, at->value_length, NULL, tf_max_values, true);
    root = decoded->root;
    if (root->kind != TF_VALUE_OBJECT || decoded->n_problems)
        return;
    tree = proto_item_add_subtree(item, ett_private);
    format = is_sdk(root)         ? "terraform-plugin-sdk"
             : is_framework(root) ? "terraform-plugin-framework"
                                  : "JSON";
    proto_item_set_generated(proto_tree_add_string(tree, tf_hf[TF_HF_PRIVATE_FORMAT], drawing->tvb,
                                                   (int)at->value_offset, (int)at->value_length,
                                                   format));
    if (!is_sdk(root) && is_framework(root))
        for (uint32_t i = 0; i < root->n_children; i++)
            add_framework_value(drawing, tree, &root->children[i], at->value_offset);
    else
        tf_value_tree_add_plain(drawing, tree, tf_hf[TF_HF_PRIVATE_VALUE], decoded,
                                at->value_offset);
}
