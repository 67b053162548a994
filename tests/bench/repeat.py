"""One capture many times over, as one long file: every copy has ports and times of its own, so that
its connections are new ones.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import struct

EPB, IDB = 6, 1
FIRST_SERVER, FIRST_CLIENT = 20001, 40001


def blocks(data):
    at = 0
    while at + 12 <= len(data):
        kind, length = struct.unpack_from('<II', data, at)
        yield kind, data[at:at + length]
        at += length


def tcp_of(packet):
    """Where the TCP header begins in an Ethernet frame of IPv4; None if it is none."""
    if packet[12:14] != b'\x08\x00' or packet[23] != 6:
        return None
    return 14 + 4 * (packet[14] & 15)


class Ports:
    """New ports for the connections of one copy: servers from 20001 on, clients from 40001 on."""

    def __init__(self):
        self.servers = {}
        self.clients = {}

    def next_copy(self):
        self.base = (len(self.servers), len(self.clients))
        self.copy = {}

    def map(self, packet, at):
        source, target = struct.unpack_from('>HH', packet, at)
        flags = packet[at + 13]
        if flags & 2:
            server = source if flags & 16 else target
            self.copy.setdefault(('server', server), None)
        return tuple(self._port(port) for port in (source, target))

    def _port(self, port):
        if port not in self.copy:
            server = ('server', port) in self.copy
            table = self.servers if server else self.clients
            number = (FIRST_SERVER if server else FIRST_CLIENT) + len(table)
            table[number] = True
            self.copy[port] = number
        return self.copy[port]


def repeat(source, target, times):
    """Writes the file. @return the first and last port of the servers in it"""
    with open(source, 'rb') as file:
        all_blocks = list(blocks(file.read()))
    ports = Ports()
    with open(target, 'wb') as out:
        for kind, block in all_blocks:
            if kind != EPB:
                if kind not in (3, 5):
                    out.write(block)
        for copy in range(times):
            ports.next_copy()
            for kind, block in all_blocks:
                if kind == EPB:
                    out.write(moved(block, ports, copy))
    return FIRST_SERVER, FIRST_SERVER + max(len(ports.servers), 1) - 1


def moved(block, ports, copy):
    block = bytearray(block)
    high, low, length = struct.unpack_from('<III', block, 12)
    # An hour later, in nanoseconds or microseconds: what matters is that time goes on.
    stamp = (high << 32 | low) + copy * 3600 * 10 ** 6
    struct.pack_into('<II', block, 12, stamp >> 32, stamp & 0xffffffff)
    packet = block[28:28 + length]
    at = tcp_of(packet)
    if at:
        struct.pack_into('>HH', block, 28 + at, *ports.map(packet, at))
    return bytes(block)
