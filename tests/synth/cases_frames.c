/* cases_frames.c
 * How messages and headers are cut into HTTP/2 frames, and how calls end.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "calls.h"

#include "pb.h"
#include "provider.h"

#define HTTP2_NO_ERROR 0
#define HTTP2_INTERNAL_ERROR 2
#define HTTP2_CANCEL 8

static const synth_message_options held = {.hold = true};

/* A session that has its schemas. */
static synth_session *
begin(synth_case *fixture, const synth_options *options)
{
    synth_session *session = synth_case_session(fixture, options);
    synth_get_schemas(fixture, session);
    return session;
}

static void
unary(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    synth_case_unary(fixture, session, PROVIDER6 "PlanResourceChange", synth_plan_request(),
                     synth_plan_response());
    synth_close(session);
}

static void
empty_messages(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    synth_message *request = synth_message_new("ValidateResourceConfig.Request");
    synth_pb_string(request->bytes, 1, SYNTH_TYPE);
    synth_case_unary(fixture, session, PROVIDER6 "ValidateResourceConfig", request,
                     synth_message_new("ValidateResourceConfig.Response"));
    synth_case_unary(fixture, session, PROVIDER6 "StopProvider",
                     synth_message_new("StopProvider.Request"),
                     synth_message_new("StopProvider.Response"));
    synth_close(session);
}

static void
several_in_one_frame(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    int32_t stream = synth_list(fixture, session);
    for (unsigned i = 0; i < 5; i++)
        synth_case_send(fixture, session, stream, SYNTH_SERVER, synth_list_event(), &held);
    synth_trailers(session, stream, 0, NULL);
    synth_close(session);
}

/* Frames of a size that no message has: most hold the end of one and the beginning of another. */
static void
frames_across_messages(synth_case *fixture)
{
    static const synth_message_options odd = {.frame_size = 37, .hold = true};
    synth_session *session = begin(fixture, NULL);
    int32_t stream = synth_list(fixture, session);
    for (unsigned i = 0; i < 7; i++)
        synth_case_send(fixture, session, stream, SYNTH_SERVER, synth_list_event(), &odd);
    synth_trailers(session, stream, 0, NULL);
    synth_close(session);
}

static void
over_many_frames(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    synth_plan_with(fixture, session, NULL, &(synth_message_options){.frame_size = 100},
                    synth_big_plan_response(20000));
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

static void
one_byte_frames(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    synth_plan(fixture, session, NULL, &(synth_message_options){.frame_size = 1});
    synth_close(session);
}

/* Larger than both flow control windows. */
static void
flow_control(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    synth_plan_with(fixture, session, NULL, NULL, synth_big_plan_response(1000000));
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

static void
large_frames(synth_case *fixture)
{
    synth_session *session = begin(fixture, &(synth_options){.max_frame_size = 1 << 20});
    synth_plan_with(fixture, session, NULL, NULL, synth_big_plan_response(60000));
    synth_close(session);
}

static void
padding(synth_case *fixture)
{
    static const uint8_t sizes[] = {1, 2, 100, 255};
    synth_session *session = begin(fixture, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
        synth_message_options options = {.padding = sizes[i], .frame_size = i % 2 ? 40 : 0};
        synth_plan(fixture, session, NULL, &options);
    }
    synth_close(session);
}

static void
continuation(synth_case *fixture)
{
    synth_session *session = begin(fixture, &(synth_options){.continuation = 20});
    synth_plan(fixture, session, NULL, NULL);
    synth_case_unary(fixture, session, PROVIDER6 "StopProvider",
                     synth_message_new("StopProvider.Request"),
                     synth_message_new("StopProvider.Response"));
    synth_close(session);
}

/* A header block that must be continued, as it is larger than a frame. */
static void
large_headers(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    synth_plan(fixture, session, &(synth_call_options){.filler = 40000}, NULL);
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

/* Three calls at once; their frames alternate in both directions. */
static void
interleaved(synth_case *fixture)
{
    static const synth_message_options small = {.frame_size = 16, .hold = true};
    synth_session *session = begin(fixture, NULL);
    int32_t stream[3];

    for (unsigned i = 0; i < G_N_ELEMENTS(stream); i++)
        stream[i] = synth_call(session, PROVIDER6 "PlanResourceChange",
                               &(synth_call_options){.hold = true});
    for (unsigned i = 0; i < G_N_ELEMENTS(stream); i++)
        synth_case_send(fixture, session, stream[i], SYNTH_CLIENT, synth_plan_request(), &small);
    synth_flush(session);
    for (unsigned i = 0; i < G_N_ELEMENTS(stream); i++)
        synth_end_stream(session, stream[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(stream); i++)
        synth_case_send(fixture, session, stream[i], SYNTH_SERVER, synth_plan_response(), &small);
    synth_flush(session);
    for (unsigned i = 0; i < G_N_ELEMENTS(stream); i++)
        synth_trailers(session, stream[i], 0, NULL);
    synth_close(session);
}

/* Two calls answered in the other order. */
static void
answered_out_of_order(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    int32_t first = synth_list(fixture, session), second = synth_list(fixture, session);

    synth_case_send(fixture, session, second, SYNTH_SERVER, synth_list_event(), NULL);
    synth_case_send(fixture, session, first, SYNTH_SERVER, synth_list_event(), NULL);
    synth_case_send(fixture, session, second, SYNTH_SERVER, synth_list_event(), NULL);
    synth_trailers(session, second, 0, NULL);
    synth_trailers(session, first, 0, NULL);
    synth_close(session);
}

static void
goaway(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    int32_t stream = synth_list(fixture, session);

    synth_case_send(fixture, session, stream, SYNTH_SERVER, synth_list_event(), NULL);
    synth_goaway(session, SYNTH_SERVER, HTTP2_NO_ERROR);
    synth_case_send(fixture, session, stream, SYNTH_SERVER, synth_list_event(), NULL);
    synth_trailers(session, stream, 0, NULL);
    synth_goaway(session, SYNTH_CLIENT, HTTP2_NO_ERROR);
    synth_close(session);
    session = begin(fixture, &(synth_options){.tcp = {.client_port = 51001}});
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

/* The connection ends in the middle of a response. */
static void
goaway_for_good(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    int32_t stream = synth_list(fixture, session);

    synth_case_send(fixture, session, stream, SYNTH_SERVER, synth_list_event(), NULL);
    synth_send_raw(session, stream, SYNTH_SERVER, (const uint8_t *)"\0\0\0\1\0half", 9);
    synth_goaway(session, SYNTH_SERVER, HTTP2_INTERNAL_ERROR);
    synth_case_grpc_messages(fixture, -1);
    synth_close(session);
}

/* As core does once it has as many results as it wants. */
static void
reset_by_client(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    int32_t stream = synth_list(fixture, session);

    synth_case_send(fixture, session, stream, SYNTH_SERVER, synth_list_event(), NULL);
    synth_case_send(fixture, session, stream, SYNTH_SERVER, synth_list_event(), NULL);
    synth_rst(session, stream, SYNTH_CLIENT, HTTP2_CANCEL);
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

static void
reset_in_message(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    int32_t stream = synth_list(fixture, session);

    synth_send_raw(session, stream, SYNTH_SERVER, (const uint8_t *)"\0\0\0\1\0half", 9);
    synth_rst(session, stream, SYNTH_SERVER, HTTP2_INTERNAL_ERROR);
    synth_plan(fixture, session, NULL, NULL);
    synth_case_grpc_messages(fixture, -1);
    synth_close(session);
}

/* A call whose response never begins. */
static void
reset_before_response(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    int32_t stream = synth_list(fixture, session);

    synth_rst(session, stream, SYNTH_CLIENT, HTTP2_CANCEL);
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

static void
fail(synth_case *fixture, synth_session *session, unsigned status, const char *message)
{
    int32_t stream = synth_list(fixture, session);
    synth_trailers(session, stream, status, message);
    synth_case_expect_status(fixture, status);
}

static void
trailers_only(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    fail(fixture, session, 12, "unknown method ListResource for service tfplugin6.Provider");
    fail(fixture, session, 2, NULL);
    fail(fixture, session, 13, "caf%C3%A9 panicked");
    fail(fixture, session, 8, "grpc: received message larger than max (5000000 vs. 4194304)");
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

static void
error_after_messages(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    int32_t stream = synth_list(fixture, session);

    synth_case_send(fixture, session, stream, SYNTH_SERVER, synth_list_event(), NULL);
    synth_trailers(session, stream, 14, "transport is closing");
    synth_case_expect_status(fixture, 14);
    stream = synth_list(fixture, session);
    synth_respond(session, stream);
    synth_trailers(session, stream, 1, "context canceled");
    synth_case_expect_status(fixture, 1);
    synth_close(session);
}

/* The server refuses while the client has not ended its stream. */
static void
early_error(synth_case *fixture)
{
    synth_session *session = begin(fixture, NULL);
    int32_t stream = synth_call(session, PROVIDER6 "PlanResourceChange", NULL);

    synth_case_send(fixture, session, stream, SYNTH_CLIENT, synth_plan_request(), NULL);
    synth_trailers(session, stream, 16, "who are you?");
    synth_case_expect_status(fixture, 16);
    synth_plan(fixture, session, NULL, NULL);
    synth_close(session);
}

const synth_case_row synth_frame_cases[] = {
    {"unary", "one call as Go sends it", unary},
    {"empty-messages", "messages of no bytes", empty_messages},
    {"several-in-one-frame", "five messages in one DATA frame", several_in_one_frame},
    {"frames-across-messages", "DATA frames that end within messages", frames_across_messages},
    {"over-many-frames", "one message over 200 DATA frames", over_many_frames},
    {"one-byte-frames", "one byte in each DATA frame", one_byte_frames},
    {"flow-control", "a message larger than the flow control windows", flow_control},
    {"large-frames", "a DATA frame of 60,000 bytes", large_frames},
    {"padding", "padded DATA frames", padding},
    {"continuation", "every header block in CONTINUATION frames of 20 bytes", continuation},
    {"large-headers", "a header block larger than a frame", large_headers},
    {"interleaved", "three streams in turns, 16 bytes each", interleaved},
    {"answered-out-of-order", "the later call is answered first", answered_out_of_order},
    {"goaway", "GOAWAY in the middle of a call, which then ends well", goaway},
    {"goaway-for-good", "GOAWAY in the middle of a message, and no more", goaway_for_good},
    {"reset-by-client", "RST_STREAM by the client between two messages", reset_by_client},
    {"reset-in-message", "RST_STREAM by the server in the middle of a message", reset_in_message},
    {"reset-before-response", "RST_STREAM before the response", reset_before_response},
    {"trailers-only", "errors without a response", trailers_only},
    {"error-after-messages", "errors after a response has begun", error_after_messages},
    {"early-error", "an error before the request has ended", early_error},
    {NULL, NULL, NULL},
};
