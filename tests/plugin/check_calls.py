#!/usr/bin/env python3
"""Every message of every capture: named, counted and paired.

usage: check_calls.py BUILD CAPTURE-DIR...

Counts of tfplugin.message are compared with *.calls.json; every response names the frame of its
request and the other way round; and no frame is malformed or breaks the dissector.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import functools
import glob
import json
import os
import sys

import tshark


@functools.lru_cache(1)
def messages(build, capture, options=()):
    out = tshark.run(build, ['-2', '-r', capture, '-Y', 'tfplugin', '-T', 'json', '-e', 'frame.number',
                             '-e', 'tfplugin.message', '-e', 'tfplugin.request_in',
                             '-e', 'tfplugin.response_in'] + list(options))
    return [p['_source']['layers'] for p in json.loads(out or '[]')]


def check_counts(build, capture):
    want = json.load(open(capture.replace('.pcapng', '.calls.json')))
    got = collections.Counter(m for p in messages(build, capture) for m in p.get('tfplugin.message', []))
    return ['%s: %d expected, %d shown' % (name, want.get(name, 0), got.get(name, 0))
            for name in sorted(set(want) | set(got)) if want.get(name, 0) != got.get(name, 0)]


def check_decrypted(build, capture):
    """With its keys an encrypted session has the calls of the same session in clear."""
    keys = capture.replace('.pcapng', '.keys.log')
    clear = capture.replace('-tls-keylog.pcapng', '.calls.json')
    got = collections.Counter(m for p in messages(build, capture, ('-o', 'tls.keylog_file:' + os.path.abspath(keys)))
                              for m in p.get('tfplugin.message', []))
    want = json.load(open(clear))
    return [] if got == want else ['expected %s, shown %s' % (want, dict(got))]


def check_pairs(build, capture):
    frames = messages(build, capture)
    links = {(kind, int(p['frame.number'][0]), int(n))
             for p in frames for kind in ('request_in', 'response_in')
             for n in p.get('tfplugin.' + kind, [])}
    to_response = {(here, there) for kind, here, there in links if kind == 'response_in'}
    to_request = {there for kind, _, there in links if kind == 'request_in'}
    # Of several requests of a stream the first is the one that responses name.
    firsts = {}
    for request, response in sorted(to_response):
        firsts.setdefault(response, request)
    return ['request %d: no response names it' % request
            for request in firsts.values() if request not in to_request]


def check_text(build, capture):
    text = tshark.run(build, ['-r', capture, '-V'])
    return [line.strip() for line in text.splitlines()
            if 'TFPLUGIN' in line and ('Dissector bug' in line or 'Malformed' in line)]


def main():
    build, folders = sys.argv[1], sys.argv[2:]
    passed = failed = 0
    done = set()
    for capture in sorted(c for f in folders for c in glob.glob(os.path.join(f, '*.pcapng'))):
        name = os.path.basename(capture)
        if name in done:
            continue
        done.add(name)
        checks = [check_text]
        if os.path.exists(capture.replace('.pcapng', '.calls.json')):
            checks += [check_counts, check_pairs]
        if os.path.exists(capture.replace('.pcapng', '.keys.log')):
            checks += [check_decrypted]
        for check in checks:
            problems = check(build, capture)
            passed, failed = passed + (not problems), failed + bool(problems)
            if problems:
                print('FAIL %s %s' % (name, check.__name__))
                print('\n'.join('  ' + p for p in problems[:10]))
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
