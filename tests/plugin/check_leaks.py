#!/usr/bin/env python3
"""Opening, closing and opening files leaks nothing of ours.

usage: check_leaks.py BUILD CAPTURE-FOLDER

sharkd, with a plugin built with AddressSanitizer, loads captures one after the other, is asked for
trees and filters, reads a schema file and forgets it. At its end LeakSanitizer tells of memory that
nothing points to any more. What was allocated on the way through our plugin is ours; what is left is
sharkd's own, which loses the names and frames of a file when it loads the next.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import re
import shutil
import subprocess
import sys

import tshark

SKIP = 77
# Of a stack that goes through us: functions, where they are known, else the library. A plugin that is
# unloaded before the check has no name any more.
OURS = re.compile(r' in (tf_|proto_reg\w*_tfplugin)|/(plugin|codec|proto)/\w+\.c:|tfplugin\.so|unknown module')


def requests(folder):
    schema = os.path.join(folder, 'terraform_kmini.schema.json')
    create = os.path.join(folder, 'terraform_kitchen-create.pcapng')
    yield 'load', {'file': create}
    yield 'frames', {'filter': 'tfplugin.unknown'}
    yield 'frame', {'frame': 629, 'proto': True}
    yield 'load', {'file': os.path.join(folder, 'terraform_functions.pcapng')}
    yield 'setconf', {'name': 'tfplugin.schema_file', 'value': schema}
    yield 'load', {'file': os.path.join(folder, 'derived_noschema.pcapng')}
    yield 'frames', {'filter': 'tfplugin.value'}
    yield 'setconf', {'name': 'tfplugin.schema_file', 'value': ''}
    yield 'load', {'file': os.path.join(folder, 'terraform_legacy.pcapng')}
    yield 'load', {'file': create}
    yield 'frame', {'frame': 629, 'proto': True}
    yield 'bye', None


def run(build, folder):
    lines = []
    for number, (method, params) in enumerate(requests(folder), 1):
        request = {'jsonrpc': '2.0', 'id': number, 'method': method}
        if params:
            request['params'] = params
        lines.append(json.dumps(request) + '\n')
    return subprocess.run(tshark.command(build, 'sharkd') + ['-'], input=''.join(lines).encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)


def main():
    build, folder = sys.argv[1], os.path.abspath(sys.argv[2])
    if not os.environ.get('TFPLUGIN_LD_PRELOAD') or not shutil.which('sharkd'):
        print('needs a build with TFPLUGIN_SANITIZE, and sharkd')
        return SKIP
    # Frame pointers are not to be had in libwireshark: stacks are unwound the slow way.
    os.environ['TFPLUGIN_ASAN_OPTIONS'] = 'detect_leaks=1:fast_unwind_on_malloc=0'
    done = run(build, folder)
    report = done.stderr.decode('utf-8', 'replace')
    if 'LeakSanitizer has encountered a fatal error' in report:
        print('LeakSanitizer does not work here')
        return SKIP
    if b'planned_state' not in done.stdout:
        print('sharkd showed nothing of ours:\n' + report[-2000:])
        return 1
    leaks = [part for part in re.split(r'\n\n', report) if ' leak of ' in part]
    ours = [part for part in leaks if OURS.search(part)]
    for part in ours:
        print(part)
    print('%d leaks of ours, %d of sharkd' % (len(ours), len(leaks) - len(ours)))
    return 1 if ours or 'AddressSanitizer:DEADLYSIGNAL' in report else 0


if __name__ == '__main__':
    sys.exit(main())
