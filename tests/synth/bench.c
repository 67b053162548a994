/* bench.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bench.h"

#include <string.h>

#include "calls.h"
#include "msgpack_value.h"
#include "pb.h"
#include "provider.h"

/* A type has an attribute for so many bytes of schema, within limits; descriptions fill the rest.
 */
#define BYTES_PER_ATTRIBUTE 200
#define MIN_ATTRIBUTES 4
#define MAX_ATTRIBUTES 40

/* Bytes of an attribute without its description. */
#define ATTRIBUTE_OVERHEAD 45

#define NULL_VALUE "c0"

typedef struct bench_shape {
    unsigned attributes; /* of each type */
    size_t description;  /* bytes of each attribute's */
} bench_shape;

static bench_shape
shape_of(const synth_bench_options *options)
{
    double bytes = options->types ? options->schema_megabytes * 1e6 / options->types : 0;
    unsigned attributes =
        (unsigned)CLAMP(bytes / BYTES_PER_ATTRIBUTE, MIN_ATTRIBUTES, MAX_ATTRIBUTES);
    double each = bytes / attributes;
    return (bench_shape){attributes,
                         each > ATTRIBUTE_OVERHEAD ? (size_t)each - ATTRIBUTE_OVERHEAD : 0};
}

static char *
type_name(unsigned index)
{
    return g_strdup_printf("bench_type_%05u", index);
}

static GByteArray *
described_attribute(unsigned index, const char *description)
{
    static const char *const types[] = {"\"string\"", "\"number\"", "\"bool\"",
                                        "[\"map\",\"string\"]", "[\"list\",\"string\"]"};
    GByteArray *out = g_byte_array_new();
    char *name = g_strdup_printf("attribute_%02u", index);
    synth_pb_string(out, 1, name);
    synth_pb_string(out, 2, types[index % G_N_ELEMENTS(types)]);
    synth_pb_string(out, 3, description);
    synth_pb_varint(out, 5, 1);
    synth_pb_varint(out, 6, 1);
    g_free(name);
    return out;
}

static GByteArray *
schema_response(const synth_bench_options *options, const bench_shape *shape)
{
    GByteArray *out = g_byte_array_new();
    char *description = g_strnfill(shape->description, 'd');

    for (unsigned i = 0; i < options->types; i++) {
        GByteArray *block = g_byte_array_new();
        char *name = type_name(i);
        for (unsigned k = 0; k < shape->attributes; k++)
            synth_block_add(block, described_attribute(k, description));
        synth_pb_map_entry(out, 2, name, synth_schema(0, block));
        g_free(name);
    }
    g_free(description);
    return out;
}

/* A value of any of the types: something in the first five attributes, null in the rest. The number
 * of the call makes it one of its own. */
static GByteArray *
value_of(const bench_shape *shape, unsigned call)
{
    GString *text = g_string_new(NULL);
    GByteArray *out;

    g_string_printf(text,
                    "de%04x ac'attribute_00' a8'%08u' ac'attribute_01' ce%08x "
                    "ac'attribute_02' c3 ac'attribute_03' 81 a4'Name' a5'bench'",
                    shape->attributes, call % 100000000, call);
    for (unsigned k = MIN_ATTRIBUTES; k < shape->attributes; k++)
        g_string_append_printf(text, " ac'attribute_%02u' %s", k,
                               k == MIN_ATTRIBUTES ? "92 a1'a' a1'b'" : NULL_VALUE);
    out = synth_bytes(text->str);
    g_string_free(text, TRUE);
    return out;
}

/* Sends a call and its answer, both released. */
static void
send_call(synth_session *session, const char *path, GByteArray *request, GByteArray *response)
{
    static const synth_message_options held = {.hold = true};
    int32_t stream = synth_call(session, path, &(synth_call_options){.hold = true});

    synth_send_message(session, stream, SYNTH_CLIENT, request->data, request->len, &held);
    synth_end_stream(session, stream);
    synth_send_message(session, stream, SYNTH_SERVER, response->data, response->len, &held);
    synth_trailers(session, stream, 0, NULL);
    synth_forget(session, stream);
    g_byte_array_unref(request);
    g_byte_array_unref(response);
}

static void
send_plan(synth_session *session, const bench_shape *shape, unsigned call, unsigned type)
{
    GByteArray *request = g_byte_array_new(), *response = g_byte_array_new();
    char *name = type_name(type);

    synth_pb_string(request, 1, name);
    synth_pb_message(request, 2, synth_dynamic_value(synth_bytes(NULL_VALUE)));
    synth_pb_message(request, 3, synth_dynamic_value(value_of(shape, call)));
    synth_pb_message(request, 4, synth_dynamic_value(value_of(shape, call)));
    synth_pb_message(response, 1, synth_dynamic_value(value_of(shape, call)));
    send_call(session, PROVIDER6 "PlanResourceChange", request, response);
    g_free(name);
}

bool
synth_bench_write(const synth_bench_options *options, const char *path)
{
    bench_shape shape = shape_of(options);
    synth_capture *capture = synth_capture_new();
    synth_session *session = synth_new(capture, NULL);
    bool written;

    send_call(session, PROVIDER6 "GetProviderSchema", g_byte_array_new(),
              schema_response(options, &shape));
    for (unsigned i = 0; i < options->calls; i++)
        send_plan(session, &shape, i, i % MAX(options->used, 1));
    synth_close(session);
    written = synth_capture_write(capture, path);
    synth_capture_free(capture);
    return written;
}
