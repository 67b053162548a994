/* walk_pairs.c
 * Maps and objects: keys, and whether they are those of the type.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "keys.h"
#include "problem.h"
#include "text.h"
#include "walk.h"

/** One map being decoded. */
typedef struct pairs {
    tf_walk *walk;
    const tf_type *type, *schema;
    uint32_t next;    /**< objects: the member that comes next if all are there, in order */
    uint32_t matched; /**< objects: keys that are members */
    bool ordered;     /**< every key so far is greater than the one before */
} pairs;

/** Reads a key. @return the index behind it */
static uint32_t
read_key(pairs *p, uint32_t at, tf_value *child)
{
    const tf_token *token = &p->walk->tape.tokens[at];
    if (tf_token_is_text(token)) {
        child->key = tf_token_text(token);
        return at + 1;
    }
    const char *text = "";
    if (token->kind == TF_TOKEN_INT)
        text = wmem_strdup_printf(p->walk->pool, "%" PRId64, token->i);
    else if (token->kind == TF_TOKEN_UINT)
        text = wmem_strdup_printf(p->walk->pool, "%" PRIu64, token->u);
    child->key = (tf_span){text, (uint32_t)strlen(text)};
    return tf_tape_skip(&p->walk->tape, at, 1);
}

/** Finds the member of an object type that a key names: mostly the one that comes next. */
static const tf_member *
find_member(pairs *p, tf_span key)
{
    const tf_type *type = p->type;
    const tf_member *member = p->next < type->count ? &type->members[p->next] : NULL;
    if (member && tf_text_equal(key, (tf_span){member->name, member->name_length})) {
        p->matched++;
        p->next++;
        return member;
    }
    member = tf_type_member(type, key.data, key.length);
    if (!member) {
        p->ordered = false;
        return NULL;
    }
    uint32_t index = (uint32_t)(member - type->members);
    if (index < p->next)
        p->ordered = false;
    p->next = index + 1;
    p->matched++;
    return member;
}

/** Where the schema says something about a member, in place of the type itself. */
static const tf_member *
annotated(const pairs *p, const tf_member *member)
{
    if (p->schema != p->type)
        member = p->schema ? tf_type_member(p->schema, member->name, member->name_length) : NULL;
    return member && (member->attribute || member->block) ? member : NULL;
}

/** The type of an attribute; its schema and member. */
static const tf_type *
attribute_type(pairs *p, tf_value *child, const tf_type **schema)
{
    const tf_member *member = find_member(p, child->key);
    *schema = NULL;
    if (!member)
        return NULL;
    child->member = annotated(p, member);
    if (p->schema == p->type)
        *schema = member->type;
    else if (p->schema && p->schema->kind == TF_TYPE_MAP)
        *schema = p->schema->element;
    else if (child->member)
        *schema = child->member->type;
    return member->type;
}

/** Is the key of the newest child greater than the one before? */
static bool
follows(const tf_value *parent, const tf_value *child)
{
    return parent->n_children < 2 || tf_text_compare(child[-1].key, child->key) < 0;
}

/** Notes an attribute that the type does not have. */
static void
note_extra(tf_walk *w, const tf_token *key, const tf_value *child)
{
    if (!tf_problem_wanted(w->out, TF_PROBLEM_EXTRA_ATTRIBUTE))
        return;
    wmem_strbuf_t *detail = wmem_strbuf_new(w->pool, "the type has no attribute ");
    tf_append_json_string(detail, child->key);
    tf_problem_add_at(w->pool, w->out, TF_PROBLEM_EXTRA_ATTRIBUTE, child, key->offset, key->length,
                      wmem_strbuf_finalize(detail));
}

/** Notes what is wrong with a key that is not one of the type's. */
static void
check_key(const pairs *p, const tf_token *key, const tf_value *child)
{
    tf_walk *w = p->walk;
    if (!tf_token_is_text(key)) {
        tf_problem_add_at(w->pool, w->out, TF_PROBLEM_BAD_KEY, child, key->offset, key->length,
                          "a key that is not a string");
        return;
    }
    if (!tf_text_is_utf8(child->key))
        tf_problem_add_at(w->pool, w->out, TF_PROBLEM_BAD_UTF8, child, key->offset, key->length,
                          "a key that is not UTF-8");
    if (p->type && p->type->kind == TF_TYPE_OBJECT && !w->lenient)
        note_extra(w, key, child);
}

/** Decodes one pair. @return the index behind it */
static uint32_t
walk_pair(pairs *p, uint32_t at, tf_value *parent, tf_value *child)
{
    const tf_type *type = NULL, *schema = NULL;
    if (at >= p->walk->tape.n)
        return tf_walk_child(p->walk, at, NULL, NULL, child);
    uint32_t value_at = read_key(p, at, child);
    bool object = p->type && p->type->kind == TF_TYPE_OBJECT;
    if (object) {
        type = attribute_type(p, child, &schema);
    } else {
        p->ordered = p->ordered && follows(parent, child);
        type = p->type ? p->type->element : NULL;
        schema = tf_walk_element_schema(p->schema);
    }
    if (!object || !type)
        check_key(p, &p->walk->tape.tokens[at], child);
    return tf_walk_child(p->walk, value_at, type, schema, child);
}

static int
compare_keys(const void *a, const void *b)
{
    const tf_value *left = *(const tf_value *const *)a, *right = *(const tf_value *const *)b;
    int order = tf_text_compare(left->key, right->key);
    return order ? order : left < right ? -1 : left > right;
}

/** Finds keys that come again, where the order did not rule them out. */
static void
check_duplicates(tf_walk *w, const tf_value *value)
{
    const tf_value **sorted = g_new(const tf_value *, value->n_children);
    for (uint32_t i = 0; i < value->n_children; i++)
        sorted[i] = &value->children[i];
    if (value->n_children)
        qsort(sorted, value->n_children, sizeof *sorted, compare_keys);
    for (uint32_t i = 1; i < value->n_children; i++)
        if (tf_text_compare(sorted[i - 1]->key, sorted[i]->key) == 0)
            tf_problem_add_at(w->pool, w->out, TF_PROBLEM_DUPLICATE_KEY, sorted[i],
                              sorted[i]->key_offset, sorted[i]->offset - sorted[i]->key_offset,
                              "a key that was there before");
    g_free(sorted);
}

/** Names the attributes that are not there. */
static void
check_missing(tf_walk *w, const tf_type *type, const tf_value *value)
{
    bool *there = g_new0(bool, type->count);
    for (uint32_t i = 0; i < value->n_children; i++) {
        tf_span key = value->children[i].key;
        const tf_member *member = tf_type_member(type, key.data, key.length);
        if (member)
            there[member - type->members] = true;
    }
    for (uint32_t i = 0; i < type->count; i++)
        if (!there[i])
            tf_walk_problem(w, TF_PROBLEM_MISSING_ATTRIBUTE, value, "attribute \"%s\" is missing",
                            type->members[i].name);
    g_free(there);
}

static void
check_object(const pairs *p, const tf_token *token, const tf_value *value)
{
    if (p->walk->encoding->missing_is_null)
        return;
    if (token->count == 0 && p->type->count > 0)
        tf_walk_problem(p->walk, TF_PROBLEM_EMPTY_OBJECT, value,
                        "an empty map for an object of %u attributes", p->type->count);
    else if ((!p->ordered || p->matched < p->type->count) &&
             tf_problem_wanted(p->walk->out, TF_PROBLEM_MISSING_ATTRIBUTE))
        check_missing(p->walk, p->type, value);
}

uint32_t
tf_walk_pairs(tf_walk *w, uint32_t at, const tf_type *type, const tf_type *schema, tf_value *value)
{
    const tf_token *token = &w->tape.tokens[at];
    pairs p = {.walk = w, .type = type, .schema = schema, .ordered = true};
    bool map = type && type->kind == TF_TYPE_MAP;
    uint32_t next = at + 1, i = 0;
    tf_walk_open(w, value, map ? TF_VALUE_MAP : TF_VALUE_OBJECT, token->count);
    for (; i < token->count; i++) {
        tf_value *child = tf_walk_begin(w, next, value);
        if (!child)
            break;
        next = walk_pair(&p, next, value, child);
    }
    next = tf_walk_close(w, at, next, 2 * (uint64_t)(token->count - i), value);
    if (w->stopped)
        return next;
    if (!p.ordered && !tf_keys_unique(value))
        check_duplicates(w, value);
    if (type && !map && !token->open)
        check_object(&p, token, value);
    return next;
}
