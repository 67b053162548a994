/* schema_json_object.h
 * Reading JSON objects by tables of their properties; internal to schema_json*.c.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_SCHEMA_JSON_OBJECT_H
#define TF_CODEC_SCHEMA_JSON_OBJECT_H

#include "json.h"
#include "schema_json.h"
#include "text.h"

typedef struct tf_schema_reader {
    wmem_allocator_t *pool;
    tf_tape tape;
} tf_schema_reader;

/** One property of an object and what reads it; `offset` is where it goes. A list of them ends with
 * one without a name. */
typedef struct tf_schema_property {
    const char *name;
    void (*read)(const tf_schema_reader *r, uint32_t at, void *out);
    size_t offset;
} tf_schema_property;

/**
 * Makes the tokens of one schema; `tf_tape_clear(&r->tape)` frees them.
 * @return false, with the reason, if it is no JSON object
 */
bool tf_schema_reader_begin(tf_schema_reader *r, const uint8_t *json, uint32_t length,
                            tf_schema_json_error *error);

static inline const tf_token *
tf_schema_token(const tf_schema_reader *r, uint32_t at)
{
    return &r->tape.tokens[at];
}

/** The index of the token behind the value at @p at. */
uint32_t tf_schema_behind(const tf_schema_reader *r, uint32_t at);

/** Reads the known properties of an object; what is no object has none. */
void tf_schema_read_object(const tf_schema_reader *r, uint32_t at,
                           const tf_schema_property *properties, void *out);

/* What reads one property: a value of an unexpected kind leaves @p out as it is, or false. */

/** A bool. */
void tf_schema_read_bool(const tf_schema_reader *r, uint32_t at, void *out);

/** A whole number as int64_t; cores write them without sign, fraction and exponent. */
void tf_schema_read_integer(const tf_schema_reader *r, uint32_t at, void *out);

/** Text as `const char *`, copied; left alone where it is empty. */
void tf_schema_read_text(const tf_schema_reader *r, uint32_t at, void *out);

/** `description_kind` as bool. */
void tf_schema_read_markdown(const tf_schema_reader *r, uint32_t at, void *out);

/** Type JSON as `const tf_type *`; NULL if it is none. */
void tf_schema_read_type(const tf_schema_reader *r, uint32_t at, void *out);

#endif
