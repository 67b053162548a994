#!/usr/bin/env python3
"""What we say that plans change, compared with what core said (`show -json` of the same plans).

usage: check_changes.py BUILD CAPTURE-DIR...

For every managed resource of *.planN.json that went over the wire there must be a plan in the capture
(of a replacement its second one; of an object that is only destroyed, where the provider is not asked
for a plan, the apply) with the same action, the same replace_paths and the same places with the same
values before and after, what is known only after apply included. The list of calls must have a call with
that action and that many changed places.

Each stage of each place must be what an independent decoder found in that frame, and where core found that
a result contradicts its plan, the stages must be there and differ.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import glob
import json
import os
import re
import sys

import capture_set
import pdml
import plan_json
import tshark


def same(place, type_):
    path, before, after = place
    path = plan_json.loosen(path, type_)
    # A missing attribute and null are one; of elements only one side is missing.
    before, after = (None if v is plan_json.ABSENT else v for v in (before, after))
    return path, plan_json.canonical(before), plan_json.canonical(after)


def options_of(capture):
    keys = capture.replace('.pcapng', '.keys.log')
    return ['-2'] + (['-o', 'tls.keylog_file:' + keys] if os.path.exists(keys) else [])


def listed(build, capture):
    """Type, action and number of changed places of each call that has them in the list of calls."""
    out = tshark.run(build, ['-q', '-r', capture, '-z', 'tfplugin,calls,json'] + options_of(capture))
    calls = [json.loads(line) for line in out.splitlines()]
    assert all(('action' in c) == ('changes' in c) for c in calls)
    assert all(c['method'] in ('PlanResourceChange', 'ApplyResourceChange') for c in calls if 'action' in c)
    return [(c['type'], c['action'], c['changes']) for c in calls if 'action' in c]


def shown(messages, types):
    """Each change on the wire: type, action, replace paths, places."""
    changes = []
    for frame, message in messages:
        action = next(message.find('tfplugin.change.action'), None)
        if action is None or action.text_of('tfplugin.change.second_plan_in'):
            continue
        planned = action.text_of('tfplugin.change.planned_in')
        apply = message.text_of('tfplugin.method') == 'ApplyResourceChange'
        if planned and not apply:
            continue
        if message.text_of('tfplugin.method') == 'ReadDataSource' or (apply and (planned or action.text != 'delete')):
            continue
        type_ = types.get(message.text_of('tfplugin.type_name'), ('any',))
        places = collections.Counter(
            same((p.text, plan_json.parse_literal(p.text_of('tfplugin.change.before')),
                  plan_json.parse_literal(p.text_of('tfplugin.change.after'))), type_)
            for p in action.find('tfplugin.change.path'))
        changes.append({'frame': frame, 'type': message.text_of('tfplugin.type_name'), 'action': action.text,
                        'replace': sorted(r.text for r in action.find('tfplugin.change.requires_replace')),
                        'places': places})
    return changes


# --- Stages ----------------------------------------------------------------------------------------

STAGES = {'config': ('config',), 'prior': ('prior_state',), 'proposed': ('proposed_new_state',),
          'planned': ('planned_state',), 'planned_again': ('planned_state',), 'applied': ('new_state',)}


def rows_of(message):
    """(path, {stage: [(text, frame)]}) of each place with stages of a message."""
    for name in ('path', 'differing_path'):
        for place in message.find('tfplugin.change.' + name):
            yield place.text, {stage: [(node.text, int(node.text_of('tfplugin.change.stage_in')))
                                       for node in place.find('tfplugin.change.' + stage)] for stage in STAGES}


def found_in(capture):
    """(frame, field) -> [{path: literal}] of what the independent decoder found."""
    found = collections.defaultdict(list)
    expected = capture.replace('.pcapng', '.expected.jsonl')
    if os.path.exists(expected):
        for line in open(expected, encoding='utf-8'):
            message = json.loads(line)
            for value in message['dynamic_values']:
                if value['values'] is not None:
                    found[message['frame'], value['field']].append(dict(v.split(' = ', 1) if not v.startswith('= ') else ('', v[2:])
                                                                        for v in value['values']))
    return found


def above(path):
    """The places around a path, the nearest first."""
    ends = [m.start() for m in re.finditer(r'[.\[]', path)]
    return [path[:end] for end in reversed(ends)] + ['']


def agrees_with(values, path, text):
    """Is this text what a value says at a path?"""
    inside = [p for p in values if p != path and (p.startswith(path + '.') or p.startswith(path + '[') or not path)]
    around = next((values[p] for p in above(path) if p in values), None)
    if text.startswith(('{', '[')) and text not in ('{}', '[]'):
        return bool(inside)
    if text == '(absent)':
        return path not in values
    # What lies in an unknown value is as unknown.
    return values.get(path) == text or (path not in values and not inside and text == around
                                        and text.startswith('(unknown'))


def is_in_set(path, types, type_):
    """Is it the place of a set, where elements are listed?"""
    at = types.get(type_, ('any',))
    for step in re.findall(r'[A-Za-z_][A-Za-z0-9_-]*|\[[^\]]*\]', path):
        at = plan_json.child_type(at, step if step[0] != '[' else 0) if at[0] in ('object', 'list', 'map') else ('any',)
    return at[0] in ('set', 'any')


def check_stages(capture, messages, types):
    """@return (values compared, problems)"""
    found, compared, problems = found_in(capture), 0, []
    for frame, message in messages if found else ():
        type_ = message.text_of('tfplugin.type_name')
        for path, stages in rows_of(message):
            if is_in_set(path, types, type_):
                continue
            for stage, lines in stages.items():
                for text, at in lines:
                    values = [v for field in STAGES[stage] for v in found.get((at, field), [])]
                    compared += 1
                    if not any(agrees_with(v, path, text) for v in values):
                        problems.append('frame %d: %s: %s %s is not in frame %d' % (frame, path, stage, text, at))
    return compared, problems


def check_contradictions(capture, messages):
    """What core found wrong with a result is a place of which the stages differ."""
    problems = []
    differing = collections.defaultdict(set)
    for _, message in messages:
        if message.text_of('tfplugin.method') == 'ApplyResourceChange':
            for path, stages in rows_of(message):
                planned = stages['planned_again'] or stages['planned']
                if planned and stages['applied'] and planned[0][0] != stages['applied'][0][0]:
                    differing[message.text_of('tfplugin.type_name')].add(path)
    core = capture.replace('.pcapng', '.core.jsonl')
    for line in open(core, encoding='utf-8') if os.path.exists(core) else ():
        event = json.loads(line)
        if not event['event'].endswith(('inconsistent result after apply', 'unexpected new value')):
            continue
        type_ = re.sub(r'^(module\.[^.]+\.)*', '', event['address']).split('.')[0]
        for problem in event['problems']:
            path = problem['path'].lstrip('.')
            if path and not any(p == path or p.startswith(path) or path.startswith(p) for p in differing[type_]):
                problems.append('%s: no stages differ at %s' % (event['address'], path))
    return problems


def action_of(change):
    actions = change['actions']
    return 'replace' if len(actions) == 2 else actions[0]


def wanted(resource, types):
    change = resource['change']
    type_ = types[resource['type']]
    after = plan_json.with_unknown(change.get('after'), change.get('after_unknown', False))
    action, before = action_of(change), change.get('before')
    if resource.get('action_reason') in ('replace_because_tainted',):
        # What is tainted is planned as if it were not there.
        action, before = 'create', None
    places = collections.Counter(same(d, type_) for d in plan_json.differences(before, after, type_))
    if action == 'update' and not places:
        action = 'no-op'  # only what counts as sensitive changes, which is core's own business
    return {'type': resource['type'], 'action': action, 'places': places,
            'replace': sorted(plan_json.steps_path(p, type_) for p in change.get('replace_paths') or [])}


def agrees(change, want):
    return all(change[key] == want[key] for key in ('type', 'action', 'replace', 'places'))


def explain(want, changes):
    """The nearest change of that type, and what is different there."""
    near = [c for c in changes if c['type'] == want['type']]
    if not near:
        return 'nothing of this type is left'
    best = min(near, key=lambda c: (c['action'] != want['action'],
                                    sum(((c['places'] - want['places']) + (want['places'] - c['places'])).values())))
    return 'frame %d: %s replace %s; missing %s; extra %s' % (
        best['frame'], best['action'], best['replace'], sorted(want['places'] - best['places'])[:4],
        sorted(best['places'] - want['places'])[:4])


def check_plan(plan, types, left, calls):
    """Takes the changes of one plan out of those that are left, and its calls out of the list of calls.
    @return (right, skipped, problems)"""
    right, problems, skipped = 0, [], 0
    for resource in plan.get('resource_changes', []):
        if resource['mode'] != 'managed' or resource['change']['actions'] == ['forget']:
            continue
        want = wanted(resource, types)
        found = next((c for c in left if agrees(c, want)), None)
        if found:
            left.remove(found)
            right += 1
            call = want['type'], want['action'], sum(want['places'].values())
            if call in calls:
                calls.remove(call)
            else:
                problems.append('%s: no call of %s with %s, %d places in the list of calls' % ((resource['address'],) + call))
        elif want['action'] == 'delete' and not any(c['type'] == want['type'] and c['action'] == 'delete' for c in left):
            skipped += 1  # planned without asking the provider, and never applied
        else:
            problems.append('%s: %s, replace %s: %s' % (resource['address'], want['action'], want['replace'],
                                                         explain(want, left)))
    return right, skipped, problems


def check(job):
    build, capture, plans, types = job
    messages = list(pdml.messages(build, capture, 'tfplugin.change.action', options_of(capture)))
    left, calls = shown(messages, types), listed(build, capture)
    right = skipped = 0
    stages, problems = check_stages(capture, messages, types)
    problems += check_contradictions(capture, messages)
    for path in plans:
        plan = plan_json.load(path)
        if any(r['type'] not in types for r in plan.get('resource_changes', []) if r['mode'] == 'managed'):
            return None, '%s: no schema of its types' % os.path.basename(path)
        some = check_plan(plan, types, left, calls)
        right, skipped = right + some[0], skipped + some[1]
        problems += ['%s %s' % (os.path.basename(path), p) for p in some[2]]
    text = '%-40s %d plans: %d resources right, %d not on the wire, %d values of stages, %d wrong' % (
        os.path.basename(capture), len(plans), right, skipped, stages, len(problems))
    return not problems, '\n'.join([text] + ['  ' + p[:1500] for p in problems])


def types_of(capture):
    """The types of this session's providers; where it says nothing of them, of any other's."""
    own = capture.replace('.pcapng', '.schema.json')
    types = {}
    for path in sorted(glob.glob(os.path.join(os.path.dirname(capture), '*.schema.json'))) + [own]:
        if os.path.exists(path):
            types.update(plan_json.resource_types(plan_json.load(path)))
    return types


def main():
    build, folders = sys.argv[1], sys.argv[2:]
    jobs, done = [], set()
    for plan in capture_set.find(folders, '*.plan*.json').values():
        capture = re.sub(r'\.plan\d+\.json$', '.pcapng', plan)
        name = os.path.basename(capture)
        if name not in done and os.path.exists(capture):
            done.add(name)
            jobs.append((build, capture, sorted(glob.glob(capture.replace('.pcapng', '.plan*.json'))),
                         types_of(capture)))
    return capture_set.run_all(check, jobs)


if __name__ == '__main__':
    sys.exit(main())
