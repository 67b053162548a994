#!/usr/bin/env python3
"""`--export-objects tfplugin,FOLDER`: files that any JSON parser takes, and what is in them.

usage: check_export.py BUILD FOLDER...
SPDX-License-Identifier: GPL-2.0-or-later
"""
import glob
import json
import os
import sys
import tempfile

import capture_set
import tshark
from show_json import strict


def export(build, capture, *extra):
    """Name and text of each object, and what is printed."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        printed = tshark.run(build, ['-r', capture, '-q', '--export-objects', 'tfplugin,' + folder] +
                             list(extra))
        files = {}
        for path in sorted(glob.glob(os.path.join(folder, '*'))):
            with open(path, encoding='utf-8') as file:
                files[os.path.basename(path)] = file.read()
        return files, printed


def expected_frames(capture):
    """Frames in which an independent decoder found values; None if that cannot be compared."""
    path = capture[:-len('.pcapng')] + '.expected.jsonl'
    if os.path.basename(capture).startswith('derived_') or not os.path.exists(path):
        return None
    with open(path, encoding='utf-8') as file:
        return {json.loads(line)['frame'] for line in file}


def check_capture(build, capture):
    files, schema = export(build, capture, '-z', 'tfplugin,schema')
    files = {name: strict(text) for name, text in files.items()}
    if 'schema.json' in files:
        assert files.pop('schema.json') == strict(schema), 'schema.json'
    sessions = {name: doc for name, doc in files.items() if name.startswith('session-')}
    calls = {name: doc for name, doc in files.items() if name not in sessions}
    of_sessions = [m for doc in sessions.values() for m in doc['messages'] if m['values']]
    of_calls = [m for doc in calls.values() for m in doc['messages']]
    def key(message):
        return json.dumps(message, sort_keys=True, default=str)
    of_calls = [m for m in of_calls if m['values']]
    assert sorted(map(key, of_sessions)) == sorted(map(key, of_calls)), 'sessions and calls differ'
    frames = expected_frames(capture)
    assert frames in (None, {int(m['frame']) for m in of_calls}), 'frames'
    print('%-40s %3d sessions, %4d calls, %4d messages with values' %
          (os.path.basename(capture), len(sessions), len(calls), len(of_calls)))
    return len(of_calls)


def check_masked(build, capture, secret):
    assert any(secret in text for text in export(build, capture)[0].values()), 'no secret to hide'
    masked, printed = export(build, capture, '-o', 'tfplugin.mask_sensitive:TRUE', '-z',
                             'tfplugin,show-json', '-z', 'tfplugin,show-json,state')
    assert masked and not any(secret in text for text in masked.values()), 'a secret is exported'
    assert printed and secret not in printed, 'a secret is printed'


def main():
    build, folders = sys.argv[1], sys.argv[2:]
    captures = capture_set.find(folders, '*.pcapng')
    found = sum(check_capture(build, path) for path in captures.values())
    assert found > 0
    check_masked(build, captures['terraform_legacy.pcapng'], 's3cret')
    return 0


if __name__ == '__main__':
    sys.exit(main())
