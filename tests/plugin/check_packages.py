#!/usr/bin/env python3
"""tfplugin.packages: a fork's package name means the version that the preference says.

usage: check_packages.py BUILD

A session under the package `acme.cloud` is written, one call of a method that both versions have.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import struct
import sys
import tempfile

import tshark

PREFACE = b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
PACKAGE = 'acme.cloud'


def bytes_field(number, data):
    return bytes([number << 3 | 2, len(data)]) + data


def request():
    """ReadResource.Request{type_name = "acme_thing", current_state = {name = "n"}}"""
    state = b'\x81\xa4name\xa1n'
    return bytes_field(1, b'acme_thing') + bytes_field(2, bytes_field(1, state))


def header(name, value):
    """A literal header without indexing and without Huffman coding (RFC 7541, 6.2.2)."""
    return b'\x00' + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


def http2_frame(kind, flags, stream, payload):
    return struct.pack('>I', len(payload))[1:] + struct.pack('>BBI', kind, flags, stream) + payload


def call():
    headers = b''.join(header(*h) for h in (
        (':method', 'POST'), (':scheme', 'http'), (':path', '/%s.Provider/ReadResource' % PACKAGE),
        (':authority', 'a'), ('content-type', 'application/grpc'), ('te', 'trailers')))
    data = b'\0' + struct.pack('>I', len(request())) + request()
    return (PREFACE + http2_frame(4, 0, 0, b'') + http2_frame(1, 4, 1, headers) +
            http2_frame(0, 1, 1, data))


def packet(flags, sequence, payload):
    tcp = struct.pack('>HHIIBBHHH', 40000, 50000, sequence, 0, 5 << 4, flags, 65535, 0, 0) + payload
    ip = struct.pack('>BBHHHBBH4s4s', 0x45, 0, 20 + len(tcp), 0, 0, 64, 6, 0, b'\x7f\0\0\1', b'\x7f\0\0\1')
    return struct.pack('<IIII', 0, 0, len(ip + tcp), len(ip + tcp)) + ip + tcp


def write_capture(path):
    with open(path, 'wb') as file:
        file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 65535, 101))
        file.write(packet(0x02, 0, b'') + packet(0x18, 1, call()))
    os.chmod(path, 0o644)


def shown(build, capture, packages):
    out = tshark.run(build, ['-r', capture, '-o', 'tfplugin.packages:' + packages, '-Y', 'tfplugin',
                             '-T', 'fields', '-E', 'separator=|', '-e', 'tfplugin.version',
                             '-e', 'tfplugin.type_name', '-e', 'tfplugin.value',
                             '-e', 'tfplugin.package_guessed'])
    version, type_name, value, guessed = out.strip().split('|')
    return version, type_name, value, bool(guessed)


def main():
    build = sys.argv[1]
    cases = [
        ('', ('6', 'acme_thing', 'name = "n"', True)),
        ('acme.cloud=5', ('5', 'acme_thing', 'name = "n"', False)),
        ('other=5, acme.cloud = 6', ('6', 'acme_thing', 'name = "n"', False)),
        ('acme.cloud=7,=5,x', ('6', 'acme_thing', 'name = "n"', True)),
    ]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        capture = os.path.join(folder, 'fork.pcap')
        write_capture(capture)
        for packages, want in cases:
            got = shown(build, capture, packages)
            if got != want:
                failed += 1
                print('FAIL %r: %r, expected %r' % (packages, got, want))
    print('%d passed, %d failed' % (len(cases) - failed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
