#!/usr/bin/env python3
"""A program that keeps running knows the attributes that a capture uses, by name and by type.

usage: check_seen.py BUILD CAPTURE-DIR

As in the GUI, sharkd is asked for filters and completions before and after a capture is loaded.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import shutil
import sys

import tshark
from check_random_order import SKIP, Sharkd

ATTRIBUTE = 'tfplugin.attr.random_password.'
# (filter, may it be used once the capture is loaded); of types that the capture does not use too.
FILTERS = [
    (ATTRIBUTE + 'length > 16', True),
    (ATTRIBUTE + 'length == "long"', False),
    (ATTRIBUTE + 'special == true', True),
    (ATTRIBUTE + 'result contains "a"', True),
    (ATTRIBUTE + 'lenght > 16', False),
    ('tfplugin.attr.random_pet.length > 1 && tfplugin.attr.random_bytes.length > 1', True),
    ('tfplugin.attr.tls_locally_signed_cert.validity_period_hours > 1', True),
    ('tfplugin.attr.data.tls_certificate.certificates.version == 3', True),
    ('tfplugin.attr.aws_instance.ami == "x"', False),
]


def is_valid(sharkd, text):
    return sharkd.call('check', filter=text).get('status') == 'OK'


def completions(sharkd):
    return {f['f'] for f in sharkd.call('complete', field=ATTRIBUTE).get('field', [])}


def check(sharkd, capture):
    problems = ['valid without a capture: ' + t for t, _ in FILTERS if is_valid(sharkd, t)]
    if completions(sharkd):
        problems.append('completed without a capture')
    sharkd.call('load', file=capture)
    if not {ATTRIBUTE + 'length', ATTRIBUTE + 'override_special'} <= completions(sharkd):
        problems.append('not completed: %s' % completions(sharkd))
    problems += ['%s: %s' % ('not valid' if valid else 'valid', text)
                 for text, valid in FILTERS if is_valid(sharkd, text) != valid]
    return problems


def main():
    build, folder = sys.argv[1:]
    if not shutil.which('sharkd'):
        print('sharkd is not installed')
        return SKIP
    sharkd = Sharkd(build)
    problems = check(sharkd, os.path.abspath(os.path.join(folder, 'terraform_rtn-create.pcapng')))
    frames = [f['num'] for f in sharkd.call('frames', filter=FILTERS[0][0])]
    sharkd.close()
    out = tshark.run(build, ['-r', os.path.join(folder, 'terraform_rtn-create.pcapng'),
                             '-Y', FILTERS[0][0], '-T', 'fields', '-e', 'frame.number'])
    if not frames or [int(n) for n in out.split()] != frames:
        problems.append('sharkd selects %s, tshark %s' % (frames, out.split()))
    for problem in problems:
        print('FAIL ' + problem)
    print('%d filters, %d problems' % (len(FILTERS), len(problems)))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
