/* broken_provider.c
 * Writes a capture of a provider that breaks every rule once, which no real capture shows.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * usage: broken_provider FILE
 */
#include <stdio.h>
#include <string.h>

#include "msgpack_value.h"
#include "pb.h"
#include "session.h"

#define TYPE "rule_thing"
#define NIL "c0"
#define UNKNOWN "d40000"
#define NULL_VALUE "c0"

/* --- Schema ---------------------------------------------------------------------------------- */

enum { REQUIRED = 4, OPTIONAL = 5, COMPUTED = 6, SENSITIVE = 7, WRITE_ONLY = 11 };

static void
add_attribute(GByteArray *block, const char *name, const char *type, unsigned flag, unsigned more)
{
    GByteArray *attribute = g_byte_array_new();

    synth_pb_string(attribute, 1, name);
    synth_pb_string(attribute, 2, type);
    synth_pb_varint(attribute, flag, 1);
    if (more)
        synth_pb_varint(attribute, more, 1);
    synth_pb_message(block, 2, attribute);
}

static GByteArray *
schema(void)
{
    GByteArray *block = g_byte_array_new(), *out = g_byte_array_new();

    add_attribute(block, "id", "\"string\"", COMPUTED, 0);
    add_attribute(block, "name", "\"string\"", REQUIRED, 0);
    add_attribute(block, "secret", "\"string\"", OPTIONAL, SENSITIVE);
    add_attribute(block, "size", "\"number\"", OPTIONAL, 0);
    add_attribute(block, "wo", "\"string\"", OPTIONAL, WRITE_ONLY);
    synth_pb_message(out, 2, block);
    return out;
}

static GByteArray *
schemas(void)
{
    GByteArray *out = g_byte_array_new(), *function = g_byte_array_new();
    GByteArray *result = g_byte_array_new(), *parameter = g_byte_array_new();

    synth_pb_map_entry(out, 2, TYPE, schema());
    synth_pb_map_entry(out, 3, TYPE, schema());
    synth_pb_map_entry(out, 8, TYPE, schema());
    synth_pb_string(parameter, 1, "x");
    synth_pb_string(parameter, 2, "\"string\"");
    synth_pb_message(function, 1, parameter);
    synth_pb_string(result, 1, "\"string\"");
    synth_pb_message(function, 3, result);
    synth_pb_map_entry(out, 7, "f", function);
    return out;
}

static GByteArray *
identity_schemas(void)
{
    GByteArray *out = g_byte_array_new(), *identity = g_byte_array_new();
    GByteArray *attribute = g_byte_array_new();

    synth_pb_string(attribute, 1, "arn");
    synth_pb_string(attribute, 2, "\"string\"");
    synth_pb_varint(attribute, 3, 1);
    synth_pb_message(identity, 2, attribute);
    synth_pb_map_entry(out, 1, TYPE, identity);
    return out;
}

/* --- Messages -------------------------------------------------------------------------------- */

/* A message under construction: each call adds a field. */
static GByteArray *
request(void)
{
    GByteArray *out = g_byte_array_new();

    synth_pb_string(out, 1, TYPE);
    return out;
}

static GByteArray *
with_value(GByteArray *out, unsigned field, const char *msgpack)
{
    GByteArray *bytes = synth_bytes(msgpack), *value = g_byte_array_new();

    synth_pb_bytes(value, 1, bytes->data, bytes->len);
    synth_pb_message(out, field, value);
    g_byte_array_free(bytes, TRUE);
    return out;
}

static GByteArray *
with_text(GByteArray *out, unsigned field, const char *text)
{
    synth_pb_string(out, field, text);
    return out;
}

static GByteArray *
with_flag(GByteArray *out, unsigned field)
{
    synth_pb_varint(out, field, 1);
    return out;
}

static GByteArray *
with_identity(GByteArray *out, unsigned field, const char *msgpack)
{
    GByteArray *identity = with_value(g_byte_array_new(), 1, msgpack);

    synth_pb_message(out, field, identity);
    return out;
}

static GByteArray *
with_both(GByteArray *out, unsigned field, const char *msgpack, const char *json)
{
    GByteArray *bytes = synth_bytes(msgpack), *value = g_byte_array_new();

    synth_pb_bytes(value, 1, bytes->data, bytes->len);
    synth_pb_string(value, 2, json);
    synth_pb_message(out, field, value);
    g_byte_array_free(bytes, TRUE);
    return out;
}

static GByteArray *
with_path(GByteArray *out, unsigned field, const char *attribute)
{
    GByteArray *step = g_byte_array_new(), *path = g_byte_array_new();

    synth_pb_string(step, 1, attribute);
    synth_pb_message(path, 1, step);
    synth_pb_message(out, field, path);
    return out;
}

static GByteArray *
with_diagnostic(GByteArray *out, unsigned field, const char *text)
{
    GByteArray *diagnostic = g_byte_array_new();

    synth_pb_varint(diagnostic, 1, 2);
    synth_pb_string(diagnostic, 2, "careful");
    synth_pb_string(diagnostic, 3, text);
    synth_pb_message(out, field, diagnostic);
    return out;
}

static GByteArray *
with_deferred(GByteArray *out, unsigned field)
{
    GByteArray *deferred = g_byte_array_new();

    synth_pb_varint(deferred, 1, 1);
    synth_pb_message(out, field, deferred);
    return out;
}

static void
call(synth_session *session, const char *method, GByteArray *ask, GByteArray *answer)
{
    static const synth_message_options held = {.hold = true};
    char *path = g_strconcat("/tfplugin6.Provider/", method, NULL);
    int32_t stream = synth_call(session, path, &(synth_call_options){.hold = true});

    synth_send_message(session, stream, SYNTH_CLIENT, ask->data, ask->len, &held);
    synth_end_stream(session, stream);
    synth_flush(session);
    synth_send_message(session, stream, SYNTH_SERVER, answer->data, answer->len, &held);
    synth_trailers(session, stream, 0, NULL);
    g_byte_array_free(ask, TRUE);
    g_byte_array_free(answer, TRUE);
    g_free(path);
}

/* --- Objects --------------------------------------------------------------------------------- */

static GPtrArray *texts; /* of objects; freed at the end */

/* In MessagePack; each argument is a value of an attribute. */
static const char *
object(const char *id, const char *name, const char *secret, const char *size, const char *wo)
{
    char *text = g_strdup_printf("85 a2'id' %s a4'name' %s a6'secret' %s a4'size' %s a2'wo' %s", id,
                                 name, secret, size, wo);

    g_ptr_array_add(texts, text);
    return text;
}

static const char *
plain(const char *id, const char *name)
{
    return object(id, name, NIL, NIL, NIL);
}

static void
plan(synth_session *session, const char *prior, const char *config, GByteArray *answer)
{
    GByteArray *ask = request();

    with_value(ask, 2, prior);
    with_value(ask, 3, config);
    with_value(ask, 4, config);
    call(session, "PlanResourceChange", ask, answer);
}

static GByteArray *
planned(const char *value)
{
    return with_value(g_byte_array_new(), 1, value);
}

static GByteArray *
apply_request(const char *prior, const char *planned_state, const char *config)
{
    GByteArray *ask = request();

    with_value(ask, 2, prior);
    with_value(ask, 3, planned_state);
    return with_value(ask, 4, config);
}

/* --- Sessions -------------------------------------------------------------------------------- */

static void
configure(synth_session *session)
{
    call(session, "ConfigureProvider", g_byte_array_new(), g_byte_array_new());
}

/* Each session is a connection of its own. */
static synth_session *
connect_anew(synth_capture *capture)
{
    static uint16_t port = 50000;

    return synth_new(capture, &(synth_options){.tcp = {.client_port = port++}});
}

static void
validate(synth_capture *capture)
{
    synth_session *session = connect_anew(capture);

    call(session, "GetProviderSchema", g_byte_array_new(), schemas());
    call(session, "GetResourceIdentitySchemas", g_byte_array_new(), identity_schemas());
    call(session, "ValidateResourceConfig", with_value(request(), 2, plain(NIL, "a1'a'")),
         g_byte_array_new());
    synth_close(session);
}

#define A "a1'a'"
#define B "a1'b'"

static void
bad_plans(synth_session *session)
{
    plan(session, NULL_VALUE, plain(NIL, A), planned(plain(UNKNOWN, B)));
    plan(session, NULL_VALUE, plain(NIL, A), planned(object(UNKNOWN, A, NIL, NIL, B)));
    plan(session, plain(A, B), plain(NIL, A), with_path(planned(plain(A, A)), 2, "nope"));
    plan(session, plain(A, A), NULL_VALUE, planned(plain(A, A)));
    plan(session, NULL_VALUE, plain(NIL, A), with_deferred(planned(plain(UNKNOWN, A)), 6));
    plan(session, plain(A, A), plain(A, A), planned(plain(UNKNOWN, A)));
    plan(session, NULL_VALUE, plain(NIL, A), with_flag(planned(plain(UNKNOWN, B)), 5));
}

static void
plan_session(synth_capture *capture)
{
    synth_session *session = connect_anew(capture);

    configure(session);
    plan(session, NULL_VALUE, plain(NIL, "a4'twin'"), planned(plain("a1'x'", "a4'twin'")));
    bad_plans(session);
    synth_close(session);
}

static void
bad_applies(synth_session *session)
{
    const char *good = plain(UNKNOWN, A), *config = plain(NIL, A);

    call(session, "ApplyResourceChange", apply_request(NULL_VALUE, good, config),
         planned(plain(UNKNOWN, A)));
    call(session, "ApplyResourceChange", apply_request(NULL_VALUE, good, config),
         planned(plain("a1'i'", B)));
    call(session, "ApplyResourceChange", apply_request(NULL_VALUE, good, config),
         with_flag(planned(plain("a1'i'", B)), 4));
    call(session, "ApplyResourceChange", apply_request(NULL_VALUE, good, config),
         planned(NULL_VALUE));
    call(session, "ApplyResourceChange", apply_request(plain(A, A), NULL_VALUE, NULL_VALUE),
         planned(plain(A, A)));
}

static void
apply_session(synth_capture *capture)
{
    synth_session *session = connect_anew(capture);
    const char *config = plain(NIL, "a4'twin'");

    configure(session);
    plan(session, NULL_VALUE, config, with_text(planned(plain("a1'y'", "a4'twin'")), 3, "kept"));
    call(session, "ApplyResourceChange",
         with_text(apply_request(NULL_VALUE, plain("a1'y'", "a4'twin'"), config), 5, "other"),
         with_text(planned(plain("a1'y'", "a4'twin'")), 2, "kept"));
    bad_applies(session);
    synth_close(session);
}

static GByteArray *
read_request(void)
{
    return with_value(request(), 2, plain(A, A));
}

static void
bad_reads(synth_session *session)
{
    call(session, "ReadResource", read_request(), planned(plain(UNKNOWN, A)));
    call(session, "ReadResource", read_request(),
         planned("86 a2'id' c0 a4'name' c0 a6'secret' c0 a4'size' c0 a2'wo' c0 a1'z' c0"));
    call(session, "ReadResource", with_text(read_request(), 3, "mine"), planned(plain(A, A)));
    call(session, "ReadResource", read_request(),
         with_both(g_byte_array_new(), 1, plain(A, A), "null"));
    call(session, "ReadResource", with_identity(read_request(), 6, "81 a3'arn' a1'a'"),
         with_identity(planned(plain(A, A)), 5, "81 a3'arn' a1'b'"));
    call(session, "ReadResource", read_request(),
         with_identity(planned(plain(A, A)), 5, "81 a3'arn' d40000"));
}

static void
other_session(synth_capture *capture)
{
    synth_session *session = connect_anew(capture);
    const char *secret = object(NIL, A, "a8'hunter2!'", NIL, NIL);

    call(session, "ReadResource", read_request(), planned(plain(A, A))); /* not configured */
    configure(session);
    bad_reads(session);
    call(session, "UpgradeResourceState", request(), planned(plain(UNKNOWN, A)));
    call(session, "ReadDataSource", with_value(request(), 2, plain(NIL, A)),
         with_value(g_byte_array_new(), 1, NULL_VALUE));
    call(session, "OpenEphemeralResource", with_value(request(), 2, plain(NIL, A)),
         with_value(g_byte_array_new(), 3, plain("a1'i'", B)));
    call(session, "ImportResourceState", with_text(request(), 2, "id"), g_byte_array_new());
    call(session, "CallFunction", with_value(with_text(g_byte_array_new(), 1, "f"), 2, A),
         g_byte_array_new());
    call(session, "CallFunction", with_value(with_text(g_byte_array_new(), 1, "f"), 2, A),
         with_value(g_byte_array_new(), 1, UNKNOWN));
    call(session, "ValidateResourceConfig", with_value(request(), 2, secret),
         with_diagnostic(g_byte_array_new(), 1, "hunter2! is no good password"));
    synth_close(session);
}

static void
unplanned_session(synth_capture *capture)
{
    synth_session *session = connect_anew(capture);

    configure(session);
    call(session, "ApplyResourceChange",
         apply_request(NULL_VALUE, plain(UNKNOWN, A), plain(NIL, A)), planned(plain("a1'i'", A)));
    synth_close(session);
}

int
main(int argc, char **argv)
{
    synth_capture *capture = synth_capture_new();
    bool written;

    if (argc != 2) {
        fprintf(stderr, "usage: broken_provider FILE\n");
        synth_capture_free(capture);
        return 2;
    }
    texts = g_ptr_array_new_with_free_func(g_free);
    validate(capture);
    plan_session(capture);
    apply_session(capture);
    other_session(capture);
    unplanned_session(capture);
    written = synth_capture_write(capture, argv[1]);
    synth_capture_free(capture);
    g_ptr_array_free(texts, TRUE);
    return written ? 0 : 1;
}
