/* cases_transport.c
 * What is below and around the calls: encodings, content types, packages, IP and TCP, connections.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "calls.h"

#include "pb.h"
#include "provider.h"

/* Schemas and one plan over a connection. */
static void
plan_over(synth_case *fixture, const synth_options *options)
{
    synth_session *session = synth_case_session(fixture, options);
    synth_get_schemas(fixture, session);
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

/* --- Encodings and content types ------------------------------------------------------------- */

static void
gzip_messages(synth_case *fixture)
{
    static const synth_call_options call = {.encoding = "gzip"};
    static const synth_message_options packed = {.coding = SYNTH_GZIP};
    synth_session *session = synth_case_session(fixture, NULL);

    synth_get_schemas(fixture, session);
    synth_plan(fixture, session, &call, &packed);
    synth_plan(fixture, session, &call, NULL); /* the encoding is offered, not used */
    synth_plan_with(fixture, session, &call,
                    &(synth_message_options){.coding = SYNTH_GZIP, .frame_size = 20},
                    synth_big_plan_response(50000));
    synth_close(session);
}

/* Sends bytes that no gRPC of Wireshark's can unpack: the message is there, its values are not. */
static void
send_packed(synth_case *fixture, synth_session *session, int32_t stream, synth_direction from,
            const char *name)
{
    synth_message *message = synth_message_new(name);
    synth_pb_string(message->bytes, 1, "as good as compressed");
    synth_case_send(fixture, session, stream, from, message,
                    &(synth_message_options){.coding = SYNTH_FLAGGED});
}

static void
unknown_encoding(synth_case *fixture)
{
    static const char *const encodings[] = {"zstd", "x-acme", NULL};
    synth_session *session = synth_case_session(fixture, NULL);

    synth_get_schemas(fixture, session);
    for (size_t i = 0; i < G_N_ELEMENTS(encodings); i++) {
        synth_call_options call = {.encoding = encodings[i]};
        int32_t stream = synth_call(session, PROVIDER6 "PlanResourceChange", &call);
        send_packed(fixture, session, stream, SYNTH_CLIENT, "PlanResourceChange.Request");
        synth_end_stream(session, stream);
        send_packed(fixture, session, stream, SYNTH_SERVER, "PlanResourceChange.Response");
        synth_trailers(session, stream, 0, NULL);
    }
    synth_plan(fixture, session, NULL, NULL);
    synth_case_expect_expert(fixture, "ompress");
    synth_close(session);
}

static void
with_content_type(synth_case *fixture, const char *content_type)
{
    const synth_call_options call = {.content_type = content_type};
    synth_session *session = synth_case_session(fixture, NULL);
    synth_get_schemas(fixture, session);
    synth_plan(fixture, session, &call, NULL);
    synth_plan(fixture, session, &call, &(synth_message_options){.frame_size = 10});
    synth_close(session);
}

static void
content_type_proto(synth_case *fixture)
{
    with_content_type(fixture, "application/grpc+proto");
}

static void
content_type_parameters(synth_case *fixture)
{
    with_content_type(fixture, "application/grpc; charset=utf-8");
}

static void
content_type_proto_parameters(synth_case *fixture)
{
    with_content_type(fixture, "application/grpc+proto;v=1");
}

/* --- Packages -------------------------------------------------------------------------------- */

static void
package6(synth_case *fixture, synth_session *session, const char *package)
{
    char *schema = g_strdup_printf("/%s.Provider/GetProviderSchema", package);
    char *plan = g_strdup_printf("/%s.Provider/PlanResourceChange", package);
    synth_case_unary(fixture, session, schema, synth_message_new("GetProviderSchema.Request"),
                     synth_schema_response(6));
    synth_case_unary(fixture, session, plan, synth_plan_request(), synth_plan_response());
    g_free(schema);
    g_free(plan);
}

static void
package5(synth_case *fixture, synth_session *session, const char *package)
{
    char *schema = g_strdup_printf("/%s.Provider/GetSchema", package);
    char *plan = g_strdup_printf("/%s.Provider/PlanResourceChange", package);
    synth_case_unary(fixture, session, schema, synth_message_new("GetSchema.Request"),
                     synth_schema_response(5));
    synth_case_unary(fixture, session, plan, synth_plan_request(), synth_plan_response());
    g_free(schema);
    g_free(plan);
}

static void
package_of(synth_case *fixture, unsigned version, const char *package)
{
    synth_session *session = synth_case_session(fixture, NULL);
    (version == 5 ? package5 : package6)(fixture, session, package);
    synth_close(session);
}

static void
package_pulumi5(synth_case *fixture)
{
    package_of(fixture, 5, "tfplugin5_pulumi");
}

static void
package_pulumi6(synth_case *fixture)
{
    package_of(fixture, 6, "tfplugin6_pulumi");
}

static void
package_proto(synth_case *fixture)
{
    package_of(fixture, 5, "proto");
}

static void
package_unknown5(synth_case *fixture)
{
    package_of(fixture, 5, "acme5");
    synth_case_expect_expert(fixture, "version guessed");
}

static void
package_unknown6(synth_case *fixture)
{
    package_of(fixture, 6, "acme.plugin.v6");
    synth_case_expect_expert(fixture, "version guessed");
}

static void
foreign_call(synth_case *fixture, synth_session *session, const char *path)
{
    synth_message *request = synth_message_new(NULL), *response = synth_message_new(NULL);
    synth_pb_string(request->bytes, 1, "a");
    synth_pb_string(response->bytes, 1, "b");
    synth_case_unary(fixture, session, path, request, response);
}

/* Other services, some in a package or with methods that providers have too. */
static void
foreign_services(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, NULL);
    foreign_call(fixture, session, "/helloworld.Greeter/SayHello");
    foreign_call(fixture, session, "/proto.Policy/Setup");
    foreign_call(fixture, session, "/proto.CallbackService/GetResources");
    foreign_call(fixture, session, "/cloudproto1.CommandService/Execute");
    foreign_call(fixture, session, "/acme.Store/Stop");
    foreign_call(fixture, session, "/PlanResourceChange");
    synth_close(session);
}

/* --- IP and TCP ------------------------------------------------------------------------------ */

static void
ipv6(synth_case *fixture)
{
    plan_over(fixture, &(synth_options){.tcp = {.ipv6 = true}});
}

static void
vlan(synth_case *fixture)
{
    plan_over(fixture, &(synth_options){.tcp = {.vlan = 42}});
}

static void
ipv6_vlan(synth_case *fixture)
{
    plan_over(fixture, &(synth_options){.tcp = {.ipv6 = true, .vlan = 42, .mss = 1220}});
}

static void
one_byte_segments(synth_case *fixture)
{
    plan_over(fixture, &(synth_options){.tcp = {.mss = 1}});
}

static void
seven_byte_segments(synth_case *fixture)
{
    plan_over(fixture, &(synth_options){.tcp = {.mss = 7}, .continuation = 30});
}

/* Wireshark takes the pieces of a preface for frames, and cannot read on. */
static void
preface_in_pieces(synth_case *fixture)
{
    plan_over(fixture, &(synth_options){.tcp = {.mss = 10}, .cut_preface = true});
    synth_case_expect_anything(fixture);
    synth_case_grpc_messages(fixture, -1);
    synth_case_spoilt(fixture);
}

static void
large_segments(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, NULL);
    synth_get_schemas(fixture, session);
    synth_plan_with(fixture, session, NULL, NULL, synth_big_plan_response(500000));
    synth_close(session);
}

static void
retransmitted(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, &(synth_options){.tcp = {.mss = 50}});
    synth_get_schemas(fixture, session);
    synth_tcp_repeat(synth_tcp_of(session), SYNTH_CLIENT, 3);
    synth_tcp_repeat(synth_tcp_of(session), SYNTH_SERVER, 3);
    synth_plan(fixture, session, NULL, NULL);
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

static void
reordered(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, &(synth_options){.tcp = {.mss = 50}});
    synth_get_schemas(fixture, session);
    synth_tcp_swap(synth_tcp_of(session), SYNTH_CLIENT);
    synth_plan(fixture, session, NULL, NULL);
    synth_tcp_swap(synth_tcp_of(session), SYNTH_SERVER);
    synth_plan(fixture, session, NULL, NULL);
    synth_case_option(fixture, "-o");
    synth_case_option(fixture, "tcp.reassemble_out_of_order:TRUE");
    synth_close(session);
}

/* A response that the capture missed, in a segment of its own: nothing else is lost. */
static void
lost_response(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, NULL);
    int32_t stream;

    synth_get_schemas(fixture, session);
    stream = synth_list(fixture, session);
    synth_case_send(fixture, session, stream, SYNTH_SERVER, synth_list_event(), NULL);
    synth_tcp_lose(synth_tcp_of(session), SYNTH_SERVER, 1);
    synth_send_message(session, stream, SYNTH_SERVER, (const uint8_t *)"lost", 4, NULL);
    synth_case_send(fixture, session, stream, SYNTH_SERVER, synth_list_event(), NULL);
    synth_trailers(session, stream, 0, NULL);
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

/* A segment from the middle of a response. What the server says later on this connection cannot be
 * read: frames no longer begin where segments do. The next connection can. */
static void
lost_segment(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, &(synth_options){.tcp = {.mss = 1000}});
    synth_message *response = synth_big_plan_response(5000);
    int32_t stream;

    synth_get_schemas(fixture, session);
    stream = synth_call(session, PROVIDER6 "PlanResourceChange", NULL);
    synth_case_send(fixture, session, stream, SYNTH_CLIENT, synth_plan_request(), NULL);
    synth_end_stream(session, stream);
    synth_respond(session, stream);
    synth_tcp_lose(synth_tcp_of(session), SYNTH_SERVER, 1);
    synth_send_message(session, stream, SYNTH_SERVER, response->bytes->data, response->bytes->len,
                       NULL);
    synth_message_free(response);
    synth_close(session);
    plan_over(fixture, &(synth_options){.tcp = {.client_port = 51001}});
    synth_case_grpc_messages(fixture, -1);
}

/* --- Captures that begin late ---------------------------------------------------------------- */

static void
decode_as_http2(synth_case *fixture)
{
    synth_case_option(fixture, "-d");
    synth_case_option(fixture, "tcp.port==" G_STRINGIFY(SYNTH_SERVER_PORT) ",http2");
}

/* Sends a plan that the capture is not to show. */
static void
unseen_plan(synth_session *session)
{
    synth_message *request = synth_plan_request(), *response = synth_plan_response();
    int32_t stream = synth_call(session, PROVIDER6 "PlanResourceChange", NULL);
    synth_send_message(session, stream, SYNTH_CLIENT, request->bytes->data, request->bytes->len,
                       NULL);
    synth_end_stream(session, stream);
    synth_send_message(session, stream, SYNTH_SERVER, response->bytes->data, response->bytes->len,
                       NULL);
    synth_trailers(session, stream, 0, NULL);
    synth_message_free(request);
    synth_message_free(response);
}

static void
late_between_calls(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, &(synth_options){.literal_headers = true});
    unseen_plan(session);
    synth_capture_restart(synth_case_capture(fixture));
    synth_get_schemas(fixture, session);
    synth_plan(fixture, session, NULL, NULL);
    decode_as_http2(fixture);
    synth_close(session);
}

/* The request of the first response is not in the file: it is a message of no known call. */
static void
late_in_call(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, &(synth_options){.literal_headers = true});
    synth_message *event = synth_list_event(), *request = synth_plan_request();
    int32_t stream = synth_call(session, PROVIDER6 "ListResource", NULL);

    synth_send_message(session, stream, SYNTH_CLIENT, request->bytes->data, request->bytes->len,
                       NULL);
    synth_end_stream(session, stream);
    synth_capture_restart(synth_case_capture(fixture));
    synth_send_message(session, stream, SYNTH_SERVER, event->bytes->data, event->bytes->len, NULL);
    synth_trailers(session, stream, 0, NULL);
    synth_message_free(event);
    synth_message_free(request);
    synth_get_schemas(fixture, session);
    synth_plan(fixture, session, NULL, NULL);
    decode_as_http2(fixture);
    synth_case_grpc_messages(fixture, -1);
    synth_case_spoilt(fixture);
    synth_close(session);
}

/* Headers refer to others from before the capture: nobody can tell what they are. */
static void
late_in_connection(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, NULL);
    unseen_plan(session);
    synth_capture_restart(synth_case_capture(fixture));
    synth_get_schemas(fixture, session);
    synth_plan(fixture, session, NULL, NULL);
    decode_as_http2(fixture);
    synth_case_expect_anything(fixture);
    synth_case_grpc_messages(fixture, -1);
    synth_case_spoilt(fixture);
    synth_close(session);
}

/* --- Several connections --------------------------------------------------------------------- */

/* The schema is on the first; both go on in turns. */
static void
connections(synth_case *fixture)
{
    synth_session *first = synth_case_session(fixture, NULL);
    synth_session *second =
        synth_case_session(fixture, &(synth_options){.tcp = {.client_port = 51001, .ipv6 = true}});

    synth_get_schemas(fixture, first);
    synth_plan(fixture, second, NULL, NULL);
    synth_plan(fixture, first, NULL, NULL);
    synth_plan(fixture, second, NULL, NULL);
    synth_close(first);
    synth_plan(fixture, second, NULL, NULL);
    synth_close(second);
}

/* The same resource type name in both versions of the protocol. */
static void
both_versions(synth_case *fixture)
{
    synth_session *five = synth_case_session(fixture, NULL);
    synth_session *six =
        synth_case_session(fixture, &(synth_options){.tcp = {.client_port = 51001}});

    package5(fixture, five, "tfplugin5");
    package6(fixture, six, "tfplugin6");
    synth_case_unary(fixture, five, PROVIDER5 "PlanResourceChange", synth_plan_request(),
                     synth_plan_response());
    synth_close(five);
    synth_close(six);
}

/* The client's port of an ended connection is used again. */
static void
port_again(synth_case *fixture)
{
    plan_over(fixture, NULL);
    plan_over(fixture, NULL);
}

const synth_case_row synth_transport_cases[] = {
    {"gzip", "messages compressed with gzip", gzip_messages},
    {"unknown-encoding", "messages compressed as nobody knows", unknown_encoding},
    {"content-type-proto", "application/grpc+proto", content_type_proto},
    {"content-type-parameters", "application/grpc; charset=utf-8", content_type_parameters},
    {"content-type-proto-parameters", "application/grpc+proto;v=1", content_type_proto_parameters},
    {"package-pulumi5", "package tfplugin5_pulumi", package_pulumi5},
    {"package-pulumi6", "package tfplugin6_pulumi", package_pulumi6},
    {"package-proto", "package proto, of the first alphas", package_proto},
    {"package-unknown5", "an unknown package with methods of version 5", package_unknown5},
    {"package-unknown6", "an unknown package with methods of version 6", package_unknown6},
    {"foreign-services", "other services than providers", foreign_services},
    {"ipv6", "IPv6", ipv6},
    {"vlan", "802.1Q", vlan},
    {"ipv6-vlan", "IPv6 in 802.1Q, segments of 1220 bytes", ipv6_vlan},
    {"one-byte-segments", "one byte in each TCP segment", one_byte_segments},
    {"seven-byte-segments", "seven bytes in each TCP segment, CONTINUATION", seven_byte_segments},
    {"preface-in-pieces", "HTTP/2 preface over three segments", preface_in_pieces},
    {"large-segments", "a large message in TCP segments of 64 KiB", large_segments},
    {"retransmitted", "TCP segments captured twice", retransmitted},
    {"reordered", "TCP segments out of order", reordered},
    {"lost-response", "a message that the capture missed", lost_response},
    {"lost-segment", "a segment missing in the middle of a message", lost_segment},
    {"late-between-calls", "capture begins between two calls", late_between_calls},
    {"late-in-call", "capture begins in the middle of a call", late_in_call},
    {"late-in-connection", "capture begins after HPACK's tables were filled", late_in_connection},
    {"connections", "two connections in turns, one schema", connections},
    {"both-versions", "a connection of version 5 and one of version 6", both_versions},
    {"port-again", "the same ports twice", port_again},
    {NULL, NULL, NULL},
};
