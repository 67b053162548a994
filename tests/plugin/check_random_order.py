#!/usr/bin/env python3
"""A frame shows the same whenever it is dissected: as when a user clicks about in the GUI.

usage: check_random_order.py BUILD CAPTURE

sharkd loads the capture and dissects every frame with our messages twice: in file order and in an
order shuffled with a fixed seed. Both must give the same trees.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import random
import shutil
import subprocess
import sys

import tshark

SKIP = 77


class Sharkd:
    def __init__(self, build):
        self.process = subprocess.Popen(tshark.command(build, 'sharkd') + ['-'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.id = 0

    def call(self, method, **params):
        self.id += 1
        request = {'jsonrpc': '2.0', 'id': self.id, 'method': method}
        if params:
            request['params'] = params
        self.process.stdin.write(json.dumps(request).encode() + b'\n')
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError('sharkd ended')
            try:
                reply = json.loads(line)
            except ValueError:
                continue
            if reply.get('id') == self.id:
                return reply.get('result', reply)

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


def main():
    build, capture = sys.argv[1:]
    if not shutil.which('sharkd'):
        print('sharkd is not installed')
        return SKIP
    sharkd = Sharkd(build)
    sharkd.call('load', file=os.path.abspath(capture))
    frames = [f['num'] for f in sharkd.call('frames', filter='tfplugin')]
    straight = {n: sharkd.call('frame', frame=n, proto=True) for n in frames}
    shuffled = list(frames)
    random.Random(4711).shuffle(shuffled)
    differing = [n for n in shuffled if sharkd.call('frame', frame=n, proto=True) != straight[n]]
    sharkd.close()
    for n in differing[:10]:
        print('frame %d differs' % n)
    text = json.dumps(straight)
    missing = [field for field in ('tfplugin.value', 'tfplugin.resource', 'tfplugin.change.applied') if field not in text]
    if missing:
        print('not shown: %s' % missing)
        return 1
    print('%d passed, %d failed' % (len(frames) - len(differing), len(differing)))
    return 1 if differing or not frames else 0


if __name__ == '__main__':
    sys.exit(main())
