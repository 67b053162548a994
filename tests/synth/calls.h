/* calls.h
 * The calls that most transport cases make.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SYNTH_CALLS_H
#define SYNTH_CALLS_H

#include "case.h"

#define PROVIDER5 "/tfplugin5.Provider/"
#define PROVIDER6 "/tfplugin6.Provider/"

/** Asks for the schemas of version 6. */
void synth_get_schemas(synth_case *fixture, synth_session *session);

synth_message *synth_plan_request(void);
synth_message *synth_plan_response(void);

/** A PlanResourceChange response with a string of @p size bytes. */
synth_message *synth_big_plan_response(size_t size);

/** An event of ListResource. */
synth_message *synth_list_event(void);

/**
 * A PlanResourceChange call, sent as the options say.
 * @param call    NULL for the defaults
 * @param message NULL for the defaults
 */
void synth_plan(synth_case *fixture, synth_session *session, const synth_call_options *call,
                const synth_message_options *message);

/** The same with a response of its own. */
void synth_plan_with(synth_case *fixture, synth_session *session, const synth_call_options *call,
                     const synth_message_options *options, synth_message *response);

/** Begins a ListResource call: its request, complete. @return the stream */
int32_t synth_list(synth_case *fixture, synth_session *session);

#endif
