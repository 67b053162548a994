#!/usr/bin/env python3
"""With tfplugin.mask_sensitive no known secret is in anything that tshark prints.

usage: check_masking.py BUILD CAPTURE-DIR...

The secrets are what an independent decoder found (*.expected.jsonl) where the schemas beside the
captures (*.schema.json) say sensitive or write-only, with all that is inside, and what ephemeral
resources made. Each is looked for in -V, -T json and -T pdml, as it is and as JSON, XML and C
escape it, and in the output of every tap. Byte fields, the hexadecimal dump of the same bytes that the
file holds, are left out. Without the preference the same search must find them.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import re
import subprocess
import sys
from xml.sax.saxutils import escape

import tshark
from check_filters import ABOUT, STEP, find

CAPTURES = ('terraform_kitchen-create', 'terraform_ephemeral', 'terraform_rtn-create')
FIELDS = ['value', 'string', 'number', 'bool', 'number.text', 'path', 'refinement.prefix',
          'private.value', 'diagnostic.summary', 'diagnostic.detail']
SECTIONS = {'': 'resource_schemas', 'data': 'data_source_schemas', 'provider': 'provider',
            'ephemeral': 'ephemeral_resource_schemas', 'list': 'list_resource_schemas',
            'action': 'action_schemas'}
# Our taps, whatever they are, and those of Wireshark that print what dissectors say.
TAPS = re.compile(r'^\s+(tfplugin,\S+|expert|http2,tree|io,phs)$', re.M)


def attributes(schema):
    """(path, secret, made by the provider) of each attribute of a schema."""
    def of_attributes(items, path, secret, made):
        for name, a in items.items():
            hidden = secret or a.get('sensitive', False) or a.get('write_only', False)
            own = made or (a.get('computed', False) and not a.get('optional', False))
            yield path + name, hidden, own
            nested = a.get('nested_type', {}).get('attributes', {})
            yield from of_attributes(nested, path + name + '.', hidden, own)

    def of_block(block, path):
        yield from of_attributes(block.get('attributes', {}), path, False, False)
        for name, b in block.get('block_types', {}).items():
            yield from of_block(b['block'], path + name + '.')
    yield from of_block(schema.get('block', {}), '')


def schemas_of(document, kind, name):
    for provider in document['provider_schemas'].values():
        section = provider.get(SECTIONS[kind], {})
        schema = section if kind == 'provider' else section.get(name)
        if schema:
            yield schema


def secret_paths(document, value):
    """Paths whose values are secret, those of objects without what is in them."""
    kind = ABOUT.get(value['method'], '')
    if kind not in SECTIONS or 'identity' in value['field'] or value['field'] == 'provider_meta':
        return []
    result = kind == 'ephemeral' and value['field'] == 'result'
    return [path for schema in schemas_of(document, kind, value['type_name'])
            for path, secret, made in attributes(schema) if secret or (result and made)]


def secrets(folders, capture):
    """Texts that must not be shown."""
    document = json.load(open(find(folders, capture + '.schema.json'), encoding='utf-8'))
    found = set()
    for line in open(find(folders, capture + '.expected.jsonl'), encoding='utf-8'):
        for value in json.loads(line)['dynamic_values']:
            paths = secret_paths(document, value)
            for text in value['values'] or []:
                path, _, literal = text.partition(' = ')
                path = STEP.sub('', path)
                inside = any(path == p or path.startswith(p + '.') for p in paths)
                if inside and literal.startswith('"') and len(json.loads(literal)) >= 4:
                    found.add(json.loads(literal))
    return found


def forms(secret):
    """The ways in which a secret can stand in an output."""
    quoted = json.dumps(secret, ensure_ascii=False)[1:-1]
    ways = {secret, quoted, json.dumps(secret)[1:-1], json.dumps(quoted, ensure_ascii=False)[1:-1]}
    if len(secret) > 80:  # what is long may be cut off
        ways |= forms(secret[:60]) | forms(secret[30:70])
    return ways | {escape(w, {'"': '&quot;', "'": '&apos;'}) for w in ways}


def leaks(text, all_secrets):
    return sorted(s for s in all_secrets if any(form in text for form in forms(s)))


def taps(build):
    listed = subprocess.run(tshark.command(build) + ['-z', 'help'], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT).stdout.decode()
    return sorted(set(TAPS.findall(listed)))


def outputs(build, capture, masked):
    """Name and text of each output."""
    base = ['-r', capture, '-o', 'tfplugin.mask_sensitive:' + ('TRUE' if masked else 'FALSE')]
    # The file's own bytes are shown by others: what they make of them is not ours to hide.
    only = ['-Y', 'tfplugin']
    yield '-V', tshark.run(build, base + only + ['-V'])
    yield '-V in two passes', tshark.run(build, base + only + ['-V', '-2'])
    yield '-T json', tshark.run(build, base + only + ['-T', 'json'])
    yield '-T pdml', tshark.run(build, base + only + ['-T', 'pdml'])
    yield 'Info', tshark.run(build, base)
    yield 'fields', tshark.run(build, base + ['-T', 'fields'] + [
        word for name in FIELDS for word in ('-e', 'tfplugin.' + name)])
    yield 'typed fields', tshark.run(build, base + ['-T', 'fields'] + [
        word for name in ('kitchen_sink.sensitive', 'provider.token', 'random_password.result',
                          'ephemeral.kitchen_token.token', 'provider.endpoint', 'kitchen_sink.wo')
        for word in ('-e', 'tfplugin.attr.' + name)])
    yield 'statistics', tshark.run(build, base + ['-q'] + [
        word for tap in taps(build) for word in ('-z', tap)])


def check(build, folders, capture):
    known = secrets(folders, capture)
    path = find(folders, capture + '.pcapng')
    plain = tshark.run(build, ['-r', path, '-Y', 'tfplugin', '-T', 'json'])
    problems = ['the search does not find %s' % s[:40]
                for s in sorted(known - set(leaks(plain, known)))]
    results = list(outputs(build, path, True))
    for name, text in results:
        problems += ['%s shows %s' % (name, s[:60]) for s in leaks(text, known)]
        if name == '-V' and '(sensitive value)' not in text:
            problems.append('nothing is hidden')
    print('%s: %d secrets, %d outputs' % (capture, len(known), len(results)))
    return problems if known else ['no secrets are known']


def main():
    build, folders = sys.argv[1], [os.path.abspath(f) for f in sys.argv[2:]]
    failed = 0
    for capture in CAPTURES:
        problems = check(build, folders, capture)
        failed += bool(problems)
        if problems:
            print('FAIL %s\n%s' % (capture, '\n'.join('  ' + p for p in problems[:20])))
    print('%d passed, %d failed' % (len(CAPTURES) - failed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
