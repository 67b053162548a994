/* type.h
 * cty types: what a value is declared to be.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_TYPE_H
#define TF_CODEC_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wireshark.h>
#include <wsutil/wmem/wmem.h>

struct tf_attribute;
struct tf_block_type;

/** The kinds of type that the type JSON of the wire format can name. */
typedef enum tf_type_kind {
    TF_TYPE_DYNAMIC,
    TF_TYPE_STRING,
    TF_TYPE_NUMBER,
    TF_TYPE_BOOL,
    TF_TYPE_LIST,
    TF_TYPE_SET,
    TF_TYPE_MAP,
    TF_TYPE_TUPLE,
    TF_TYPE_OBJECT
} tf_type_kind;

typedef struct tf_type tf_type;

/**
 * One attribute of an object type. For the object that a block or a nested attribute implies, it
 * also points back at what the schema says; in a plain `object({...})` both pointers are NULL.
 */
typedef struct tf_member {
    const char *name; /**< UTF-8, NUL-terminated */
    const tf_type *type;
    bool optional;        /**< named in the third element of the type JSON */
    uint32_t name_length; /**< bytes of the name; set by tf_type_object() */
    const struct tf_attribute *attribute;
    const struct tf_block_type *block;
} tf_member;

/**
 * A type. Immutable once made; lives in the allocator that it was made with (the primitive types
 * are static).
 */
struct tf_type {
    tf_type_kind kind;
    bool contains_dynamic; /**< itself or anything inside is dynamic */
    /**
     * This list or map is a nested block that contains a dynamic attribute: core sends it as one
     * dynamic value (HCL's hcldec gives such a block a tuple or an object), SDKs as a list or map
     * of objects; both must decode.
     */
    bool block_collection;
    const tf_type *element;   /**< list, set, map: type of an element */
    const tf_type **elements; /**< tuple: `count` types */
    const tf_member *members; /**< object: `count` members, sorted bytewise by name */
    uint32_t count;           /**< tuple: elements; object: members */
};

extern const tf_type tf_type_dynamic, tf_type_string, tf_type_number, tf_type_bool;

/** Why a type JSON was refused, and where. */
typedef struct tf_type_error {
    uint32_t offset;     /**< byte offset in the JSON text */
    const char *message; /**< constant text, never NULL after a failure */
} tf_type_error;

/**
 * Reads the type JSON of the wire format: `"string"`, `["list",T]`, `["object",{...},["opt"]]`.
 *
 * @param pool   what the type is allocated in; must not be NULL
 * @param json   the text, not NUL-terminated; may be any bytes
 * @param length its length in bytes
 * @param error  filled in on failure; may be NULL
 * @return the type, or NULL if the text is not a type. What go-cty takes (its cty/json.go) is one:
 *         with white space around it, with duplicate keys (the last wins), with null for no
 *         members. Nesting is limited to TF_MAX_DEPTH.
 */
const tf_type *tf_type_parse(wmem_allocator_t *pool, const uint8_t *json, size_t length,
                             tf_type_error *error);

/** Makes a list, set or map type. @p kind must be one of these three. */
const tf_type *tf_type_collection(wmem_allocator_t *pool, tf_type_kind kind,
                                  const tf_type *element);

/**
 * Makes an object type from members in any order; of two with the same name the last wins.
 * @param members copied; names are not
 */
const tf_type *tf_type_object(wmem_allocator_t *pool, const tf_member *members, uint32_t count);

/** Finds a member of an object type by name, in O(log n). @return NULL if there is none. */
const tf_member *tf_type_member(const tf_type *type, const char *name, size_t length);

/**
 * Are two types the same, as cty's Type.Equals has it (optional markers and schema annotations do
 * not count)?
 */
bool tf_type_equal(const tf_type *a, const tf_type *b);

/** Appends the type as HCL writes it: `list(object({ a = string, b = optional(number) }))`, `any`
 * for dynamic. Non-identifier attribute names are quoted. */
void tf_type_append(wmem_strbuf_t *out, const tf_type *type);

/** The same, but of a long type no more than the beginning is right: at least @p length bytes. For
 * lines that are cut: the type of a whole block can be megabytes. */
void tf_type_append_start(wmem_strbuf_t *out, const tf_type *type, size_t length);

/** Appends the type as type JSON in the compact form that cores write (keys sorted). */
void tf_type_append_json(wmem_strbuf_t *out, const tf_type *type);

/** Nesting that a type, a value or a schema may have: 512 levels, the 513th is refused. */
#define TF_MAX_DEPTH 512

#endif
