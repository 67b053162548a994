#!/usr/bin/env python3
"""`cmake --install --component user` into a home folder: Wireshark finds all of it by itself.

usage: check_user.py CMAKE BUILD CAPTURE
SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'plugin'))
import tshark  # noqa: E402


def install(cmake, build, home):
    environment = {k: v for k, v in os.environ.items() if k not in ('XDG_CONFIG_HOME', 'DESTDIR')}
    return subprocess.run([cmake, '--install', build, '--prefix', os.path.join(home, '.local'),
                           '--component', 'user'], check=True, env=environment,
                          stdout=subprocess.PIPE, text=True).stdout


def at_home(home, args):
    """Runs a program as the owner of the home folder, with nothing but what lies there."""
    environment = ['env', '-i', 'PATH=' + os.environ['PATH'], 'HOME=' + home]
    who = tshark.drop_root() if os.geteuid() == 0 else []
    return subprocess.run(who + environment + args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors='replace', cwd='/')


def checks(cmake, build, capture, home):
    run = at_home(home, ['tshark', '-r', capture, '-Y', 'tfplugin.type_name == "random_pet"'])
    yield 'the plugin decodes', 'PlanResourceChange random_pet request' in run.stdout
    run = at_home(home, ['tshark', '-C', 'Terraform', '-r', capture, '-Y', 'tfplugin'])
    yield 'the profile is found', not run.returncode and not run.stderr.strip()
    run = at_home(home, ['tshark', '-D'])
    yield 'the capture interface is listed', 'Terraform provider session' in run.stdout
    run = at_home(home, [os.path.join(home, '.local/bin/tfplugindump'), '--extcap-interfaces'])
    yield 'the command runs', run.stdout.startswith('extcap {')

    kept = os.path.join(home, '.config/wireshark/profiles/Terraform/preferences')
    with open(kept, 'w') as f:
        f.write('# mine\n')
    install(cmake, build, home)
    with open(kept) as f:
        yield 'a changed profile is kept', f.read() == '# mine\n'


def main():
    cmake, build, capture = sys.argv[1:]
    home = tempfile.mkdtemp(prefix='tfplugin-home-')
    try:
        os.chmod(home, 0o777)
        install(cmake, build, home)
        results = list(checks(cmake, build, os.path.abspath(capture), home))
    finally:
        shutil.rmtree(home, True)
    for what, right in results:
        print('%s %s' % ('ok  ' if right else 'FAIL', what))
    return 0 if all(right for _, right in results) else 1


if __name__ == '__main__':
    sys.exit(main())
