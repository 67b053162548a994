/* tcp.h
 * One TCP connection as a capture shows it: handshake, segments, loss and disorder, end.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SYNTH_TCP_H
#define SYNTH_TCP_H

#include "capture.h"

/** Who sends. */
typedef enum synth_direction { SYNTH_CLIENT, SYNTH_SERVER } synth_direction;

/** How a connection looks below HTTP/2. */
typedef struct synth_tcp_options {
    bool ipv6;
    uint16_t vlan;        /**< 802.1Q tag to carry, 0 for none */
    uint32_t mss;         /**< bytes in a segment; 0 for as many as an IP packet holds */
    uint16_t client_port; /**< 0 for 51000 */
    uint16_t server_port; /**< 0 for SYNTH_SERVER_PORT */
} synth_tcp_options;

#define SYNTH_SERVER_PORT 41234

typedef struct synth_tcp synth_tcp;

/** Opens a connection: its three-way handshake is the first that the capture gets. */
synth_tcp *synth_tcp_new(synth_capture *capture, const synth_tcp_options *options);

/** Changes the size of segments. @param mss 0 for as many bytes as an IP packet holds */
void synth_tcp_set_mss(synth_tcp *tcp, uint32_t mss);

/** Sends what is left, closes the connection with FINs, and frees it. */
void synth_tcp_close(synth_tcp *tcp);

/** Queues bytes; they leave with synth_tcp_flush(). */
void synth_tcp_write(synth_tcp *tcp, synth_direction from, const uint8_t *bytes, size_t length);

/** Sends what is queued, as segments of at most the MSS. */
void synth_tcp_flush(synth_tcp *tcp, synth_direction from);

/** The next @p count segments are sent, but the capture misses them. */
void synth_tcp_lose(synth_tcp *tcp, synth_direction from, unsigned count);

/** The next @p count segments appear twice, as if they had been sent again. */
void synth_tcp_repeat(synth_tcp *tcp, synth_direction from, unsigned count);

/** The next segment is captured after the one that follows it. */
void synth_tcp_swap(synth_tcp *tcp, synth_direction from);

#endif
