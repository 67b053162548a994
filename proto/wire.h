/* wire.h
 * A reader of protobuf's wire format that knows where every byte came from.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PROTO_WIRE_H
#define TF_PROTO_WIRE_H

#include <stdint.h>

/** Groups within groups beyond this many levels are an error. */
#define TF_WIRE_MAX_GROUPS 100

/** How reading one field went. */
typedef enum tf_wire_status {
    TF_WIRE_OK,
    TF_WIRE_END,        /**< no bytes left: not an error, and no field was read */
    TF_WIRE_TRUNCATED,  /**< the field needs more bytes than there are */
    TF_WIRE_BAD_TAG,    /**< field number 0 or above 2^29-1, or wire type 6 or 7 */
    TF_WIRE_BAD_VARINT, /**< a varint of more than 10 bytes or 64 bits */
    TF_WIRE_BAD_GROUP   /**< an end without its start, or deeper than TF_WIRE_MAX_GROUPS */
} tf_wire_status;

/** The wire types that occur in a tf_wire_field. */
enum {
    TF_WIRE_VARINT = 0,
    TF_WIRE_FIXED64 = 1,
    TF_WIRE_BYTES = 2,
    TF_WIRE_GROUP = 3,
    TF_WIRE_END_GROUP = 4, /**< only together with TF_WIRE_BAD_GROUP */
    TF_WIRE_FIXED32 = 5
};

/** Where reading stands. Plain data: copy it to come back to a place. */
typedef struct tf_wire_reader {
    const uint8_t *data; /**< borrowed */
    uint32_t offset;     /**< of the next byte to read, from `data` */
    uint32_t end;        /**< of the first byte not to read, from `data` */
} tf_wire_reader;

/** One field as found. All offsets count from the reader's `data`, all lengths are bytes. */
typedef struct tf_wire_field {
    uint32_t number;       /**< 1 to 2^29-1; 0 when the tag could not be read */
    uint8_t wire_type;     /**< 0 to 7; 0 when the tag could not be read */
    uint32_t offset;       /**< of the tag */
    uint32_t length;       /**< from the tag to the end of the field */
    uint32_t value_offset; /**< after tag and length prefix; a group: after the start tag */
    uint32_t value_length; /**< a group: up to its end tag */
    uint64_t scalar;       /**< the value of a varint, fixed32 or fixed64; else 0 */
} tf_wire_field;

/**
 * Makes a reader of the bytes from `offset` up to, not including, `end`.
 *
 * @param data  must outlive the reader; may be NULL if there are no bytes
 * @param end   an `end` at or before `offset` makes an empty reader
 */
void tf_wire_init(tf_wire_reader *r, const uint8_t *data, uint32_t offset, uint32_t end);

/**
 * Makes a reader of the message that is the value of a field.
 *
 * @param data  of the reader that found the field
 */
void tf_wire_enter(tf_wire_reader *r, const uint8_t *data, const tf_wire_field *field);

/**
 * Reads the next field.
 *
 * Fields come as sent: any order, repeated, unknown numbers too. What the bytes declare is never
 * believed: nothing outside of the reader's range is read, and nothing is allocated.
 *
 * @param field  filled in for every status but TF_WIRE_END, which leaves it alone
 * @return TF_WIRE_OK, TF_WIRE_END, or an error. On an error the field stretches over all bytes that
 *         are left and its value over those of them that follow what could be read of tag and
 *         length; the reader is at its end, so that an error comes once and then TF_WIRE_END.
 *
 * Accepted as protobuf's own decoders do: tags, lengths and values in more bytes than they need
 * (up to 10), and groups, which proto3 has no way to write.
 */
tf_wire_status tf_wire_next(tf_wire_reader *r, tf_wire_field *field);

/** What is wrong, for a person: `field is cut off`; constant, never NULL. */
const char *tf_wire_status_text(tf_wire_status status);

#endif
