"""What the tests of tfplugindump share: a folder with a provider installed, and ways to run things.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import platform
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from capture import Capture

DUMP = os.environ.get("TFPLUGINDUMP", "tfplugindump")
CORE = os.environ.get("FAKE_CORE", "fake_core")
PROVIDER = os.environ.get("FAKE_PROVIDER", "fake_provider")
ADDRESS = "registry.terraform.io/example/fake"
VERSION = "1.2.3"
SKIP = 77


def platform_dir():
    machine = {"x86_64": "amd64", "aarch64": "arm64", "i686": "386"}
    return "linux_" + machine.get(platform.machine(), platform.machine())


def environment(**extra):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("TF_", "PLUGIN_", "FAKE_"))}
    env.update(extra)
    return env


def seccomp_missing():
    """Why the seccomp way does not work on this machine, or None."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([DUMP, "-w", folder + "/x", "--backend", "seccomp", "--", "true"],
                             stderr=subprocess.PIPE, text=True)
    return None if run.returncode == 0 else run.stderr.strip()


def require_seccomp():
    why = seccomp_missing()
    if why:
        print("skipped:", why)
        sys.exit(SKIP)


def ours():
    """Process ids of recorders and fakes that run from this build."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            exe = os.readlink("/proc/%s/exe" % pid)
            with open("/proc/%s/environ" % pid, "rb") as file:
                if MARK.encode() not in file.read():
                    continue
        except OSError:
            continue
        if "fake_" in exe or "-provider-" in exe or "tfplugindump" in exe:
            found.append(int(pid))
    return found


# In the environment of everything that a test starts, so that leftovers are recognised.
MARK = "EXTCAP_TEST_RUN=%d" % os.getpid()
os.environ.update([MARK.split("=")])


def wait_for(condition, seconds=120):
    """What the condition gives as soon as it is true; how long that takes proves nothing."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    return condition()


class Case(unittest.TestCase):
    """A working folder with the fake provider installed in it, as `terraform init` would."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="extcap-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        package = os.path.join(self.folder, ".terraform/providers", ADDRESS, VERSION,
                               platform_dir())
        os.makedirs(package)
        self.binary = os.path.join(package, "terraform-provider-fake_v1.2.3_x5")
        shutil.copy(PROVIDER, self.binary)
        self.file = os.path.join(self.folder, "session.pcapng")
        self.sockets = os.path.join(self.folder, "tmp")
        os.mkdir(self.sockets)
        self.processes = set(ours())

    def tearDown(self):
        left = wait_for(lambda: not set(ours()) - self.processes or None)
        self.assertTrue(left, "left behind: %s" % (set(ours()) - self.processes))
        folders = [name for name in os.listdir(self.sockets) if name.startswith("tfplugindump-")]
        self.assertEqual(folders, [])

    def environment(self, env):
        return environment(**{"TMPDIR": self.sockets, "FAKE_TLS": "1", **(env or {})})

    def core(self, *args, env=None, **kwargs):
        """An ordinary run of the fake core."""
        env = self.environment({"FAKE_TLS": "", **(env or {})})
        return subprocess.run([CORE, *args], cwd=self.folder, env=env,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=120, **kwargs)

    def dump_command(self, *args, options=(), command=None):
        return [DUMP, "-w", self.file, *options, "--", *(command or [CORE]), *args]

    def dump(self, *args, options=(), env=None, command=None, **kwargs):
        """The same run under the recorder."""
        return subprocess.run(self.dump_command(*args, options=options, command=command),
                              cwd=self.folder, env=self.environment(env),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=120, **kwargs)

    def start(self, *args, options=(), env=None, **kwargs):
        kwargs.setdefault("stdout", subprocess.PIPE)
        return subprocess.Popen(self.dump_command(*args, options=options), cwd=self.folder,
                                env=self.environment(env), **kwargs)

    def capture(self):
        return Capture.read(self.file)

    def assert_as_ordinary(self, *args, options=(), env=None):
        """Runs both ways; output and exit status must be equal. Returns the recorded run."""
        plain = self.core(*args, env=env)
        recorded = self.dump(*args, options=options, env=env)
        self.assertEqual(recorded.stdout, plain.stdout)
        self.assertEqual(recorded.returncode, plain.returncode)
        return recorded


def as_nobody():
    """Arguments that run a command as an ordinary user, for tests that were started as root."""
    nobody = pwd.getpwnam("nobody")
    return ["setpriv", "--reuid=%d" % nobody.pw_uid, "--regid=%d" % nobody.pw_gid,
            "--clear-groups"]


__all__ = [name for name in dir() if not name.startswith("_")]
