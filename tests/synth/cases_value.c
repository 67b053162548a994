/* cases_value.c
 * Values as encoders other than Go's write them, and as none should. Each row is a resource type of
 * its own with one attribute `v`, and one ValidateResourceConfig.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "calls.h"

#include <string.h>

#include "msgpack_value.h"
#include "pb.h"
#include "provider.h"

typedef struct value_row {
    const char *type;   /* of the attribute */
    const char *bytes;  /* of its value, in the notation of synth_bytes() */
    const char *lines;  /* what is shown; NULL where the text is not promised */
    const char *expert; /* part of some expert info, or NULL */
    bool whole;         /* the bytes are the whole configuration, not the attribute's */
} value_row;

#define STRING "\"string\""
#define NUMBER "\"number\""
#define BOOL "\"bool\""
#define DYNAMIC "\"dynamic\""
#define LIST "[\"list\",\"string\"]"
#define SET "[\"set\",\"number\"]"
#define MAP "[\"map\",\"string\"]"
#define TUPLE "[\"tuple\",[\"number\",\"string\"]]"
#define OBJECT "[\"object\",{\"a\":\"string\",\"b\":\"number\"}]"

#define TEXT_50 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define TEXT_300 TEXT_50 TEXT_50 TEXT_50 TEXT_50 TEXT_50 TEXT_50

static char *
row_type(size_t index)
{
    return g_strdup_printf("synth_row%zu", index);
}

static void
send_schemas(synth_case *fixture, synth_session *session, const value_row *rows, size_t count)
{
    synth_message *response = synth_message_new("GetProviderSchema.Response");
    for (size_t i = 0; i < count; i++) {
        GByteArray *block = g_byte_array_new();
        char *name = row_type(i);
        synth_block_add(block, synth_attribute("v", rows[i].type));
        synth_pb_map_entry(response->bytes, 2, name, synth_schema(0, block));
        g_free(name);
    }
    synth_case_unary(fixture, session, PROVIDER6 "GetProviderSchema",
                     synth_message_new("GetProviderSchema.Request"), response);
}

static GByteArray *
row_value(const value_row *row)
{
    GByteArray *out = synth_bytes(row->whole ? "" : "81 a1'v'"), *value = synth_bytes(row->bytes);
    g_byte_array_append(out, value->data, value->len);
    g_byte_array_unref(value);
    return out;
}

static void
send_row(synth_case *fixture, synth_session *session, const value_row *row, const char *type)
{
    synth_message *request = synth_message_new("ValidateResourceConfig.Request");
    synth_pb_string(request->bytes, 1, type);
    synth_message_add_msgpack(request, 2, "config", row_value(row), row->lines);
    synth_case_unary(fixture, session, PROVIDER6 "ValidateResourceConfig", request,
                     synth_message_new("ValidateResourceConfig.Response"));
    if (row->expert)
        synth_case_expect_expert(fixture, row->expert);
}

static void
send_rows(synth_case *fixture, const value_row *rows, size_t count)
{
    synth_session *session = synth_case_session(fixture, NULL);
    send_schemas(fixture, session, rows, count);
    for (size_t i = 0; i < count; i++) {
        char *type = row_type(i);
        send_row(fixture, session, &rows[i], type);
        g_free(type);
    }
    synth_close(session);
}

#define SEND_ROWS(fixture, rows) send_rows(fixture, rows, G_N_ELEMENTS(rows))

/* --- Widths that Go never writes ------------------------------------------------------------- */

static void
wide_strings(synth_case *fixture)
{
    static const value_row rows[] = {
        {STRING, "a0", "v = \"\"", NULL, false},
        {STRING, "d900", "v = \"\"", NULL, false},
        {STRING, "d903'abc'", "v = \"abc\"", NULL, false},
        {STRING, "da0003'abc'", "v = \"abc\"", NULL, false},
        {STRING, "db00000003'abc'", "v = \"abc\"", NULL, false},
        {STRING, "da012c 'x'*300", "v = \"" TEXT_300 "\"", NULL, false},
        {STRING, "db0000012c 'x'*300", "v = \"" TEXT_300 "\"", NULL, false},
        {STRING, "db00011170 'x'*70000", NULL, NULL, false},
        {STRING, "c403'abc'", "v = \"abc\"", NULL, false},
        {STRING, "c50003'abc'", "v = \"abc\"", NULL, false},
        {STRING, "c600000003'abc'", "v = \"abc\"", NULL, false},
        {STRING, "a6'a\"b\\c/'", "v = \"a\\\"b\\\\c/\"", NULL, false},
        {STRING, "a5 08 09 0a 0c 0d", "v = \"\\b\\t\\n\\f\\r\"", NULL, false},
        {STRING, "a4 00 01 1f 7f", "v = \"\\u0000\\u0001\\u001f\x7f\"", NULL, false},
        {STRING, "a2 c3a9", "v = \"\xC3\xA9\"", NULL, false},
        {STRING, "a4 f09f8d86", "v = \"\xF0\x9F\x8D\x86\"", NULL, false},
        {STRING, "a3'e' cc81", "v = \"e\xCC\x81\"", NULL, false},
        {STRING, "a3 'a' ff 'b'",
         "v = \"a\xEF\xBF\xBD"
         "b\"",
         NULL, false},
    };
    SEND_ROWS(fixture, rows);
}

static void
wide_numbers(synth_case *fixture)
{
    static const value_row rows[] = {
        {NUMBER, "cc07", "v = 7", NULL, false},
        {NUMBER, "cd0007", "v = 7", NULL, false},
        {NUMBER, "ce00000007", "v = 7", NULL, false},
        {NUMBER, "cf0000000000000007", "v = 7", NULL, false},
        {NUMBER, "d007", "v = 7", NULL, false},
        {NUMBER, "d10007", "v = 7", NULL, false},
        {NUMBER, "d200000007", "v = 7", NULL, false},
        {NUMBER, "d30000000000000007", "v = 7", NULL, false},
        {NUMBER, "d0ff", "v = -1", NULL, false},
        {NUMBER, "d1ffff", "v = -1", NULL, false},
        {NUMBER, "d2ffffffff", "v = -1", NULL, false},
        {NUMBER, "d3ffffffffffffffff", "v = -1", NULL, false},
        {NUMBER, "d38000000000000000", "v = -9223372036854775808", NULL, false},
        {NUMBER, "cf7fffffffffffffff", "v = 9223372036854775807", NULL, false},
        {NUMBER, "cf8000000000000000", "v = 9223372036854775808", NULL, false},
        {NUMBER, "cfffffffffffffffff", "v = 18446744073709551615", NULL, false},
        {NUMBER, "ca3f000000", "v = 0.5", NULL, false},
        {NUMBER, "cac0100000", "v = -2.25", NULL, false},
        {NUMBER, "ca501502f9", "v = 10000000000", NULL, false},
        {NUMBER, "ca3dcccccd", "v = 0.10000000149011612", NULL, false},
        {NUMBER, "cb4000000000000000", "v = 2", NULL, false},
        {NUMBER, "cb3fb999999999999a", "v = 0.1", NULL, false},
        {NUMBER, "cb4415af1d78b58c40", "v = 100000000000000000000", NULL, false},
        {NUMBER, "cb3eb0c6f7a0b5ed8d", "v = 0.000001", NULL, false},
        {NUMBER, "cb43e0000000000000", "v = 9223372036854776000", NULL, false},
        {NUMBER, "cb7ff0000000000000", "v = inf", NULL, false},
        {NUMBER, "cbfff0000000000000", "v = -inf", NULL, false},
        {NUMBER, "ca7f800000", "v = inf", NULL, false},
        {NUMBER, "cb7ff8000000000000", "v = nan", NULL, false},
        {NUMBER, "ca7fc00000", "v = nan", NULL, false},
        {NUMBER, "bd'12345678901234567890123456789'", "v = 12345678901234567890123456789", NULL,
         false},
        {NUMBER, "a5'1e-30'", "v = 1e-30", NULL, false},
        {NUMBER, "a3'1e3'", "v = 1e3", NULL, false},
        {NUMBER, "a3'1p4'", "v = 1p4", NULL, false},
        {NUMBER, "a3'Inf'", NULL, NULL, false},
        {NUMBER, "c4023432", "v = 42", NULL, false},
        {NUMBER, "c4042d302e35", "v = -0.5", NULL, false},
        {NUMBER, "a4'0x10'", "v = \"0x10\"", "number", false},
        {NUMBER, "a2' 1'", "v = \" 1\"", NULL, false},
        {NUMBER, "a3'abc'", "v = \"abc\"", NULL, false},
        {NUMBER, "a0", "v = \"\"", NULL, false},
    };
    SEND_ROWS(fixture, rows);
}

static void
wide_containers(synth_case *fixture)
{
    static const value_row rows[] = {
        {LIST, "90", "v = []", NULL, false},
        {LIST, "dc0000", "v = []", NULL, false},
        {LIST, "dd00000000", "v = []", NULL, false},
        {LIST, "dc0002 a1'a' a1'b'", "v[0] = \"a\"\nv[1] = \"b\"", NULL, false},
        {LIST, "dd00000002 a1'a' c0", "v[0] = \"a\"\nv[1] = null", NULL, false},
        {SET, "dd00000002 02 01", "v[0] = 2\nv[1] = 1", NULL, false},
        {SET, "93 01 01 d40000", "v[0] = 1\nv[1] = 1\nv[2] = (unknown)", NULL, false},
        {TUPLE, "dd00000002 01 a1'a'", "v[0] = 1\nv[1] = \"a\"", NULL, false},
        {MAP, "80", "v = {}", NULL, false},
        {MAP, "de0000", "v = {}", NULL, false},
        {MAP, "df00000000", "v = {}", NULL, false},
        {MAP, "de0001 a1'k' a1'a'", "v[\"k\"] = \"a\"", NULL, false},
        {MAP, "df00000002 a1'z' a1'a' d901'k' c0", "v[\"z\"] = \"a\"\nv[\"k\"] = null", NULL,
         false},
        {MAP, "82 a0 a1'a' a3'a b' a1'b'", "v[\"\"] = \"a\"\nv[\"a b\"] = \"b\"", NULL, false},
        {MAP, "81 a2'a\"' a1'b'", "v[\"a\\\"\"] = \"b\"", NULL, false},
        {MAP, "81 c401'k' a1'a'", "v[\"k\"] = \"a\"", NULL, false},
        {OBJECT, "82 a1'a' a1'x' a1'b' 07", "v.a = \"x\"\nv.b = 7", NULL, false},
        {OBJECT, "de0002 a1'b' 07 a1'a' a1'x'", "v.b = 7\nv.a = \"x\"", NULL, false},
        {OBJECT, "df00000002 c401'a' c0 da0001'b' d40000", "v.a = null\nv.b = (unknown)", NULL,
         false},
        {OBJECT, "c0", "v = null", NULL, false},
        {STRING, "df00000001 db00000001'v' da0001'x'", "v = \"x\"", NULL, true},
        {STRING, "de0001 c401'v' c401'x'", "v = \"x\"", NULL, true},
    };
    SEND_ROWS(fixture, rows);
}

/* --- What decoders accept and refuse --------------------------------------------------------- */

static void
extensions(synth_case *fixture)
{
    static const value_row rows[] = {
        {STRING, "d40000", "v = (unknown)", NULL, false},
        {STRING, "d40001", "v = (unknown)", NULL, false},
        {STRING, "d40500", "v = (unknown)", NULL, false},
        {STRING, "d40c00", "v = (unknown)", NULL, false},
        {STRING, "d4ff00", "v = (unknown)", NULL, false},
        {STRING, "c70000", "v = (unknown)", NULL, false},
        {STRING, "c7000c", "v = (unknown)", NULL, false},
        {NUMBER, "c7010500", "v = (unknown)", NULL, false},
        {BOOL, "c8000000", "v = (unknown)", NULL, false},
        {LIST, "c90000000000", "v = (unknown)", NULL, false},
        {MAP, "d40000", "v = (unknown)", NULL, false},
        {OBJECT, "d40000", "v = (unknown)", NULL, false},
        {TUPLE, "d40000", "v = (unknown)", NULL, false},
        {DYNAMIC, "d40000", "v = (unknown)", NULL, false},
        {STRING, "d40000", "= (unknown)", NULL, true},
        {STRING, "c0", "= null", NULL, true},
        {STRING, "d5000000", "v = (unknown)", "xtension", false},
        {STRING, "d60000000000", "v = (unknown)", NULL, false},
        {STRING, "d7ff 00*8", "v = (unknown)", NULL, false},
        {STRING, "d805 00*16", "v = (unknown)", NULL, false},
        {STRING, "c70305 000000", "v = (unknown)", NULL, false},
        {STRING, "c8040105 00*1025", "v = (unknown)", NULL, false},
        {STRING, "c804010c 00*1025", "v = (unknown)", "efinement", false},
        {LIST, "93 a1'a' d40000 c0", "v[0] = \"a\"\nv[1] = (unknown)\nv[2] = null", NULL, false},
    };
    SEND_ROWS(fixture, rows);
}

static void
misfits(synth_case *fixture)
{
    static const value_row rows[] = {
        {STRING, "05", "v = 5", "expected string", false},
        {STRING, "c3", "v = true", NULL, false},
        {STRING, "91 01", "v[0] = 1", NULL, false},
        {BOOL, "01", "v = 1", "expected bool", false},
        {BOOL, "a4'true'", "v = \"true\"", NULL, false},
        {NUMBER, "c3", "v = true", "expected number", false},
        {LIST, "a1'a'", "v = \"a\"", "expected list", false},
        {LIST, "81 a1'k' a1'a'", "v.k = \"a\"", NULL, false},
        {SET, "92 01 a1'a'", "v[0] = 1\nv[1] = \"a\"", NULL, false},
        {MAP, "91 a1'a'", "v[0] = \"a\"", "expected map", false},
        {MAP, "81 a1'k' 05", "v[\"k\"] = 5", NULL, false},
        {MAP, "81 05 a1'a'", NULL, NULL, false},
        {MAP, "81 c0 a1'a'", "v[\"\"] = \"a\"", NULL, false},
        {MAP, "82 a1'k' a1'a' a1'k' a1'b'", "v[\"k\"] = \"a\"\nv[\"k\"] = \"b\"", NULL, false},
        {OBJECT, "91 01", "v[0] = 1", "expected object", false},
        {OBJECT, "81 a1'a' a1'x'", "v.a = \"x\"", NULL, false},
        {OBJECT, "83 a1'a' a1'x' a1'b' 01 a1'c' c3", "v.a = \"x\"\nv.b = 1\nv.c = true", NULL,
         false},
        {OBJECT, "82 a1'a' a1'x' a1'c' c3", "v.a = \"x\"\nv.c = true", NULL, false},
        {OBJECT, "82 a1'a' a1'x' a1'a' a1'y'", "v.a = \"x\"\nv.a = \"y\"", NULL, false},
        {OBJECT, "80", "v = {}", NULL, false},
        {STRING, "80", "= {}", NULL, true},
        {STRING, "90", "= []", NULL, true},
        {TUPLE, "90", "v = []", NULL, false},
        {TUPLE, "91 01", "v[0] = 1", NULL, false},
        {TUPLE, "93 01 a1'a' c3", "v[0] = 1\nv[1] = \"a\"\nv[2] = true", NULL, false},
        {STRING, "a1'x' 00 01 02", "v = \"x\"", NULL, false},
        {STRING, "c1", NULL, NULL, false},
        {STRING, "c1", NULL, NULL, true},
        {STRING, "a5'ab'", NULL, NULL, false},
        {LIST, "ddffffffff a1'a'", NULL, NULL, false},
        {MAP, "dfffffffff a1'a'", NULL, NULL, false},
        {STRING, "dbffffffff 'a'", NULL, NULL, false},
        {STRING, "c9ffffffff0c 'a'", NULL, NULL, false},
        {STRING, "91*600", NULL, NULL, false},
    };
    SEND_ROWS(fixture, rows);
    synth_case_broken(fixture);
}

static void
dynamic(synth_case *fixture)
{
    static const value_row rows[] = {
        {DYNAMIC, "92 @'\"number\"' cd012c", "v = 300", NULL, false},
        {DYNAMIC, "92 c500 08'\"number\"' 07", "v = 7", NULL, false},
        {DYNAMIC, "dc0002 c600000008'\"string\"' a1'x'", "v = \"x\"", NULL, false},
        {DYNAMIC, "dd00000002 @'\"string\"' a1'x'", "v = \"x\"", NULL, false},
        {DYNAMIC, "92 a8'\"string\"' a1'x'", "v = \"x\"", NULL, false},
        {DYNAMIC, "92 d908'\"string\"' a1'x'", "v = \"x\"", NULL, false},
        {DYNAMIC, "92 @' \"string\" ' a1'x'", "v = \"x\"", NULL, false},
        {DYNAMIC, "92 @'\"string\"' c0", "v = null", NULL, false},
        {DYNAMIC, "c0", "v = null", NULL, false},
        {DYNAMIC, "92 @'\"string\"' d40000", "v = (unknown)", NULL, false},
        {DYNAMIC, "92 @'\"string\"' c7030c8101c2", "v = (unknown: not null)", NULL, false},
        {DYNAMIC, "92 @'\"dynamic\"' 92 @'\"number\"' 05", "v = 5", NULL, false},
        {DYNAMIC, "92 @'[\"map\",\"string\"]' 81 a1'k' a1'x'", "v[\"k\"] = \"x\"", NULL, false},
        {DYNAMIC, "92 @'[\"set\", [\"list\", \"bool\"]]' 91 91 c3", "v[0][0] = true", NULL, false},
        {DYNAMIC, "92 @'[\"tuple\",[\"bool\",\"number\"]]' 92 c3 01", "v[0] = true\nv[1] = 1", NULL,
         false},
        {DYNAMIC, "92 @'[\"object\",{\"a\":\"string\"}]' 81 a1'a' a1'x'", "v.a = \"x\"", NULL,
         false},
        {DYNAMIC, "92 @'[\"object\",{\"a\":\"string\"},[\"a\"]]' 81 a1'a' c0", "v.a = null", NULL,
         false},
        {DYNAMIC, "92 @'[\"tuple\",[]]' 90", "v = []", NULL, false},
        {DYNAMIC, "92 @'[\"tuple\",null]' 90", "v = []", NULL, false},
        {"[\"list\",\"dynamic\"]", "90", "v = []", NULL, false},
        {"[\"list\",\"dynamic\"]", "92 92 @'\"number\"' 01 92 @'\"number\"' 02",
         "v[0] = 1\nv[1] = 2", NULL, false},
        {"[\"map\",\"dynamic\"]", "81 a1'k' 92 @'\"bool\"' c3", "v[\"k\"] = true", NULL, false},
        {"[\"object\",{\"d\":\"dynamic\"}]", "81 a1'd' 92 @'\"bool\"' c3", "v.d = true", NULL,
         false},
        {DYNAMIC, "05", "v = 5", NULL, false},
        {DYNAMIC, "92 @'\"any\"' 05", NULL, NULL, false},
        {DYNAMIC, "92 @'\"string\"' 05", "v = 5", NULL, false},
        {DYNAMIC, "91 @'\"string\"'", NULL, NULL, false},
    };
    SEND_ROWS(fixture, rows);
    synth_case_broken(fixture);
}

/* --- Refined unknowns ------------------------------------------------------------------------ */

static void
refinements(synth_case *fixture)
{
    static const value_row rows[] = {
        {STRING, "c7030c8101c2", "v = (unknown: not null)", NULL, false},
        {STRING, "c800030c8101c2", "v = (unknown: not null)", NULL, false},
        {STRING, "c9000000030c8101c2", "v = (unknown: not null)", NULL, false},
        {STRING, "d60c8101c200", "v = (unknown: not null)", NULL, false},
        {STRING, "d70c 8101c2 00*5", "v = (unknown: not null)", NULL, false},
        {STRING, "d80c 8101c2 00*13", "v = (unknown: not null)", NULL, false},
        {STRING, "c7050c de000101c2", "v = (unknown: not null)", NULL, false},
        {STRING, "c7040c 81cc01c2", "v = (unknown: not null)", NULL, false},
        {STRING, "c7010c80", "v = (unknown)", NULL, false},
        {STRING, "d40c80", "v = (unknown)", NULL, false},
        {BOOL, "c7030c8101c2", "v = (unknown: not null)", NULL, false},
        {OBJECT, "c7030c8101c2", "v = (unknown: not null)", NULL, false},
        {TUPLE, "c7030c8101c2", "v = (unknown: not null)", NULL, false},
        {STRING, "c70d0c8201c202a8'https://'", "v = (unknown: not null, prefix \"https://\")", NULL,
         false},
        {STRING, "c70b0c8102a8'https://'", "v = (unknown: prefix \"https://\")", NULL, false},
        {STRING, "c7060c8102da0001'a'", "v = (unknown: prefix \"a\")", NULL, false},
        {STRING, "c7040c8102a1 22", "v = (unknown: prefix \"\\\"\")", NULL, false},
        {NUMBER, "c70d0c82039200c30492a4'10.1'c2", "v = (unknown: >= 0, < 10.1)", NULL, false},
        {NUMBER, "c70b0c8301c2039201c2049205c3", "v = (unknown: not null, > 1, <= 5)", NULL, false},
        {NUMBER, "c70b0c8301c2039205c3049205c3", "v = (unknown: not null, >= 5, <= 5)", NULL,
         false},
        {NUMBER, "c70d0c81 0392 cb3fe0000000000000 c3", "v = (unknown: >= 0.5)", NULL, false},
        {NUMBER, "c7090c81 0392 ca3f000000 c2", "v = (unknown: > 0.5)", NULL, false},
        {NUMBER, "c70b0c82 049209c3 0392d1ff9cc2", "v = (unknown: > -100, <= 9)", NULL, false},
        {NUMBER, "c7090c82 039209c3 049201c3", "v = (unknown: >= 9, <= 1)", NULL, false},
        {LIST, "c7050c8201c20501", "v = (unknown: not null, length >= 1)", NULL, false},
        {SET, "c7050c8205010603", "v = (unknown: length >= 1, length <= 3)", NULL, false},
        {MAP, "c7070c8301c205020602", "v = (unknown: not null, length >= 2, length <= 2)", NULL,
         false},
        {LIST, "c7070c8301c205000600", "v = (unknown: not null, length >= 0, length <= 0)", NULL,
         false},
        {LIST, "c70b0c81 05 cf0000000000000001", "v = (unknown: length >= 1)", NULL, false},
        {LIST, "c7070c8201c205cd012c", "v = (unknown: not null, length >= 300)", NULL, false},
        {DYNAMIC, "c7030c8101c2", NULL, NULL, false},
        {STRING, "c7030c8101c3", NULL, NULL, false},
        {STRING, "c7030c810701", "v = (unknown)", NULL, false},
        {STRING, "c7060c8201c207a1'x'", "v = (unknown: not null)", NULL, false},
        {STRING, "c7060c8207a1'x'01c2", "v = (unknown: not null)", NULL, false},
        {STRING, "c7050c82070101c2", "v = (unknown: not null)", NULL, false},
        {STRING, "c7030c c1c1c1", "v = (unknown)", NULL, false},
        {STRING, "c7030c 920102", "v = (unknown)", NULL, false},
        {STRING, "c7020c 8101", "v = (unknown)", NULL, false},
        {STRING, "c7030c 810101", "v = (unknown)", NULL, false},
        {NUMBER, "c7040c8102a1'x'", NULL, "efinement", false},
        {STRING, "c7030c810501", NULL, NULL, false},
        {STRING, "c7040c8102a1ff", NULL, NULL, false},
        {STRING, "c804010c 81 02 da03fc 'a'*1020", NULL, NULL, false},
        {STRING, "c7030c8101c2", "= (unknown: not null)", NULL, true},
    };
    SEND_ROWS(fixture, rows);
}

/* --- Depth ----------------------------------------------------------------------------------- */

/* A value of so many arrays within each other; no schema says what it is. */
static void
send_nested(synth_case *fixture, synth_session *session, unsigned depth, bool promised)
{
    synth_message *request = synth_message_new("ValidateResourceConfig.Request");
    GString *line = g_string_new("");
    char *bytes = g_strdup_printf("91*%u 01", depth);
    for (unsigned i = 0; i < depth; i++)
        g_string_append(line, "[0]");
    g_string_append(line, " = 1");
    synth_pb_string(request->bytes, 1, "synth_unheard_of");
    synth_message_add_msgpack(request, 2, "config", synth_bytes(bytes),
                              promised ? line->str : NULL);
    synth_case_unary(fixture, session, PROVIDER6 "ValidateResourceConfig", request,
                     synth_message_new("ValidateResourceConfig.Response"));
    g_string_free(line, TRUE);
    g_free(bytes);
}

static void
depth(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, NULL);
    send_nested(fixture, session, 50, true);
    send_nested(fixture, session, 511, false);
    send_nested(fixture, session, 512, false);
    send_nested(fixture, session, 513, false);
    send_nested(fixture, session, 100000, false);
    synth_case_broken(fixture);
    synth_close(session);
}

const synth_case_row synth_value_cases[] = {
    {"wide-strings", "strings in every width, and as bin", wide_strings},
    {"wide-numbers", "numbers in every width, as floats and as text", wide_numbers},
    {"wide-containers", "arrays and maps in every width", wide_containers},
    {"extensions", "unknowns of every extension code and length", extensions},
    {"misfits", "values that do not fit their type, or cannot be read", misfits},
    {"dynamic", "values that carry their type", dynamic},
    {"refinements", "every refinement, and what is none", refinements},
    {"depth", "arrays within arrays up to 100,000 levels", depth},
    {NULL, NULL, NULL},
};
