/* value.h
 * Decoded values: the tree that every encoding of a DynamicValue ends in.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_VALUE_H
#define TF_CODEC_VALUE_H

#include "schema.h"

typedef enum tf_value_kind {
    TF_VALUE_NULL,
    TF_VALUE_UNKNOWN,
    TF_VALUE_BOOL,
    TF_VALUE_NUMBER,
    TF_VALUE_STRING,
    TF_VALUE_LIST,
    TF_VALUE_SET,
    TF_VALUE_TUPLE, /**< also any array decoded without a type */
    TF_VALUE_MAP,
    TF_VALUE_OBJECT, /**< also any map decoded without a type */
    TF_VALUE_ABSENT, /**< a DynamicValue with neither encoding: null to core */
    TF_VALUE_BYTES   /**< bin where no type says what it is, and what could not be read at all */
} tf_value_kind;

/** How a number came. Values are exact: nothing is rounded. */
typedef enum tf_number_form {
    TF_NUMBER_INT,   /**< `i` */
    TF_NUMBER_UINT,  /**< `u`, above INT64_MAX */
    TF_NUMBER_FLOAT, /**< `d`; float32 is widened; may be infinite or NaN */
    TF_NUMBER_TEXT   /**< `text` of `length` bytes: decimal, shown as it came */
} tf_number_form;

typedef struct tf_span {
    const char *data; /**< not NUL-terminated, any bytes */
    uint32_t length;
} tf_span;

typedef struct tf_number {
    union {
        int64_t i;
        uint64_t u;
        double d;
        const char *text;
    };
    uint32_t length;
    tf_number_form form;
} tf_number;

/** What is known of an unknown value (go-cty's docs/refinements.md). */
typedef struct tf_refinement {
    bool not_null, definitely_null;
    bool has_prefix, has_lower, has_upper, has_length_lower, has_length_upper;
    bool lower_inclusive, upper_inclusive;
    tf_span prefix;
    tf_number lower, upper;
    int64_t length_lower, length_upper;
} tf_refinement;

typedef struct tf_value tf_value;

/**
 * One value. Strings and keys point into the input where they stand there literally, so a tree is
 * valid while both its allocator and the input live. Offsets are relative to the input of the
 * decode call.
 */
struct tf_value {
    tf_value_kind kind : 8;  /* in one byte: values are many, and what they take is time */
    bool dynamic;            /**< came in a dynamic slot, as a pair of type and value */
    uint32_t offset, length; /**< bytes of the value; for a dynamic one, of the whole pair */
    uint32_t key_offset;     /**< where the line begins: of a member or map entry at its key */
    tf_span key;             /**< object attribute or map key; empty for elements and the root */
    const tf_value *parent;  /**< NULL for the root */
    const tf_type *type;     /**< the type that it was decoded by; NULL: own shape */
    const tf_member *member; /**< what the schema says of this attribute or block, or NULL */
    union {
        bool boolean;
        tf_number number;
        tf_span string;                  /**< string and bytes */
        const tf_refinement *refinement; /**< unknown: NULL if nothing is known of it */
        struct {
            tf_value *children; /**< containers: in wire order, contiguous */
            uint32_t n_children;
        };
    };
};

/** Is it a list, set, tuple, map or object? */
bool tf_value_is_container(const tf_value *value);

/** Does it get a line `path = literal` of its own: all but containers that have children. */
bool tf_value_is_leaf(const tf_value *value);

/** The attribute of an object or the element of a map with this key; NULL if there is none (of
 * several the first). O(n). */
const tf_value *tf_value_child(const tf_value *value, const char *key, size_t length);

/**
 * Appends the path of a value from the root: `ingress[0].from_port`, `tags["Name"]`; nothing for
 * the root. An attribute of an object whose name is no identifier, and a key of a map decoded by
 * its type, is quoted as a JSON string.
 */
void tf_value_append_path(wmem_strbuf_t *out, const tf_value *value);

/**
 * Appends the literal of a leaf, which users filter on: a JSON string with the fewest escapes, an
 * exact decimal, `true`, `false`, `null`, `(unknown: not null, prefix "ab")`, `{}` and `[]` for
 * what is empty, `(absent)`. Bytes that are not UTF-8 become U+FFFD; bytes that are no value
 * that could be read are `(N bytes)`.
 */
void tf_value_append_literal(wmem_strbuf_t *out, const tf_value *value);

/**
 * Appends the last step of the path of a value, with a dot before an attribute that is not the
 * first step: paths can grow along a walk without starting over. Nothing for the root.
 */
void tf_value_append_step(wmem_strbuf_t *out, const tf_value *value);

/** Appends `path = literal`, for the root `= literal`. */
void tf_value_append_line(wmem_strbuf_t *out, const tf_value *value);

/** Appends a string as a JSON string, escapes as in a literal. */
void tf_append_json_string(wmem_strbuf_t *out, tf_span string);

/** Is it `[A-Za-z_][A-Za-z0-9_-]*`? */
bool tf_is_identifier(tf_span string);

/** Number of leaves below and including a value that are unknown. */
uint32_t tf_value_count_unknown(const tf_value *value);

#endif
