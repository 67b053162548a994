"""Sessions made to be as hard on a dissector as the protocol allows.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import struct

from session import (attribute, block, dynamic_value, field, pack, plan_request, plan_response, schema,
                     schema_response, varint)

# expected: what the tree must say; a regular expression.
Case = collections.namedtuple('Case', 'name make expected')

STRING, DYNAMIC = b'"string"', b'"dynamic"'


def planned(value, type_json=DYNAMIC):
    """A session that learns a type `t` with one attribute `a`, and plans this value."""
    def make(capture):
        session = capture.session()
        session.call('GetProviderSchema', b'',
                     schema_response([('t', schema(block([attribute('a', type_json, optional=1)])))]))
        session.call('PlanResourceChange', plan_request('t', value), plan_response(value))
    return make


def unplanned(*values):
    """The same without a schema, as many calls as values."""
    def make(capture):
        session = capture.session()
        for value in values:
            session.call('PlanResourceChange', plan_request('t', value), plan_response(value))
    return make


def response(method, message, request=b''):
    def make(capture):
        capture.session().call(method, request, message)
    return make


def stream(count):
    """A call that is answered by many messages, thousands of them in one frame."""
    def make(capture):
        capture.session().call('ListResource', field(1, 't'), *[field(3, 'name')] * count)
    return make


def nested(levels):
    return b'\x91' * levels + b'\xc0'


def nested_maps(levels):
    return b'\x81\xa1k' * levels + b'\xc0'


def nested_dynamic(levels):
    return b'\x81\xa1a' + b'\x92\xc4\x09"dynamic"' * levels + b'\xc0'


def nested_blocks(levels):
    inner = block([attribute('a', STRING, optional=1)])
    for _ in range(levels):
        inner = block(blocks=[('b', inner)])
    return schema_response([('deep', schema(inner))])


def diagnostics(count):
    return b''.join(field(4, field(1, 1 + i % 2) + field(2, 'summary %d' % i) + field(3, 'detail') +
                          field(4, field(1, field(1, 'a')) + field(1, field(3, i))))
                    for i in range(count))


def problem_flood(count):
    """Values of a wrong type, and keys that come twice."""
    return b'\x82\xa1a' + b'\xdd' + struct.pack('>I', count) + b'\xc3' * count + b'\xa1a\xc0'


def groups(levels):
    return varint(15 << 3 | 3) * levels + varint(15 << 3 | 4) * levels


def flatmap(count):
    entries = b''.join(field(2, field(1, 'key.%d' % i) + field(2, 'value')) for i in range(count))
    return field(1, 't') + field(2, 1) + field(3, entries)


OBJECT_LIST = b'["list",["object",{"x":"number"}]]'

CASES = [
    Case('declared-array', unplanned(b'\xdd\xff\xff\xff\xff', b'\x91\xdd\xff\xff\xff\xff\x01'),
         'the input ends inside a value'),
    Case('declared-map', unplanned(b'\xdf\xff\xff\xff\xff', b'\x81\xa1a\xdf\xff\xff\xff\xff\xa1b'),
         'the input ends inside a value'),
    Case('declared-text', unplanned(b'\xdb\xff\xff\xff\xffabc', b'\xc6\xff\xff\xff\xff',
                                    b'\xc9\xff\xff\xff\xff\x0c'), 'the input ends inside a value'),
    Case('declared-typed', planned(b'\x81\xa1a\xdd\xff\xff\xff\xff\x81', OBJECT_LIST),
         'the input ends inside a value'),
    Case('million-elements', unplanned(b'\x81\xa1a\xdd' + struct.pack('>I', 1000000) + b'\x01' * 1000000),
         'the rest of this message is left out|more values than are decoded'),
    Case('million-typed', planned(b'\x81\xa1a\xdd' + struct.pack('>I', 1000000) + b'\xa1x' * 1000000,
                                  b'["list","string"]'),
         'the rest of this message is left out|more values than are decoded'),
    Case('nested-511', unplanned(nested(511), nested_maps(511)), r'\(null\)|= null'),
    Case('nested-512', unplanned(nested(512), nested_maps(512)), r'= null'),
    Case('nested-513', unplanned(nested(513), nested_maps(513)), 'more than 512 levels'),
    Case('nested-million', unplanned(nested(1000000)), 'more than 512 levels'),
    Case('nested-dynamic', planned(nested_dynamic(500)), r'= null'),
    Case('nested-blocks', response('GetProviderSchema', nested_blocks(100)), 'deep'),
    Case('nested-blocks-200', response('GetProviderSchema', nested_blocks(200)), 'deep'),
    Case('nested-blocks-1000', response('GetProviderSchema', nested_blocks(1000)), 'deep'),
    Case('groups', response('PlanResourceChange', groups(99) + field(1, dynamic_value(b'\xc0'))),
         'not in our protocol definition'),
    Case('groups-too-deep', response('PlanResourceChange', groups(5000)), 'cannot be read'),
    Case('map-entries', response('GetProviderSchema', field(2, b'') + field(2, field(1, 'only-key')) +
                                 field(2, field(2, schema(block()))) + field(7, b'') +
                                 field(2, field(1, 'twice') + field(1, 'twice') + field(2, b'') +
                                       field(2, b''))), 'only-key'),
    Case('huge-string', planned(b'\x81\xa1a\xdb' + struct.pack('>I', 3000000) + b'x' * 3000000, STRING),
         'xxxx'),
    Case('huge-name', response('GetProviderSchema',
                               schema_response([('n' * 200000, schema(block([attribute(
                                   'a' * 200000, STRING)])))])), 'nnnn'),
    Case('huge-type-name', response('PlanResourceChange', b'\x0a\x03\x0a\x01\xc0',
                                                           field(1, 't' * 300000)), 'tttt'),
    Case('diagnostics', response('PlanResourceChange', diagnostics(100000)), 'summary'),
    Case('problem-flood', planned(problem_flood(100000), OBJECT_LIST), 'expected object'),
    Case('many-messages', stream(30000), 'ListResource'),
    Case('wide-map', unplanned(pack({'key-%d' % i: i for i in range(100000)})), 'key-'),
    Case('same-keys', unplanned(b'\xdf' + struct.pack('>I', 100000) + b'\xa1k\x01' * 100000),
         'a key that was there before'),
    Case('unknown-fields', response('PlanResourceChange', field(900, b'x') * 50000),
         'not in our protocol definition'),
    Case('flatmap', response('UpgradeResourceState', b'', flatmap(50000)), 'key'),
    Case('not-protobuf', response('PlanResourceChange', b'\xff' * 100000, b'\x07' * 1000),
         'cannot be read'),
]
