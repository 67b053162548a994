/* decode.h
 * From the bytes of a DynamicValue or RawState to a value tree.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_DECODE_H
#define TF_CODEC_DECODE_H

#include "value.h"

/** What can be wrong with an encoded value; each kind is of one severity. */
typedef enum tf_problem_code {
    /* Cannot be read: an error. */
    TF_PROBLEM_TRUNCATED, /**< the input ends inside a value */
    TF_PROBLEM_MALFORMED, /**< c1, empty input, or not JSON */
    TF_PROBLEM_TOO_DEEP,  /**< more than TF_MAX_DEPTH levels */
    TF_PROBLEM_BAD_TYPE,  /**< the type of a dynamic value is no type */
    /* Does not fit its schema: core refuses it. A warning. */
    TF_PROBLEM_WRONG_TYPE, /**< another kind of value than declared */
    TF_PROBLEM_MISSING_ATTRIBUTE,
    TF_PROBLEM_EXTRA_ATTRIBUTE,
    TF_PROBLEM_DUPLICATE_KEY,
    TF_PROBLEM_WRONG_LENGTH,   /**< a tuple with another number of elements than its type */
    TF_PROBLEM_BAD_KEY,        /**< a key that is not a string */
    TF_PROBLEM_BAD_NUMBER,     /**< text that is no number */
    TF_PROBLEM_NAN,            /**< a NaN: core and SDKs panic */
    TF_PROBLEM_BAD_EXTENSION,  /**< an extension that core refuses, shown as unknown */
    TF_PROBLEM_BAD_REFINEMENT, /**< a refinement that core refuses, shown as far as it is known */
    /* Accepted, but worth knowing. A note. */
    TF_PROBLEM_EMPTY_OBJECT, /**< an empty map for an object with attributes: only core takes it */
    TF_PROBLEM_NULL_REFINEMENT, /**< refined to be null: core makes it a known null */
    TF_PROBLEM_TRAILING_BYTES,
    TF_PROBLEM_BAD_UTF8,
    TF_PROBLEM_SDK_REFUSES, /**< core takes it, SDKs do not: an empty array for a tuple */
    /* Our own limit. A note. */
    TF_PROBLEM_TOO_MANY /**< more values than the caller allows; the rest is not decoded */
} tf_problem_code;

typedef enum tf_severity { TF_SEVERITY_NOTE, TF_SEVERITY_WARNING, TF_SEVERITY_ERROR } tf_severity;

typedef struct tf_problem {
    tf_problem_code code;
    uint32_t offset, length; /**< the bytes in question */
    const tf_value *where;   /**< the value concerned, or the nearest around it; never NULL */
    const char *detail;      /**< "expected number, found bool"; one line, lives in the pool */
} tf_problem;

/** How bad a problem of this code is. */
tf_severity tf_problem_severity(tf_problem_code code);

/** A short name for a code, `wrong-type`; constant. */
const char *tf_problem_name(tf_problem_code code);

/** The result of decoding: always a tree, at worst with problems. */
typedef struct tf_decoded {
    tf_value *root;       /**< never NULL */
    tf_problem *problems; /**< in the order found */
    uint32_t n_problems;  /**< at most TF_MAX_PROBLEMS are kept */
    uint32_t n_values;    /**< values in the tree */
    uint32_t n_unknown;   /**< of these, unknown */
} tf_decoded;

#define TF_MAX_PROBLEMS 100

/**
 * Decodes MessagePack as go-cty writes it (its cty/msgpack, and "object wire format" among
 * Terraform's documents) and every variant that other encoders write (dynamic-value.md).
 *
 * @param pool       what the result is allocated in; must not be NULL
 * @param data       the bytes; must outlive the result
 * @param length     their number; 0 gives a malformed problem
 * @param type       the type to decode by; NULL decodes by the value's own shape: extensions are
 *                   unknown, bin is text, nothing is taken for a dynamic value
 * @param max_values stop after this many values; 0 means no limit
 * @return the value tree. What does not fit its type is decoded by its own shape with a problem at
 *         that place; after an error the rest of the input is one value of kind bytes.
 */
tf_decoded *tf_decode_msgpack(wmem_allocator_t *pool, const uint8_t *data, uint32_t length,
                              const tf_type *type, uint32_t max_values);

/**
 * The same for the JSON form (go-cty's cty/json): DynamicValue.json and RawState.json. Numbers keep
 * their text; what core converts (a number from a string, a string from a bool) is converted. A
 * missing attribute is null to core: there is no value and no problem. An attribute that the type
 * does not declare decodes by its own shape, with @p lenient (RawState) without a problem; then a
 * dynamic value also stays the pair that is stored. By its own shape an object with a `type` and a
 * `value` is an object: both are common names.
 */
tf_decoded *tf_decode_json(wmem_allocator_t *pool, const uint8_t *data, uint32_t length,
                           const tf_type *type, uint32_t max_values, bool lenient);

/** One entry of a legacy flatmap, with where its key and value stand. */
typedef struct tf_flatmap_entry {
    tf_span key, value;
    uint32_t offset, length; /**< the whole entry */
    uint32_t value_offset, value_length;
} tf_flatmap_entry;

/**
 * The legacy flatmap of state formats up to 3 (core's hcl2shim) as an object of strings, in wire
 * order; the value that stands for unknown ("74D93920-ED26-11E3-AC10-0800200C9A66") becomes
 * unknown.
 * @param length bytes of the whole flatmap, for the root's range
 */
tf_decoded *tf_decode_flatmap(wmem_allocator_t *pool, const tf_flatmap_entry *entries,
                              uint32_t n_entries, uint32_t offset, uint32_t length);

/** A DynamicValue with neither encoding: a root of kind absent, at @p offset, of no bytes. */
tf_decoded *tf_decode_absent(wmem_allocator_t *pool, uint32_t offset);

#endif
