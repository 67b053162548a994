#!/usr/bin/env python3
"""`-z tfplugin,changes`, against the plans that core made in the same session.

usage: check_changes_tap.py BUILD CAPTURE-DIR

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import re
import sys

import tshark

SIGNS = {'create': '  +', 'update': '  ~', 'delete': '  -', 'replace': '-/+'}


def planned(path):
    """How many of each action a plan has, by type, of managed resources that a provider was asked for."""
    counts = {}
    for resource in json.load(open(path, encoding='utf-8'))['resource_changes']:
        actions = resource['change']['actions']
        action = 'replace' if len(actions) == 2 else actions[0]
        if resource['mode'] == 'managed' and action in SIGNS:
            key = resource['type'], action
            counts[key] = counts.get(key, 0) + 1
    return counts


def printed(build, capture, options=()):
    text = tshark.run(build, ['-q', '-r', capture, '-z', 'tfplugin,changes'] + list(options))
    counts = {}
    for sign, type_name in re.findall(r'^(  [+~-]|-/\+) (\S+) \{$', text, re.M):
        action = next(a for a, s in SIGNS.items() if s == sign)
        counts[type_name, action] = counts.get((type_name, action), 0) + 1
    return text, counts


def main():
    build, folder = sys.argv[1:]
    problems = []
    for name in ('terraform_kitchen-create', 'terraform_mini', 'tofu_kitchen-create', 'terraform_k8s-mtu1500'):
        capture = os.path.join(folder, name + '.pcapng')
        plan = os.path.join(folder, name + '.plan1.json')
        if not os.path.exists(capture):
            continue
        text, counts = printed(build, capture)
        if os.path.exists(plan) and counts != planned(plan):
            problems.append('%s: printed %s, planned %s' % (name, counts, planned(plan)))
        total = sum(n for (_, action), n in counts.items() if action in ('create', 'replace'))
        if 'Plan: %d to add' % total not in text:
            problems.append('%s: wrong sum' % name)
    text, _ = printed(build, os.path.join(folder, 'terraform_kitchen-update.pcapng'))
    for wanted in ('-> (known after apply)', '# forces replacement', '-/+ kitchen_raw {', '~ seed ', '"s1" -> "s2"'):
        if wanted not in text:
            problems.append('kitchen-update: no %r' % wanted)
    text, counts = printed(build, os.path.join(folder, 'terraform_rtn-create.pcapng'))
    if not re.search(r'\+ result +=? *= \(sensitive value\)', text) or '(sensitive value)' not in text:
        problems.append('rtn-create: a sensitive value is not hidden')
    print('\n'.join(problems) or 'all printed as planned')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
