/* secrets.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "secrets.h"

#include <string.h>

#include "value_text.h"

/* File scope. */
static wmem_map_t *whole;    /* text -> itself */
static wmem_array_t *inside; /* tf_span: the longer ones */

static void
reset(void)
{
    whole = wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal);
    inside = wmem_array_new(wmem_file_scope(), sizeof(tf_span));
}

void
tf_secrets_register(void)
{
    register_init_routine(reset);
}

static void
keep(tf_span text)
{
    char *copy;
    tf_span kept;

    if (text.length < TF_SECRET_MIN_LENGTH || memchr(text.data, '\0', text.length))
        return;
    copy = wmem_strndup(wmem_file_scope(), text.data, text.length);
    if (wmem_map_contains(whole, copy)) {
        wmem_free(wmem_file_scope(), copy);
        return;
    }
    wmem_map_insert(whole, copy, copy);
    kept = (tf_span){copy, text.length};
    if (text.length >= TF_SECRET_MIN_INSIDE && wmem_array_get_count(inside) < TF_SECRET_MAX_INSIDE)
        wmem_array_append_one(inside, kept);
}

/* Does the schema hide this attribute? What an ephemeral resource made itself counts too, not what
 * it was given and gives back. */
static bool
is_secret(const tf_value *value, bool ephemeral)
{
    const tf_attribute *attribute = value->member ? value->member->attribute : NULL;

    return attribute && (attribute->sensitive || attribute->write_only ||
                         (ephemeral && attribute->computed && !attribute->optional));
}

static void
learn_value(const tf_value *value, bool secret, bool ephemeral)
{
    secret = secret || is_secret(value, ephemeral);
    if (value->kind == TF_VALUE_STRING && secret)
        keep(value->string);
    for (uint32_t i = 0; tf_value_is_container(value) && i < value->n_children; i++)
        learn_value(&value->children[i], secret, ephemeral);
}

static void
learn_field(tf_field_value *field, void *user _U_)
{
    bool ephemeral = field->kind == TF_SCHEMA_EPHEMERAL && strcmp(field->field, "result") == 0;

    if (field->type)
        learn_value(field->decoded->root, false, ephemeral);
}

void
tf_secrets_learn(tf_message *message, const uint8_t *data)
{
    wmem_allocator_t *pool;

    if (!tf_mask_sensitive)
        return;
    pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK_FAST);
    tf_message_values(pool, message, data, learn_field, NULL);
    wmem_destroy_allocator(pool);
}

bool
tf_secrets_in(tf_span text)
{
    char *copy;
    bool found;

    if (text.length < TF_SECRET_MIN_LENGTH || wmem_map_size(whole) == 0)
        return false;
    copy = g_strndup(text.data, text.length);
    found = wmem_map_contains(whole, copy);
    for (unsigned i = 0; !found && i < wmem_array_get_count(inside); i++) {
        const tf_span *secret = (const tf_span *)wmem_array_index(inside, i);
        found = secret->length < text.length && strstr(copy, secret->data) != NULL;
    }
    g_free(copy);
    return found;
}
