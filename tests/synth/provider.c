/* provider.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "provider.h"

#include "msgpack_value.h"
#include "pb.h"

#define MARKDOWN 1
#define SEVERITY_ERROR 1
#define SEVERITY_WARNING 2

/* The attribute that a kind has beside `tags`. */
static const char *const own_attribute[] = {
    [SYNTH_RESOURCE] = "id",         [SYNTH_DATA_SOURCE] = "query",
    [SYNTH_EPHEMERAL] = "lease",     [SYNTH_LIST] = "filter",
    [SYNTH_ACTION] = "act",          [SYNTH_STATE_STORE] = "bucket",
    [SYNTH_PROVIDER] = "endpoint",   [SYNTH_PROVIDER_META] = "module",
    [SYNTH_PROVISIONER] = "command", [SYNTH_IDENTITY] = "arn",
};

/* --- Schemas --------------------------------------------------------------------------------- */

GByteArray *
synth_attribute(const char *name, const char *type)
{
    GByteArray *out = g_byte_array_new();
    synth_pb_string(out, 1, name);
    synth_pb_string(out, 2, type);
    synth_pb_varint(out, 5, 1);
    synth_pb_varint(out, 6, 1);
    return out;
}

void
synth_block_add(GByteArray *block, GByteArray *attribute)
{
    synth_pb_message(block, 2, attribute);
}

GByteArray *
synth_schema(unsigned version, GByteArray *block)
{
    GByteArray *out = g_byte_array_new();
    synth_pb_varint(out, 1, version);
    synth_pb_message(out, 2, block);
    return out;
}

GByteArray *
synth_sample_schema(synth_kind kind)
{
    GByteArray *block = g_byte_array_new();
    synth_block_add(block, synth_attribute(own_attribute[kind], "\"string\""));
    synth_block_add(block, synth_attribute("tags", "[\"map\",\"string\"]"));
    return synth_schema(kind == SYNTH_RESOURCE ? SYNTH_RESOURCE_VERSION : 0, block);
}

/* An attribute with every field; the numbers differ between the versions. */
static GByteArray *
full_attribute(unsigned version)
{
    GByteArray *out = g_byte_array_new();
    synth_pb_string(out, 1, "secret");
    synth_pb_string(out, 2, "\"string\"");
    synth_pb_string(out, 3, "A *secret*.");
    synth_pb_varint(out, 4, 1);
    synth_pb_varint(out, 5, 1);
    synth_pb_varint(out, 6, 1);
    synth_pb_varint(out, 7, 1);
    synth_pb_varint(out, 8, MARKDOWN);
    synth_pb_varint(out, 9, 1);
    synth_pb_varint(out, version == 5 ? 10 : 11, 1);
    synth_pb_string(out, version == 5 ? 11 : 12, "Use another.");
    return out;
}

/* An attribute of version 6 with attributes of its own. */
static GByteArray *
nested_attribute(unsigned nesting)
{
    char name[] = "nested0";
    GByteArray *out = g_byte_array_new(), *object = g_byte_array_new();
    name[6] = (char)('0' + nesting);
    synth_pb_message(object, 1, synth_attribute("name", "\"string\""));
    synth_pb_varint(object, 3, nesting);
    synth_pb_varint(object, 4, 1);
    synth_pb_varint(object, 5, 2);
    synth_pb_string(out, 1, name);
    synth_pb_varint(out, 5, 1);
    synth_pb_message(out, 10, object);
    return out;
}

static GByteArray *
nested_block(unsigned nesting)
{
    char name[] = "block0";
    GByteArray *out = g_byte_array_new(), *inner = g_byte_array_new();
    name[5] = (char)('0' + nesting);
    synth_block_add(inner, synth_attribute("name", "\"string\""));
    synth_pb_string(out, 1, name);
    synth_pb_message(out, 2, inner);
    synth_pb_varint(out, 3, nesting);
    synth_pb_varint(out, 4, 1);
    synth_pb_varint(out, 5, 2);
    return out;
}

/* A schema with every field of Schema and all below it. */
static GByteArray *
full_schema(unsigned version)
{
    GByteArray *block = g_byte_array_new();
    synth_pb_varint(block, 1, 1);
    synth_block_add(block, full_attribute(version));
    for (unsigned nesting = 1; version == 6 && nesting <= 4; nesting++)
        synth_block_add(block, nested_attribute(nesting));
    for (unsigned nesting = 1; nesting <= 5; nesting++)
        synth_pb_message(block, 3, nested_block(nesting));
    synth_pb_string(block, 4, "All there is.");
    synth_pb_varint(block, 5, MARKDOWN);
    synth_pb_varint(block, 6, 1);
    synth_pb_string(block, 7, "Use less.");
    if (version == 6)
        synth_pb_varint(block, 8, 1);
    return synth_schema(1, block);
}

/* --- Functions ------------------------------------------------------------------------------- */

static GByteArray *
parameter(const char *name, const char *type)
{
    GByteArray *out = g_byte_array_new();
    synth_pb_string(out, 1, name);
    synth_pb_string(out, 2, type);
    synth_pb_varint(out, 3, 1);
    synth_pb_varint(out, 4, 1);
    synth_pb_string(out, 5, "A parameter.");
    synth_pb_varint(out, 6, MARKDOWN);
    return out;
}

void
synth_add_functions(GByteArray *out, unsigned field)
{
    GByteArray *function = g_byte_array_new(), *result = g_byte_array_new();
    synth_pb_string(result, 1, "[\"map\",\"string\"]");
    synth_pb_message(function, 1, parameter("text", "\"string\""));
    synth_pb_message(function, 1, parameter("count", "\"number\""));
    synth_pb_message(function, 2, parameter("flags", "\"bool\""));
    synth_pb_message(function, 3, result);
    synth_pb_string(function, 4, "Describes.");
    synth_pb_string(function, 5, "Describes at *length*.");
    synth_pb_varint(function, 6, MARKDOWN);
    synth_pb_string(function, 7, "Describe no more.");
    synth_pb_map_entry(out, field, SYNTH_FUNCTION, function);
}

/* --- Responses with schemas ------------------------------------------------------------------ */

GByteArray *
synth_server_capabilities(void)
{
    GByteArray *out = g_byte_array_new();
    for (unsigned field = 1; field <= 4; field++)
        synth_pb_varint(out, field, 1);
    return out;
}

static GByteArray *
action_schema(void)
{
    GByteArray *out = g_byte_array_new();
    synth_pb_message(out, 1, synth_sample_schema(SYNTH_ACTION));
    return out;
}

synth_message *
synth_schema_response(unsigned version)
{
    synth_message *message =
        synth_message_new(version == 5 ? "GetSchema.Response" : "GetProviderSchema.Response");
    GByteArray *out = message->bytes;
    synth_pb_message(out, 1, synth_sample_schema(SYNTH_PROVIDER));
    synth_pb_map_entry(out, 2, SYNTH_TYPE, synth_sample_schema(SYNTH_RESOURCE));
    synth_pb_map_entry(out, 2, "synth_full", full_schema(version));
    synth_pb_map_entry(out, 3, SYNTH_TYPE, synth_sample_schema(SYNTH_DATA_SOURCE));
    synth_add_diagnostics(out, 4);
    synth_pb_message(out, 5, synth_sample_schema(SYNTH_PROVIDER_META));
    synth_pb_message(out, 6, synth_server_capabilities());
    synth_add_functions(out, 7);
    synth_pb_map_entry(out, 8, SYNTH_TYPE, synth_sample_schema(SYNTH_EPHEMERAL));
    synth_pb_map_entry(out, 9, SYNTH_TYPE, synth_sample_schema(SYNTH_LIST));
    if (version == 6)
        synth_pb_map_entry(out, 10, SYNTH_STORE_TYPE, synth_sample_schema(SYNTH_STATE_STORE));
    synth_pb_map_entry(out, 11, SYNTH_ACTION_TYPE, action_schema());
    return message;
}

static GByteArray *
identity_attribute(const char *name, const char *type)
{
    GByteArray *out = g_byte_array_new();
    synth_pb_string(out, 1, name);
    synth_pb_string(out, 2, type);
    synth_pb_varint(out, 3, 1);
    synth_pb_varint(out, 4, 1);
    synth_pb_string(out, 5, "Part of what it is.");
    return out;
}

synth_message *
synth_identity_schemas_response(void)
{
    synth_message *message = synth_message_new("GetResourceIdentitySchemas.Response");
    GByteArray *schema = g_byte_array_new();
    synth_pb_varint(schema, 1, SYNTH_IDENTITY_VERSION);
    synth_pb_message(schema, 2, identity_attribute(own_attribute[SYNTH_IDENTITY], "\"string\""));
    synth_pb_message(schema, 2, identity_attribute("tags", "[\"map\",\"string\"]"));
    synth_pb_map_entry(message->bytes, 1, SYNTH_TYPE, schema);
    synth_add_diagnostics(message->bytes, 2);
    return message;
}

/* --- Diagnostics ----------------------------------------------------------------------------- */

static GByteArray *
attribute_path(void)
{
    GByteArray *out = g_byte_array_new(), *step[3];
    for (unsigned i = 0; i < G_N_ELEMENTS(step); i++)
        step[i] = g_byte_array_new();
    synth_pb_string(step[0], 1, "tags");
    synth_pb_string(step[1], 2, "Name");
    synth_pb_varint(step[2], 3, 7);
    for (unsigned i = 0; i < G_N_ELEMENTS(step); i++)
        synth_pb_message(out, 1, step[i]);
    return out;
}

static GByteArray *
diagnostic(unsigned severity, const char *summary)
{
    GByteArray *out = g_byte_array_new();
    synth_pb_varint(out, 1, severity);
    synth_pb_string(out, 2, summary);
    synth_pb_string(out, 3, "In detail,\nin two lines.");
    synth_pb_message(out, 4, attribute_path());
    return out;
}

void
synth_add_diagnostics(GByteArray *out, unsigned field)
{
    synth_pb_message(out, field, diagnostic(SEVERITY_ERROR, "It went wrong"));
    synth_pb_message(out, field, diagnostic(SEVERITY_WARNING, "It may go wrong"));
}

/* --- Values ---------------------------------------------------------------------------------- */

/* The same object, with a map within, as msgpack-c writes it. */
GByteArray *
synth_sample(synth_kind kind, const char *text)
{
    GByteArray *tags = synth_msgpack_object("Name", "synth", NULL);
    GByteArray *out = synth_msgpack_object(own_attribute[kind], text, "tags", NULL, NULL);

    g_byte_array_set_size(out, out->len - 1); /* the nil that stands for the tags */
    g_byte_array_append(out, tags->data, tags->len);
    g_byte_array_unref(tags);
    return out;
}

char *
synth_sample_lines(synth_kind kind, const char *text)
{
    return g_strdup_printf("%s = \"%s\"\ntags[\"Name\"] = \"synth\"", own_attribute[kind], text);
}

void
synth_add_sample_to(synth_message *message, GByteArray *out, unsigned field, const char *name,
                    synth_kind kind)
{
    char *lines = synth_sample_lines(kind, name);
    synth_pb_message(out, field, synth_dynamic_value(synth_sample(kind, name)));
    synth_message_expect_field(message, name);
    synth_message_expect_lines(message, lines);
    g_free(lines);
}

void
synth_add_sample(synth_message *message, unsigned field, const char *name, synth_kind kind)
{
    synth_add_sample_to(message, message->bytes, field, name, kind);
}

void
synth_add_identity(synth_message *message, GByteArray *out, unsigned field, const char *name)
{
    GByteArray *identity = g_byte_array_new();
    char *full = g_strconcat(name, ".identity_data", NULL);
    synth_add_sample_to(message, identity, 1, full, SYNTH_IDENTITY);
    synth_pb_message(out, field, identity);
    g_free(full);
}
