"""Provider sessions made by hand: pcapng files of HTTP/2 over TCP, as a core and a provider would
write them, with HPACK's dynamic table in use. For input that no capture has: hostile, or huge.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import struct

MAX_SEGMENT = 60000
MAX_DATA_FRAME = 16384
LINKTYPE_IPV4 = 228
DATA, HEADERS, RST_STREAM, SETTINGS = 0, 1, 3, 4
END_STREAM, END_HEADERS = 1, 4


# --- Protobuf and MessagePack ---------------------------------------------------------------------

def varint(value):
    out = bytearray()
    value &= (1 << 64) - 1
    while value > 0x7f:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """A protobuf field: bytes or text length-delimited, a number as varint."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def dynamic_value(msgpack):
    return field(1, msgpack)


class Unknown:
    """An unknown value, for pack()."""


def pack(value):
    """MessagePack as go-cty writes it."""
    if value is Unknown:
        return b'\xd4\x00\x00'
    if value is None:
        return b'\xc0'
    if isinstance(value, bool):
        return b'\xc3' if value else b'\xc2'
    if isinstance(value, int):
        return bytes([value]) if 0 <= value < 128 else b'\xd3' + struct.pack('>q', value)
    if isinstance(value, str):
        data = value.encode()
        head = (bytes([0xa0 | len(data)]) if len(data) < 32 else
                b'\xda' + struct.pack('>H', len(data)) if len(data) < 65536 else
                b'\xdb' + struct.pack('>I', len(data)))
        return head + data
    if isinstance(value, list):
        head = bytes([0x90 | len(value)]) if len(value) < 16 else b'\xdd' + struct.pack('>I', len(value))
        return head + b''.join(map(pack, value))
    head = bytes([0x80 | len(value)]) if len(value) < 16 else b'\xdf' + struct.pack('>I', len(value))
    return head + b''.join(pack(key) + pack(value[key]) for key in sorted(value))


# --- HTTP/2 ---------------------------------------------------------------------------------------

class Hpack:
    """The encoder of one direction: literals enter the table, then they are an index."""

    STATIC = 61
    ROOM = 4096

    def __init__(self):
        self.table = []
        self.size = 0

    def _integer(self, first, bits, value):
        mask = (1 << bits) - 1
        if value < mask:
            return bytes([first | value])
        return bytes([first | mask]) + varint(value - mask)

    def _add(self, header):
        self.table.insert(0, header)
        self.size += len(header[0]) + len(header[1]) + 32
        while self.size > self.ROOM:
            name, value = self.table.pop()
            self.size -= len(name) + len(value) + 32

    def encode(self, headers):
        out = b''
        for header in headers:
            if header in self.table:
                out += self._integer(0x80, 7, self.STATIC + 1 + self.table.index(header))
                continue
            out += b'\x40'
            for text in header:
                out += self._integer(0, 7, len(text)) + text.encode()
            self._add(header)
        return out


def frame(kind, flags, stream, payload):
    return struct.pack('>I', len(payload))[1:] + bytes([kind, flags]) + struct.pack('>I', stream) + payload


def grpc(message):
    return b'\0' + struct.pack('>I', len(message)) + message


# --- The file -------------------------------------------------------------------------------------

class Capture:
    """A pcapng file of IPv4 packets."""

    def __init__(self, path):
        self.file = open(path, 'wb')
        self.microseconds = 1700000000000000
        self.sessions = 0
        self.packets = 0
        self._block(0x0A0D0D0A, struct.pack('<IHHq', 0x1A2B3C4D, 1, 0, -1))
        self._block(1, struct.pack('<HHI', LINKTYPE_IPV4, 0, 0))

    def _block(self, kind, body):
        body += b'\0' * (-len(body) % 4)
        length = len(body) + 12
        self.file.write(struct.pack('<II', kind, length) + body + struct.pack('<I', length))

    def packet(self, data):
        self.microseconds += 50
        self.packets += 1
        self._block(6, struct.pack('<IIIII', 0, self.microseconds >> 32, self.microseconds & 0xffffffff,
                                   len(data), len(data)) + data)

    def session(self):
        self.sessions += 1
        return Session(self, self.sessions)

    def close(self):
        self.file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Session:
    """One connection. Side 0 is the core, side 1 the provider."""

    def __init__(self, capture, number):
        self.capture = capture
        self.ports = (20000 + number % 20000, 40000 + number % 20000)
        self.addresses = (b'\x0a\0\0\x01', b'\x0a\0' + struct.pack('>H', 2 + number // 20000))
        self.sequence = [1, 1]
        self.hpack = (Hpack(), Hpack())
        self.stream = -1
        self.send(0, b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' + frame(SETTINGS, 0, 0, b''))
        self.send(1, frame(SETTINGS, 0, 0, b'') + frame(SETTINGS, 1, 0, b''))

    def _segment(self, side, data):
        tcp = struct.pack('>HHIIHHHH', self.ports[side], self.ports[1 - side], self.sequence[side],
                          self.sequence[1 - side], 0x5018, 65535, 0, 0)
        ip = struct.pack('>BBHHHBBH', 0x45, 0, 40 + len(data), 0, 0x4000, 64, 6, 0)
        self.capture.packet(ip + self.addresses[side] + self.addresses[1 - side] + tcp + data)
        self.sequence[side] = (self.sequence[side] + len(data)) & 0xffffffff

    def send(self, side, data):
        for at in range(0, len(data), MAX_SEGMENT):
            self._segment(side, data[at:at + MAX_SEGMENT])

    def headers(self, side, headers, flags=0):
        return frame(HEADERS, END_HEADERS | flags, self.stream, self.hpack[side].encode(headers))

    def data(self, message, last):
        body = grpc(message)
        out = b''
        for at in range(0, len(body), MAX_DATA_FRAME):
            end = last and at + MAX_DATA_FRAME >= len(body)
            out += frame(DATA, END_STREAM if end else 0, self.stream, body[at:at + MAX_DATA_FRAME])
        return out

    def request(self, path, message):
        self.stream += 2
        self.send(0, self.headers(0, [(':method', 'POST'), (':scheme', 'http'), (':path', path),
                                      (':authority', 'unused'), ('content-type', 'application/grpc'),
                                      ('user-agent', 'grpc-go/1.71.0'), ('te', 'trailers')]) +
                  self.data(message, True))

    def response(self, *messages, status='0'):
        out = self.headers(1, [(':status', '200'), ('content-type', 'application/grpc')])
        for message in messages:
            out += self.data(message, False)
        self.send(1, out + self.headers(1, [('grpc-status', status), ('grpc-message', '')], END_STREAM))

    def call(self, method, request, *responses, version=6, status='0'):
        self.request('/tfplugin%d.Provider/%s' % (version, method), request)
        self.response(*responses, status=status)


# --- Messages of the protocol ---------------------------------------------------------------------

def attribute(name, type_json, **flags):
    out = field(1, name) + field(2, type_json)
    for number, flag in ((4, 'required'), (5, 'optional'), (6, 'computed'), (7, 'sensitive')):
        if flags.get(flag):
            out += field(number, 1)
    return out


def block(attributes=(), blocks=()):
    return (b''.join(field(2, a) for a in attributes) +
            b''.join(field(3, field(1, name) + field(2, inner) + field(3, 2)) for name, inner in blocks))


def schema(of_block, version=0):
    return field(1, version) + field(2, of_block)


def schema_response(resources, version=6):
    """GetProviderSchema.Response with resource schemas by name."""
    provider = 1
    return (field(provider, schema(block())) +
            b''.join(field(2, field(1, name) + field(2, of)) for name, of in resources))


def plan_request(type_name, value, version=6):
    return (field(1, type_name) + field(2, dynamic_value(b'\xc0')) + field(3, dynamic_value(value)) +
            field(4, dynamic_value(value)))


def plan_response(value):
    return field(1, dynamic_value(value))
