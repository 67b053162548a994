/* calls.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "calls.h"

#include "pb.h"
#include "provider.h"

void
synth_get_schemas(synth_case *fixture, synth_session *session)
{
    synth_case_unary(fixture, session, PROVIDER6 "GetProviderSchema",
                     synth_message_new("GetProviderSchema.Request"), synth_schema_response(6));
}

synth_message *
synth_plan_request(void)
{
    synth_message *message = synth_message_new("PlanResourceChange.Request");
    synth_pb_string(message->bytes, 1, SYNTH_TYPE);
    synth_add_sample(message, 2, "prior_state", SYNTH_RESOURCE);
    synth_add_sample(message, 3, "proposed_new_state", SYNTH_RESOURCE);
    synth_add_sample(message, 4, "config", SYNTH_RESOURCE);
    return message;
}

synth_message *
synth_plan_response(void)
{
    synth_message *message = synth_message_new("PlanResourceChange.Response");
    synth_add_sample(message, 1, "planned_state", SYNTH_RESOURCE);
    return message;
}

synth_message *
synth_big_plan_response(size_t size)
{
    synth_message *message = synth_message_new("PlanResourceChange.Response");
    char *text = g_strnfill(size, 'x');
    char *lines = synth_sample_lines(SYNTH_RESOURCE, text);
    synth_message_add_msgpack(message, 1, "planned_state", synth_sample(SYNTH_RESOURCE, text),
                              lines);
    g_free(lines);
    g_free(text);
    return message;
}

synth_message *
synth_list_event(void)
{
    synth_message *message = synth_message_new("ListResource.Response");
    synth_pb_string(message->bytes, 2, "a thing");
    synth_add_sample(message, 3, "resource_object", SYNTH_RESOURCE);
    return message;
}

void
synth_plan_with(synth_case *fixture, synth_session *session, const synth_call_options *call,
                const synth_message_options *options, synth_message *response)
{
    int32_t stream = synth_call(session, PROVIDER6 "PlanResourceChange", call);
    synth_case_send(fixture, session, stream, SYNTH_CLIENT, synth_plan_request(), options);
    synth_end_stream(session, stream);
    synth_case_send(fixture, session, stream, SYNTH_SERVER, response, options);
    synth_trailers(session, stream, 0, NULL);
}

void
synth_plan(synth_case *fixture, synth_session *session, const synth_call_options *call,
           const synth_message_options *message)
{
    synth_plan_with(fixture, session, call, message, synth_plan_response());
}

int32_t
synth_list(synth_case *fixture, synth_session *session)
{
    synth_message *request = synth_message_new("ListResource.Request");
    int32_t stream = synth_call(session, PROVIDER6 "ListResource", NULL);
    synth_pb_string(request->bytes, 1, SYNTH_TYPE);
    synth_add_sample(request, 2, "config", SYNTH_LIST);
    synth_pb_varint(request->bytes, 3, 1);
    synth_case_send(fixture, session, stream, SYNTH_CLIENT, request, NULL);
    synth_end_stream(session, stream);
    return stream;
}
