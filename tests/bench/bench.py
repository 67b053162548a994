#!/usr/bin/env python3
"""What reading costs, next to what others take for the same: one table.

usage: bench.py BUILD SOURCE [--rounds N] [ROW...]

Every row measures both sides in the same run, turn by turn, above the start-up of its program, and
tells the median. Time is that of the processor, user and system. Nothing here passes or fails.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..', 'plugin'), os.path.join(HERE, '..', 'fuzz')]

import extract  # noqa: E402
import tshark  # noqa: E402
from repeat import repeat  # noqa: E402

COPIES = 12


class Bench:
    def __init__(self, build, source, rounds, folder):
        self.build, self.source, self.rounds, self.folder = build, source, rounds, folder
        self.rows = []
        self.start = {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def capture(self, name):
        return os.path.join(self.source, 'test-captures', name)

    def row(self, what, against, ours, theirs, goal, unit='s'):
        ratio = ours / theirs if theirs else 0
        line = '%-46s %-34s %9.3f %9.3f %-5s %6.2f  %s' % (what, against, ours, theirs, unit, ratio, goal)
        print(line, flush=True)
        self.rows.append(line)

    # --- tshark -------------------------------------------------------------------------------

    def tshark(self, plugin, path, args):
        """One run. @return (seconds of processor, kilobytes at most)"""
        build = self.build if plugin else '/nonexistent'
        command = tshark.command(build) + ['-n', '-r', path] + args
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise RuntimeError('%s: %s' % (command, errors.decode()[-500:]))
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss

    def compare(self, path, ours, theirs):
        """Both sides, turn by turn, above their start. @return seconds and kilobytes of each"""
        empty = self.path('empty.pcapng')
        taken = {key: [] for key in ('ours', 'theirs', 'start ours', 'start theirs')}
        for _ in range(self.rounds):
            taken['ours'].append(self.tshark(True, path, ours))
            taken['theirs'].append(self.tshark(False, path, theirs))
            taken['start ours'].append(self.tshark(True, empty, ours))
            taken['start theirs'].append(self.tshark(False, empty, theirs))
        seconds = {key: statistics.median(t for t, _ in runs) for key, runs in taken.items()}
        size = {key: statistics.median(kb for _, kb in runs) for key, runs in taken.items()}
        return (seconds['ours'] - seconds['start ours'], seconds['theirs'] - seconds['start theirs'],
                size['ours'] - size['start ours'], size['theirs'] - size['start theirs'])

    def stock(self, first, last):
        """What Wireshark needs to read the same: where HTTP/2 is, and the protocol's files."""
        return ['-d', 'tcp.port==%d-%d,http2' % (first, last)]

    def protobuf(self):
        folder = os.path.join(self.source, 'proto')
        return ['-o', 'uat:protobuf_search_paths:"%s","TRUE"' % folder]

    def dissection(self):
        path = self.path('many.pcapng')
        ports = repeat(self.capture('terraform_kitchen-update.pcapng'), path, COPIES)
        ours, theirs, _, _ = self.compare(path, [], self.stock(*ports))
        self.row('tshark -r, summary', 'without the plugin', ours, theirs, '<= 1.25')
        for args, name in ((['-V'], '-V'), (['-T', 'json'], '-T json')):
            ours, theirs, _, _ = self.compare(path, args, args + self.stock(*ports) + self.protobuf())
            self.row('tshark -r %s' % name, "Wireshark's protobuf, our .proto", ours, theirs, '<= 1.0')

    # --- Values -------------------------------------------------------------------------------

    def values_file(self, name):
        """Types and DynamicValues of a capture, for the programs that decode nothing else."""
        types = extract.types_of([os.path.join(self.source, 'test-captures')])
        path, count = self.path(name + '.values'), 0
        with open(path, 'wb') as out:
            for _, _, message in extract.messages_of(self.build, self.capture(name)):
                for encoding, data in extract.dynamic_values(message):
                    value = extract.packed(data)[0] if encoding == 'msgpack' else None
                    implied = types.get(frozenset(value)) if isinstance(value, dict) else None
                    if implied:
                        text = extract.json.dumps(implied).encode()
                        for part in (text, data):
                            out.write(extract.struct.pack('<I', len(part)) + part)
                        count += 1
        return path, count

    def program(self, command):
        out = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
        return dict(re.findall(r'(\S+) ([\d.]+) MB/s', out))

    def go_program(self):
        if not shutil.which('go'):
            return None
        target = self.path('unmarshal')
        done = subprocess.run(['go', 'build', '-o', target, '.'], cwd=os.path.join(HERE, 'go'),
                              stderr=subprocess.PIPE)
        if done.returncode:
            print('the Go program does not build: ' + done.stderr.decode()[-300:])
        return target if done.returncode == 0 else None

    def values(self):
        program = os.path.join(self.build, 'tests', 'bench', 'bench_values')
        go = self.go_program()
        for name in ('terraform_kitchen-update.pcapng', 'terraform_bulk.pcapng'):
            path, count = self.values_file(name)
            speed = {key: float(value) for key, value in self.program([program, path]).items()}
            what = 'typed decode, %s (%d)' % (name.split('.')[0], count)
            self.row(what, 'msgpack_unpack_next()', speed['codec'], speed['msgpack-c'], '>= 1.0', 'MB/s')
            if go:
                theirs = float(self.program([go, path])['go-cty'])
                self.row(what, "go-cty's msgpack.Unmarshal", speed['codec'], theirs, '>= 15', 'MB/s')

    # --- Large and long -----------------------------------------------------------------------

    def synthetic(self, name, megabytes, types, used, calls):
        path = self.path(name)
        program = os.path.join(self.build, 'tests', 'synth', 'synth_cases')
        subprocess.run([program, '--bench-schema', str(megabytes), '--types', str(types), '--used',
                        str(used), '--calls', str(calls), path], check=True, stdout=subprocess.DEVNULL)
        os.chmod(path, 0o644)
        return path

    def ports_of(self, path):
        out = subprocess.run(['tshark', '-r', path, '-c', '1', '-T', 'fields', '-e', 'tcp.dstport'],
                             check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return (int(out.stdout), int(out.stdout))

    def large(self):
        path = self.synthetic('large.pcapng', 30, 1500, 20, 10000)
        stock = self.stock(*self.ports_of(path))
        ours, theirs, size, stock_size = self.compare(path, [], stock)
        self.row('30 MB schema, 10,000 calls', 'without the plugin', ours, theirs, '<= 1.3')
        self.row('the same, memory beyond that', 'bytes of the schema',
                 (size - stock_size) / 1000, 30, '<= 1.5', 'MB')
        schema = self.synthetic('schema.pcapng', 30, 1500, 1, 1)
        ours, theirs, _, _ = self.compare(schema, ['-V'], ['-V'] + stock + self.protobuf())
        self.row('30 MB schema, -V', "Wireshark's protobuf, our .proto", ours, theirs, '')

    def growth(self):
        base = self.synthetic('base.pcapng', 0.01, 1, 1, 1)
        start = [self.tshark(True, base, []) for _ in range(self.rounds)]
        seconds = statistics.median(t for t, _ in start)
        size = statistics.median(kb for _, kb in start)
        first = None
        for calls in (1000, 10000, 100000):
            path = self.synthetic('growth.pcapng', 0.01, 1, 1, calls)
            runs = [self.tshark(True, path, []) for _ in range(self.rounds if calls < 100000 else 3)]
            each = ((statistics.median(t for t, _ in runs) - seconds) / calls * 1e6,
                    (statistics.median(kb for _, kb in runs) - size) / calls)
            first = first or each
            self.row('%d calls, each' % calls, '1000 calls', each[0], first[0], '+- 10 %', 'us')
            self.row('%d calls, memory of each' % calls, '1000 calls', each[1], first[1], '+- 10 %', 'kB')

    def run(self, wanted):
        subprocess.run(['editcap', '-r', self.capture('terraform_mini.pcapng'),
                        self.path('empty.pcapng'), '4000000'], check=True, stderr=subprocess.DEVNULL)
        os.chmod(self.path('empty.pcapng'), 0o644)
        print('%-46s %-34s %9s %9s %-5s %6s  %s' % ('what', 'against', 'ours', 'theirs', '', 'ratio',
                                                   'goal'))
        for name in ('values', 'dissection', 'large', 'growth'):
            if not wanted or name in wanted:
                getattr(self, name)()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('build')
    parser.add_argument('source')
    parser.add_argument('--rounds', type=int, default=7)
    parser.add_argument('rows', nargs='*', help='values, dissection, large, growth; all if none')
    options = parser.parse_intermixed_args()
    folder = tempfile.mkdtemp(prefix='tfplugin-bench-')
    os.chmod(folder, 0o755)
    try:
        Bench(os.path.abspath(options.build), os.path.abspath(options.source), options.rounds,
              folder).run(options.rows)
    finally:
        shutil.rmtree(folder, True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
