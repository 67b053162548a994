#!/usr/bin/env python3
"""What we hold against providers, compared with what core held against them.

usage: check_conformance.py BUILD CAPTURE-DIR...

*.core.jsonl beside a capture lists what core found in that session. Each problem must be found on the
same type at the same path, as often and as tolerated as core did, and nothing may claim to be found by
core (source `core`) that core did not find. What core does not check (`lint`) may give notes only.
Both in one pass and in two. The captures that were made from another by editing (derived_*) come from a
session in which core found nothing.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import json
import os
import sys

import capture_set
import pdml


def type_of(address):
    """`module.m["k"].data.x_y.name["k"]` is of type x_y."""
    words = address.split('[')[0].split('.') if not address.startswith('module.') else address.split('.')
    while words[0] == 'module':
        words = words[2:]
    return words[1] if words[0] in ('data', 'ephemeral') else words[0]


def listed(path):
    found = collections.Counter()
    for line in open(path, encoding='utf-8'):
        event = json.loads(line)
        for problem in event['problems']:
            found[type_of(event['address']), problem['path'].lstrip('.'), event['tolerated']] += 1
    return found


def shown(build, capture, options):
    core, lint, loud = collections.Counter(), collections.Counter(), []
    for frame, message in pdml.messages(build, capture, 'tfplugin.conformance.rule', options):
        for rule in message.find('tfplugin.conformance.rule'):
            if rule.text_of('tfplugin.conformance.source') == 'core':
                tolerated = rule.text_of('tfplugin.conformance.tolerated') in ('1', 'True')
                core[message.text_of('tfplugin.type_name'),
                     rule.text_of('tfplugin.conformance.path'), tolerated] += 1
                continue
            lint[rule.text] += 1
            if not list(rule.find('tfplugin.conformance.note')):
                loud.append('frame %d: %s is more than a note' % (frame, rule.text))
    return core, lint, loud


def check(job):
    build, capture, passes = job
    found = capture.replace('.pcapng', '.core.jsonl')
    want = listed(found) if os.path.exists(found) else collections.Counter()
    core, lint, loud = shown(build, capture, ['-2'] if passes == 2 else [])
    wrong = ['not found: %s %s tolerated=%s, %d times' % (key + (n,)) for key, n in (want - core).items()]
    wrong += ['core did not find: %s %s tolerated=%s, %d times' % (key + (n,)) for key, n in (core - want).items()]
    wrong += loud
    text = '%-44s %d pass: core %d of %d, lint %d' % (
        os.path.basename(capture), passes, sum((core & want).values()), sum(want.values()), sum(lint.values()))
    return not wrong, '\n'.join([text] + ['  ' + w for w in wrong[:20]])


def main():
    build, folders = sys.argv[1], sys.argv[2:]
    jobs = [(build, capture, passes)
            for name, capture in capture_set.find(folders, '*.pcapng').items()
            if name.startswith('derived_') or
            os.path.exists(capture.replace('.pcapng', '.core.jsonl'))
            for passes in (1, 2)]
    return capture_set.run_all(check, jobs)


if __name__ == '__main__':
    sys.exit(main())
