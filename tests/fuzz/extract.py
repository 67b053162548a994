#!/usr/bin/env python3
"""Makes the corpora of the fuzz targets from captures.

usage: extract.py BUILD CORPUS-FOLDER CAPTURE-FOLDER...

Every file is named by the hash of its bytes. Of inputs that are alike (the same call and type, or
the same kind of value) the smallest are kept.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import glob
import hashlib
import json
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'plugin'))
import tshark  # noqa: E402

MAX_SIZE = 4096
PER_KIND = 1


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """The fields of a protobuf message: (number, wire type, value); raises if it is none."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        number, kind = tag >> 3, tag & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            length, at = varint(data, at)
            value = data[at:at + length]
            if len(value) < length:
                raise ValueError('cut off')
            at += length
        else:
            raise ValueError('no such field')
        yield number, kind, value


def packed(data, at=0):
    """Reads MessagePack: (value, index behind it); a map becomes a list of its pairs."""
    lead = data[at]
    at += 1

    def number(size):
        return int.from_bytes(data[at:at + size], 'big'), at + size

    def many(count, at):
        values = []
        for _ in range(count):
            value, at = packed(data, at)
            values.append(value)
        return values, at

    if lead < 0x80 or lead >= 0xe0:
        return lead, at
    if lead < 0x90 or lead in (0xde, 0xdf):
        count = lead & 15
        if lead >= 0xde:
            count, at = number(2 if lead == 0xde else 4)
        values, at = many(2 * count, at)
        return dict(zip(map(str, values[::2]), values[1::2])), at
    if lead < 0xa0 or lead in (0xdc, 0xdd):
        count = lead & 15
        if lead >= 0xdc:
            count, at = number(2 if lead == 0xdc else 4)
        return many(count, at)
    if lead < 0xc0:
        length = lead & 31
    elif lead in (0xc4, 0xc5, 0xc6, 0xd9, 0xda, 0xdb):
        length, at = number({0xc4: 1, 0xc5: 2, 0xc6: 4, 0xd9: 1, 0xda: 2, 0xdb: 4}[lead])
    elif lead in (0xc7, 0xc8, 0xc9):
        length, at = number(1 << (lead - 0xc7))
        length += 1
    elif lead in (0xd4, 0xd5, 0xd6, 0xd7, 0xd8):
        length = 1 + (1 << (lead - 0xd4))
    else:
        length = {0xc0: 0, 0xc2: 0, 0xc3: 0, 0xca: 4, 0xcb: 8, 0xcc: 1, 0xcd: 2, 0xce: 4, 0xcf: 8,
                  0xd0: 1, 0xd1: 2, 0xd2: 4, 0xd3: 8}[lead]
    if at + length > len(data):
        raise ValueError('cut off')
    text = bytes(data[at:at + length])
    return text.decode('utf-8', 'replace') if lead not in (0xca, 0xcb) else 0.0, at + length


def dynamic_values(message, depth=0):
    """What looks like a DynamicValue in a message: (`msgpack` or `json`, bytes)."""
    for _, kind, value in fields(message):
        if kind != 2 or depth > 3:
            continue
        try:
            inner = list(fields(value))
        except (ValueError, IndexError):
            continue
        if len(inner) == 1 and inner[0][1] == 2:
            data = inner[0][2]
            try:
                if inner[0][0] == 1 and packed(data)[1] == len(data) and data[0] >= 0x80:
                    yield 'msgpack', data
                    continue
            except (ValueError, IndexError, KeyError, RecursionError):
                pass
            if data[:1] == b'{' and data[-1:] == b'}':
                yield 'json', data
                continue
        yield from dynamic_values(value, depth + 1)


def implied_type(block):
    """The type JSON that a block of a schema file implies."""
    members = {}
    for name, attribute in block.get('attributes', {}).items():
        members[name] = attribute.get('type') or nested_type(attribute['nested_type'])
    for name, nested in block.get('block_types', {}).items():
        members[name] = wrapped(nested['nesting_mode'], implied_type(nested['block']))
    return ['object', members]


def nested_type(nested):
    return wrapped(nested['nesting_mode'], implied_type(nested))


def wrapped(mode, inner):
    return inner if mode in ('single', 'group') else [mode, inner]


def types_of(folders):
    """Attribute names -> type JSON, of all schema files beside the captures."""
    types = {}
    for folder in folders:
        for path in glob.glob(os.path.join(folder, '*.schema.json')):
            with open(path) as file:
                for provider in json.load(file)['provider_schemas'].values():
                    for section in provider.values():
                        add_types(types, section)
    return types


def add_types(types, section):
    schemas = [section] if 'block' in section else section.values()
    for schema in schemas:
        if isinstance(schema, dict) and 'block' in schema:
            implied = implied_type(schema['block'])
            types[frozenset(implied[1])] = implied


class Corpora:
    """What is kept for each target, the smallest of each kind."""

    def __init__(self):
        self.kept = collections.defaultdict(dict)

    def add(self, target, kind, data):
        if data and len(data) <= MAX_SIZE:
            self.kept[target].setdefault(kind, set()).add(bytes(data))

    def write(self, root):
        for target, kinds in sorted(self.kept.items()):
            folder = os.path.join(root, target)
            os.makedirs(folder, exist_ok=True)
            chosen = {data for found in kinds.values()
                      for data in sorted(found, key=lambda d: (len(d), d))[:PER_KIND]}
            for data in chosen:
                with open(os.path.join(folder, hashlib.sha256(data).hexdigest()[:16]), 'wb') as file:
                    file.write(data)
            print('%-12s %4d files, %6d bytes' % (target, len(chosen), sum(map(len, chosen))))


def add_values(corpora, types, name, message):
    for encoding, data in dynamic_values(message):
        keys = None
        if encoding == 'msgpack':
            value = packed(data)[0]
            keys = frozenset(value) if isinstance(value, dict) else None
            corpora.add('msgpack', (name, keys), data)
        else:
            try:
                keys = frozenset(json.loads(data))
            except ValueError:
                pass
        implied = types.get(keys)
        line = json.dumps(implied, separators=(',', ':')).encode() if implied else b'"dynamic"'
        corpora.add('typed' if encoding == 'msgpack' else 'json', (name, keys), line + b'\n' + data)


def add_types_of(corpora, message, depth=0):
    """Type JSON, anywhere in a schema."""
    for _, kind, value in fields(message):
        if kind != 2:
            continue
        if value[:2] in (b'["', b'"n', b'"b', b'"s', b'"d'):
            corpora.add('type', value[:24], value)
        elif depth < 8:
            try:
                add_types_of(corpora, value, depth + 1)
            except (ValueError, IndexError):
                pass


def add_schemas(corpora, version, name, message):
    flag = 1 if version == '5' else 0
    corpora.add('wire', name, bytes([flag]) + message)
    for number, kind, entry in fields(message):
        if kind != 2:
            continue
        inner = list(fields(entry))
        if len(inner) == 2 and inner[0][0] == 1:
            # A map's entry: name and schema, or function.
            choice = {'functions': 3, 'identity_schemas': 2}.get(name, 1)
            corpora.add('wire', (name, number, len(inner[1][2]) // 200),
                        bytes([flag | choice << 1]) + inner[1][2])


def add_message(corpora, types, version, name, message, pending):
    try:
        add_values(corpora, types, name, message)
        if 'Schema' in name and name.endswith('Response'):
            add_schemas(corpora, version, name, message)
            add_types_of(corpora, message)
    except (ValueError, IndexError):
        pass
    # A call for the dissector: the method's name, then the messages, each with its direction.
    method, direction = name.rsplit('.', 1)
    package = 'tfplugin%s.Provider/%s' % (version, method)
    record = package.encode() + b'\0' + bytes([direction == 'Response']) + \
        struct.pack('<H', len(message) & 0xffff) + message
    corpora.add('message', name, record)
    if direction == 'Request':
        pending[method] = record
    elif method in pending:
        corpora.add('message', (name, 'both'), pending.pop(method) + record)


def messages_of(build, capture):
    out = tshark.run(build, ['-r', os.path.abspath(capture), '-Y', 'tfplugin && grpc.message_data',
                             '-T', 'fields', '-e', 'tfplugin.version', '-e', 'tfplugin.message',
                             '-e', 'grpc.message_data'], check=False)
    for line in out.splitlines():
        version, name, data = line.split('\t')
        if version and name and data and ',' not in name + data:
            yield version, name, bytes.fromhex(data)


def add_files(corpora, folders):
    for folder in folders:
        for kind, target in (('schema', 'schema_file'), ('plan*', 'plan_file')):
            for path in glob.glob(os.path.join(folder, '*.%s.json' % kind)):
                with open(path) as file:
                    document = json.load(file)
                corpora.add(target, os.path.basename(path), shrunk(document))


def shrunk(document):
    """A document with fewer members, until it is small enough for a corpus."""
    data = json.dumps(document, separators=(',', ':')).encode()
    keep = 8
    while len(data) > MAX_SIZE and keep > 0:
        data = json.dumps(thin(document, keep), separators=(',', ':')).encode()
        keep -= 1
    return data


def thin(node, keep):
    if isinstance(node, dict):
        return {key: thin(value, keep) for key, value in list(node.items())[:max(keep, 3)]}
    if isinstance(node, list):
        return [thin(value, keep) for value in node[:keep]]
    return node


def main():
    build, root, *folders = sys.argv[1:]
    corpora, types = Corpora(), types_of(folders)
    for folder in folders:
        for capture in sorted(glob.glob(os.path.join(folder, '*.pcapng'))):
            pending = {}
            for version, name, message in messages_of(build, capture):
                add_message(corpora, types, version, name, message, pending)
    add_files(corpora, folders)
    corpora.write(root)
    return 0


if __name__ == '__main__':
    sys.exit(main())
