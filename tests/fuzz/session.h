/* session.h
 * A provider session in frames, made without Wireshark: an HTTP/2 connection over IPv4 and TCP.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_TESTS_FUZZ_SESSION_H
#define TF_TESTS_FUZZ_SESSION_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/** The bytes that one side is about to send, and what the connection has sent so far. */
typedef struct session {
    GByteArray *pending;  /**< HTTP/2 frames of the sender */
    uint32_t sequence[2]; /**< of TCP: [0] the core, [1] the provider */
    uint32_t stream;      /**< HTTP/2 stream of the call at hand; 0: none yet */
    unsigned number;      /**< of the connection */
} session;

/** Called with each IPv4 packet. */
typedef void (*session_packet)(const uint8_t *packet, uint32_t length, void *user);

/** @param number of the connection, below 10,000: each has ports of its own */
void session_begin(session *s, unsigned number);
void session_end(session *s);

/** Begins a call: HEADERS with `:path`. @param path not longer than 126 bytes, else it is cut */
void session_call(session *s, const char *path);

/** A gRPC message, in DATA frames. @param response from the provider, after its HEADERS */
void session_message(session *s, bool response, const uint8_t *data, uint32_t length);

/** Sends what is pending. @param response from the provider */
void session_send(session *s, bool response, session_packet send, void *user);

#endif
