#!/usr/bin/env python3
"""The profile that is installed with the plugin: Wireshark takes all of it, and colours by it.

usage: check_profile.py BUILD PROFILE CAPTURE
SPDX-License-Identifier: GPL-2.0-or-later
"""
import csv
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'plugin'))
import tshark  # noqa: E402

COLUMNS = ['No.', 'Time', 'Protocol', 'Session', 'Type', 'Time since request', 'Info']


def read_all(fd):
    chunks = []
    while True:
        try:
            chunk = os.read(fd, 65536)
        except OSError:  # what a terminal says when its last writer is gone
            chunk = b''
        if not chunk:
            os.close(fd)
            return b''.join(chunks).decode('utf-8', 'replace')
        chunks.append(chunk)


def run(build, config, args, terminal=False):
    """What tshark prints with the profile, and what it complains about."""
    command = tshark.command(build)
    command[-1:-1] = ['WIRESHARK_CONFIG_DIR=' + config, 'COLORTERM=truecolor']
    reader, writer = pty.openpty() if terminal else os.pipe()
    with tempfile.TemporaryFile('w+') as errors:
        tshark_process = subprocess.Popen(command + ['-C', 'Terraform'] + args, stdout=writer,
                                          stderr=errors, stdin=subprocess.DEVNULL)
        os.close(writer)
        out = read_all(reader)
        status = tshark_process.wait()
        errors.seek(0)
        complaints = errors.read().splitlines()
    return out, complaints if complaints or not status else ['exit %d' % status]


def check_buttons(build, config, profile, capture):
    with open(os.path.join(profile, 'dfilter_buttons'), newline='') as f:
        buttons = list(csv.reader(line for line in f if not line.startswith('#')))
    for enabled, label, expression, comment in buttons:
        expression = expression.replace('\\x22', '"')  # as Wireshark writes a quote
        _, complaints = run(build, config, ['-r', capture, '-c', '1', '-Y', expression])
        yield from ('button %s: %s' % (label, c) for c in complaints)


def check_columns(build, config, profile, capture):
    with open(os.path.join(profile, 'preferences')) as f:
        titles = re.findall(r'^\t"([^"]*)", "%', f.read(), re.M)
    if titles != COLUMNS:
        yield 'columns %s' % titles
    out, complaints = run(build, config, ['-r', capture, '-Y', 'tfplugin', '-T', 'tabs'])
    yield from complaints
    rows = [line.split('\t') for line in out.splitlines()]
    if not rows or any(len(row) != len(COLUMNS) for row in rows):
        yield 'not %d columns in each line' % len(COLUMNS)
        return
    if not all(row[3].isdigit() for row in rows):
        yield 'a call without a session'
    if not any(row[4] for row in rows) or not any(re.match(r'\d+\.\d+', row[5]) for row in rows):
        yield 'no type or no time in any line'


def check_colours(build, config, profile, capture):
    """Every line has a colour of the profile, and calls do not look like other traffic."""
    out, complaints = run(build, config, ['-r', capture, '--color'], terminal=True)
    yield from complaints
    background = {True: set(), False: set()}
    for line in out.splitlines():
        colour = re.search(r'\x1b\[48;2;([\d;]+)m', line)
        if not re.sub(r'\x1b\[[\d;]*m', '', line).strip():
            continue
        if not colour:
            yield 'no colour: ' + line
            return
        background[bool(re.search(r'\bTF[56]?\b', line))].add(colour.group(1))
    if background[True] & background[False] or len(background[True]) < 4:
        yield 'colours of calls %s, of other lines %s' % (background[True], background[False])


def main():
    build, profile, capture = sys.argv[1:]
    config = tempfile.mkdtemp(prefix='tfplugin-profile-')
    problems = []
    try:
        os.chmod(config, 0o777)
        shutil.copytree(profile, os.path.join(config, 'profiles', 'Terraform'))
        for check in (check_buttons, check_columns, check_colours):
            problems += check(build, config, profile, capture)
    finally:
        shutil.rmtree(config, True)
    print('\n'.join(problems) or 'the profile works')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
