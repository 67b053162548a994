#!/usr/bin/env python3
"""Broken captures: bytes changed at random, random bytes behind the HTTP/2 preface, and sessions made
to be as hard as the protocol allows.

usage: check_mutations.py BUILD CAPTURE-FOLDER [ROUNDS [TIMES]]

No crash, no `Dissector bug` of ours, no `Malformed Packet` of ours, and no run that does not end. With
TIMES, say 5, no changed file may take that many times the processor time of the file as it was: by
hand, for a run of a few tenths of a second says little.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import glob
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import hostile
import tshark
from session import Capture

ERRORS = '0.02'
# Detection of a hang, not a measurement.
TIMEOUT = 300
# Below this, in seconds, TIMES compares noise.
SHORT = 2
OURS = re.compile(r'(Dissector bug, protocol TFPLUGIN|Malformed Packet: TFPLUGIN)')
# What a sanitizer or the C library says at the end of a program.
CRASH = re.compile(r'(AddressSanitizer|runtime error:|LeakSanitizer|\*\* ERROR|assertion failed)')


def spent():
    """Processor time, in seconds, of all programs that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(build, path, args):
    """Dissects a file. @return (processor time in seconds, output, what is wrong or None)"""
    begin = spent()
    command = tshark.command(build) + ['-r', path] + args
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return spent() - begin, '', 'does not end'
    out = done.stdout.decode('utf-8', 'replace')
    errors = done.stderr.decode('utf-8', 'replace')
    wrong = None
    # 2 is a file that breaks off, which a changed one may do.
    if done.returncode not in (0, 2) or CRASH.search(errors):
        wrong = 'exit %d: %s' % (done.returncode, errors[-3000:])
    elif OURS.search(out + errors):
        wrong = OURS.search(out + errors).group(0)
    return spent() - begin, out, wrong


class Checker:
    def __init__(self, build, folder, times):
        self.build, self.folder, self.times = build, folder, times
        self.passed = self.failed = 0

    def check(self, name, path, args, clean=None, expected=''):
        seconds, out, wrong = run(self.build, path, args)
        if not wrong and expected and not re.search(expected, out):
            wrong = 'no %s' % expected
        if not wrong and clean and seconds > max(self.times * clean, SHORT):
            wrong = '%.1f s, the file as it was %.1f s' % (seconds, clean)
        if wrong:
            print('FAIL %s %s: %s' % (name, ' '.join(args), wrong))
            self.failed += 1
        else:
            self.passed += 1

    def mutated(self, capture, rounds):
        base = os.path.basename(capture)
        path = os.path.join(self.folder, 'mutated.pcapng')
        clean = run(self.build, capture, ['-V'])[0] if self.times else None
        for seed in range(1, rounds + 1):
            subprocess.run(['editcap', '-E', ERRORS, '--seed', str(seed), capture, path],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.chmod(path, 0o644)
            self.check('%s, seed %d' % (base, seed), path, ['-V'] if seed % 2 else ['-2', '-V'], clean)

    def random_bytes(self, rounds):
        path = os.path.join(self.folder, 'random.pcapng')
        generator = random.Random(20261121)
        with Capture(path) as capture:
            for _ in range(rounds):
                session = capture.session()
                for side in (0, 1):
                    session.send(side, generator.randbytes(generator.randrange(1, 3000)))
        self.check('random bytes', path, ['-V'])
        self.check('random bytes', path, ['-2', '-V'])

    def random_messages(self, rounds):
        path = os.path.join(self.folder, 'random.pcapng')
        generator = random.Random(4711)
        methods = ('PlanResourceChange', 'GetProviderSchema', 'ApplyResourceChange',
                   'ValidateResourceConfig', 'UpgradeResourceState', 'CallFunction')
        with Capture(path) as capture:
            session = capture.session()
            for _ in range(rounds):
                session.call(generator.choice(methods), generator.randbytes(generator.randrange(1, 400)),
                             generator.randbytes(generator.randrange(1, 400)))
        self.check('random messages', path, ['-V'])

    def hostile(self):
        for case in hostile.CASES:
            path = os.path.join(self.folder, case.name + '.pcapng')
            with Capture(path) as capture:
                case.make(capture)
            self.check('hostile ' + case.name, path, ['-V'], expected=case.expected)
        path = os.path.join(self.folder, 'hostile.pcapng')
        with Capture(path) as capture:
            for case in hostile.CASES:
                case.make(capture)
        for args in (['-2', '-T', 'json'], ['-z', 'expert', '-q']):
            self.check('all hostile sessions', path, args)


def main():
    build, captures = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    times = float(sys.argv[4]) if len(sys.argv) > 4 else None
    folder = tempfile.mkdtemp(prefix='tfplugin-mutations-')
    os.chmod(folder, 0o755)
    checker = Checker(build, folder, times)
    try:
        checker.hostile()
        checker.random_bytes(60)
        checker.random_messages(300)
        for capture in sorted(glob.glob(os.path.join(captures, '*.pcapng'))):
            checker.mutated(os.path.abspath(capture), rounds)
    finally:
        shutil.rmtree(folder, True)
    print('%d passed, %d failed' % (checker.passed, checker.failed))
    return 1 if checker.failed or not checker.passed else 0


if __name__ == '__main__':
    sys.exit(main())
