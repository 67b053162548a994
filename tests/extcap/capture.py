"""Reads what tfplugindump writes: pcapng blocks, and TCP streams in them, checked on the way.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import socket
import struct


class Broken(Exception):
    """The file is not what it should be; truncation at the very end is reported separately."""


def _options(data):
    """{code: [value, ...]} of a block's options."""
    found = {}
    while len(data) >= 4:
        code, length = struct.unpack_from("<HH", data)
        if code == 0:
            break
        found.setdefault(code, []).append(data[4:4 + length])
        data = data[4 + (length + 3) // 4 * 4:]
    return found


def _texts(options, code):
    return [value.decode() for value in options.get(code, [])]


class Interface:
    def __init__(self, linktype, options):
        self.linktype = linktype
        self.name = (_texts(options, 2) or [None])[0]
        self.description = (_texts(options, 3) or [None])[0]
        self.tsresol = options.get(9, [b"\x06"])[0][0]


class Packet:
    def __init__(self, interface, time, data, comments):
        self.interface, self.time, self.data, self.comments = interface, time, data, comments


class Stream:
    """One TCP connection: bytes of both directions, by 0 (core) and 1 (provider)."""

    def __init__(self, interface):
        self.interface = interface
        self.data = [bytearray(), bytearray()]
        self.next = [None, None]
        self.fin = [False, False]


def _checksum(data):
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total


class Capture:
    def __init__(self, data):
        self.comments, self.interfaces, self.packets, self.streams = [], [], [], {}
        self.cut = False
        at = 0
        while at < len(data):
            kind, length = struct.unpack_from("<II", data.ljust(at + 8, b"\0"), at)
            if at + length > len(data) or length < 12:
                self.cut = True
                break
            if struct.unpack_from("<I", data, at + length - 4)[0] != length:
                raise Broken("block lengths differ at %d" % at)
            self._block(kind, data[at + 8:at + length - 4])
            at += length
        for packet in self.packets:
            self._follow(packet)

    @classmethod
    def read(cls, path):
        with open(path, "rb") as file:
            return cls(file.read())

    def _block(self, kind, body):
        if kind == 0x0A0D0D0A:
            self.comments = _texts(_options(body[16:]), 1)
        elif kind == 1:
            self.interfaces.append(Interface(struct.unpack_from("<H", body)[0],
                                             _options(body[8:])))
        elif kind == 6:
            number, high, low, length, original = struct.unpack_from("<IIIII", body)
            if length != original:
                raise Broken("a packet is cut")
            options = _options(body[20 + (length + 3) // 4 * 4:])
            self.packets.append(Packet(self.interfaces[number], high << 32 | low,
                                       body[20:20 + length], _texts(options, 1)))

    def _follow(self, packet):
        ip = packet.data
        if len(ip) != struct.unpack_from("!H", ip, 2)[0] or _checksum(ip[:20]) != 0xffff:
            raise Broken("IP header")
        pseudo = ip[12:20] + struct.pack("!HH", ip[9], len(ip) - 20)
        if len(ip) < 2000 and _checksum(pseudo + ip[20:]) != 0xffff:
            raise Broken("TCP or UDP checksum")
        if ip[9] != 6:
            return
        ports = struct.unpack_from("!HH", ip, 20)
        side = 0 if ports[1] == 8080 else 1
        ends = [(socket.inet_ntoa(ip[12:16]), ports[0]), (socket.inet_ntoa(ip[16:20]), ports[1])]
        self._segment(packet, side, tuple(ends if side == 0 else reversed(ends)), ip[20:])

    def _segment(self, packet, side, key, tcp):
        seq, ack = struct.unpack_from("!II", tcp, 4)
        flags, payload = tcp[13], tcp[tcp[12] >> 4 << 2:]
        if flags & 2:
            if side == 0:
                if key in self.streams:
                    raise Broken("connection %s twice" % (key,))
                self.streams[key] = Stream(packet.interface)
            self.streams[key].next[side] = (seq + 1) & 0xffffffff
            return
        stream = self.streams[key]
        if seq != stream.next[side] or (flags & 16 and ack != stream.next[1 - side]):
            raise Broken("sequence numbers")
        if stream.fin[side] and payload:
            raise Broken("data after FIN")
        stream.data[side] += payload
        stream.fin[side] |= bool(flags & 1)
        stream.next[side] = (seq + len(payload) + (flags & 1)) & 0xffffffff

    def providers(self):
        return self.interfaces[1:]

    def grpc_streams(self):
        """The streams on which HTTP/2 was spoken."""
        return [s for s in self.streams.values() if bytes(s.data[0][:14]) == b"PRI * HTTP/2.0"]

    def find(self, text):
        """How often the bytes `text` went over any connection, by direction."""
        return [sum(bytes(s.data[side]).count(text) for s in self.streams.values())
                for side in (0, 1)]
