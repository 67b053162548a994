#!/usr/bin/env python3
"""Opening, closing and opening files leaks nothing of ours, and statistics and exports neither.

usage: check_leaks.py BUILD CAPTURE-FOLDER

Both with a plugin built with AddressSanitizer, a schema file and a plan file: sharkd loads captures one
after the other and is asked for trees and filters, tshark is asked for all that can be asked of a file.
At their end LeakSanitizer tells of memory that nothing points to any more. What was allocated on the way
through our plugin is ours; what is left is Wireshark's own: sharkd loses the names and frames of a file
when it loads the next.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import tshark

SKIP = 77
# Of a stack that goes through us: functions, where they are known, else the library.
OURS = re.compile(r' in (tf_|proto_reg\w*_tfplugin)|/(plugin|codec|proto)/\w+\.c:|tfplugin\.so')
# A field is for as long as the program runs. Only Wireshark points to it, and tshark has it forget all
# fields before it ends.
FIELDS = re.compile(r' in (tf_fields_register|tf_attr_make) ')
FILE = 'terraform_kitchen-create'
QUESTIONS = ('changes', 'calls', 'calls,json', 'srt', 'tree', 'schema', 'show-json', 'show-json,state')


def requests(folder):
    create = os.path.join(folder, FILE + '.pcapng')
    yield 'load', {'file': create}
    yield 'frames', {'filter': 'tfplugin.unknown'}
    yield 'frame', {'frame': 629, 'proto': True}
    yield 'load', {'file': os.path.join(folder, 'terraform_functions.pcapng')}
    yield 'load', {'file': os.path.join(folder, 'derived_noschema.pcapng')}
    yield 'frames', {'filter': 'tfplugin.value'}
    yield 'load', {'file': os.path.join(folder, 'terraform_legacy.pcapng')}
    yield 'load', {'file': create}
    yield 'frame', {'frame': 629, 'proto': True}
    yield 'bye', None


def conversation(folder):
    lines = []
    for number, (method, params) in enumerate(requests(folder), 1):
        request = {'jsonrpc': '2.0', 'id': number, 'method': method}
        if params:
            request['params'] = params
        lines.append(json.dumps(request) + '\n')
    return ''.join(lines).encode()


def write_preferences(config, folder):
    """sharkd sets a preference without applying it: files are read only where they are set at its start."""
    with open(os.path.join(config, 'preferences'), 'w') as f:
        f.write('tfplugin.schema_file: %s\n' % os.path.join(folder, 'terraform_kmini.schema.json'))
        f.write('tfplugin.plan_file: %s\n' % os.path.join(folder, FILE + '.plan1.json'))


def runs(folder, scratch):
    """Yields (program, arguments, input, something that its output has when all was asked)."""
    yield 'sharkd', ['-'], conversation(folder), 'Address: kitchen_raw.r'
    questions = [word for question in QUESTIONS for word in ('-z', 'tfplugin,' + question)]
    yield ('tshark', ['-2', '-q', '-r', os.path.join(folder, FILE + '.pcapng'), '--export-objects',
                      'tfplugin,' + os.path.join(scratch, 'objects')] + questions, b'', 'format_version')


def check(build, config, program, args, given, expected):
    """@return whether the program leaks nothing of ours, or SKIP."""
    command = tshark.command(build, program)
    command[-1:-1] = ['WIRESHARK_CONFIG_DIR=' + config]
    done = subprocess.run(command + args, input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=tshark.TIMEOUT)
    report = done.stderr.decode('utf-8', 'replace')
    if 'LeakSanitizer has encountered a fatal error' in report:
        print('LeakSanitizer does not work here')
        return SKIP
    if expected not in done.stdout.decode('utf-8', 'replace'):
        print('%s showed no %s:\n%s' % (program, expected, report[-2000:]))
        return False
    leaks = [part for part in re.split(r'\n\n', report) if ' leak of ' in part]
    ours = [part for part in leaks if OURS.search(part) and not FIELDS.search(part)]
    for part in ours:
        print(part)
    print('%s: %d leaks of ours, %d of its own' % (program, len(ours), len(leaks) - len(ours)))
    return not ours and 'AddressSanitizer:DEADLYSIGNAL' not in report


def main():
    build, folder = sys.argv[1], os.path.abspath(sys.argv[2])
    if not os.environ.get('TFPLUGIN_LD_PRELOAD') or not shutil.which('sharkd'):
        print('needs a build with TFPLUGIN_SANITIZE, and sharkd')
        return SKIP
    # Frame pointers are not to be had in libwireshark: stacks are unwound the slow way.
    os.environ['TFPLUGIN_ASAN_OPTIONS'] = 'detect_leaks=1:fast_unwind_on_malloc=0'
    config = tempfile.mkdtemp(prefix='tfplugin-leaks-')
    try:
        os.chmod(config, 0o777)
        write_preferences(config, folder)
        results = [check(build, config, *run) for run in runs(folder, config)]
    finally:
        shutil.rmtree(config, True)
    if SKIP in results:
        return SKIP
    return 0 if all(results) else 1


if __name__ == '__main__':
    sys.exit(main())
