#!/usr/bin/env python3
"""Every value of every capture, against what an independent decoder found in it.

usage: check_values.py BUILD CAPTURE-DIR...

Runs compare.py on each capture that has expectations, in one pass and in two. A capture that was
made from another by editing (derived_*) may show less, for Wireshark cannot see everything there,
but nothing wrong.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import shlex
import subprocess
import sys

import capture_set
import compare
import tshark

HERE = os.path.dirname(os.path.abspath(__file__))


def compare_capture(job):
    build, capture, expected, passes = job
    env = dict(os.environ, TSHARK=' '.join(map(shlex.quote, tshark.command(build))))
    args = [sys.executable, os.path.join(HERE, 'compare.py'), capture, expected, '-v']
    done = subprocess.run(args + (['--', '-2'] if passes == 2 else []), env=env,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode('utf-8', 'replace').strip()
    return done.returncode == 0, '%d pass: %s' % (passes, text if done.returncode else text.splitlines()[-1])


def plain(lines):
    """Lines as they are without a schema: keys of maps as attributes."""
    return [compare.own_shape(line) for line in lines]


def no_wrong_value(job):
    """Of each frame that shows values, fields and values are those expected, or fewer."""
    build, capture, expected, passes = job
    want = {}
    for line in open(expected, encoding='utf-8'):
        record = json.loads(line)
        want[record['frame']] = record['dynamic_values']
    out = tshark.run(build, ['-r', capture, '-Y', 'tfplugin.value', '-T', 'json', '-e', 'frame.number',
                             '-e', 'tfplugin.field', '-e', 'tfplugin.value',
                             '-e', 'tfplugin.no_schema'] + (['-2'] if passes == 2 else []))
    wrong, seen, schemaless = [], 0, 'noschema' in capture
    for packet in json.loads(out or '[]'):
        layers = packet['_source']['layers']
        frame = int(layers['frame.number'][0])
        seen += 1
        if frame not in want:
            wrong.append('frame %d: values where none were expected' % frame)
            continue
        if any(d['values'] is None for d in want[frame]):
            continue
        if 'tfplugin.no_schema' in layers and not schemaless:
            continue  # said to be by its own shape; what that is, derived_noschema checks
        lines = sorted(plain(v for d in want[frame] for v in d['values']))
        got = sorted(plain(layers.get('tfplugin.value', [])))
        fields = [d['field'] for d in want[frame]]
        if got != lines or layers.get('tfplugin.field') != fields:
            wrong.append('frame %d: %s' % (frame, sorted(set(got) - set(lines))[:3]))
    text = '%d pass: %s: %d of %d frames shown, %d wrong' % (
        passes, os.path.basename(capture), seen, len(want), len(wrong))
    return not wrong, '\n'.join([text] + wrong[:10])


def main():
    build, folders = sys.argv[1], sys.argv[2:]
    jobs = []
    for name, expected in capture_set.find(folders, '*.expected.jsonl').items():
        capture = expected.replace('.expected.jsonl', '.pcapng')
        if os.path.exists(capture):
            check = no_wrong_value if name.startswith('derived_') else compare_capture
            jobs += [(check, (build, capture, expected, passes)) for passes in (1, 2)]
    return capture_set.run_all(lambda job: job[0](job[1]), jobs)


if __name__ == '__main__':
    sys.exit(main())
