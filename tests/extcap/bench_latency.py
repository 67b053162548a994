#!/usr/bin/env python3
"""What recording costs: the time of a call, ordinary and recorded, in turns within one run.

    TFPLUGINDUMP=... FAKE_CORE=... FAKE_PROVIDER=... bench_latency.py [ROUNDS [CALLS]]

Not a test: prints medians in microseconds and fails only if recording adds 0.2 ms or more.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import re
import statistics

from test_reattach import Locked
from harness import *


class Bench(Locked):
    def runTest(self):
        pass


def median_of(run):
    return float(re.search(r"latency: median ([\d.]+) us", run.stdout).group(1))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    calls = sys.argv[2] if len(sys.argv) > 2 else "2000"
    bench = Bench()
    bench.setUp()
    ways = {"ordinary": None, "reattach": "reattach"}
    if not seccomp_missing():
        ways["seccomp"] = "seccomp"
    times = {way: [] for way in ways}
    for _ in range(rounds):
        for way, backend in ways.items():
            run = (bench.dump("--latency", calls, options=["--backend", backend]) if backend
                   else bench.core("--latency", calls))
            times[way].append(median_of(run))
    bench.doCleanups()
    ordinary = statistics.median(times["ordinary"])
    worst = 0
    for way, values in times.items():
        median = statistics.median(values)
        worst = max(worst, median - ordinary)
        print("%-9s median %7.1f us, added %7.1f us (%d rounds of %s calls, medians from %.1f to "
              "%.1f)" % (way, median, median - ordinary, rounds, calls, min(values), max(values)))
    return 0 if worst < 200 else 1


if __name__ == "__main__":
    sys.exit(main())
