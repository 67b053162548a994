/* schema_reading.h
 * What the readers of schema messages share: where they read from, and the fields that all have.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PROTO_SCHEMA_READING_H
#define TF_PROTO_SCHEMA_READING_H

#include "codec/schema.h"
#include "wire.h"

/** The reading of one schema or function. */
typedef struct tf_reading {
    wmem_allocator_t *pool; /**< of what is made; nothing made refers to `data` */
    unsigned version;       /**< of the protocol: 5 or 6 */
    const uint8_t *data;    /**< offsets of fields count from here */
    unsigned depth; /**< of blocks and nested types; what is deeper than TF_MAX_DEPTH is left out */
} tf_reading;

/** How many fields of this number the message @p at has. */
uint32_t tf_reading_count(const tf_reading *reading, const tf_wire_field *at, uint32_t number);

/** A string, never NULL. */
char *tf_reading_string(const tf_reading *reading, const tf_wire_field *field);

/** A text that may be missing: NULL if it is empty, for on the wire that is the same. */
char *tf_reading_text(const tf_reading *reading, const tf_wire_field *field);

/** A type; dynamic, and @p bad set, if it cannot be read. */
const tf_type *tf_reading_type(const tf_reading *reading, const tf_wire_field *field, bool *bad);

/** A nesting mode; both enums of both protocols have the same numbers for the same modes. */
tf_nesting tf_reading_nesting(const tf_wire_field *field);

/**
 * The attributes of a message, in wire order.
 * @param at     a Block or an Object
 * @param number of the field that holds them there
 * @param count  set to how many there are
 */
tf_attribute *tf_reading_attributes(tf_reading *reading, const tf_wire_field *at, uint32_t number,
                                    uint32_t *count);

/** Fills in an attribute of an identity, which is all zero, from a ResourceIdentitySchema's. */
void tf_reading_identity_attribute(const tf_reading *reading, const tf_wire_field *at,
                                   tf_attribute *attribute);

#endif
