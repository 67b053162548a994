/* place.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "place.h"

#include "compare.h"
#include "text.h"

void
tf_place_append_attribute(wmem_strbuf_t *path, tf_span name)
{
    if (!tf_is_identifier(name)) {
        tf_place_append_key(path, name);
        return;
    }
    if (wmem_strbuf_get_len(path))
        wmem_strbuf_append_c(path, '.');
    wmem_strbuf_append_len(path, name.data, name.length);
}

void
tf_place_append_key(wmem_strbuf_t *path, tf_span key)
{
    wmem_strbuf_append_c(path, '[');
    tf_append_json_string(path, key);
    wmem_strbuf_append_c(path, ']');
}

void
tf_place_append_index(wmem_strbuf_t *path, int64_t index)
{
    wmem_strbuf_append_c(path, '[');
    tf_append_integer(path, index);
    wmem_strbuf_append_c(path, ']');
}

void
tf_place_append_child(wmem_strbuf_t *path, const tf_value *child)
{
    switch (child->parent->kind) {
    case TF_VALUE_OBJECT:
        tf_place_append_attribute(path, child->key);
        break;
    case TF_VALUE_MAP:
        tf_place_append_key(path, child->key);
        break;
    default:
        tf_place_append_index(path, child - child->parent->children);
    }
}

void
tf_steps_append(wmem_strbuf_t *path, const tf_step *steps, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (steps[i].kind == TF_STEP_ATTRIBUTE)
            tf_place_append_attribute(path, steps[i].name);
        else if (steps[i].kind == TF_STEP_KEY)
            tf_place_append_key(path, steps[i].name);
        else
            tf_place_append_index(path, steps[i].index);
    }
}

/* --- Following ------------------------------------------------------------------------------- */

/* Could a value of this type have the place? */
static const tf_type *
type_behind(const tf_type *type, const tf_step *step)
{
    const tf_member *member;

    if (!type || type->kind == TF_TYPE_DYNAMIC)
        return &tf_type_dynamic;
    switch (step->kind) {
    case TF_STEP_INDEX:
        if (type->kind == TF_TYPE_TUPLE)
            return step->index >= 0 && step->index < (int64_t)type->count
                       ? type->elements[step->index]
                       : NULL;
        return type->kind == TF_TYPE_LIST ? type->element : NULL;
    default:
        if (type->kind == TF_TYPE_MAP)
            return type->element;
        if (type->kind != TF_TYPE_OBJECT)
            return NULL;
        member = tf_type_member(type, step->name.data, step->name.length);
        return member ? member->type : NULL;
    }
}

/* Within what is not known the type alone decides. */
static tf_followed
follow_type(const tf_type *type, const tf_step *steps, uint32_t count)
{
    for (uint32_t i = 0; i < count && type; i++)
        type = type_behind(type, &steps[i]);
    return (tf_followed){NULL, type == NULL};
}

static const tf_value *
child_at(const tf_value *value, const tf_step *step)
{
    if (step->kind == TF_STEP_INDEX)
        return (value->kind == TF_VALUE_LIST || value->kind == TF_VALUE_TUPLE) &&
                       step->index >= 0 && step->index < (int64_t)value->n_children
                   ? &value->children[step->index]
                   : NULL;
    return tf_value_child(value, step->name.data, step->name.length);
}

tf_followed
tf_steps_follow(const tf_value *root, const tf_step *steps, uint32_t count)
{
    const tf_value *value = root;

    for (uint32_t i = 0; i < count; i++) {
        if (value->kind == TF_VALUE_UNKNOWN)
            return follow_type(value->type, steps + i, count - i);
        if (tf_value_is_null(value) || !tf_value_is_container(value))
            return (tf_followed){NULL, true};
        value = child_at(value, &steps[i]);
        if (!value)
            return (tf_followed){NULL, true};
    }
    return (tf_followed){value, false};
}
