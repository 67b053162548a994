/* cases_rpc.c
 * Every call of both protocol versions, and the services of go-plugin beside them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "calls.h"

#include "pb.h"
#include "rpcs.h"

#define STDERR 2
#define SERVING 1

/* --- The provider protocol ------------------------------------------------------------------- */

static synth_message *
build(const char *method, const char *suffix, void (*fill)(synth_message *, unsigned),
      unsigned version)
{
    char *name = g_strconcat(method, suffix, NULL);
    synth_message *message = synth_message_new(name);
    fill(message, version);
    g_free(name);
    return message;
}

static void
make_call(synth_case *fixture, synth_session *session, const char *service, const synth_rpc *rpc,
          unsigned version)
{
    const char *method = version == 5 ? rpc->name5 : rpc->name6;
    char *path = g_strconcat(service, method, NULL);
    int32_t stream = synth_call(session, path, NULL);

    for (unsigned i = 0; i < MAX(rpc->requests, 1); i++)
        synth_case_send(fixture, session, stream, SYNTH_CLIENT,
                        build(method, ".Request", rpc->request, version), NULL);
    synth_end_stream(session, stream);
    for (unsigned i = 0; i < MAX(rpc->responses, 1); i++)
        synth_case_send(fixture, session, stream, SYNTH_SERVER,
                        build(method, ".Response", rpc->response, version), NULL);
    synth_trailers(session, stream, 0, NULL);
    g_free(path);
}

static void
make_calls(synth_case *fixture, const char *service, const synth_rpc *rpcs, unsigned version)
{
    synth_session *session = synth_case_session(fixture, NULL);
    for (const synth_rpc *rpc = rpcs; rpc->request; rpc++)
        if (version == 5 ? rpc->name5 : rpc->name6)
            make_call(fixture, session, service, rpc, version);
    synth_case_expect_expert(fixture, "It went wrong");
    synth_case_expect_expert(fixture, "It may go wrong");
    synth_close(session);
}

static void
version5(synth_case *fixture)
{
    make_calls(fixture, PROVIDER5, synth_rpcs, 5);
}

static void
version6(synth_case *fixture)
{
    make_calls(fixture, PROVIDER6, synth_rpcs, 6);
}

static void
provisioner(synth_case *fixture)
{
    make_calls(fixture, "/tfplugin5.Provisioner/", synth_provisioner_rpcs, 5);
}

static void
provisioner_of_alphas(synth_case *fixture)
{
    make_calls(fixture, "/proto.Provisioner/", synth_provisioner_rpcs, 5);
}

/* --- go-plugin ------------------------------------------------------------------------------- */

static synth_message *
connection_info(unsigned service)
{
    synth_message *message = synth_message_new(NULL);
    GByteArray *knock = g_byte_array_new();
    synth_pb_varint(knock, 1, 1);
    synth_pb_varint(knock, 2, 1);
    synth_pb_string(knock, 3, "nobody home");
    synth_pb_varint(message->bytes, 1, service);
    synth_pb_string(message->bytes, 2, "unix");
    synth_pb_string(message->bytes, 3, "/tmp/plugin123");
    synth_pb_message(message->bytes, 4, knock);
    return message;
}

static synth_message *
output(const char *text)
{
    synth_message *message = synth_message_new(NULL);
    synth_pb_varint(message->bytes, 1, STDERR);
    synth_pb_string(message->bytes, 2, text);
    return message;
}

/* The broker's stream: both sides at any time. */
static void
broker(synth_case *fixture, synth_session *session, const char *path)
{
    int32_t stream = synth_call(session, path, NULL);
    synth_respond(session, stream);
    for (unsigned i = 1; i <= 2; i++) {
        synth_case_send(fixture, session, stream, SYNTH_SERVER, connection_info(i), NULL);
        synth_case_send(fixture, session, stream, SYNTH_CLIENT, connection_info(i), NULL);
    }
}

static void
health(synth_case *fixture, synth_session *session, const char *path)
{
    synth_message *request = synth_message_new(NULL), *response = synth_message_new(NULL);
    synth_pb_string(request->bytes, 1, "plugin");
    synth_pb_varint(response->bytes, 1, SERVING);
    synth_case_unary(fixture, session, path, request, response);
}

static void
reflection(synth_case *fixture, synth_session *session)
{
    synth_message *request = synth_message_new(NULL), *response = synth_message_new(NULL);
    synth_pb_string(request->bytes, 7, "");
    synth_pb_string(response->bytes, 1, "plugin");
    synth_case_unary(fixture, session, "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
                     request, response);
}

/* None of these is a call of the provider protocol; the calls between them are. */
static void
go_plugin(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, NULL);
    int32_t stdio;

    broker(fixture, session, "/plugin.GRPCBroker/StartStream");
    broker(fixture, session, "/proto.GRPCBroker/StartStream");
    stdio = synth_call(session, "/plugin.GRPCStdio/StreamStdio", NULL);
    synth_case_send(fixture, session, stdio, SYNTH_CLIENT, synth_message_new(NULL), NULL);
    synth_end_stream(session, stdio);
    synth_get_schemas(fixture, session);
    synth_case_send(fixture, session, stdio, SYNTH_SERVER,
                    output("{\"@level\":\"warn\",\"@message\":\"careful\"}\n"), NULL);
    synth_plan(fixture, session, NULL, NULL);
    synth_case_send(fixture, session, stdio, SYNTH_SERVER, output("panic: not again\n"), NULL);
    health(fixture, session, "/grpc.health.v1.Health/Check");
    health(fixture, session, "/grpc.health.v1.Health/Watch");
    reflection(fixture, session);
    synth_case_unary(fixture, session, "/plugin.GRPCController/Shutdown", synth_message_new(NULL),
                     synth_message_new(NULL));
    synth_trailers(session, stdio, 0, NULL);
    synth_close(session);
}

/* A provider that has no output to stream. */
static void
stdio_unimplemented(synth_case *fixture)
{
    synth_session *session = synth_case_session(fixture, NULL);
    int32_t stdio = synth_call(session, "/plugin.GRPCStdio/StreamStdio", NULL);
    synth_case_send(fixture, session, stdio, SYNTH_CLIENT, synth_message_new(NULL), NULL);
    synth_end_stream(session, stdio);
    synth_trailers(session, stdio, 12, "unknown service plugin.GRPCStdio");
    synth_case_expect_status(fixture, 12);
    synth_get_schemas(fixture, session);
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

const synth_case_row synth_rpc_cases[] = {
    {"rpcs5", "every call of tfplugin5.Provider, every field", version5},
    {"rpcs6", "every call of tfplugin6.Provider, every field", version6},
    {"provisioner", "every call of tfplugin5.Provisioner, every field", provisioner},
    {"provisioner-alphas", "every call of proto.Provisioner", provisioner_of_alphas},
    {"go-plugin", "broker, output, health, reflection, shutdown", go_plugin},
    {"stdio-unimplemented", "GRPCStdio refused", stdio_unimplemented},
    {NULL, NULL, NULL},
};
