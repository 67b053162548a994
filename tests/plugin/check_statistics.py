#!/usr/bin/env python3
"""Statistics of every capture, against sums taken from the expectations.

usage: check_statistics.py BUILD CAPTURE-DIR...

Calls and messages come from *.calls.json, unknown values and types from *.expected.jsonl.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import glob
import json
import os
import re
import sys

import tshark


TAPS = ('calls', 'calls,json', 'srt', 'tree')


def taps(build, capture):
    """What all of TAPS print in one run. Each has lines that no other has."""
    words = [word for name in TAPS for word in ('-z', 'tfplugin,' + name)]
    return tshark.run(build, ['-q', '-r', capture] + words)


def calls_of(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith('{')]


def expected_unknown(capture):
    """Unknown values in responses; None if some are not known."""
    n = 0
    for line in open(capture.replace('.pcapng', '.expected.jsonl'), encoding='utf-8'):
        for value in json.loads(line)['dynamic_values']:
            if value['dir'] == 'response':
                if value['values'] is None:
                    return None
                n += sum(re.search(r'(^| )= \(unknown', v) is not None for v in value['values'])
    return n


def check_calls(capture, messages, text):
    """One JSON line a call, as many as there are requests, with their unknown values."""
    calls = calls_of(text)
    got = collections.Counter(c['method'] for c in calls)
    want = {m[:-len('.Request')]: n for m, n in messages.items() if m.endswith('.Request')}
    streaming = {'WriteStateBytes'}  # several requests a call
    wrong = ['%s: %d calls, %d requests' % (m, got[m], want.get(m, 0)) for m in set(got) | set(want)
             if m not in streaming and got[m] != want.get(m, 0)]
    unknown = expected_unknown(capture)
    if unknown is not None and sum(c['unknown'] for c in calls) != unknown:
        wrong.append('%d unknown, expected %d' % (sum(c['unknown'] for c in calls), unknown))
    lines = re.findall(r'^ +\d+ +\d+ +(?:[\d.]+|-) +(\w+) ', text, re.M)
    if collections.Counter(lines) != got:
        wrong.append('%d lines for %d calls' % (len(lines), len(calls)))
    return wrong


def check_srt(capture, messages, text):
    """Each method that answers has as many response times as calls with a response."""
    rows = re.findall(r'^ +\d+ +(\w+) +(\d+) +[\d.]+', text, re.M)
    got = {method: int(n) for method, n in rows}
    want = {m[:-len('.Response')]: n for m, n in messages.items() if m.endswith('.Response')}
    streaming = {'ReadStateBytes', 'ListResource', 'InvokeAction', 'ProvisionResource'}  # several a call
    return ['%s: %s times, %d responses' % (m, got.get(m), n) for m, n in want.items()
            if m not in streaming and got.get(m) != n]


def check_tree(capture, messages, text):
    """The tree's sums are those of its parts."""
    total = int(re.search(r'^Sessions +(\d+)', text, re.M).group(1))
    want = sum(messages.values())
    return [] if total == want else ['%d messages in sessions, expected %d' % (total, want)]


def check_expert(build, capture, text):
    """`-z expert`, alone, for which no tree is made, has every diagnostic that the calls count."""
    want = sum(c['errors'] + c['warnings'] for c in calls_of(text))
    text = tshark.run(build, ['-q', '-r', capture, '-z', 'expert'])
    got = sum(map(int, re.findall(r'^ +(\d+) +Response +TFPLUGIN +Provider says', text, re.M)))
    return [] if got == want else ['%d diagnostics as expert info, %d counted' % (got, want)]


def main():
    build, folders = sys.argv[1], sys.argv[2:]
    passed = failed = 0
    done = set()
    for path in sorted(c for f in folders for c in glob.glob(os.path.join(f, '*.calls.json'))):
        capture = path.replace('.calls.json', '.pcapng')
        if os.path.basename(capture) in done or not os.path.exists(capture.replace('.pcapng', '.expected.jsonl')):
            continue
        done.add(os.path.basename(capture))
        messages = json.load(open(path))
        text = taps(build, capture)
        results = {check.__name__: check(capture, messages, text)
                   for check in (check_calls, check_srt, check_tree)}
        results['check_expert'] = check_expert(build, capture, text)
        for name, problems in results.items():
            passed, failed = passed + (not problems), failed + bool(problems)
            if problems:
                print('FAIL %s %s' % (os.path.basename(capture), name))
                print('\n'.join('  ' + p for p in problems[:10]))
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
