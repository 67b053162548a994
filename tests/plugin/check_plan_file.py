#!/usr/bin/env python3
"""The preference tfplugin.plan_file: does each call get the address of its resource?

usage: check_plan_file.py BUILD FOLDER...

With the plan of a session, what `-z tfplugin,show-json` writes for an address must be the change that
the plan has for it: a wrong address would have another. With the plan of another session no call gets
an address but where the two plans agree.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import subprocess
import sys
import tempfile

import capture_set
import tshark
from check_show_json import differences, options, read_types, show
from show_json import strict

FIELDS = ['tfplugin.message', 'tfplugin.address', 'tfplugin.address.candidate',
          'tfplugin.action_reason', 'tfplugin.module']


def read(path):
    with open(path, encoding='utf-8') as file:
        return strict(file.read())


def plan_option(*paths):
    return ['-o', 'tfplugin.plan_file:' + ';'.join(paths)]


def equals(entry, core_entry, types):
    kind = types.get((entry['mode'], entry['type']))
    return (entry['mode'], entry['type']) == (core_entry['mode'], core_entry['type']) and not \
        differences(entry['change'], core_entry['change'], core_entry.get('action_reason'), kind)


def check_own(build, capture, plan, types):
    """Every change that has an address is the one of the plan, and none of the plan's is missing."""
    label, core = os.path.basename(plan), read(plan)
    document = show(build, capture, extra=plan_option(plan))
    wanted = {(c['address'], c.get('deposed')): c for c in core.get('resource_changes', [])
              if c['change']['actions'] != ['read']}
    found, bad, without = set(), [], 0
    for entry in document['resource_changes']:
        key = (entry.get('address'), entry.get('deposed'))
        if not key[0]:
            without += 1
            continue
        same = {at for at, core_entry in wanted.items() if equals(entry, core_entry, types)}
        # Another run of the session may plan the same resource from another state.
        if not same:
            without += 1
        elif key not in same:
            bad.append('%s is %s' % (key[0], same))
        else:
            found.add(key)
            bad += ['%s: %s' % (key[0], name) for name in
                    ('action_reason', 'module_address', 'index', 'provider_name', 'name')
                    if entry.get(name) != wanted[key].get(name)]
    bad += ['%s: no call has this address' % key[0] for key in wanted if key not in found]
    print('%-40s %2d of %2d addresses found, %2d changes of other runs' %
          (label, len(found), len(wanted), without))
    for line in bad:
        print('FAIL %s: %s' % (label, line))
    return len(bad)


def fields(build, capture, name, extra):
    text = tshark.run(build, ['-r', capture, '-2', '-Y', name, '-T', 'fields', '-e', name] +
                      options(capture) + extra)
    return [value for line in text.splitlines() for value in line.split(',')]


def check_foreign(build, folder):
    """A plan of another run matches nothing, and says so."""
    capture = os.path.join(folder, 'terraform_kmini.pcapng')
    plan = plan_option(os.path.join(folder, 'terraform_kitchen-update.plan2.json'))
    assert fields(build, capture, 'tfplugin.address', plan + ['-o', 'tfplugin.mask_sensitive:TRUE']) == []
    notes = tshark.run(build, ['-r', capture, '-2', '-Y', 'tfplugin.address.none', '-T', 'fields',
                               '-e', 'frame.number'] + plan)
    assert notes.strip(), 'a plan of another run does not say that it fits nothing'


def check_references(build, folder):
    """An unknown value names what it waits for; several files are read."""
    capture = os.path.join(folder, 'terraform_kitchen-create.pcapng')
    plan = os.path.join(folder, 'terraform_kitchen-create.plan1.json')
    other = os.path.join(folder, 'terraform_kitchen-update.plan2.json')
    text = tshark.run(build, ['-r', capture, '-2', '-V', '-O', 'tfplugin', '-Y',
                              'tfplugin.address == "kitchen_sink.from_raw"'] +
                      plan_option(plan, other))
    assert 'map_bool = (known after apply: kitchen_raw.r.labels)' in text
    assert '[Configuration: name = "from-raw"]' in text
    masked = tshark.run(build, ['-r', capture, '-2', '-V', '-O', 'tfplugin', '-o',
                                'tfplugin.mask_sensitive:TRUE', '-Y', 'tfplugin.address'] +
                        plan_option(plan))
    assert '[Configuration: name = (sensitive value)]' in masked
    assert '[Configuration: name = "' not in masked


# What no capture has: made up for the resource of the mini session.
MADE_UP = {
    'format_version': '1.9', 'terraform_version': '9.9.9', 'a_later_property': {},
    'variables': {'v': {'value': 'vv'}, 'unused': {'value': 1}},
    'resource_changes': [{
        'address': 'module.m["k"].module.c[1].random_pet.p[2]', 'module_address':
        'module.m["k"].module.c[1]', 'mode': 'managed', 'type': 'random_pet', 'name': 'p', 'index': 2,
        'deposed': 'deadbeef', 'action_reason': 'replace_by_request', 'provider_name': 'a/b/random',
        'change': {'actions': ['create'], 'before': None, 'after': None, 'after_unknown': {}}}],
    'resource_drift': [{
        'address': 'module.m["k"].module.c[1].random_pet.p[2]', 'mode': 'managed',
        'type': 'random_pet', 'change': {'actions': ['update'], 'before': {'length': 9},
                                         'after': {'length': 3}}}],
    'relevant_attributes': [{'resource': 'module.m["k"].module.c[1].random_pet.p[2]',
                             'attribute': ['id']}],
    'checks': [{'address': {'kind': 'resource', 'to_display': 'module.m.module.c.random_pet.p'},
                'status': 'fail', 'instances': [{'address': {
                    'to_display': 'module.m["k"].module.c[1].random_pet.p[2]'}, 'status': 'fail',
                    'problems': [{'message': 'too long'}]}]}],
    'configuration': {'root_module': {'module_calls': {'m': {'module': {'module_calls': {'c': {
        'module': {'resources': [{
            'address': 'random_pet.p', 'mode': 'managed', 'type': 'random_pet', 'name': 'p',
            'count_expression': {'references': ['var.n']}, 'expressions': {
                'length': {'references': ['var.len']},
                'block': [{'x': {'constant_value': 1}}]}}]}}}}}}}},
}


def check_made_up(build, folder, scratch):
    capture = os.path.join(folder, 'terraform_mini.pcapng')
    core = read(os.path.join(folder, 'terraform_mini.plan1.json'))['resource_changes'][0]['change']
    MADE_UP['resource_changes'][0]['change'] = core
    path = os.path.join(scratch, 'made-up.json')
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(MADE_UP, file, default=float)
    os.chmod(path, 0o644)
    text = tshark.run(build, ['-r', capture, '-2', '-V', '-O', 'tfplugin', '-Y',
                              'tfplugin.address'] + plan_option(path))
    for line in ('Address: module.m["k"].module.c[1].random_pet.p[2]',
                 'Module: module.m["k"].module.c[1]', 'Index: 2', 'Deposed key: deadbeef',
                 'Action reason: replace_by_request', 'Provider: a/b/random',
                 'Configuration: count = var.n', 'Configuration: length = var.len',
                 'Configuration: block[0].x = 1', 'Drift: update: length', 'Check: fail: too long',
                 'Relevant attribute: id'):
        assert '[%s]' % line in text, line


def check_bad_file(build, capture, path, message):
    done = subprocess.run(tshark.command(build) + ['-r', capture, '-Y', 'tfplugin', '-T', 'fields', '-e',
                                                   'tfplugin.message'] + plan_option(path),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    error = done.stderr.decode()
    assert message in error and error.count('\n') <= 1, error
    assert b'PlanResourceChange' in done.stdout


def check_bad_files(build, folder, scratch):
    capture = os.path.join(folder, 'terraform_mini.pcapng')
    cases = {'text.json': (b'no plan', 'not JSON'), 'empty.json': (b'', 'not JSON'),
             'major.json': (b'{"format_version":"2.0"}', 'format_version 2.0 is not supported'),
             'deep.json': (b'[' * 100000, 'nested deeper than')}
    for name, (content, message) in cases.items():
        path = os.path.join(scratch, name)
        with open(path, 'wb') as file:
            file.write(content)
        os.chmod(path, 0o644)
        check_bad_file(build, capture, path, message)
    huge = os.path.join(scratch, 'huge.json')
    with open(huge, 'wb') as file:
        file.truncate(500 * 1024 * 1024)
    check_bad_file(build, capture, huge, 'only up to 256 MB are read')
    check_bad_file(build, capture, os.path.join(scratch, 'missing.json'), 'No such file')


def main():
    build, folders = sys.argv[1], sys.argv[2:]
    plans, bad = capture_set.find(folders, '*.plan[0-9].json'), 0
    for path in plans.values():
        base = path[:-len('.plan1.json')]
        bad += check_own(build, base + '.pcapng', path, read_types(base + '.schema.json'))
    with tempfile.TemporaryDirectory() as scratch:
        os.chmod(scratch, 0o755)
        check_foreign(build, folders[0])
        check_references(build, folders[0])
        check_made_up(build, folders[0], scratch)
        check_bad_files(build, folders[0], scratch)
    print('%d plans, %d different' % (len(plans), bad))
    return 1 if bad or not plans else 0


if __name__ == '__main__':
    sys.exit(main())
