#!/usr/bin/env python3
"""What -z tfplugin,schema prints equals what `providers schema -json` printed for the same providers.

usage: check_schema_dump.py BUILD CAPTURE-DIR...

Provider addresses are not on the wire: providers are compared by the last word of theirs. What else
may differ is listed in DIFFERENCES, and nothing else. The dump then serves as a schema file.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import glob
import json
import os
import re
import sys
import tempfile

import tshark

# (core, what differs, path): what a release of a core leaves out of its output or adds to it, though
# the provider did or did not say so. `capture` is what only the capture has, `file` the reverse.
DIFFERENCES = [
    # Terraform before 1.14 and OpenTofu print no actions, list resources and deprecation messages.
    ('terraform', 'capture', r'/[^/]+/action_schemas'),
    ('terraform', 'capture', r'/[^/]+/list_resource_schemas'),
    ('terraform', 'capture', r'/.+/(block|attributes/[^/]+)/deprecation_message'),
    ('tofu', 'capture', r'/[^/]+/action_schemas'),
    ('tofu', 'capture', r'/[^/]+/list_resource_schemas'),
    ('tofu', 'capture', r'/.+/(block|attributes/[^/]+)/deprecation_message'),
    ('tofu', 'capture', r'/[^/]+/functions/[^/]+/deprecation_message'),
    # OpenTofu prints empty texts of functions.
    ('tofu', 'file', r'/[^/]+/functions/[^/]+/(description|summary)'),
    ('tofu', 'file', r'/[^/]+/functions/[^/]+/(parameters\[\d+\]|variadic_parameter)/description'),
]
# Captures of which nothing can be decoded have no schemas to print.
UNREADABLE = ('terraform_mini-tls',)


def differences(file, capture, path=''):
    """(which side has more, or 'both', path, value) of each difference."""
    if isinstance(file, dict) and isinstance(capture, dict):
        for key in sorted(set(file) | set(capture)):
            where = '%s/%s' % (path, key)
            if key not in file:
                yield 'capture', where, capture[key]
            elif key not in capture:
                yield 'file', where, file[key]
            else:
                yield from differences(file[key], capture[key], where)
    elif isinstance(file, list) and isinstance(capture, list) and len(file) == len(capture):
        for i, pair in enumerate(zip(file, capture)):
            yield from differences(*pair, path='%s[%d]' % (path, i))
    elif file != capture or type(file) is not type(capture):
        yield 'both', path, (file, capture)


def allowed(core, side, path, value):
    if side == 'file' and value != '':
        return False
    return any(core == c and side == s and re.fullmatch(p, path) for c, s, p in DIFFERENCES)


def by_last_word(document):
    return {address.split('/')[-1]: v for address, v in document['provider_schemas'].items()}


def dump(build, capture, options):
    return tshark.run(build, ['-r', capture, '-q', '-z', 'tfplugin,schema'] + options)


def check(build, capture):
    name = os.path.basename(capture)[:-len('.pcapng')]
    keys = capture.replace('.pcapng', '.keys.log')
    options = ['-o', 'tls.keylog_file:' + keys] if os.path.exists(keys) else []
    printed = json.loads(dump(build, capture, options))
    if printed['format_version'] != '1.0':
        return ['format_version %s' % printed['format_version']]
    expected = json.load(open(capture.replace('.pcapng', '.schema.json'), encoding='utf-8'))
    if name in UNREADABLE:
        return [] if printed['provider_schemas'] == {} else ['schemas of what cannot be read']
    core = name.split('_')[0]
    return ['%s: only in the %s' % (path, side) if side != 'both' else '%s: %s' % (path, value)
            for side, path, value in differences(by_last_word(expected), by_last_word(printed))
            if not allowed(core, side, path, value)]


def check_serves(build, folder):
    """A dump of one capture decodes another that has no schema, and makes its fields known."""
    with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
        file.write(dump(build, os.path.join(folder, 'derived_only-schema.pcapng'), []))
        file.flush()
        os.chmod(file.name, 0o644)
        out = tshark.run(build, ['-r', os.path.join(folder, 'derived_noschema.pcapng'),
                                 '-o', 'tfplugin.schema_file:' + file.name,
                                 '-Y', 'tfplugin.attr.kitchen_sink.name && !tfplugin.no_schema',
                                 '-T', 'fields', '-e', 'tfplugin.provider'])
        wrong = tshark.run(build, ['-r', os.path.join(folder, 'derived_noschema.pcapng'),
                                   '-o', 'tfplugin.schema_file:' + file.name,
                                   '-Y', 'tfplugin.value.mismatch || tfplugin.value.error'])
    if wrong:
        return ['decoded wrongly by a dump: ' + wrong]
    providers = {p for line in out.split('\n') for p in line.split(',') if p}
    return [] if providers == {'unknown.invalid/capture/kitchen'} else ['served %s' % providers]


def main():
    build, folders = sys.argv[1], sys.argv[2:]
    results, done = [], set()
    for expected in sorted(e for f in folders for e in glob.glob(os.path.join(f, '*.schema.json'))):
        capture = expected.replace('.schema.json', '.pcapng')
        if os.path.basename(capture) not in done and os.path.exists(capture):
            done.add(os.path.basename(capture))
            results.append((os.path.basename(capture), check(build, capture)))
    results.append(('a dump as a schema file', check_serves(build, folders[0])))
    for name, problems in results:
        if problems:
            print('FAIL %s\n%s' % (name, '\n'.join('  ' + p for p in problems[:10])))
    failed = sum(bool(problems) for _, problems in results)
    print('%d passed, %d failed' % (len(results) - failed, failed))
    return 1 if failed or len(results) < 2 else 0


if __name__ == '__main__':
    sys.exit(main())
