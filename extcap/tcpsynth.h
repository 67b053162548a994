/*
 * A TCP connection over IPv4 that never was: turns the bytes of a stream socket into the packets
 * that a capture of the same bytes on a TCP connection would hold.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TFPLUGINDUMP_TCPSYNTH_H
#define TFPLUGINDUMP_TCPSYNTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The two ends: who opened the connection, and who listened. */
enum { SIDE_CORE = 0, SIDE_PROVIDER = 1 };

enum {
    TCP_FIN = 0x01,
    TCP_SYN = 0x02,
    TCP_RST = 0x04,
    TCP_PSH = 0x08,
    TCP_ACK = 0x10,
};

/* IPv4 and TCP headers at their longest (SYN options included). */
#define TCPSYNTH_HEADER 48
/* Payload bytes per packet: below the 65,535 of IPv4, a few packets for a full read of the relay.
 */
#define TCPSYNTH_SEGMENT 32768

typedef struct {
    uint32_t address[2]; /* host byte order, by side */
    uint16_t port[2];
    uint32_t next[2]; /* next sequence number */
    uint16_t ip_id[2];
} TcpStream;

/*
 * Begins connection number `serial` to the provider process number `provider` (both counted from
 * 0): core is 127.0.0.1 with a port of its own, the provider an address of its own below
 * 127.0.0.0/8 and always the port 8080, which Wireshark examines for HTTP/2 without being told.
 */
void tcpsynth_init(TcpStream *stream, uint32_t provider, uint32_t serial);

/*
 * Writes the next packet that `side` sends into `packet`, which must have room for TCPSYNTH_HEADER
 * + `length` bytes; `length` must not exceed TCPSYNTH_SEGMENT. Checksums, lengths and numbers are
 * right. Returns the packet's length in bytes.
 */
size_t tcpsynth_packet(TcpStream *stream, int side, unsigned flags, const uint8_t *payload,
                       size_t length, uint8_t *packet);

/*
 * Writes a UDP datagram to the syslog port of 127.0.0.1 with `length` bytes of text (at most 1024
 * are used): a remark in the course of the session that the packet list shows as it is. `packet`
 * must have room for 28 + 1024 bytes. Returns the packet's length in bytes.
 */
size_t tcpsynth_remark(const char *text, size_t length, uint8_t *packet);

#endif
