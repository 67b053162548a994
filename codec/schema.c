/* schema.c
 * The types that attributes and blocks imply.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "schema.h"

static const tf_type *without_optional(wmem_allocator_t *pool, const tf_type *type);

static bool
has_optional(const tf_type *type)
{
    if (type->element)
        return has_optional(type->element);
    for (uint32_t i = 0; i < type->count; i++) {
        bool tuple = type->kind == TF_TYPE_TUPLE;
        if ((!tuple && type->members[i].optional) ||
            has_optional(tuple ? type->elements[i] : type->members[i].type))
            return true;
    }
    return false;
}

static const tf_type *
object_without_optional(wmem_allocator_t *pool, const tf_type *type)
{
    tf_member *members = g_new(tf_member, type->count);
    for (uint32_t i = 0; i < type->count; i++) {
        members[i] = type->members[i];
        members[i].optional = false;
        members[i].type = without_optional(pool, members[i].type);
    }
    const tf_type *plain = tf_type_object(pool, members, type->count);
    g_free(members);
    return plain;
}

static const tf_type *
copy_without_optional(wmem_allocator_t *pool, const tf_type *type)
{
    if (type->kind == TF_TYPE_OBJECT)
        return object_without_optional(pool, type);
    tf_type *copy = wmem_new(pool, tf_type);
    *copy = *type;
    if (type->element)
        copy->element = without_optional(pool, type->element);
    else
        copy->elements = wmem_alloc_array(pool, const tf_type *, type->count);
    for (uint32_t i = 0; i < type->count; i++)
        copy->elements[i] = without_optional(pool, type->elements[i]);
    return copy;
}

/** A value on the wire has every attribute, so what is implied has no optional ones. */
static const tf_type *
without_optional(wmem_allocator_t *pool, const tf_type *type)
{
    return has_optional(type) ? copy_without_optional(pool, type) : type;
}

/** Fills in the members that attributes make. */
static void
attribute_members(wmem_allocator_t *pool, tf_member *out, const tf_attribute *attributes,
                  uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const tf_attribute *attribute = &attributes[i];
        out[i] = (tf_member){.name = attribute->name,
                             .type = without_optional(pool, attribute->type),
                             .attribute = attribute};
    }
}

/** Wraps a type as a nesting mode has it; single, group and unknown ones don't. */
static const tf_type *
nest(wmem_allocator_t *pool, tf_nesting nesting, const tf_type *object)
{
    switch (nesting) {
    case TF_NESTING_LIST:
        return tf_type_collection(pool, TF_TYPE_LIST, object);
    case TF_NESTING_SET:
        return tf_type_collection(pool, TF_TYPE_SET, object);
    case TF_NESTING_MAP:
        return tf_type_collection(pool, TF_TYPE_MAP, object);
    default:
        return object;
    }
}

void
tf_attribute_finish(wmem_allocator_t *pool, tf_attribute *attribute)
{
    const tf_nested_type *nested = attribute->nested;
    if (!nested)
        return;
    /* cty's fallback for a nesting mode that it doesn't know is the empty object. */
    bool known = nested->nesting >= TF_NESTING_SINGLE && nested->nesting <= TF_NESTING_MAP;
    uint32_t count = known ? nested->n_attributes : 0;
    tf_member *members = g_new(tf_member, count);
    attribute_members(pool, members, nested->attributes, count);
    attribute->type = nest(pool, nested->nesting, tf_type_object(pool, members, count));
    g_free(members);
}

static const tf_type *
block_type_type(wmem_allocator_t *pool, const tf_block_type *block_type)
{
    const tf_type *type = nest(pool, block_type->nesting, block_type->block->type);
    if (!type->contains_dynamic || (type->kind != TF_TYPE_LIST && type->kind != TF_TYPE_MAP))
        return type;
    tf_type *collection = wmem_new(pool, tf_type);
    *collection = *type;
    collection->block_collection = true;
    return collection;
}

/** Fills in the members that nested blocks make. @return their number */
static uint32_t
block_members(wmem_allocator_t *pool, tf_member *out, const tf_block *block)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < block->n_block_types; i++) {
        const tf_block_type *block_type = &block->block_types[i];
        if (block_type->nesting < TF_NESTING_SINGLE || block_type->nesting > TF_NESTING_GROUP)
            continue;
        out[n++] = (tf_member){.name = block_type->name,
                               .type = block_type_type(pool, block_type),
                               .block = block_type};
    }
    return n;
}

void
tf_block_finish(wmem_allocator_t *pool, tf_block *block)
{
    /* Blocks come first: of one name the last wins. */
    tf_member *members = g_new(tf_member, (gsize)block->n_attributes + block->n_block_types + 1);
    uint32_t n = block_members(pool, members, block);
    attribute_members(pool, members + n, block->attributes, block->n_attributes);
    block->type = tf_type_object(pool, members, n + block->n_attributes);
    g_free(members);
}
