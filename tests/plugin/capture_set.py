"""The captures that tests run on, and the verdict on many of them at once.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import glob
import os
from concurrent.futures import ThreadPoolExecutor


def find(folders, pattern):
    """The files of a pattern by name, in the order of names; of one name the first folder's."""
    found = {}
    for folder in folders:
        for path in glob.glob(os.path.join(folder, pattern)):
            found.setdefault(os.path.basename(path), path)
    return dict(sorted(found.items()))


def run_all(check, jobs):
    """Calls `check` for each job, which returns whether it passed (None: skipped) and what to print.
    Prints all that; returns the exit status: 1 if one failed or none passed."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(check, jobs))
    for ok, text in results:
        print('%s %s' % ('skip' if ok is None else 'ok  ' if ok else 'FAIL', text))
    failed = sum(ok is not None and not ok for ok, _ in results)
    passed = sum(bool(ok) for ok, _ in results)
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed or not passed else 0
