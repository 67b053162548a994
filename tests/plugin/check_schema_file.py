#!/usr/bin/env python3
"""tfplugin.schema_file: what is wrong with it is said, and the rest of it counts.

usage: check_schema_file.py BUILD CAPTURE-DIR

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import subprocess
import sys
import tempfile

import tshark

ATTRIBUTE = 'tfplugin.attr.acme_thing.'
# Names that a filter cannot have as they are, and types of all sorts.
SCHEMA = {'version': 0, 'block': {'attributes': {
    'n': {'type': 'number'}, '': {'type': 'string'}, 'a..b': {'type': 'string'},
    'Gr\u00f6\u00dfe': {'type': ['list', 'bool']}, 'any': {'type': 'dynamic'}, 'bad': {'type': 3},
    'mixed': {'type': ['tuple', ['string', 'number']]},
    'deep': {'nested_type': {'nesting_mode': 'map', 'attributes': {'x': {'type': 'bool'}}}}}}}


def document(version='1.0', **sections):
    return json.dumps({'format_version': version, 'provider_schemas': {'r.example/acme/acme': sections}})


GOOD = document(resource_schemas={'acme_thing': SCHEMA})
BROKEN = GOOD.replace('"acme_thing"', '"acme_broken": {"version": 0, 5}, "acme_thing"')
# Text of the file, filter, what tshark says of the file, does the filter compile.
CASES = [
    (GOOD, ATTRIBUTE + 'n > 3', '', True),
    (GOOD, ATTRIBUTE + '_u_ == "a" && ' + ATTRIBUTE + 'a_u2e__u2e_b == "b"', '', True),
    (GOOD, ATTRIBUTE + 'Gr_uf6__udf_e == true', '', True),
    (GOOD, ATTRIBUTE + 'any == "1" && ' + ATTRIBUTE + 'bad == "1"', '', True),
    (GOOD, ATTRIBUTE + 'mixed == "\\"a\\"" && ' + ATTRIBUTE + 'deep.x == true', '', True),
    (GOOD, ATTRIBUTE + 'n == "text"', '', False),
    (GOOD, ATTRIBUTE + 'nothing > 3', '', False),
    (GOOD, ATTRIBUTE + 'deep.y == 3', '', False),
    (document('1.7', new={'x': [{}]}, resource_schemas={'acme_thing': SCHEMA}), ATTRIBUTE + 'n > 3', '',
     True),
    (document('2.0'), 'tfplugin', 'only format_version 1.x is known', True),
    ('{}', 'tfplugin', 'no format_version', True),
    ('[]', 'tfplugin', 'expected an object', True),
    ('', 'tfplugin', 'expected an object', True),
    (GOOD[:-5], 'tfplugin', 'the file ends inside', True),
    (BROKEN, ATTRIBUTE + 'n > 3', '', True),
    (BROKEN, 'tfplugin.attr.acme_broken.n == 3', 'schema of "acme_broken" cannot be read', False),
    (None, 'tfplugin', 'Failed to open file', True),
]


def check(build, capture, path, text, said, compiles):
    done = subprocess.run(tshark.command(build) + ['-r', capture, '-c', '1', '-Y', text,
                                                   '-o', 'tfplugin.schema_file:' + path],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    errors = done.stderr.decode('utf-8', 'replace')
    if (done.returncode == 0) != compiles:
        return 'exit %d: %s' % (done.returncode, errors)
    if said not in errors or (compiles and not said and errors.strip()):
        return 'said %r' % errors
    return None


def main():
    build, folder = sys.argv[1:]
    capture = os.path.join(folder, 'terraform_mini.pcapng')
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        os.chmod(temporary, 0o755)
        for i, (content, text, said, compiles) in enumerate(CASES):
            path = os.path.join(temporary, '%d.json' % i)
            if content is not None:
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(content)
                os.chmod(path, 0o644)
            problem = check(build, capture, path, text, said, compiles)
            if problem:
                failed += 1
                print('FAIL %d %s: %s' % (i, text, problem))
    print('%d passed, %d failed' % (len(CASES) - failed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
