/* json_node.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "json_node.h"
#include "text.h"

static const tf_json_node nowhere = {NULL, 0};

tf_json_node
tf_json_root(const tf_tape *tape)
{
    return tape->n ? (tf_json_node){tape, 0} : nowhere;
}

const tf_token *
tf_json_token(tf_json_node node)
{
    return node.tape ? &node.tape->tokens[node.at] : NULL;
}

bool
tf_json_is(tf_json_node node, tf_token_kind kind)
{
    return node.tape && node.tape->tokens[node.at].kind == kind;
}

static bool
is_container(tf_json_node node)
{
    return tf_json_is(node, TF_TOKEN_MAP) || tf_json_is(node, TF_TOKEN_ARRAY);
}

tf_json_iterator
tf_json_iterate(tf_json_node node)
{
    tf_json_iterator iterator = {.tape = node.tape};

    if (is_container(node)) {
        iterator.at = node.at + 1;
        iterator.left = tf_json_token(node)->count;
        iterator.object = tf_json_is(node, TF_TOKEN_MAP);
    }
    return iterator;
}

bool
tf_json_next(tf_json_iterator *iterator)
{
    const tf_token *token;

    if (iterator->left == 0)
        return false;
    iterator->left--;
    if (iterator->object)
        iterator->key = tf_token_text(&iterator->tape->tokens[iterator->at++]);
    iterator->value = (tf_json_node){iterator->tape, iterator->at};
    token = &iterator->tape->tokens[iterator->at];
    iterator->at = is_container(iterator->value) ? token->next : iterator->at + 1;
    return true;
}

tf_json_node
tf_json_get_span(tf_json_node object, tf_span name)
{
    tf_json_node found = nowhere;

    if (!tf_json_is(object, TF_TOKEN_MAP))
        return nowhere;
    for (tf_json_iterator i = tf_json_iterate(object); tf_json_next(&i);)
        if (tf_text_compare(i.key, name) == 0)
            found = i.value;
    return found;
}

tf_json_node
tf_json_get(tf_json_node object, const char *name)
{
    return tf_json_get_span(object, (tf_span){name, (uint32_t)strlen(name)});
}

tf_json_node
tf_json_at(tf_json_node array, uint32_t index)
{
    if (tf_json_is(array, TF_TOKEN_ARRAY))
        for (tf_json_iterator i = tf_json_iterate(array); tf_json_next(&i);)
            if (index-- == 0)
                return i.value;
    return nowhere;
}

uint32_t
tf_json_count(tf_json_node node)
{
    return is_container(node) ? tf_json_token(node)->count : 0;
}

tf_span
tf_json_text(tf_json_node node)
{
    if (!tf_json_is(node, TF_TOKEN_STRING))
        return (tf_span){"", 0};
    return tf_token_text(tf_json_token(node));
}

const char *
tf_json_copy(wmem_allocator_t *pool, tf_json_node node)
{
    return tf_json_is(node, TF_TOKEN_STRING) ? tf_text_copy(pool, tf_json_text(node)) : NULL;
}

bool
tf_json_is_true(tf_json_node node)
{
    return tf_json_is(node, TF_TOKEN_BOOL) && tf_json_token(node)->boolean;
}

static void
append_scalar(wmem_strbuf_t *out, const tf_token *token)
{
    if (token->kind == TF_TOKEN_STRING)
        tf_append_json_string(out, tf_token_text(token));
    else if (token->kind == TF_TOKEN_NUMBER)
        wmem_strbuf_append_len(out, token->data, token->count);
    else if (token->kind == TF_TOKEN_BOOL)
        wmem_strbuf_append(out, token->boolean ? "true" : "false");
    else
        wmem_strbuf_append(out, "null");
}

void
tf_json_append(wmem_strbuf_t *out, tf_json_node node)
{
    bool object = tf_json_is(node, TF_TOKEN_MAP), first = true;

    if (!node.tape)
        return;
    if (!is_container(node)) {
        append_scalar(out, tf_json_token(node));
        return;
    }
    wmem_strbuf_append_c(out, object ? '{' : '[');
    for (tf_json_iterator i = tf_json_iterate(node); tf_json_next(&i); first = false) {
        if (!first)
            wmem_strbuf_append_c(out, ',');
        if (object) {
            tf_append_json_string(out, i.key);
            wmem_strbuf_append_c(out, ':');
        }
        tf_json_append(out, i.value);
    }
    wmem_strbuf_append_c(out, object ? '}' : ']');
}
