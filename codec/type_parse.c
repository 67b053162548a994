/* type_parse.c
 * The type JSON of the wire format, as strict and as lenient as go-cty's parser.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "json.h"
#include "text.h"

typedef struct parser {
    wmem_allocator_t *pool;
    tf_tape tape;
    uint32_t depth;
    tf_type_error error;
} parser;

static const tf_type *parse(parser *p, uint32_t at);

static void *
refuse(parser *p, const tf_token *token, const char *message)
{
    p->error = (tf_type_error){.offset = token->offset, .message = message};
    return NULL;
}

static const tf_type *
primitive(tf_span name)
{
    if (tf_text_is(name, "string"))
        return &tf_type_string;
    if (tf_text_is(name, "number"))
        return &tf_type_number;
    if (tf_text_is(name, "bool"))
        return &tf_type_bool;
    if (tf_text_is(name, "dynamic"))
        return &tf_type_dynamic;
    return NULL;
}

/** The index of the token behind the value at @p at. */
static uint32_t
behind(const parser *p, uint32_t at)
{
    const tf_token *token = &p->tape.tokens[at];
    bool container = token->kind == TF_TOKEN_ARRAY || token->kind == TF_TOKEN_MAP;
    return container ? token->next : at + 1;
}

static const tf_type *
parse_tuple(parser *p, uint32_t at)
{
    const tf_token *token = &p->tape.tokens[at];
    tf_type *type = wmem_new0(p->pool, tf_type);
    type->kind = TF_TYPE_TUPLE;
    if (token->kind == TF_TOKEN_NULL)
        return type;
    if (token->kind != TF_TOKEN_ARRAY)
        return refuse(p, token, "expected an array of types");
    type->count = token->count;
    type->elements = wmem_alloc_array(p->pool, const tf_type *, token->count);
    at++;
    for (uint32_t i = 0; i < type->count; i++, at = behind(p, at)) {
        type->elements[i] = parse(p, at);
        if (!type->elements[i])
            return NULL;
        type->contains_dynamic |= type->elements[i]->contains_dynamic;
    }
    return type;
}

/** Reads the members of an object. @return false if one has no type */
static bool
parse_members(parser *p, uint32_t at, tf_member *members)
{
    uint32_t count = p->tape.tokens[at].count;
    at++;
    for (uint32_t i = 0; i < count; i++, at = behind(p, at + 1)) {
        members[i].name = tf_text_copy(p->pool, tf_token_text(&p->tape.tokens[at]));
        members[i].type = parse(p, at + 1);
        if (!members[i].type)
            return false;
    }
    return true;
}

/** Marks the attributes that the third element names. @return false if it names another */
static bool
mark_optional(parser *p, uint32_t at, const tf_type *type)
{
    const tf_token *list = &p->tape.tokens[at], *name = list + 1;
    if (list->kind == TF_TOKEN_NULL)
        return true;
    if (list->kind != TF_TOKEN_ARRAY)
        return refuse(p, list, "expected an array of optional attributes");
    for (uint32_t i = 0; i < list->count; i++, name++) {
        if (name->kind != TF_TOKEN_STRING)
            return refuse(p, name, "expected the name of an attribute");
        const char *copy = tf_text_copy(p->pool, tf_token_text(name));
        /* The type is ours until it is returned. */
        tf_member *member = (tf_member *)tf_type_member(type, copy, strlen(copy));
        if (!member)
            return refuse(p, name, "an optional attribute that is not declared");
        member->optional = true;
    }
    return true;
}

/** @param optional the third element, or 0 */
static const tf_type *
parse_object(parser *p, uint32_t at, uint32_t optional)
{
    const tf_token *token = &p->tape.tokens[at];
    uint32_t count = token->kind == TF_TOKEN_MAP ? token->count : 0;
    if (token->kind != TF_TOKEN_MAP && token->kind != TF_TOKEN_NULL)
        return refuse(p, token, "expected an object of types");
    tf_member *members = g_new0(tf_member, count);
    const tf_type *type = NULL;
    if (count == 0 || parse_members(p, at, members))
        type = tf_type_object(p->pool, members, count);
    g_free(members);
    if (type && optional && !mark_optional(p, optional, type))
        return NULL;
    return type;
}

static const tf_type *
parse_collection(parser *p, tf_type_kind kind, uint32_t at)
{
    const tf_type *element = parse(p, at);
    return element ? tf_type_collection(p->pool, kind, element) : NULL;
}

/** Parses `[KIND, ARGUMENT]`, of an object perhaps with a third element. */
static const tf_type *
parse_constructor(parser *p, uint32_t at)
{
    const tf_token *array = &p->tape.tokens[at], *kind = array + 1;
    if (array->count == 0 || kind->kind != TF_TOKEN_STRING)
        return refuse(p, array, "expected the kind of a type");
    tf_span name = tf_token_text(kind);
    bool object = tf_text_is(name, "object");
    if (array->count < 2)
        return refuse(p, array, "a type without its argument");
    uint32_t third = behind(p, at + 2);
    if (array->count > (object ? 3u : 2u))
        return refuse(p, &p->tape.tokens[object ? behind(p, third) : third],
                      "unexpected extra data");
    if (object)
        return parse_object(p, at + 2, array->count == 3 ? third : 0);
    if (tf_text_is(name, "list"))
        return parse_collection(p, TF_TYPE_LIST, at + 2);
    if (tf_text_is(name, "set"))
        return parse_collection(p, TF_TYPE_SET, at + 2);
    if (tf_text_is(name, "map"))
        return parse_collection(p, TF_TYPE_MAP, at + 2);
    if (tf_text_is(name, "tuple"))
        return parse_tuple(p, at + 2);
    return refuse(p, kind, "no such kind of type");
}

static const tf_type *
parse(parser *p, uint32_t at)
{
    const tf_token *token = &p->tape.tokens[at];
    const tf_type *type;
    if (token->kind == TF_TOKEN_STRING) {
        type = primitive(tf_token_text(token));
        return type ? type : refuse(p, token, "no such type");
    }
    if (token->kind != TF_TOKEN_ARRAY)
        return refuse(p, token, "expected a type");
    if (p->depth == TF_MAX_DEPTH)
        return refuse(p, token, "more than 512 levels");
    p->depth++;
    type = parse_constructor(p, at);
    p->depth--;
    return type;
}

static const tf_type *
parse_document(parser *p)
{
    const tf_tape *tape = &p->tape;
    if (tape->failed)
        p->error = (tf_type_error){.offset = tape->failed_at, .message = tape->message};
    else if (tape->end < tape->length)
        p->error = (tf_type_error){.offset = tape->end, .message = "unexpected extra data"};
    else
        return parse(p, 0);
    return NULL;
}

/** Most types are primitive and written compactly. */
static const tf_type *
quick(const uint8_t *json, size_t length)
{
    if (length < 3 || json[0] != '"' || json[length - 1] != '"')
        return NULL;
    return primitive((tf_span){(const char *)json + 1, (uint32_t)length - 2});
}

const tf_type *
tf_type_parse(wmem_allocator_t *pool, const uint8_t *json, size_t length, tf_type_error *error)
{
    const tf_type *type = length < 16 ? quick(json, length) : NULL;
    if (type)
        return type;
    tf_token few[64];
    parser p = {.pool = pool};
    tf_tape_init(&p.tape, json, (uint32_t)MIN(length, UINT32_MAX));
    tf_tape_lend(&p.tape, few, G_N_ELEMENTS(few));
    tf_json_read(&p.tape, pool, TF_JSON_MAX_DEPTH);
    type = parse_document(&p);
    tf_tape_clear(&p.tape);
    if (!type && error)
        *error = p.error;
    return type;
}
