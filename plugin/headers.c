/* headers.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "headers.h"

#include <string.h>

#include <epan/charsets.h>

/* Bytes of the length that stands before each name and each value. */
#define LENGTH_SIZE 4

tf_headers
tf_headers_of(const field_info *length)
{
    uint32_t size = tvb_captured_length(length->ds_tvb);
    const uint8_t *data = tvb_get_ptr(length->ds_tvb, 0, (int)size);

    return (tf_headers){data, data + size};
}

static bool
take_string(tf_headers *headers, tf_span *string)
{
    size_t left = (size_t)(headers->end - headers->at);
    uint32_t length;

    if (left < LENGTH_SIZE)
        return false;
    memcpy(&length, headers->at, LENGTH_SIZE);
    length = GUINT32_FROM_BE(length);
    if (length > left - LENGTH_SIZE)
        return false;
    *string = (tf_span){(const char *)headers->at + LENGTH_SIZE, length};
    headers->at += LENGTH_SIZE + length;
    return true;
}

bool
tf_headers_next(tf_headers *headers, tf_header *header)
{
    return take_string(headers, &header->name) && take_string(headers, &header->value);
}

bool
tf_header_is(const tf_header *header, const char *name)
{
    size_t length = strlen(name);

    return header->name.length == length && memcmp(header->name.data, name, length) == 0;
}

const char *
tf_header_value(wmem_allocator_t *pool, const tf_header *header)
{
    return (const char *)get_ascii_string(pool, (const uint8_t *)header->value.data,
                                          (int)header->value.length);
}
