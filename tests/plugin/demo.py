#!/usr/bin/env python3
"""Prints the decoded calls of a capture: the list, then each message that holds values.

usage: demo.py BUILD CAPTURE
SPDX-License-Identifier: GPL-2.0-or-later
"""
import sys

import tshark


def main():
    build, capture = sys.argv[1:]
    print(tshark.run(build, ['-r', capture, '-Y', 'tfplugin']))
    for line in tshark.run(build, ['-r', capture, '-Y', 'tfplugin.value', '-O', 'tfplugin']).splitlines():
        if not line.startswith(('Frame ', 'Ethernet', 'Internet', 'Transmission', 'HyperText', 'GRPC')):
            print(line)


if __name__ == '__main__':
    main()
