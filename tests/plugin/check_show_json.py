#!/usr/bin/env python3
"""What `-z tfplugin,show-json` makes of a capture, property by property against core's own plans.

usage: check_show_json.py BUILD FOLDER...

A folder holds NAME.pcapng, NAME.planN.json (`show -json` of the plans made in that session) and
NAME.schema.json. For each entry of resource_changes that went over the wire there must be one with
the same change, but for what providers are never told: marks of sensitive variables (ours are then a
part of core's), that an object is tainted, and generated configuration. The same for what drifted,
where that changed a value.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

import capture_set
import tshark
from show_json import canonical, covered, join, marks, resource_types, strict

# Of these nothing can be decoded without the keys.
KEYS = {'terraform_kmini-tls-keylog': 'terraform_kmini-tls-keylog.keys.log'}


def options(capture):
    name = os.path.basename(capture)[:-len('.pcapng')]
    if name not in KEYS:
        return []
    return ['-o', 'tls.keylog_file:' + os.path.join(os.path.dirname(capture), KEYS[name])]


def show(build, capture, what='show-json', extra=()):
    text = tshark.run(build, ['-r', capture, '-q', '-z', 'tfplugin,' + what] + options(capture) +
                      list(extra))
    if shutil.which('jq'):
        subprocess.run(['jq', '-e', '.'], input=text.encode(), stdout=subprocess.DEVNULL, check=True)
    return strict(text)


def state_of(change, side, kind):
    unknown = change.get('after_unknown') if side == 'after' else None
    return join(change.get(side, '(absent)'), unknown or None, None, kind)


def same_form(ours, theirs, kind):
    """Are the trees of what is unknown the same to the letter? Sets may stand in another order."""
    return ours['after_unknown'] == theirs['after_unknown'] or '"set"' in json.dumps(kind)


def differences(ours, theirs, reason, kind):
    """Names of the properties that differ; of a tainted object only the new one is on the wire."""
    tainted = reason == 'replace_because_tainted'
    found = []
    for side in ('before', 'after'):
        if tainted and side == 'before':
            continue
        if state_of(ours, side, kind) != state_of(theirs, side, kind):
            found.append(side)
        elif side == 'after' and not same_form(ours, theirs, kind):
            found.append('after_unknown')
        own, core = ours.get(side + '_sensitive'), theirs.get(side + '_sensitive')
        if own != core and not covered(marks(own), marks(core)):
            found.append(side + '_sensitive')
    if not tainted and ours['actions'] != theirs['actions']:
        found.append('actions')
    paths = [sorted(map(str, change.get('replace_paths', []))) for change in (ours, theirs)]
    if paths[0] != paths[1]:
        found.append('replace_paths')
    for name in ('importing', 'before_identity', 'after_identity'):
        if not tainted and ours.get(name) != theirs.get(name):
            found.append(name)
    return found


def find(entries, wanted, types, used):
    """The best of our entries for one of core's, and what differs."""
    best = (None, ['missing'])
    for i, entry in enumerate(entries):
        if (entry['mode'], entry['type']) != (wanted['mode'], wanted['type']) or i in used:
            continue
        kind = types.get((wanted['mode'], wanted['type']))
        differs = differences(entry['change'], wanted['change'], wanted.get('action_reason'), kind)
        if best[0] is None or len(differs) < len(best[1]):
            best = (i, differs)
    return best


def check_changes(label, ours, theirs, types):
    """Prints one line for a list of changes. Returns the number of those that differ."""
    used, bad, tainted, lower, apart = set(), 0, 0, 0, 0
    for wanted in theirs:
        if wanted['change']['actions'] == ['read']:
            apart += 1  # core plans these by itself
            continue
        at, differs = find(ours, wanted, types, used)
        if differs:
            bad += 1
            print('FAIL %s %s: %s' % (label, wanted['address'], ', '.join(differs)))
            continue
        used.add(at)
        tainted += wanted.get('action_reason') == 'replace_because_tainted'
        lower += wanted.get('action_reason') != 'replace_because_tainted' and any(ours[at]['change'].get(side) != wanted['change'].get(side)
                     for side in ('before_sensitive', 'after_sensitive'))
    print('%-40s %3d of core, %3d equal (%d fewer sensitive marks, %d tainted), %d not on the wire, '
          '%d different' % (label, len(theirs), len(used), lower, tainted, apart, bad))
    return bad


def check_head(document):
    assert re.fullmatch(r'1\.\d+', document['format_version']), document['format_version']
    assert isinstance(document.get('errored', False), bool)


def check_state(build, captures):
    """A plan that changes nothing was made from the state that the session has left."""
    capture = captures['terraform_rtn-create.pcapng']
    with open(capture[:-len('.pcapng')] + '.plan2.json', encoding='utf-8') as file:
        prior = strict(file.read())['prior_state']['values']['root_module']['resources']
    state = show(build, capture, 'show-json,state')['values']['root_module']['resources']
    ours = [(r['mode'], r['type'], canonical(r['values'])) for r in state]
    core = [(r['mode'], r['type'], canonical(r['values'])) for r in prior]
    assert sorted(ours) == sorted(core), 'state'
    filtered = show(build, capture, 'show-json,state,tfplugin.type_name == "random_pet"')
    assert {r['type'] for r in filtered['values']['root_module']['resources']} == {'random_pet'}


def read_types(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding='utf-8') as file:
        return resource_types(strict(file.read()))


def check_capture(build, capture):
    base = capture[:-len('.pcapng')]
    plans = sorted(glob.glob(base + '.plan[0-9].json'))
    document = show(build, capture)
    check_head(document)
    check_head(show(build, capture, 'show-json,state'))
    # Of these calls the responses are only what was kept of them.
    check_head(show(build, capture, 'show-json,tfplugin.request == 1'))
    if not plans:
        return 0
    types, bad = read_types(base + '.schema.json'), 0
    for plan in plans:
        with open(plan, encoding='utf-8') as file:
            core = strict(file.read())
        label = os.path.basename(plan)[:-len('.json')]
        bad += check_changes(label, document['resource_changes'], core.get('resource_changes', []),
                             types)
        drift = [entry for entry in core.get('resource_drift', [])
                 if entry['change']['before'] != entry['change']['after']]
        if drift:
            bad += check_changes(label + ' drift', document.get('resource_drift', []), drift, types)
        # OpenTofu tells providers another version than its own.
        if not label.startswith('tofu') and document['terraform_version'] != core['terraform_version']:
            bad += 1
            print('FAIL %s: terraform_version' % label)
    return bad


def main():
    build, folders = sys.argv[1], sys.argv[2:]
    captures = capture_set.find(folders, '*.pcapng')
    bad = sum(check_capture(build, path) for path in captures.values())
    check_state(build, captures)
    print('%d captures, %d different' % (len(captures), bad))
    return 1 if bad or not captures else 0


if __name__ == '__main__':
    sys.exit(main())
