/* walk_scalar.c
 * Values that are not containers.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "number.h"
#include "problem.h"
#include "refinement.h"
#include "text.h"
#include "walk.h"

#include <math.h>

void
tf_walk_unknown(tf_walk *w, const tf_token *token, const tf_type *type, tf_value *value)
{
    const char *complaint = NULL;
    value->kind = TF_VALUE_UNKNOWN;
    value->refinement = NULL;
    w->out->n_unknown++;
    if (token->count < 2)
        return;
    if (token->extension != TF_REFINEMENT_EXTENSION) {
        tf_walk_problem(w, TF_PROBLEM_BAD_EXTENSION, value, "extension %d of %u bytes",
                        token->extension, token->count);
        return;
    }
    value->refinement = tf_refinement_read(w->pool, tf_token_text(token), type, &complaint);
    if (complaint)
        tf_walk_problem(w, TF_PROBLEM_BAD_REFINEMENT, value, "%s", complaint);
    if (value->refinement && value->refinement->definitely_null)
        tf_walk_problem(w, TF_PROBLEM_NULL_REFINEMENT, value, "refined to be null");
}

static void
set_string(tf_walk *w, const tf_token *token, tf_value *value)
{
    value->kind = TF_VALUE_STRING;
    value->string = tf_token_text(token);
    if (!tf_text_is_utf8(value->string))
        tf_walk_problem(w, TF_PROBLEM_BAD_UTF8, value, "not UTF-8");
}

/** @return false if the token is no number */
static bool
set_number(tf_walk *w, const tf_token *token, tf_value *value)
{
    if (token->kind == TF_TOKEN_INT) {
        value->number.i = token->i;
        value->number.form = TF_NUMBER_INT;
    } else if (!tf_token_number(token, &value->number)) {
        return false;
    }
    value->kind = TF_VALUE_NUMBER;
    if (token->kind == TF_TOKEN_FLOAT && isnan(token->d))
        tf_walk_problem(w, TF_PROBLEM_NAN, value, "not a number");
    return true;
}

void
tf_walk_scalar(tf_walk *w, const tf_token *token, tf_value *value)
{
    if (tf_token_is_text(token)) {
        set_string(w, token, value);
    } else if (token->kind == TF_TOKEN_BOOL) {
        value->kind = TF_VALUE_BOOL;
        value->boolean = token->boolean;
    } else {
        set_number(w, token, value);
    }
}

bool
tf_walk_primitive(tf_walk *w, const tf_token *token, const tf_type *type, tf_value *value)
{
    if (type->kind == TF_TYPE_STRING && tf_token_is_text(token)) {
        set_string(w, token, value);
    } else if (type->kind == TF_TYPE_BOOL && token->kind == TF_TOKEN_BOOL) {
        value->kind = TF_VALUE_BOOL;
        value->boolean = token->boolean;
    } else if (type->kind == TF_TYPE_NUMBER && set_number(w, token, value)) {
        return true;
    } else if (type->kind == TF_TYPE_NUMBER && tf_token_is_text(token)) {
        value->type = NULL;
        tf_walk_scalar(w, token, value);
        tf_walk_problem(w, TF_PROBLEM_BAD_NUMBER, value, "text that is no number");
    } else {
        return w->encoding->convert && w->encoding->convert(token, type, value);
    }
    return true;
}

const char *
tf_walk_describe(tf_walk *w, const tf_token *token)
{
    switch (token->kind) {
    case TF_TOKEN_STRING:
        return "string";
    case TF_TOKEN_BIN:
        return "bytes";
    case TF_TOKEN_BOOL:
        return "bool";
    case TF_TOKEN_ARRAY:
        return wmem_strdup_printf(w->pool, "array of %u", token->count);
    case TF_TOKEN_MAP:
        return wmem_strdup_printf(w->pool, "map of %u", token->count);
    default:
        return "number";
    }
}
