#!/usr/bin/env python3
"""Statistics of every capture, against sums taken from the expectations.

usage: check_statistics.py BUILD CAPTURE-DIR...

Calls and messages come from *.calls.json, unknown values, types and what tells resources apart from
*.expected.jsonl, what core replaced from *.planN.json.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import glob
import itertools
import json
import os
import re
import sys

import tshark


# A line of `calls`, and the method in it.
CALL_LINE = re.compile(r'^ +\d+ +\d+ +(?:[\d.]+|-) +(?:[\d.]+|-) +(\w+) ')
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
    lines = [line for line in text.splitlines() if CALL_LINE.match(line)]
    if collections.Counter(CALL_LINE.match(line).group(1) for line in lines) != got:
        wrong.append('%d lines for %d calls' % (len(lines), len(calls)))
    return wrong + check_columns(lines, calls)


def check_columns(lines, calls):
    """The columns for people say of resource, action and changes what the members for scripts do; a dash where there
    is none."""
    got = [list(re.search(r' \d+ +\d+ +\d+ +(\d+|-) +(\S+) +(\d+|-)  ', line).groups()) for line in lines]
    want = [[str(c.get('resource', '-')), c.get('action', '-'), str(c.get('changes', '-'))] for c in calls]
    return ['columns %s, members %s' % pair for pair in zip(got, want) if pair[0] != pair[1]]


STATES = ('raw_state', 'upgraded_state', 'current_state', 'prior_state', 'new_state', 'imported_resources[0].state')


def expected_values(capture):
    """(frame, stream) -> {field: values} of each message with values."""
    messages = collections.defaultdict(dict)
    for line in open(capture.replace('.pcapng', '.expected.jsonl'), encoding='utf-8'):
        message = json.loads(line)
        for value in message['dynamic_values']:
            messages[message['frame'], value['h2']][value['field']] = value['values'] or []
    return messages


def replacements(capture):
    """Types of which core replaced an object, and how many resources (type, id) may be of: those of the plan that has
    most, and one more for an object that was tainted."""
    types, most = set(), collections.Counter()
    for path in glob.glob(capture.replace('.pcapng', '.plan*.json')):
        holders = collections.Counter()
        for resource in json.load(open(path)).get('resource_changes', []):
            if len(resource['change']['actions']) == 2:
                types.add(resource['type'])
            key = resource['type'], (resource['change']['before'] or {}).get('id')
            # What is tainted is planned as if it were not there: nothing says what the new object replaces.
            holders[key] += 2 if resource.get('action_reason') == 'replace_because_tainted' else 1
        most |= holders
    return types, most


def check_identity(capture, calls, messages):
    """Objects are told apart by their id: one resource has one, unless it was replaced."""
    numbers, ids, wrong = collections.defaultdict(set), collections.defaultdict(set), []
    replaced, most = replacements(capture)
    for call in calls:
        for side in ('request_frame', 'response_frame'):
            for field, values in messages.get((call.get(side), call['stream']), {}).items():
                named = next((json.loads(v[5:]) for v in values if v.startswith('id = "')), None)
                if field not in STATES or named is None or call['method'] == 'ReadDataSource':
                    continue
                if 'resource' not in call:
                    wrong.append('frame %d: %s of %s is of no resource' % (call[side], call['method'], named))
                else:
                    numbers[call['type'], named].add(call['resource'])
                    ids[call['resource']].add((call['type'], named))
    wrong += ['%s is %s' % (k, sorted(n)) for k, n in numbers.items() if len(n) > max(most[k], 1)]
    wrong += ['resource %d is %s' % (n, sorted(k)) for n, k in ids.items()
              if len(k) > 1 and not {type_ for type_, _ in k} <= replaced]
    return wrong


def check_validations(calls, messages):
    """A validation is of the resource that is planned next on its connection with its configuration."""
    def config(call):
        return call['session'], call['type'], tuple(messages[call['request_frame'], call['stream']].get('config', ()))
    wrong = []
    for i, call in enumerate(calls):
        if call['method'] not in ('ValidateResourceConfig', 'ValidateResourceTypeConfig'):
            continue
        planned = [c for c in calls[i:] if c['method'] == 'PlanResourceChange' and config(c) == config(call)]
        if call.get('resource') not in ([c['resource'] for c in planned] or [None]):
            wrong.append('frame %d validates %s' % (call['request_frame'], call.get('resource')))
    return wrong


def check_starts(build, capture, text):
    """A call begins when Wireshark says that its request's frame was captured."""
    times = dict(line.split() for line in tshark.run(build, [
        '-r', capture, '-T', 'fields', '-e', 'frame.number', '-e', 'frame.time_relative']).splitlines())
    starts = [line.split()[2] for line in text.splitlines() if CALL_LINE.match(line)]
    want = ['%.6f' % float(times[str(call['request_frame'])]) if 'request_frame' in call else '-'
            for call in calls_of(text)]
    return ['starts at %s, not at %s' % pair for pair in zip(starts, want) if pair[0] != pair[1]]


def check_resources(build, capture, text):
    """Calls of one resource have one number, the same in every pass."""
    calls = calls_of(text)
    messages = expected_values(capture)
    numbers = [n for n, _ in itertools.groupby(sorted(c['resource'] for c in calls if 'resource' in c))]
    wrong = check_identity(capture, calls, messages) + check_validations(calls, messages)
    if numbers != list(range(len(numbers))):
        wrong.append('numbers %s' % numbers)
    # A validation is tied by a later call, so a first pass cannot show it.
    shown = [tshark.run(build, ['-r', capture, '-Y', 'tfplugin.resource && !(tfplugin.method matches "^ValidateResource")',
                                '-T', 'fields', '-e', 'frame.number', '-e', 'tfplugin.resource'] + passes)
             for passes in ([], ['-2'])]
    if shown[0] != shown[1]:
        wrong.append('one pass and two passes differ')
    for number in numbers[-1:]:
        got = tshark.run(build, ['-2', '-r', capture, '-Y', 'tfplugin.resource == %d' % number, '-T', 'fields',
                                 '-e', 'frame.number']).split()
        want = {c[side] for c in calls for side in ('request_frame', 'response_frame')
                if c.get('resource') == number and side in c}
        if set(map(int, got)) != want:
            wrong.append('resource %d in frames %s, calls in %s' % (number, got, sorted(want)))
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
        results['check_starts'] = check_starts(build, capture, text)
        results['check_resources'] = check_resources(build, capture, text)
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
