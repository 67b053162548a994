/*
 * Synthetic TCP/IP. See tcpsynth.h.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tcpsynth.h"

#include <string.h>

enum {
    IP_HEADER = 20,
    TCP_HEADER = 20,
    UDP_HEADER = 8,
    SYN_OPTIONS = 8,
    PROTOCOL_TCP = 6,
    PROTOCOL_UDP = 17,
    PORT_PROVIDER = 8080,
    PORT_FIRST_CORE = 49152,
    PORT_CORE_COUNT = 65536 - 49152,
    PORT_SYSLOG = 514,
    REMARK_MAX = 1024,
    WINDOW_SHIFT = 14,
};

#define LOOPBACK 0x7f000001U
#define PROVIDER_NET 0x7f010000U

static uint8_t *
put16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
    return at + 2;
}

static uint8_t *
put32(uint8_t *at, uint32_t value)
{
    return put16(put16(at, value >> 16), value & 0xffff);
}

/* The Internet checksum's running sum; `sum` is 0 to begin with, only the last part may be odd. */
static uint64_t
add_bytes(uint64_t sum, const uint8_t *at, size_t length)
{
    for (; length > 1; at += 2, length -= 2) {
        sum += (uint32_t)at[0] << 8 | at[1];
    }
    return length ? sum + ((uint32_t)at[0] << 8) : sum;
}

static unsigned
fold(uint64_t sum)
{
    while (sum >> 16) {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return (unsigned)(~sum & 0xffff);
}

static void
put_ip(uint8_t *at, unsigned protocol, size_t payload, uint16_t id, uint32_t from, uint32_t to)
{
    memset(at, 0, IP_HEADER);
    at[0] = 0x45;
    put16(at + 2, (unsigned)(IP_HEADER + payload));
    put16(at + 4, id);
    at[6] = 0x40; /* don't fragment */
    at[8] = 64;
    at[9] = (uint8_t)protocol;
    put32(put32(at + 12, from), to);
    put16(at + 10, fold(add_bytes(0, at, IP_HEADER)));
}

/* The checksum of a TCP or UDP packet whose IP header stands before it at `ip`. */
static unsigned
transport_checksum(const uint8_t *ip, size_t length)
{
    return fold(add_bytes(add_bytes(ip[9] + length, ip + 12, 8), ip + IP_HEADER, length));
}

void
tcpsynth_init(TcpStream *stream, uint32_t provider, uint32_t serial)
{
    memset(stream, 0, sizeof *stream);
    stream->address[SIDE_CORE] = LOOPBACK;
    stream->address[SIDE_PROVIDER] = PROVIDER_NET + 1 + provider % 0xfe0000;
    stream->port[SIDE_CORE] = (uint16_t)(PORT_FIRST_CORE + serial % PORT_CORE_COUNT);
    stream->port[SIDE_PROVIDER] = PORT_PROVIDER;
    stream->next[SIDE_CORE] = serial * 64000;
    stream->next[SIDE_PROVIDER] = serial * 64000 + 0x40000000;
}

static size_t
put_syn_options(uint8_t *at)
{
    /* Segments as long as they get, and a window that no unacknowledged burst can seem to fill. */
    static const uint8_t options[SYN_OPTIONS] = {
        2, 4, TCPSYNTH_SEGMENT >> 8, TCPSYNTH_SEGMENT & 0xff, 1, 3, 3, WINDOW_SHIFT,
    };
    memcpy(at, options, sizeof options);
    return sizeof options;
}

size_t
tcpsynth_packet(TcpStream *stream, int side, unsigned flags, const uint8_t *payload, size_t length,
                uint8_t *packet)
{
    int peer = !side;
    uint8_t *tcp = packet + IP_HEADER;
    size_t options = flags & TCP_SYN ? put_syn_options(tcp + TCP_HEADER) : 0;
    size_t size = TCP_HEADER + options + length;

    put_ip(packet, PROTOCOL_TCP, size, stream->ip_id[side]++, stream->address[side],
           stream->address[peer]);
    put16(put16(tcp, stream->port[side]), stream->port[peer]);
    put32(tcp + 4, stream->next[side]);
    put32(tcp + 8, flags & TCP_ACK ? stream->next[peer] : 0);
    tcp[12] = (uint8_t)((TCP_HEADER + options) / 4 << 4);
    tcp[13] = (uint8_t)flags;
    put16(tcp + 14, 65535);
    put32(tcp + 16, 0); /* checksum, filled in below, and urgent pointer */
    if (length > 0) {
        memcpy(tcp + TCP_HEADER + options, payload, length);
    }
    put16(tcp + 16, transport_checksum(packet, size));
    stream->next[side] += (uint32_t)length + (flags & (TCP_SYN | TCP_FIN) ? 1 : 0);
    return IP_HEADER + size;
}

size_t
tcpsynth_remark(const char *text, size_t length, uint8_t *packet)
{
    static const char priority[] = "<14>tfplugindump: "; /* facility user, severity informational */
    const size_t prefix = sizeof priority - 1;
    uint8_t *udp = packet + IP_HEADER;
    size_t size;

    if (length > REMARK_MAX - prefix) {
        length = REMARK_MAX - prefix;
    }
    size = UDP_HEADER + prefix + length;
    put_ip(packet, PROTOCOL_UDP, size, 0, LOOPBACK, LOOPBACK);
    put16(put16(udp, PORT_SYSLOG), PORT_SYSLOG);
    put16(put16(udp + 4, (unsigned)size), 0);
    memcpy(udp + UDP_HEADER, priority, prefix);
    memcpy(udp + UDP_HEADER + prefix, text, length);
    put16(udp + 6, transport_checksum(packet, size));
    return IP_HEADER + size;
}
