#!/usr/bin/env python3
"""Filters on typed attribute fields, and the frames that they must select.

usage: check_filters.py BUILD CAPTURE-DIR...

Each filter stands beside the same condition in Python, which is evaluated on what an independent
decoder found in the capture (*.expected.jsonl), never on our own output. Half of the filters are run
with the schema file of the capture, half with nothing but the filter.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import re
import sys

import tshark

STEP = re.compile(r'\["(?:[^"\\]|\\.)*"\]|\[\d+\]')
LITERAL = re.compile(r'^(null|\(unknown.*|\(absent\)|\{\}|\[\])$')
# What a method is about, where it is not a resource.
ABOUT = {
    'ValidateDataResourceConfig': 'data', 'ValidateDataSourceConfig': 'data', 'ReadDataSource': 'data',
    'ValidateEphemeralResourceConfig': 'ephemeral', 'OpenEphemeralResource': 'ephemeral',
    'ValidateListResourceConfig': 'list', 'ListResource': 'list',
    'ValidateActionConfig': 'action', 'PlanAction': 'action', 'InvokeAction': 'action',
    'ValidateProviderConfig': 'provider', 'PrepareProviderConfig': 'provider',
    'ConfigureProvider': 'provider', 'Configure': 'provider',
    'CallFunction': 'function',
}
# The parameters of the functions that the filters ask for, by position.
PARAMETERS = {'describe': ['s', 'n', 'l', 'm', 'o'], 'rfc3339_parse': ['timestamp']}


def family(value):
    """The names below tfplugin.attr that a value's fields begin with."""
    kind, field, name = ABOUT.get(value['method'], ''), value['field'], value['type_name']
    if field == 'provider_meta':
        return 'provider_meta'
    if 'identity' in field:
        return 'identity.' + name
    if kind == 'provider':
        return kind
    if kind == 'list' and field == 'resource_object':
        return name
    if kind == 'function' and field.startswith('arguments'):
        index = int(field[len('arguments['):-1])
        names = PARAMETERS.get(name, [])
        return 'function.%s.%s' % (name, names[index] if index < len(names) else '?')
    if kind == 'function':
        return 'function_result.' + name
    return kind + '.' + name if kind else name



def literal(text):
    """A leaf's value, or None where a typed field has none."""
    if LITERAL.match(text):
        return None
    if text.startswith('"'):
        return json.loads(text)
    return {'true': True, 'false': False}[text] if text in ('true', 'false') else float(text)


class Frame:
    """What was found in the messages that end in one frame."""

    def __init__(self, record):
        self.lines = []
        for value in record['dynamic_values']:
            for line in value['values'] or []:
                path, _, text = line.partition('= ')
                path = STEP.sub('', path.strip())
                name = '.'.join(part for part in (family(value), path.strip('.')) if part)
                self.lines.append((name, text))

    def __call__(self, name):
        """All values of a field: numbers, bools and strings."""
        return [literal(text) for at, text in self.lines if at == name and literal(text) is not None]

    def literals(self, name):
        """All literals of an attribute that is dynamic, and in it."""
        return [text for at, text in self.lines
                if (at == name or at.startswith(name + '.')) and literal(text) is not None]


def any_of(values, condition):
    return any(condition(v) for v in values)


FILE, NOTHING = True, False
RTN, KITCHEN, EPHEMERAL = 'terraform_rtn-create', 'terraform_kitchen-create', 'terraform_ephemeral'
FUNCTIONS, ACTIONS, QUERY = 'terraform_functions', 'terraform-new_actions', 'terraform-new_query'
LEGACY, CORNER, NO_SCHEMA = 'terraform_legacy', 'terraform_corner', 'derived_noschema'
SCHEMA_FILES = {NO_SCHEMA: 'terraform-new_query'}

# Capture, with its schema file or with nothing, filter (`@` stands for tfplugin.attr), condition.
FILTERS = [
    (RTN, NOTHING, '@.random_password.length > 16',
     lambda f: any_of(f('random_password.length'), lambda v: v > 16)),
    (RTN, FILE, '@.random_password.length > 16',
     lambda f: any_of(f('random_password.length'), lambda v: v > 16)),
    (RTN, NOTHING, '@.random_integer.max >= 50000 && @.random_integer.min < 2',
     lambda f: any_of(f('random_integer.max'), lambda v: v >= 50000) and
     any_of(f('random_integer.min'), lambda v: v < 2)),
    (RTN, FILE, '@.tls_self_signed_cert.subject.common_name == "example.com"',
     lambda f: 'example.com' in f('tls_self_signed_cert.subject.common_name')),
    (RTN, NOTHING, '@.tls_private_key.algorithm in {"RSA", "ED25519"}',
     lambda f: any_of(f('tls_private_key.algorithm'), lambda v: v in ('RSA', 'ED25519'))),
    (RTN, FILE, '@.random_string.override_special contains "\u00a3"',
     lambda f: any_of(f('random_string.override_special'), lambda v: '\u00a3' in v)),
    (RTN, NOTHING, '@.data.null_data_source.inputs == "46351"',
     lambda f: '46351' in f('data.null_data_source.inputs')),
    (RTN, FILE, '@.data.tls_public_key.public_key_openssh matches "^ssh-ed25519"',
     lambda f: any_of(f('data.tls_public_key.public_key_openssh'),
                      lambda v: v.startswith('ssh-ed25519'))),
    (RTN, NOTHING, '@.random_shuffle.input == "c" && !@.random_shuffle.result',
     lambda f: 'c' in f('random_shuffle.input') and not f('random_shuffle.result')),
    (RTN, FILE, '@.tls_self_signed_cert.is_ca_certificate == false',
     lambda f: False in f('tls_self_signed_cert.is_ca_certificate')),
    (RTN, NOTHING, '@.random_id.keepers', lambda f: f('random_id.keepers')),
    (KITCHEN, FILE, '@.provider.retries == 3', lambda f: 3 in f('provider.retries')),
    (KITCHEN, NOTHING, '@.provider.auth.password == "hunter2" || @.provider.tags == "test"',
     lambda f: 'hunter2' in f('provider.auth.password') or 'test' in f('provider.tags')),
    (KITCHEN, FILE, '@.kitchen_sink.block_list.deep.y > 1',
     lambda f: any_of(f('kitchen_sink.block_list.deep.y'), lambda v: v > 1)),
    (KITCHEN, NOTHING, '@.kitchen_sink.i32 < 0 && @.kitchen_sink.b == true',
     lambda f: any_of(f('kitchen_sink.i32'), lambda v: v < 0) and True in f('kitchen_sink.b')),
    (KITCHEN, FILE, '@.kitchen_sink.dyn == "\\"two\\""',
     lambda f: '"two"' in f.literals('kitchen_sink.dyn')),
    (KITCHEN, NOTHING, '@.provider_meta.level == 3', lambda f: 3 in f('provider_meta.level')),
    (KITCHEN, FILE, '@.kitchen_raw.huge > 1e38',
     lambda f: any_of(f('kitchen_raw.huge'), lambda v: v > 1e38)),
    (EPHEMERAL, NOTHING, '@.ephemeral.kitchen_token.ttl == 1',
     lambda f: 1 in f('ephemeral.kitchen_token.ttl')),
    (EPHEMERAL, FILE, '@.ephemeral.random_password.result matches "[$]"',
     lambda f: any_of(f('ephemeral.random_password.result'), lambda v: '$' in v)),
    (FUNCTIONS, NOTHING, '@.function.describe.s == "console"',
     lambda f: 'console' in f('function.describe.s')),
    (FUNCTIONS, FILE, '@.function_result.rfc3339_parse.year_day == 60',
     lambda f: 60 in f('function_result.rfc3339_parse.year_day')),
    (ACTIONS, NOTHING, '@.action.kitchen_ping.times in {2..4}',
     lambda f: any_of(f('action.kitchen_ping.times'), lambda v: 2 <= v <= 4)),
    (QUERY, FILE, '@.list.kitchen_sink.sizes == 300',
     lambda f: 300 in f('list.kitchen_sink.sizes')),
    (QUERY, NOTHING, '@.identity.kitchen_sink.region == "eu-west-1" && @.identity.kitchen_sink.shards > 299',
     lambda f: 'eu-west-1' in f('identity.kitchen_sink.region') and
     any_of(f('identity.kitchen_sink.shards'), lambda v: v > 299)),
    (NO_SCHEMA, FILE, '@.kitchen_sink.defaulted_int == -33',
     lambda f: -33 in f('kitchen_sink.defaulted_int')),
    (NO_SCHEMA, NOTHING, '@.kitchen_sink.name == "a"', lambda f: 'a' in f('kitchen_sink.name')),
    (CORNER, NOTHING, '@.corner_writeonly.nested_list_block.writeonly_string == "nsecret"',
     lambda f: 'nsecret' in f('corner_writeonly.nested_list_block.writeonly_string')),
    (LEGACY, FILE, '@.legacy_thing.on == true || @.legacy_thing.block.port == 80',
     lambda f: True in f('legacy_thing.on') or 80 in f('legacy_thing.block.port')),
]


def find(folders, name):
    return next((p for p in (os.path.join(f, name) for f in folders) if os.path.exists(p)), None)


def expected_frames(path, condition):
    records = [json.loads(line) for line in open(path, encoding='utf-8')]
    return [r['frame'] for r in records if condition(Frame(r))]


def selected_frames(build, capture, schema, text, passes):
    options = ['-o', 'tfplugin.schema_file:' + schema] if schema else []
    out = tshark.run(build, ['-r', capture, '-Y', text, '-T', 'fields', '-e', 'frame.number'] +
                     options + (['-2'] if passes == 2 else []))
    return [int(n) for n in out.split()]


def check(build, folders, case):
    name, with_file, text, condition = case
    text = text.replace('@', 'tfplugin.attr')
    capture = find(folders, name + '.pcapng')
    schema = find(folders, SCHEMA_FILES.get(name, name) + '.schema.json') if with_file else None
    want = expected_frames(find(folders, name + '.expected.jsonl'), condition)
    if not want:
        return 'the expectations have no such frame'
    for passes in (1, 2):
        got = selected_frames(build, capture, schema, text, passes)
        if got != want:
            return '%d pass: not selected %s, not expected %s' % (
                passes, sorted(set(want) - set(got))[:9], sorted(set(got) - set(want))[:9])
    print('ok   %4d frames  %s%s' % (len(want), text, '  (schema file)' if schema else ''))
    return None


def main():
    build, folders = sys.argv[1], [os.path.abspath(f) for f in sys.argv[2:]]
    failed = 0
    for case in FILTERS:
        problem = check(build, folders, case)
        if problem:
            failed += 1
            print('FAIL %s: %s: %s' % (case[0], case[2], problem))
    print('%d passed, %d failed' % (len(FILTERS) - failed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
