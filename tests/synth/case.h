/* case.h
 * A named case: a capture and what must be seen in it.
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * NAME.expect.json is an object:
 *   messages  what tfplugin.message shows, in the order in which messages end; each with its
 *             fields (tfplugin.field) and values (tfplugin.value), null where nothing is promised;
 *             null as a whole where no message is
 *   status    what tfplugin.status shows, in order
 *   expert    texts, each part of some expert info of the capture
 *   options   additional options for tshark
 *   grpc      number of messages that the grpc dissector must see by itself, empty ones included;
 *             -1 where it cannot be told
 *   broken    true where values or messages are meant to be malformed
 *   spoilt    true where Wireshark's own dissectors are known to stumble over the capture
 */
#ifndef SYNTH_CASE_H
#define SYNTH_CASE_H

#include "message.h"
#include "session.h"

typedef struct synth_case synth_case;

/** Fills a case. */
typedef void (*synth_case_fill)(synth_case *fixture);

/** A row of a table of cases; a table ends with a NULL name. */
typedef struct synth_case_row {
    const char *name;
    const char *what; /**< one line for a person */
    synth_case_fill fill;
} synth_case_row;

extern const synth_case_row synth_frame_cases[];
extern const synth_case_row synth_transport_cases[];
extern const synth_case_row synth_rpc_cases[];
extern const synth_case_row synth_value_cases[];
extern const synth_case_row synth_encoding_cases[];

/** Builds one case and writes its two files. @return false if a file cannot be written */
bool synth_case_write(const synth_case_row *row, const char *folder);

/** The capture of a case, for sessions of its own. */
synth_capture *synth_case_capture(synth_case *fixture);

/** Opens a session in the capture. @param options NULL for the defaults */
synth_session *synth_case_session(synth_case *fixture, const synth_options *options);

/* --- What is expected ------------------------------------------------------------------------ */

/** The next message to end is this one. Sending by synth_case_send() expects already. */
void synth_case_expect(synth_case *fixture, const synth_message *message);

/** No message of this capture is promised to be shown. */
void synth_case_expect_anything(synth_case *fixture);

/** A call ends with this grpc-status, other than 0. */
void synth_case_expect_status(synth_case *fixture, unsigned status);

/** Some expert info of the capture contains this text. */
void synth_case_expect_expert(synth_case *fixture, const char *text);

/** tshark needs this option for the capture. */
void synth_case_option(synth_case *fixture, const char *option);

/** The number of messages that grpc sees is not the number sent. */
void synth_case_grpc_messages(synth_case *fixture, int count);

/** Some values or messages of this capture are meant to be malformed. */
void synth_case_broken(synth_case *fixture);

/** Wireshark's own dissectors fail somewhere in this capture. */
void synth_case_spoilt(synth_case *fixture);

/* --- Calls ----------------------------------------------------------------------------------- */

/** Sends a message, expects it, and frees it. @param options NULL for the defaults */
void synth_case_send(synth_case *fixture, synth_session *session, int32_t stream,
                     synth_direction from, synth_message *message,
                     const synth_message_options *options);

/**
 * A whole unary call that succeeds. Both messages are freed.
 * @param path `/tfplugin6.Provider/PlanResourceChange`
 */
void synth_case_unary(synth_case *fixture, synth_session *session, const char *path,
                      synth_message *request, synth_message *response);

#endif
