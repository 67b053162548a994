/* value_json.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "value_json.h"
#include "number.h"
#include "text.h"

/* --- Order ----------------------------------------------------------------------------------- */

/** The children of a container in the order of output. */
typedef struct ordered {
    const tf_value **at;
    uint32_t n;
} ordered;

static bool
has_keys(const tf_value *value)
{
    return value->kind == TF_VALUE_MAP || value->kind == TF_VALUE_OBJECT;
}

static int
by_position(const tf_value *a, const tf_value *b)
{
    return a < b ? -1 : a > b;
}

static int
by_key(const void *a, const void *b)
{
    const tf_value *left = *(const tf_value *const *)a, *right = *(const tf_value *const *)b;
    int order = tf_text_compare(left->key, right->key);

    return order ? order : by_position(left, right);
}

/** cty's order of the elements of a set; those for which it defines none keep their place. */
static int
by_value(const void *a, const void *b)
{
    const tf_value *left = *(const tf_value *const *)a, *right = *(const tf_value *const *)b;
    int order = 0;

    if (left->kind != right->kind) /* known ones first, then unknown ones, then null */
        order = (left->kind == TF_VALUE_NULL) - (right->kind == TF_VALUE_NULL)
                    ? (left->kind == TF_VALUE_NULL) - (right->kind == TF_VALUE_NULL)
                    : (left->kind == TF_VALUE_UNKNOWN) - (right->kind == TF_VALUE_UNKNOWN);
    else if (left->kind == TF_VALUE_STRING)
        order = tf_text_compare(left->string, right->string);
    else if (left->kind == TF_VALUE_NUMBER)
        order = tf_number_compare(&left->number, &right->number);
    else if (left->kind == TF_VALUE_BOOL)
        order = (int)left->boolean - (int)right->boolean;
    return order ? order : by_position(left, right);
}

/** Of members with one key only the last stays. */
static void
drop_repeated_keys(ordered *children)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < children->n; i++) {
        if (n && tf_text_compare(children->at[n - 1]->key, children->at[i]->key) == 0)
            n--;
        children->at[n++] = children->at[i];
    }
    children->n = n;
}

static ordered
order_children(const tf_value *value)
{
    ordered children = {g_new(const tf_value *, value->n_children), value->n_children};

    for (uint32_t i = 0; i < children.n; i++)
        children.at[i] = &value->children[i];
    if (children.n > 1 && has_keys(value)) {
        qsort(children.at, children.n, sizeof *children.at, by_key);
        drop_repeated_keys(&children);
    } else if (children.n > 1 && value->kind == TF_VALUE_SET) {
        qsort(children.at, children.n, sizeof *children.at, by_value);
    }
    return children;
}

/* --- Walking --------------------------------------------------------------------------------- */

/** One of the three trees that are made of a value. */
typedef struct writer {
    wmem_strbuf_t *out;
    tf_value_hidden hidden; /**< NULL: nothing */
    /** Writes a value that has no elements, or that is not taken apart. @return false: take it
     * apart */
    bool (*leaf)(const struct writer *w, const tf_value *value);
    /** Is a member left out? */
    bool (*skip)(const tf_value *value);
} writer;

static void
append_value(const writer *w, const tf_value *value)
{
    bool keys = has_keys(value), first = true;
    ordered children;

    if (w->leaf(w, value))
        return;
    children = order_children(value);
    wmem_strbuf_append_c(w->out, keys ? '{' : '[');
    for (uint32_t i = 0; i < children.n; i++) {
        if (keys && w->skip(children.at[i]))
            continue;
        if (!first)
            wmem_strbuf_append_c(w->out, ',');
        first = false;
        if (keys) {
            tf_append_json_string(w->out, children.at[i]->key);
            wmem_strbuf_append_c(w->out, ':');
        }
        append_value(w, children.at[i]);
    }
    wmem_strbuf_append_c(w->out, keys ? '}' : ']');
    g_free(children.at);
}

/* --- The value ------------------------------------------------------------------------------- */

static bool
is_nothing(const tf_value *value)
{
    return value->kind == TF_VALUE_NULL || value->kind == TF_VALUE_ABSENT ||
           value->kind == TF_VALUE_UNKNOWN;
}

static bool
plain_leaf(const writer *w, const tf_value *value)
{
    if (is_nothing(value)) {
        wmem_strbuf_append(w->out, "null");
        return true;
    }
    if (w->hidden && w->hidden(value)) {
        wmem_strbuf_append(w->out, TF_JSON_HIDDEN);
        return true;
    }
    if (tf_value_is_container(value))
        return false;
    if (value->kind == TF_VALUE_BOOL)
        wmem_strbuf_append(w->out, value->boolean ? "true" : "false");
    else if (value->kind == TF_VALUE_NUMBER)
        tf_number_append_json(w->out, &value->number);
    else if (value->kind == TF_VALUE_STRING || tf_text_is_utf8(value->string))
        tf_append_json_string(w->out, value->string);
    else
        wmem_strbuf_append(w->out, "null");
    return true;
}

static bool
is_unknown(const tf_value *value)
{
    return value->kind == TF_VALUE_UNKNOWN;
}

void
tf_value_append_json(wmem_strbuf_t *out, const tf_value *value, tf_value_hidden hidden)
{
    writer w = {out, hidden, plain_leaf, is_unknown};

    append_value(&w, value);
}

/* --- What is unknown ------------------------------------------------------------------------- */

static bool
unknown_leaf(const writer *w, const tf_value *value)
{
    if (tf_value_is_container(value))
        return false;
    wmem_strbuf_append(w->out, is_unknown(value) ? "true" : "false");
    return true;
}

static bool
is_known_leaf(const tf_value *value)
{
    return !tf_value_is_container(value) && !is_unknown(value);
}

void
tf_value_append_unknown_json(wmem_strbuf_t *out, const tf_value *value)
{
    writer w = {out, NULL, unknown_leaf, is_known_leaf};

    if (tf_value_count_unknown(value) == 0)
        wmem_strbuf_append(out, "{}");
    else
        append_value(&w, value);
}

/* --- What is sensitive ----------------------------------------------------------------------- */

static bool
is_sensitive(const tf_value *value)
{
    return value->member && value->member->attribute && value->member->attribute->sensitive;
}

static bool
contains_sensitive(const tf_value *value)
{
    if (is_sensitive(value))
        return true;
    if (tf_value_is_container(value))
        for (uint32_t i = 0; i < value->n_children; i++)
            if (contains_sensitive(&value->children[i]))
                return true;
    return false;
}

/** An unknown value is as empty as its type allows. */
static const char *
sensitivity_of_unknown(const tf_value *value)
{
    switch (value->type ? value->type->kind : TF_TYPE_DYNAMIC) {
    case TF_TYPE_LIST:
    case TF_TYPE_SET:
    case TF_TYPE_TUPLE:
        return "[]";
    case TF_TYPE_MAP:
    case TF_TYPE_OBJECT:
        return "{}";
    default:
        return "false";
    }
}

static bool
sensitive_leaf(const writer *w, const tf_value *value)
{
    if (is_sensitive(value) || (value->kind == TF_VALUE_SET && contains_sensitive(value)))
        wmem_strbuf_append(w->out, "true");
    else if (is_unknown(value))
        wmem_strbuf_append(w->out, sensitivity_of_unknown(value));
    else if (tf_value_is_container(value))
        return false;
    else
        wmem_strbuf_append(w->out, "false");
    return true;
}

static bool
is_insensitive_leaf(const tf_value *value)
{
    if (is_sensitive(value))
        return false;
    return is_unknown(value) ? sensitivity_of_unknown(value)[0] == 'f'
                             : !tf_value_is_container(value);
}

void
tf_value_append_sensitive_json(wmem_strbuf_t *out, const tf_value *value)
{
    writer w = {out, NULL, sensitive_leaf, is_insensitive_leaf};

    append_value(&w, value);
}
