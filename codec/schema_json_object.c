/* schema_json_object.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema_json_object.h"

bool
tf_schema_reader_begin(tf_schema_reader *r, const uint8_t *json, uint32_t length,
                       tf_schema_json_error *error)
{
    tf_schema_json_error reason = {.offset = 0, .message = "expected an object"};
    tf_tape_init(&r->tape, json, length);
    tf_json_read(&r->tape, r->pool, TF_JSON_MAX_DEPTH);
    if (r->tape.failed)
        reason = (tf_schema_json_error){.offset = r->tape.failed_at, .message = r->tape.message};
    else if (r->tape.end < length)
        reason = (tf_schema_json_error){.offset = r->tape.end, .message = "unexpected extra data"};
    else if (r->tape.tokens[0].kind == TF_TOKEN_MAP)
        return true;
    if (error)
        *error = reason;
    return false;
}

uint32_t
tf_schema_behind(const tf_schema_reader *r, uint32_t at)
{
    const tf_token *token = tf_schema_token(r, at);
    bool container = token->kind == TF_TOKEN_ARRAY || token->kind == TF_TOKEN_MAP;
    return container ? token->next : at + 1;
}

static void
read_property(const tf_schema_reader *r, uint32_t at, const tf_schema_property *properties,
              void *out)
{
    tf_span name = tf_token_text(tf_schema_token(r, at));
    for (; properties->name; properties++)
        if (tf_text_is(name, properties->name))
            properties->read(r, at + 1, (char *)out + properties->offset);
}

void
tf_schema_read_object(const tf_schema_reader *r, uint32_t at, const tf_schema_property *properties,
                      void *out)
{
    const tf_token *object = tf_schema_token(r, at);
    uint32_t count = object->kind == TF_TOKEN_MAP ? object->count : 0;
    for (at++; count; count--, at = tf_schema_behind(r, at + 1))
        read_property(r, at, properties, out);
}

/* --- Scalars --------------------------------------------------------------------------------- */

void
tf_schema_read_bool(const tf_schema_reader *r, uint32_t at, void *out)
{
    const tf_token *token = tf_schema_token(r, at);
    *(bool *)out = token->kind == TF_TOKEN_BOOL && token->boolean;
}

void
tf_schema_read_integer(const tf_schema_reader *r, uint32_t at, void *out)
{
    const tf_token *token = tf_schema_token(r, at);
    if (token->kind != TF_TOKEN_NUMBER)
        return;
    char *text = g_strndup(token->data, token->count);
    *(int64_t *)out = g_ascii_strtoll(text, NULL, 10);
    g_free(text);
}

void
tf_schema_read_text(const tf_schema_reader *r, uint32_t at, void *out)
{
    const tf_token *token = tf_schema_token(r, at);
    if (token->kind == TF_TOKEN_STRING && token->count)
        *(const char **)out = tf_text_copy(r->pool, tf_token_text(token));
}

void
tf_schema_read_markdown(const tf_schema_reader *r, uint32_t at, void *out)
{
    const tf_token *token = tf_schema_token(r, at);
    *(bool *)out = token->kind == TF_TOKEN_STRING && tf_text_is(tf_token_text(token), "markdown");
}

void
tf_schema_read_type(const tf_schema_reader *r, uint32_t at, void *out)
{
    const tf_token *token = tf_schema_token(r, at);
    *(const tf_type **)out =
        tf_type_parse(r->pool, r->tape.data + token->offset, token->length, NULL);
}
