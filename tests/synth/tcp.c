/* tcp.c
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tcp.h"

#include <string.h>

#define ETHERTYPE_IPV4 0x0800
#define ETHERTYPE_VLAN 0x8100
#define ETHERTYPE_IPV6 0x86DD
#define IP_PROTO_TCP 6
#define IPV4_HEADER 20
#define IPV6_HEADER 40
#define TCP_HEADER 20
#define MAX_IP_PACKET 65535

#define FIN 0x01
#define SYN 0x02
#define PSH 0x08
#define ACK 0x10

typedef struct synth_side {
    uint16_t port;
    uint8_t host; /* last byte of its MAC and IP addresses */
    uint32_t sequence;
    GByteArray *queue;
    unsigned lose, repeat;
    bool swap;
    GByteArray *late; /* a segment that waits for the next to be captured first */
} synth_side;

struct synth_tcp {
    synth_capture *capture;
    synth_tcp_options options;
    synth_side side[2];
};

static void
add_u16(GByteArray *out, uint32_t value)
{
    guint8 bytes[] = {(guint8)(value >> 8), (guint8)value};
    g_byte_array_append(out, bytes, sizeof bytes);
}

static void
add_u32(GByteArray *out, uint32_t value)
{
    add_u16(out, value >> 16);
    add_u16(out, value & 0xFFFF);
}

/* The ones' complement sum of RFC 1071, to be folded. */
static uint64_t
sum_words(const guint8 *bytes, size_t length)
{
    uint64_t sum = 0;
    for (size_t i = 0; i + 1 < length; i += 2)
        sum += (uint64_t)(bytes[i] << 8 | bytes[i + 1]);
    return length & 1 ? sum + (uint64_t)(bytes[length - 1] << 8) : sum;
}

static void
put_checksum(guint8 *at, uint64_t sum)
{
    while (sum >> 16)
        sum = (sum & 0xFFFF) + (sum >> 16);
    at[0] = (guint8)(~sum >> 8);
    at[1] = (guint8)~sum;
}

static void
add_ethernet(GByteArray *out, const synth_tcp *tcp, synth_direction from)
{
    const uint8_t hosts[] = {tcp->side[!from].host, tcp->side[from].host};
    for (unsigned i = 0; i < 2; i++) {
        guint8 address[] = {0x02, 0, 0, 0, 0, hosts[i]};
        g_byte_array_append(out, address, sizeof address);
    }
    if (tcp->options.vlan) {
        add_u16(out, ETHERTYPE_VLAN);
        add_u16(out, tcp->options.vlan);
    }
    add_u16(out, tcp->options.ipv6 ? ETHERTYPE_IPV6 : ETHERTYPE_IPV4);
}

static void
add_ipv4_address(GByteArray *out, uint8_t host)
{
    guint8 address[] = {192, 0, 2, host};
    g_byte_array_append(out, address, sizeof address);
}

static void
add_ipv6_address(GByteArray *out, uint8_t host)
{
    guint8 address[16] = {0x20, 0x01, 0x0D, 0xB8};
    address[15] = host;
    g_byte_array_append(out, address, sizeof address);
}

static void
add_ipv4(GByteArray *out, const synth_tcp *tcp, synth_direction from, size_t payload)
{
    guint start = out->len;
    add_u16(out, 0x4500);
    add_u16(out, (uint32_t)(IPV4_HEADER + payload));
    add_u16(out, 0);
    add_u16(out, 0x4000); /* do not fragment */
    add_u16(out, 64 << 8 | IP_PROTO_TCP);
    add_u16(out, 0);
    add_ipv4_address(out, tcp->side[from].host);
    add_ipv4_address(out, tcp->side[!from].host);
    put_checksum(out->data + start + 10, sum_words(out->data + start, IPV4_HEADER));
}

static void
add_ipv6(GByteArray *out, const synth_tcp *tcp, synth_direction from, size_t payload)
{
    add_u32(out, 0x60000000);
    add_u16(out, (uint32_t)payload);
    add_u16(out, IP_PROTO_TCP << 8 | 64);
    add_ipv6_address(out, tcp->side[from].host);
    add_ipv6_address(out, tcp->side[!from].host);
}

/* The TCP header; the addresses end right before it, as the checksum's pseudo header needs them. */
static void
add_tcp(GByteArray *out, const synth_tcp *tcp, synth_direction from, uint8_t flags,
        const guint8 *data, size_t length)
{
    const synth_side *side = &tcp->side[from], *peer = &tcp->side[!from];
    guint start = out->len, addresses = tcp->options.ipv6 ? 32 : 8;

    add_u16(out, side->port);
    add_u16(out, peer->port);
    add_u32(out, side->sequence);
    add_u32(out, flags & ACK ? peer->sequence : 0);
    add_u16(out, TCP_HEADER / 4 << 12 | flags);
    add_u16(out, 0xFFFF);
    add_u32(out, 0); /* checksum, no urgent data */
    g_byte_array_append(out, data, (guint)length);
    put_checksum(out->data + start + 16, sum_words(out->data + start - addresses, addresses) +
                                             sum_words(out->data + start, TCP_HEADER + length) +
                                             IP_PROTO_TCP + TCP_HEADER + length);
}

static void
capture_segment(synth_tcp *tcp, synth_side *side, GByteArray *frame)
{
    if (side->lose > 0) {
        side->lose--;
        return;
    }
    if (side->swap) {
        side->swap = false;
        side->late = g_byte_array_ref(frame);
        return;
    }
    synth_capture_add(tcp->capture, frame->data, frame->len);
    if (side->repeat > 0) {
        side->repeat--;
        synth_capture_add(tcp->capture, frame->data, frame->len);
    }
    if (side->late) {
        synth_capture_add(tcp->capture, side->late->data, side->late->len);
        g_clear_pointer(&side->late, g_byte_array_unref);
    }
}

static void
send_segment(synth_tcp *tcp, synth_direction from, uint8_t flags, const guint8 *data, size_t length)
{
    synth_side *side = &tcp->side[from];
    GByteArray *frame = g_byte_array_new();

    add_ethernet(frame, tcp, from);
    (tcp->options.ipv6 ? add_ipv6 : add_ipv4)(frame, tcp, from, TCP_HEADER + length);
    add_tcp(frame, tcp, from, flags, data, length);
    if (length > 0)
        capture_segment(tcp, side, frame);
    else
        synth_capture_add(tcp->capture, frame->data, frame->len);
    g_byte_array_unref(frame);
    side->sequence += (uint32_t)length + (flags & (SYN | FIN) ? 1 : 0);
}

static size_t
segment_size(const synth_tcp *tcp)
{
    size_t most = MAX_IP_PACKET - TCP_HEADER - (tcp->options.ipv6 ? 0 : IPV4_HEADER);
    return tcp->options.mss ? MIN(tcp->options.mss, most) : most;
}

void
synth_tcp_set_mss(synth_tcp *tcp, uint32_t mss)
{
    tcp->options.mss = mss;
}

synth_tcp *
synth_tcp_new(synth_capture *capture, const synth_tcp_options *options)
{
    uint32_t sequence =
        1000 + (uint32_t)(synth_capture_clock(capture) / 4000); /* RFC 9293, 3.4.1 */
    synth_tcp *tcp = g_new0(synth_tcp, 1);
    tcp->capture = capture;
    tcp->options = *options;
    tcp->side[SYNTH_CLIENT] = (synth_side){
        .port = options->client_port ? options->client_port : 51000,
        .host = 1,
        .sequence = sequence,
        .queue = g_byte_array_new(),
    };
    tcp->side[SYNTH_SERVER] = (synth_side){
        .port = options->server_port ? options->server_port : SYNTH_SERVER_PORT,
        .host = 2,
        .sequence = sequence + 500000,
        .queue = g_byte_array_new(),
    };
    send_segment(tcp, SYNTH_CLIENT, SYN, NULL, 0);
    send_segment(tcp, SYNTH_SERVER, SYN | ACK, NULL, 0);
    send_segment(tcp, SYNTH_CLIENT, ACK, NULL, 0);
    return tcp;
}

void
synth_tcp_close(synth_tcp *tcp)
{
    for (synth_direction from = SYNTH_CLIENT; from <= SYNTH_SERVER; from++) {
        synth_side *side = &tcp->side[from];
        synth_tcp_flush(tcp, from);
        if (side->late)
            synth_capture_add(tcp->capture, side->late->data, side->late->len);
        g_clear_pointer(&side->late, g_byte_array_unref);
    }
    send_segment(tcp, SYNTH_CLIENT, FIN | ACK, NULL, 0);
    send_segment(tcp, SYNTH_SERVER, FIN | ACK, NULL, 0);
    send_segment(tcp, SYNTH_CLIENT, ACK, NULL, 0);
    g_byte_array_unref(tcp->side[SYNTH_CLIENT].queue);
    g_byte_array_unref(tcp->side[SYNTH_SERVER].queue);
    g_free(tcp);
}

void
synth_tcp_write(synth_tcp *tcp, synth_direction from, const uint8_t *bytes, size_t length)
{
    g_byte_array_append(tcp->side[from].queue, bytes, (guint)length);
}

void
synth_tcp_flush(synth_tcp *tcp, synth_direction from)
{
    GByteArray *queue = tcp->side[from].queue;
    size_t most = segment_size(tcp);

    for (size_t at = 0; at < queue->len; at += most)
        send_segment(tcp, from, PSH | ACK, queue->data + at, MIN(most, queue->len - at));
    g_byte_array_set_size(queue, 0);
}

void
synth_tcp_lose(synth_tcp *tcp, synth_direction from, unsigned count)
{
    tcp->side[from].lose = count;
}

void
synth_tcp_repeat(synth_tcp *tcp, synth_direction from, unsigned count)
{
    tcp->side[from].repeat = count;
}

void
synth_tcp_swap(synth_tcp *tcp, synth_direction from)
{
    tcp->side[from].swap = true;
}
