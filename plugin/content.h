/* content.h
 * The values in a message: where they stand, what governs them, and their decoding. Everything that
 * asks what a call says, from the tree to the statistics, asks here.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_PLUGIN_CONTENT_H
#define TF_PLUGIN_CONTENT_H

#include "session.h"

#include "codec/decode.h"
#include "proto/wire.h"

/** Where in a message a walk stands: made by tf_place_*(), on the stack of the walk. */
typedef struct tf_place {
    tf_message *message;
    const uint8_t *data;                   /**< the whole message */
    const struct tf_place *around;         /**< of the message around; NULL at the top */
    const ProtobufCFieldDescriptor *field; /**< NULL at the top */
    const tf_governor *governor; /**< of the field or, if it has none, of the one around it */
    const char *type_name;       /**< that the message around names, or NULL */
    uint32_t index;              /**< of a repeated field */
    int64_t stored_version;      /**< `version` of the message around */
    bool has_stored_version;
} tf_place;

/** A DynamicValue or RawState of a message, decoded. */
typedef struct tf_field_value {
    const char *field;        /**< as tfplugin.field has it */
    tf_schema_kind kind;      /**< of schema that governs it */
    const char *type_name;    /**< the name that its schema was looked up by, or "" */
    const tf_schema_ref *ref; /**< the schema, or NULL */
    const tf_type *type;      /**< what it was decoded by; NULL: own shape */
    tf_decoded *decoded;      /**< offsets relative to `offset` */
    uint32_t offset, length;  /**< the encoded bytes, in the message */
    bool json, flatmap, both;
    bool other_version; /**< stored at another version than the schema's: decoded by own shape */
    int64_t stored_version, schema_version;
} tf_field_value;

/** Values that one DynamicValue may hold before the rest is left out; a preference. */
extern unsigned tf_max_values;

/** The top of a message. */
tf_place tf_place_top(tf_message *message, const uint8_t *data);

/**
 * What a message on the way says about the values in it: to be called once when entering it.
 * @param at its range in the data
 */
void tf_place_enter(wmem_allocator_t *pool, tf_place *place,
                    const ProtobufCMessageDescriptor *descriptor, const tf_wire_field *at);

/** A field of the message at @p around, which must outlive the place. @param index among the fields
 * of that number, from 0 */
tf_place tf_place_field(const tf_place *around, const ProtobufCFieldDescriptor *field,
                        uint32_t index);

/** The definition of a message, by its call and direction; NULL if that is not known. */
const ProtobufCMessageDescriptor *tf_message_descriptor(const tf_message *message);

/** May there be values in this message field? Not in schemas: a walk for values stays
 * out of them. */
bool tf_may_hold_values(const ProtobufCFieldDescriptor *field);

/** Is the field a DynamicValue? */
bool tf_is_dynamic_value(const ProtobufCFieldDescriptor *field);

/** Is the field a RawState? */
bool tf_is_raw_state(const ProtobufCFieldDescriptor *field);

/** The path of a place's field, as tfplugin.field has it: `imported_resources[0].state`. */
const char *tf_place_path(wmem_allocator_t *pool, const tf_place *place);

/**
 * Decodes the DynamicValue or RawState that stands at a place.
 * @param at its range in the data
 */
tf_field_value *tf_place_decode(wmem_allocator_t *pool, const tf_place *place,
                                const tf_wire_field *at);

/** Called for each value of a message in wire order. */
typedef void (*tf_field_value_func)(tf_field_value *value, void *user);

/**
 * Decodes all values of a message.
 * @param data the message's bytes, `message->length` of them; must outlive what @p func keeps
 */
void tf_message_values(wmem_allocator_t *pool, tf_message *message, const uint8_t *data,
                       tf_field_value_func func, void *user);

/**
 * Decodes one value of a message.
 * @param field as tfplugin.field has it
 * @param data  as above
 * @return NULL if there is none
 */
tf_field_value *tf_message_value(wmem_allocator_t *pool, tf_message *message, const uint8_t *data,
                                 const char *field);

/**
 * Notes, when a message is met first, what later ones and the summary need: the type that a request
 * names, schemas, counts of unknown values and of diagnostics.
 */
void tf_message_scan(tf_message *message, const uint8_t *data);

#endif
