#!/usr/bin/env python3
"""A provider that breaks the rules one by one: each is named, at its place, as loud as it should be.

usage: check_rules.py BUILD BROKEN-PROVIDER

BROKEN-PROVIDER writes the capture.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import subprocess
import sys
import tempfile

import pdml

# Of each response that breaks something, in order: rule, path, source, tolerated, how loud.
EXPECTED = [
    # plan_session
    ('plan.not-config', 'name', 'core', False, 'error'),
    ('plan.write-only', 'wo', 'core', False, 'error'),
    ('plan.replace-path', 'nope', 'core', False, 'error'),
    ('plan.not-null', '', 'core', False, 'error'),
    ('call.deferred', '', 'core', False, 'error'),
    ('plan.unasked', 'id', 'lint', False, 'note'),
    ('plan.not-config', 'name', 'core', True, 'note'),
    # apply_session
    ('final-plan.changed', 'id', 'core', False, 'error'),
    ('call.private-changed', '', 'lint', False, 'note'),
    ('result.unknown', 'id', 'core', False, 'error'),
    ('result.changed', 'name', 'core', False, 'error'),
    ('result.changed', 'name', 'core', True, 'note'),
    ('result.vanished', '', 'core', False, 'error'),
    ('result.not-null', '', 'core', False, 'error'),
    # other_session
    ('call.not-configured', '', 'lint', False, 'warning'),
    ('read.unknown', 'id', 'core', False, 'error'),
    ('read.type-mismatch', 'z', 'core', False, 'error'),
    ('call.private-lost', '', 'lint', False, 'note'),
    ('read.both-encodings', '', 'lint', False, 'warning'),
    ('identity.identity-changed', '', 'lint', False, 'note'),
    ('identity.unknown', 'arn', 'core', False, 'error'),
    ('upgrade.unknown', 'id', 'core', False, 'error'),
    ('data.null', '', 'core', False, 'error'),
    ('ephemeral.not-config', 'name', 'core', False, 'error'),
    ('import.nothing', '', 'core', False, 'error'),
    ('function.no-result', '', 'lint', False, 'note'),
    ('function.unknown-result', '', 'lint', False, 'note'),
    ('call.sensitive-text', 'secret', 'lint', False, 'warning'),
    # unplanned_session
    ('call.not-planned', '', 'lint', False, 'warning'),
]
LEVELS = ('error', 'warning', 'note')


def shown(build, capture, options=()):
    for _, message in pdml.messages(build, capture, 'tfplugin', options):
        for rule in message.find('tfplugin.conformance.rule'):
            level = next(l for l in LEVELS if list(rule.find('tfplugin.conformance.' + l)))
            yield (rule.text, rule.text_of('tfplugin.conformance.path'),
                   rule.text_of('tfplugin.conformance.source'),
                   rule.text_of('tfplugin.conformance.tolerated') in ('1', 'True'), level)


def masked(build, capture):
    """With values hidden no text of a change or finding tells a sensitive one."""
    text = pdml.tshark.run(build, ['-r', capture, '-o', 'tfplugin.mask_sensitive:TRUE', '-V', '-Y', 'tfplugin.conformance.rule'])
    lines = [l for l in text.splitlines() if 'sensitive-text' in l]
    return [l for l in lines if 'hunter2' in l] or ([] if lines else ['no finding with values hidden'])


def main():
    build, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        capture = os.path.join(folder, 'broken.pcapng')
        subprocess.run([program, capture], check=True)
        found = list(shown(build, capture))
        again = list(shown(build, capture, ['-2']))
        leaks = masked(build, capture)
    problems = ['expected %s' % (e,) for e in EXPECTED if e not in found]
    problems += ['not expected %s' % (f,) for f in found if f not in EXPECTED]
    if not problems and found != EXPECTED:
        problems.append('in another order or number: %s' % found)
    if found != again:
        problems.append('two passes differ from one: %s' % sorted(set(found) ^ set(again)))
    problems += ['hidden values are told: ' + l for l in leaks]
    print('\n'.join(problems))
    print('%d of %d rules' % (len([e for e in EXPECTED if e in found]), len(EXPECTED)))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
