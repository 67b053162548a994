"""tfplugindump as Wireshark uses it.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import re

from harness import *


def ask(*args):
    return subprocess.run([DUMP, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class Verbs(unittest.TestCase):
    def test_interfaces(self):
        lines = ask("--extcap-interfaces", "--extcap-version=4.0").stdout.splitlines()
        self.assertRegex(lines[0], r"^extcap \{version=")
        self.assertRegex(lines[1], r"^interface \{value=tfplugin\}\{display=.+\}$")

    def test_dlts(self):
        out = ask("--extcap-interface", "tfplugin", "--extcap-dlts").stdout
        self.assertRegex(out, r"^dlt \{number=101\}\{name=RAW\}\{display=.+\}$")

    def test_config(self):
        out = ask("--extcap-interface", "tfplugin", "--extcap-config").stdout
        self.assertEqual(re.findall(r"call=(--\w+)", out), ["--command", "--cwd", "--attach"])

    def test_usage_errors(self):
        for args in (["--extcap-interface", "other", "--extcap-dlts"], ["-x"], [],
                     ["-w", "x"], ["-w", "x", "-b", "files:3", "true"],
                     ["-w", "x", "-b", "filesize:no", "true"],
                     ["-w", "x", "--backend", "y", "true"],
                     ["-w", "-", "-b", "filesize:3", "true"], ["true"],
                     ["--capture", "--fifo", "/dev/null", "--command", "'unbalanced"]):
            run = ask(*args)
            self.assertEqual(run.returncode, 2, args)
            self.assertEqual(len(run.stderr.splitlines()), 1, args)


class Capturing(Case):
    def setUp(self):
        super().setUp()
        self.fifo = os.path.join(self.folder, "fifo")
        os.mkfifo(self.fifo)

    def start_capture(self, *args):
        return subprocess.Popen([DUMP, "--extcap-interface", "tfplugin", "--capture", "--fifo",
                                 self.fifo, *args], stderr=subprocess.PIPE, text=True,
                                cwd="/", env=self.environment({}))

    def hold(self, *more):
        run = self.start_capture("--cwd", self.folder, "--command", CORE + " --hold 200", *more)
        fifo = open(self.fifo, "rb", buffering=0)
        data = self.read_until(fifo, b"number019")
        self.assertTrue(wait_for(self.core_holds))
        return run, fifo, data

    def read_until(self, fifo, text):
        data = b""
        while text not in data:
            part = fifo.read(65536)
            self.assertTrue(part, "the capture ends without %s" % text)
            data += part
        return data

    def core_holds(self):
        """It does when it has its own answer to an interrupt."""
        pid = self.core_pid()
        if not pid:
            return False
        with open("/proc/%d/status" % pid) as file:
            caught = re.search(r"^SigCgt:\s*(\w+)", file.read(), re.M).group(1)
        return int(caught, 16) & 1 << signal.SIGINT - 1

    def core_pid(self):
        for pid in set(ours()) - self.processes:
            if os.path.realpath("/proc/%d/exe" % pid) == os.path.realpath(CORE):
                return pid
        return None

    def finish(self, run):
        run.wait(timeout=120)
        with run.stderr:
            return run.stderr.read()

    def test_command_with_quotes(self):
        run = self.start_capture("--cwd", self.folder, "--command",
                                 "'%s' --calls 3 \"x  y\"" % CORE, "--attach", "")
        capture = Capture.read(self.fifo)
        self.finish(run)
        self.assertEqual(run.returncode, 0)
        self.assertEqual(len(capture.grpc_streams()), 1)
        self.assertIn("'x  y'", capture.comments[0])

    def test_failing_command_is_explained(self):
        run = self.start_capture("--cwd", self.folder, "--command", CORE + " --apply --exit 0 -z")
        Capture.read(self.fifo)
        self.assertIn("the command failed; it printed last:", self.finish(run))
        self.assertEqual(run.returncode, 1)

    def test_nothing_to_capture_is_explained(self):
        for args, text in (([], "no command"), (["--command", "  "], "no command"),
                           (["--command", "'x"], "quot"),
                           (["--command", "/nonexistent/x"], "cannot run"),
                           (["--command", "true", "--cwd", "/nonexistent"], "cannot enter")):
            run = self.start_capture(*args)
            with open(self.fifo, "rb") as fifo:
                fifo.read()
            self.assertIn(text, self.finish(run))
            self.assertNotEqual(run.returncode, 0)

    def test_stopped_by_sigterm(self):
        run, fifo, data = self.hold()
        run.send_signal(signal.SIGTERM)
        data += fifo.read()
        fifo.close()
        self.assertEqual(self.finish(run).replace(PRIVILEGES, ""), "")
        self.assertEqual(run.returncode, 0)
        # Stopped as Ctrl-C would have done: core had time to end by itself.
        self.assertIn("exit status 0", Capture(data).packets[-1].comments[0])

    def test_stopped_by_closing_the_fifo(self):
        run, fifo, _ = self.hold()
        fifo.close()
        self.finish(run)
        self.assertEqual(run.returncode, 0)
        self.assertIsNone(self.core_pid())

    def test_attach_value_is_in_the_capture(self):
        value = '{"%s":{"Protocol":"grpc","ProtocolVersion":6,"Pid":1,"Test":true,' \
                '"Addr":{"Network":"unix","String":"/nonexistent"}}}' % ADDRESS
        run = self.start_capture("--attach", value)
        with open(self.fifo, "rb", buffering=0) as fifo:
            data = self.read_until(fifo, b"TF_REATTACH_PROVIDERS=")
            run.terminate()
            data += fifo.read()
        self.finish(run)
        self.assertRegex(Capture(data).packets[0].comments[0], "^TF_REATTACH_PROVIDERS='{")


class Tshark(Case):
    def setUp(self):
        super().setUp()
        if not shutil.which("tshark"):
            self.skipTest("no tshark")
        # tshark takes a folder of extcaps from the environment only when it has no privileges.
        self.prefix = as_nobody() if os.getuid() == 0 else []
        if self.prefix and not shutil.which("setpriv"):
            self.skipTest("no setpriv")
        self.extcaps = os.path.join(self.folder, "extcap")
        os.mkdir(self.extcaps)
        shutil.copy(DUMP, self.extcaps)
        for folder, _, _ in os.walk(self.folder):
            os.chmod(folder, 0o777)
        config = os.path.join(self.folder, "config")
        os.mkdir(config)
        os.chmod(config, 0o777)
        self.env = self.environment({"WIRESHARK_EXTCAP_DIR": self.extcaps,
                                     "WIRESHARK_CONFIG_DIR": config, "HOME": self.folder})

    def tshark(self, *args, **kwargs):
        run = subprocess.Popen([*self.prefix, "tshark", *args], env=self.env, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, **kwargs)
        return run

    def output(self, *args):
        run = self.tshark(*args)
        out, err = run.communicate(timeout=120)
        if "tfplugin" not in out + err and "dumpcap" in err:
            self.skipTest("this user may not capture: " + err)
        return out, err

    def options(self, command):
        return ["-i", "tfplugin", "-o", "extcap.tfplugin.command:" + command,
                "-o", "extcap.tfplugin.cwd:" + self.folder]

    def test_listed(self):
        self.assertIn("tfplugin", self.output("-D")[0])

    def test_capture(self):
        out, err = self.output(*self.options(CORE + " --calls 5"), "-Y", "grpc")
        self.assertIn("GetSchema", out, err)

    def test_error_is_shown(self):
        self.assertIn("cannot run", self.output(*self.options("/nonexistent/x"))[1])
        self.assertIn("no command to run", self.output("-i", "tfplugin")[1])

    def test_stop(self):
        run = self.tshark(*self.options(CORE + " --hold 200"), "-l", "-Y", "grpc")
        for line in run.stdout:
            if "GetSchema" in line:
                break
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=120)

    def test_live_through_a_pipe(self):
        """Dissected while the run goes on: a filter finds its packet before the command ends."""
        dump = subprocess.Popen([DUMP, "-w", "-", "--", CORE, "--hold", "200"], cwd=self.folder,
                                env=self.environment({}), stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL)
        run = self.tshark("-l", "-r", "-", "-Y", 'tcp contains "number007"', "-T", "fields", "-e",
                          "frame.interface_name", stdin=dump.stdout)
        self.assertEqual(run.stdout.readline().strip(), ADDRESS)
        self.assertIsNone(dump.poll())
        dump.send_signal(signal.SIGINT)
        run.communicate()
        dump.stdout.close()
        self.assertEqual(dump.wait(), 0)


PRIVILEGES = ("tfplugindump: while recording, programs that the command starts cannot gain "
              "privileges (sudo, su)\n")

if __name__ == "__main__":
    unittest.main()
