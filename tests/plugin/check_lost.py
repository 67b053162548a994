#!/usr/bin/env python3
"""With any one segment missing from a capture, less may be shown, but nothing wrong.

usage: check_lost.py BUILD CAPTURE EXPECTED.jsonl

Each frame that carries HTTP/2 is left out in turn (editcap). What is still shown of any frame must be
what the independent decoder found in it when nothing was missing.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import tshark


def shown(build, capture):
    out = tshark.run(build, ['-r', capture, '-Y', 'tfplugin.value', '-T', 'json', '-e', 'frame.number',
                             '-e', 'tfplugin.field', '-e', 'tfplugin.value', '-e', 'tfplugin.no_schema'])
    return [p['_source']['layers'] for p in json.loads(out or '[]')]


def without(build, capture, want, lost, folder):
    """What is wrong when frame `lost` is left out."""
    cut = os.path.join(folder, '%d.pcapng' % lost)
    subprocess.run(['editcap', capture, cut, str(lost)], check=True, stdout=subprocess.DEVNULL)
    os.chmod(cut, 0o644)
    wrong = []
    for layers in shown(build, cut):
        frame = int(layers['frame.number'][0])
        frame += frame >= lost
        if 'tfplugin.no_schema' in layers:
            continue  # said to be by its own shape
        dvs = want.get(frame)
        if dvs is None:
            wrong.append('without %d: frame %d shows values that are not there' % (lost, frame))
        elif any(d['values'] is None for d in dvs):
            continue
        elif ([d['field'] for d in dvs] != layers['tfplugin.field']
              or [v for d in dvs for v in d['values']] != layers['tfplugin.value']):
            # Of several messages in a frame some may be missing.
            extra = set(layers['tfplugin.value']) - {v for d in dvs for v in d['values']}
            if extra or not set(layers['tfplugin.field']) <= {d['field'] for d in dvs}:
                wrong.append('without %d: frame %d shows %s' % (lost, frame, sorted(extra)[:3]))
    os.unlink(cut)
    return wrong


def main():
    build, capture, expected = sys.argv[1:]
    want = {}
    for line in open(expected, encoding='utf-8'):
        record = json.loads(line)
        want[record['frame']] = record['dynamic_values']
    frames = [int(n) for n in tshark.run(build, ['-r', capture, '-Y', 'http2', '-T', 'fields', '-e',
                                                 'frame.number']).split()]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        os.chmod(folder, 0o755)
        results = list(pool.map(lambda n: without(build, capture, want, n, folder), frames))
    for wrong in results:
        for line in wrong:
            print(line)
    failed = sum(bool(wrong) for wrong in results)
    print('%d passed, %d failed' % (len(results) - failed, failed))
    return 1 if failed or not results else 0


if __name__ == '__main__':
    sys.exit(main())
