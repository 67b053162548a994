/* cases_encoding.c
 * Where values stand: JSON, raw states, no value at all, nested blocks and attributes, odd
 * protobuf.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "calls.h"

#include <string.h>

#include "msgpack_value.h"
#include "pb.h"
#include "provider.h"

#define VALIDATE PROVIDER6 "ValidateResourceConfig"
#define NESTING_SINGLE 1
#define NESTING_LIST 2
#define NESTING_SET 3
#define NESTING_MAP 4
#define NESTING_GROUP 5

/* The value that stands for unknown in a flatmap. */
#define UNKNOWN_IN_FLATMAP "74D93920-ED26-11E3-AC10-0800200C9A66"

/* --- Calls ----------------------------------------------------------------------------------- */

/* Announces one resource type. @param block released */
static synth_session *
begin(synth_case *fixture, GByteArray *block)
{
    synth_session *session = synth_case_session(fixture, NULL);
    synth_message *response = synth_message_new("GetProviderSchema.Response");
    synth_pb_map_entry(response->bytes, 2, SYNTH_TYPE, synth_schema(SYNTH_RESOURCE_VERSION, block));
    synth_case_unary(fixture, session, PROVIDER6 "GetProviderSchema",
                     synth_message_new("GetProviderSchema.Request"), response);
    return session;
}

/* @param value a DynamicValue, released */
static void
validate(synth_case *fixture, synth_session *session, GByteArray *value, const char *lines)
{
    synth_message *request = synth_message_new("ValidateResourceConfig.Request");
    synth_pb_string(request->bytes, 1, SYNTH_TYPE);
    synth_pb_message(request->bytes, 2, value);
    synth_message_expect_field(request, "config");
    synth_message_expect_lines(request, lines);
    synth_case_unary(fixture, session, VALIDATE, request,
                     synth_message_new("ValidateResourceConfig.Response"));
}

static void
validate_msgpack(synth_case *fixture, synth_session *session, const char *bytes, const char *lines)
{
    validate(fixture, session, synth_dynamic_value(synth_bytes(bytes)), lines);
}

static void
validate_json(synth_case *fixture, synth_session *session, const char *json, const char *lines)
{
    GByteArray *value = g_byte_array_new();
    synth_pb_string(value, 2, json);
    validate(fixture, session, value, lines);
}

/* --- JSON ------------------------------------------------------------------------------------ */

static GByteArray *
json_block(void)
{
    static const char *const attributes[][2] = {
        {"any", "\"dynamic\""},
        {"list", "[\"list\",\"number\"]"},
        {"map", "[\"map\",\"string\"]"},
        {"number", "\"number\""},
        {"object", "[\"object\",{\"a\":\"bool\"}]"},
        {"string", "\"string\""},
    };
    GByteArray *block = g_byte_array_new();
    for (size_t i = 0; i < G_N_ELEMENTS(attributes); i++)
        synth_block_add(block, synth_attribute(attributes[i][0], attributes[i][1]));
    return block;
}

static void
json_values(synth_case *fixture)
{
    synth_session *session = begin(fixture, json_block());
    validate_json(fixture, session, "null", "= null");
    validate_json(
        fixture, session,
        "{\"any\":null,\"list\":[1,2.50,1e3,-0.0,12345678901234567890123456789],"
        "\"map\":{\"a b\":\"x\",\"k\":null},\"number\":\"7\",\"object\":{\"a\":true},"
        "\"string\":\"tab\\tquote\\\" \\u00e9 \\ud83c\\udf46 \\u0001\"}",
        "any = null\nlist[0] = 1\nlist[1] = 2.50\nlist[2] = 1e3\nlist[3] = -0.0\n"
        "list[4] = 12345678901234567890123456789\nmap[\"a b\"] = \"x\"\nmap[\"k\"] = null\n"
        "number = 7\nobject.a = true\n"
        "string = \"tab\\tquote\\\" \xC3\xA9 \xF0\x9F\x8D\x86 \\u0001\"");
    validate_json(
        fixture, session,
        " { \"string\" : \"x\" , \"object\" : null , \"number\" : null , \"map\" : {} ,\n"
        "\t\"list\" : [] , \"any\" : { \"value\" : [ true ] , "
        "\"type\" : [ \"list\" , \"bool\" ] } } ",
        "string = \"x\"\nobject = null\nnumber = null\nmap = {}\nlist = []\nany[0] = true");
    validate_json(
        fixture, session,
        "{\"any\":{\"type\":[\"map\",\"number\"],\"value\":{\"k\":1}},\"list\":null,"
        "\"map\":null,\"number\":0,\"object\":null,\"string\":\"\"}",
        "any[\"k\"] = 1\nlist = null\nmap = null\nnumber = 0\nobject = null\nstring = \"\"");
    validate_json(fixture, session, "{\"string\":", NULL);
    validate_json(fixture, session, "not json", NULL);
    validate_json(fixture, session, "{\"string\":\"\\ud800\"}", NULL);
    synth_case_broken(fixture);
    synth_close(session);
}

/* --- DynamicValue ---------------------------------------------------------------------------- */

static GByteArray *
both_encodings(void)
{
    GByteArray *value = synth_dynamic_value(synth_sample(SYNTH_RESOURCE, "msgpack"));
    synth_pb_string(value, 2, "{\"id\":\"json\",\"tags\":null}");
    return value;
}

/* What counts is the last of a field that comes more than once. */
static GByteArray *
twice(void)
{
    GByteArray *value = synth_dynamic_value(synth_sample(SYNTH_RESOURCE, "first"));
    synth_pb_message(value, 1, synth_sample(SYNTH_RESOURCE, "second"));
    return value;
}

static GByteArray *
empty_msgpack(const char *json)
{
    GByteArray *value = synth_dynamic_value(g_byte_array_new());
    if (json)
        synth_pb_string(value, 2, json);
    return value;
}

static GByteArray *
sample_block(void)
{
    GByteArray *block = g_byte_array_new();
    synth_block_add(block, synth_attribute("id", "\"string\""));
    synth_block_add(block, synth_attribute("tags", "[\"map\",\"string\"]"));
    return block;
}

static void
which_encoding(synth_case *fixture)
{
    synth_session *session = begin(fixture, sample_block());
    validate(fixture, session, both_encodings(), "id = \"msgpack\"\ntags[\"Name\"] = \"synth\"");
    validate(fixture, session, g_byte_array_new(), "= (absent)");
    validate(fixture, session, empty_msgpack(NULL), "= (absent)");
    validate(fixture, session, empty_msgpack("{\"id\":\"json\",\"tags\":{\"k\":\"v\"}}"),
             "id = \"json\"\ntags[\"k\"] = \"v\"");
    validate(fixture, session, twice(), "id = \"second\"\ntags[\"Name\"] = \"synth\"");
    synth_close(session);
}

/* OpenTofu sends a null argument as a value with neither encoding. */
static void
absent_argument(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, NULL);
    synth_message *request = synth_message_new("CallFunction.Request");
    synth_message *response = synth_message_new("CallFunction.Response");

    synth_get_schemas(fixture, session);
    synth_pb_string(request->bytes, 1, SYNTH_FUNCTION);
    synth_pb_message(request->bytes, 2, g_byte_array_new());
    synth_message_expect_field(request, "arguments[0]");
    synth_message_expect_value(request, "= (absent)");
    synth_message_add_msgpack(request, 2, "arguments[1]", synth_bytes("c0"), "= null");
    synth_message_add_msgpack(request, 2, "arguments[2]", synth_bytes("d40000"), "= (unknown)");
    synth_message_add_msgpack(response, 1, "result", synth_bytes("d40000"), "= (unknown)");
    synth_case_unary(fixture, session, PROVIDER6 "CallFunction", request, response);
    synth_close(session);
}

/* --- RawState -------------------------------------------------------------------------------- */

/* @param raw a RawState, released */
static void
upgrade(synth_case *fixture, synth_session *session, unsigned version, GByteArray *raw,
        const char *lines)
{
    synth_message *request = synth_message_new("UpgradeResourceState.Request");
    synth_message *response = synth_message_new("UpgradeResourceState.Response");

    synth_pb_string(request->bytes, 1, SYNTH_TYPE);
    synth_pb_varint(request->bytes, 2, version);
    synth_pb_message(request->bytes, 3, raw);
    synth_message_expect_field(request, "raw_state");
    synth_message_expect_lines(request, lines);
    synth_add_sample(response, 1, "upgraded_state", SYNTH_RESOURCE);
    synth_case_unary(fixture, session, PROVIDER6 "UpgradeResourceState", request, response);
}

static GByteArray *
raw_json(const char *json)
{
    GByteArray *raw = g_byte_array_new();
    synth_pb_string(raw, 1, json);
    return raw;
}

static GByteArray *
raw_flatmap(void)
{
    GByteArray *raw = g_byte_array_new();
    synth_pb_string_entry(raw, 2, "id", "i-1");
    synth_pb_string_entry(raw, 2, "tags.%", "1");
    synth_pb_string_entry(raw, 2, "tags.Name", "web");
    synth_pb_string_entry(raw, 2, "ports.#", "2");
    synth_pb_string_entry(raw, 2, "ports.0", "80");
    synth_pb_string_entry(raw, 2, "rules.1234567.to", "");
    synth_pb_string_entry(raw, 2, "address", UNKNOWN_IN_FLATMAP);
    return raw;
}

#define FLATMAP_LINES                                                                              \
    "id = \"i-1\"\n[\"tags.%\"] = \"1\"\n[\"tags.Name\"] = \"web\"\n[\"ports.#\"] = \"2\"\n"       \
    "[\"ports.0\"] = \"80\"\n[\"rules.1234567.to\"] = \"\"\naddress = (unknown)"

static void
raw_states(synth_case *fixture)
{
    synth_session *session = begin(fixture, sample_block());
    upgrade(fixture, session, SYNTH_RESOURCE_VERSION,
            raw_json("{\"id\":\"i-1\",\"tags\":{\"Name\":\"web\"}}"),
            "id = \"i-1\"\ntags[\"Name\"] = \"web\"");
    upgrade(
        fixture, session, SYNTH_RESOURCE_VERSION - 1,
        raw_json("{\"id\":\"i-1\",\"tags\":{\"Name\":\"web\",\"a b\":1},\"old\":[1,{\"x\":null}]}"),
        "id = \"i-1\"\ntags.Name = \"web\"\ntags[\"a b\"] = 1\nold[0] = 1\nold[1].x = null");
    upgrade(fixture, session, 0, raw_flatmap(), FLATMAP_LINES);
    upgrade(fixture, session, SYNTH_RESOURCE_VERSION, raw_flatmap(), FLATMAP_LINES);
    upgrade(fixture, session, 1, raw_json("null"), "= null");
    upgrade(fixture, session, 1, raw_json("{}"), "= {}");
    synth_close(session);
}

/* --- Blocks and nested attributes ------------------------------------------------------------ */

static GByteArray *
block_type(const char *name, unsigned nesting, GByteArray *block)
{
    GByteArray *out = g_byte_array_new();
    synth_pb_string(out, 1, name);
    synth_pb_message(out, 2, block);
    synth_pb_varint(out, 3, nesting);
    return out;
}

static GByteArray *
one_attribute(const char *name, const char *type)
{
    GByteArray *block = g_byte_array_new();
    synth_block_add(block, synth_attribute(name, type));
    return block;
}

static GByteArray *
block_with(unsigned nesting, const char *type)
{
    GByteArray *block = g_byte_array_new();
    synth_pb_message(block, 3, block_type("b", nesting, one_attribute("a", type)));
    return block;
}

static void
block_nestings(synth_case *fixture)
{
    GByteArray *block = g_byte_array_new();
    synth_session *session;

    synth_pb_message(block, 3, block_type("g", NESTING_GROUP, one_attribute("a", "\"string\"")));
    synth_pb_message(block, 3, block_type("l", NESTING_LIST, one_attribute("a", "\"string\"")));
    synth_pb_message(block, 3, block_type("m", NESTING_MAP, one_attribute("a", "\"string\"")));
    synth_pb_message(block, 3, block_type("o", NESTING_SINGLE, one_attribute("a", "\"string\"")));
    synth_pb_message(block, 3, block_type("s", NESTING_SET, one_attribute("a", "\"string\"")));
    session = begin(fixture, block);
    validate_msgpack(
        fixture, session,
        "85 a1'g' 81a1'a'c0 a1'l' 92 81a1'a'a1'x' 81a1'a'd40000 a1'm' 81 a1'k' 81a1'a'c0"
        "a1'o' 81a1'a'a1'y' a1's' 91 81a1'a'a1'z'",
        "g.a = null\nl[0].a = \"x\"\nl[1].a = (unknown)\nm[\"k\"].a = null\n"
        "o.a = \"y\"\ns[0].a = \"z\"");
    validate_msgpack(fixture, session, "85 a1'g'c0 a1'l'90 a1'm'80 a1'o'c0 a1's'90",
                     "g = null\nl = []\nm = {}\no = null\ns = []");
    synth_close(session);
}

/* A list block with a dynamic attribute is for core one dynamic value, for SDKs a list of objects.
 */
static void
dynamic_in_list_block(synth_case *fixture)
{
    synth_session *session = begin(fixture, block_with(NESTING_LIST, "\"dynamic\""));
    validate_msgpack(fixture, session,
                     "81 a1'b' 92 @'[\"tuple\",[[\"object\",{\"a\":\"string\"}],"
                     "[\"object\",{\"a\":\"number\"}]]]' 92 81a1'a'a1'x' 81a1'a'05",
                     "b[0].a = \"x\"\nb[1].a = 5");
    validate_msgpack(fixture, session, "81 a1'b' 92 @'[\"tuple\",[]]' 90", "b = []");
    validate_msgpack(fixture, session, "81 a1'b' 92 ac'[\"tuple\",[]]' 90", "b = []");
    validate_msgpack(fixture, session,
                     "81 a1'b' 92 81a1'a' 92 @'\"string\"' a1'x' 81a1'a' 92 @'\"number\"' 05",
                     "b[0].a = \"x\"\nb[1].a = 5");
    validate_msgpack(fixture, session, "81 a1'b' 91 81a1'a'c0", "b[0].a = null");
    validate_msgpack(fixture, session, "81 a1'b' 90", "b = []");
    validate_msgpack(fixture, session, "81 a1'b' d40000", "b = (unknown)");
    synth_close(session);
}

static void
dynamic_in_map_block(synth_case *fixture)
{
    synth_session *session = begin(fixture, block_with(NESTING_MAP, "\"dynamic\""));
    validate_msgpack(fixture, session,
                     "81 a1'b' 92 @'[\"object\",{\"k\":[\"object\",{\"a\":\"string\"}]}]'"
                     "81 a1'k' 81a1'a'a1'x'",
                     "b.k.a = \"x\"");
    validate_msgpack(fixture, session, "81 a1'b' 81 a1'k' 81a1'a' 92 @'\"string\"' a1'x'",
                     "b[\"k\"].a = \"x\"");
    validate_msgpack(fixture, session, "81 a1'b' 92 @'[\"object\",{}]' 80", "b = {}");
    validate_msgpack(fixture, session, "81 a1'b' 80", "b = {}");
    synth_close(session);
}

/* An attribute with attributes of its own, in version 6. */
static GByteArray *
nested_attribute(const char *name, unsigned nesting)
{
    GByteArray *out = g_byte_array_new(), *object = g_byte_array_new();
    synth_pb_message(object, 1, synth_attribute("a", "\"dynamic\""));
    synth_pb_varint(object, 3, nesting);
    synth_pb_string(out, 1, name);
    synth_pb_varint(out, 5, 1);
    synth_pb_message(out, 10, object);
    return out;
}

static void
nested_attributes(synth_case *fixture)
{
    GByteArray *block = g_byte_array_new();
    synth_session *session;

    synth_block_add(block, nested_attribute("l", NESTING_LIST));
    synth_block_add(block, nested_attribute("m", NESTING_MAP));
    synth_block_add(block, nested_attribute("o", NESTING_SINGLE));
    session = begin(fixture, block);
    validate_msgpack(fixture, session,
                     "83 a1'l' 91 81a1'a' 92 @'\"bool\"' c3 a1'm' 81 a1'k' 81a1'a'c0"
                     "a1'o' 81a1'a' d40000",
                     "l[0].a = true\nm[\"k\"].a = null\no.a = (unknown)");
    validate_msgpack(fixture, session, "83 a1'l'c0 a1'm'80 a1'o'c0", "l = null\nm = {}\no = null");
    synth_close(session);
}

/* --- Schemas that are not there -------------------------------------------------------------- */

static void
without_schema(synth_case *fixture)
{
    static const char whole[] =
        "87 a1'a' 01 a3'a b' a1'x' a1'l' 92 c2 c0 a1'm' 81 a1'k' d40000 a1'n' 80 a1'o' 90"
        "a1'r' c7050c8201c20501";
    static const char lines[] =
        "a = 1\n[\"a b\"] = \"x\"\nl[0] = false\nl[1] = null\n"
        "m.k = (unknown)\nn = {}\no = []\nr = (unknown: not null, length >= 1)";
    synth_session *session = synth_case_session(fixture, NULL);

    validate_msgpack(fixture, session, whole, lines);
    validate_json(fixture, session, "{\"a\":1,\"m\":{\"k k\":[true]}}",
                  "a = 1\nm[\"k k\"][0] = true");
    synth_case_expect_expert(fixture, "o schema");
    synth_close(session);
}

/* --- Protobuf -------------------------------------------------------------------------------- */

/* Fields of every wire type that no version has. */
static void
add_unknown_fields(GByteArray *out)
{
    GByteArray *bytes = synth_bytes("a00601 a906 0102030405060708 b206 03'abc' bd06 01020304"
                                    "c306 0801 c406");
    g_byte_array_append(out, bytes->data, bytes->len);
    g_byte_array_unref(bytes);
}

static void
odd_protobuf(synth_case *fixture)
{
    synth_session *session = begin(fixture, sample_block());
    synth_message *request = synth_message_new("ValidateResourceConfig.Request");

    add_unknown_fields(request->bytes);
    synth_add_sample(request, 2, "config", SYNTH_RESOURCE);
    add_unknown_fields(request->bytes);
    synth_pb_string(request->bytes, 1, SYNTH_TYPE);
    synth_case_unary(fixture, session, VALIDATE, request,
                     synth_message_new("ValidateResourceConfig.Response"));
    synth_close(session);
}

/* Of a field that comes more than once the last one counts. */
static void
field_twice(synth_case *fixture)
{
    synth_session *session = begin(fixture, sample_block());
    synth_message *request = synth_message_new("ValidateResourceConfig.Request");

    synth_pb_string(request->bytes, 1, "synth_other");
    synth_add_sample(request, 2, "config", SYNTH_RESOURCE);
    synth_pb_string(request->bytes, 1, SYNTH_TYPE);
    synth_case_unary(fixture, session, VALIDATE, request,
                     synth_message_new("ValidateResourceConfig.Response"));
    synth_close(session);
}

static void
send_broken(synth_case *fixture, synth_session *session, const char *bytes)
{
    synth_message *request = synth_message_new("ValidateResourceConfig.Request");
    GByteArray *tail = synth_bytes(bytes);
    synth_pb_string(request->bytes, 1, SYNTH_TYPE);
    g_byte_array_append(request->bytes, tail->data, tail->len);
    g_byte_array_unref(tail);
    request->unchecked = true;
    synth_case_unary(fixture, session, VALIDATE, request,
                     synth_message_new("ValidateResourceConfig.Response"));
}

static void
broken_protobuf(synth_case *fixture)
{
    static const char *const ends[] = {
        "12",                          /* a tag and no more */
        "12 7f 0a",                    /* a length beyond the end */
        "12 ffffffff0f",               /* 4 GiB */
        "12 ffffffffffffffffff01",     /* 2^64 - 1 bytes */
        "08 ffffffffffffffffffffff",   /* a varint that does not end */
        "00 00",                       /* field 0 */
        "0f 01",                       /* wire type 7 */
        "c306 c306 c306",              /* groups that do not end */
        "c406",                        /* a group that did not begin */
        "12 03 0a 05 c0",              /* a length beyond the message around it */
        "12 02 08 01",                 /* another wire type than the field has */
        "10 01",                       /* the same, one level up */
        "1a ff",                       /* a length cut off */
        "c306 c406 12 04 0a 02 81 a1", /* a value cut off */
        "a306*300",                    /* groups within each other */
    };
    synth_session *session = begin(fixture, sample_block());

    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
        send_broken(fixture, session, ends[i]);
    synth_case_broken(fixture);
    synth_close(session);
}

const synth_case_row synth_encoding_cases[] = {
    {"json", "DynamicValue in JSON", json_values},
    {"which-encoding", "both encodings, neither, an empty one, one twice", which_encoding},
    {"absent-argument", "function arguments: none, null, unknown", absent_argument},
    {"raw-state", "RawState as JSON of this and another version, as flatmap", raw_states},
    {"block-nestings", "blocks of every nesting", block_nestings},
    {"dynamic-in-list-block", "a list block with a dynamic attribute, in both forms",
     dynamic_in_list_block},
    {"dynamic-in-map-block", "a map block with a dynamic attribute, in both forms",
     dynamic_in_map_block},
    {"nested-attributes", "attributes of attributes", nested_attributes},
    {"without-schema", "values whose schema is not in the file", without_schema},
    {"odd-protobuf", "unknown fields, and fields in another order", odd_protobuf},
    {"field-twice", "a type name that comes twice", field_twice},
    {"broken-protobuf", "messages that are not protobuf", broken_protobuf},
    {NULL, NULL, NULL},
};
