"""How the tests run Wireshark's programs with the plugin of a build.

As root, Wireshark loads plugins from the system's folder only: the programs are then started as
nobody.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import atexit
import functools
import os
import shutil
import subprocess
import tempfile

NOBODY = 65534
# No run takes minutes on a machine that has time; one that does hangs, and says so itself.
TIMEOUT = 600


@functools.lru_cache(None)
def drop_root():
    """Words that run a program as nobody, still able to read a checkout that only root can."""
    words = ['setpriv', '--reuid=%d' % NOBODY, '--regid=%d' % NOBODY, '--clear-groups']
    reading = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
    able = subprocess.run(words + reading + ['true'], stderr=subprocess.DEVNULL).returncode == 0
    return words + (reading if able else [])


@functools.lru_cache(None)
def _config_dir():
    path = tempfile.mkdtemp(prefix='tfplugin-config-')
    os.chmod(path, 0o777)
    atexit.register(shutil.rmtree, path, True)
    return path


def command(build, program='tshark'):
    """The words that start a program with the plugin under BUILD/plugins, whoever we are."""
    # A folder without capture interfaces: with libraries preloaded, Wireshark's own (androiddump)
    # can deadlock when they end, and tshark waits for all of them.
    env = ['env', 'WIRESHARK_CONFIG_DIR=' + _config_dir(), 'WIRESHARK_EXTCAP_DIR=' + _config_dir(),
           'WIRESHARK_PLUGIN_DIR=' + os.path.join(os.path.abspath(build), 'plugins')]
    # A plugin built with sanitizers needs their libraries before the program's own.
    for name in ('LD_PRELOAD', 'ASAN_OPTIONS'):
        if os.environ.get('TFPLUGIN_' + name):
            env.append(name + '=' + os.environ['TFPLUGIN_' + name])
    if os.geteuid() == 0:
        return drop_root() + env + [program]
    return env + [program]


def run(build, args, program='tshark', check=True):
    """Runs tshark and returns what it printed; raises with its error output when it fails."""
    done = subprocess.run(command(build, program) + args, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=TIMEOUT)
    if check and done.returncode:
        raise RuntimeError('%s %s: exit %d\n%s' % (program, ' '.join(args), done.returncode,
                                                   done.stderr.decode('utf-8', 'replace')[-2000:]))
    return done.stdout.decode('utf-8', 'replace')
