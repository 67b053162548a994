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


def tap(build, capture, name):
    return tshark.run(build, ['-q', '-r', capture, '-z', 'tfplugin,' + name])


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


def check_calls(build, capture, messages):
    """One JSON line a call, as many as there are requests, with their unknown values."""
    calls = [json.loads(line) for line in tap(build, capture, 'calls,json').splitlines()]
    got = collections.Counter(c['method'] for c in calls)
    want = {m[:-len('.Request')]: n for m, n in messages.items() if m.endswith('.Request')}
    streaming = {'WriteStateBytes'}  # several requests a call
    wrong = ['%s: %d calls, %d requests' % (m, got[m], want.get(m, 0)) for m in set(got) | set(want)
             if m not in streaming and got[m] != want.get(m, 0)]
    unknown = expected_unknown(capture)
    if unknown is not None and sum(c['unknown'] for c in calls) != unknown:
        wrong.append('%d unknown, expected %d' % (sum(c['unknown'] for c in calls), unknown))
    lines = tap(build, capture, 'calls').splitlines()
    if len(lines) != len(calls) + 1:
        wrong.append('%d lines for %d calls' % (len(lines) - 1, len(calls)))
    wrong += check_columns(lines, calls)
    return wrong


def check_columns(lines, calls):
    """The columns for people say of action and changes what the members for scripts do; a dash where there
    is none."""
    got = [list(re.search(r' \d+ +\d+ +\d+ (\S+) +(\d+|-)  ', line).groups()) for line in lines[1:]]
    want = [[c.get('action', '-'), str(c.get('changes', '-'))] for c in calls]
    return ['columns %s, members %s' % pair for pair in zip(got, want) if pair[0] != pair[1]]


def check_srt(build, capture, messages):
    """Each method that answers has as many response times as calls with a response."""
    text = tap(build, capture, 'srt')
    rows = re.findall(r'^ +\d+ +(\w+) +(\d+) +[\d.]+', text, re.M)
    got = {method: int(n) for method, n in rows}
    want = {m[:-len('.Response')]: n for m, n in messages.items() if m.endswith('.Response')}
    streaming = {'ReadStateBytes', 'ListResource', 'InvokeAction', 'ProvisionResource'}  # several a call
    return ['%s: %s times, %d responses' % (m, got.get(m), n) for m, n in want.items()
            if m not in streaming and got.get(m) != n]


def check_tree(build, capture, messages):
    """The tree's sums are those of its parts."""
    text = tap(build, capture, 'tree')
    total = int(re.search(r'^Sessions +(\d+)', text, re.M).group(1))
    want = sum(messages.values())
    return [] if total == want else ['%d messages in sessions, expected %d' % (total, want)]


def check_expert(build, capture, _messages):
    """`-z expert`, for which no tree is made, has every diagnostic that the calls count."""
    calls = [json.loads(line) for line in tap(build, capture, 'calls,json').splitlines()]
    want = sum(c['errors'] + c['warnings'] for c in calls)
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
        for check in (check_calls, check_srt, check_tree, check_expert):
            problems = check(build, capture, messages)
            passed, failed = passed + (not problems), failed + bool(problems)
            if problems:
                print('FAIL %s %s' % (os.path.basename(capture), check.__name__))
                print('\n'.join('  ' + p for p in problems[:10]))
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
