"""How a recorded command ends: exit status, signals, the terminal, and who stays behind.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import pty
import select
import termios

from harness import *


class ExitStatus(Case):
    def test_exit_status(self):
        for status in (0, 3, 37, 127, 255):
            self.assertEqual(self.dump("--exit", str(status), "--providers", "0").returncode, status)

    def test_death_by_signal(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV):
            run = self.dump("--die", str(int(number)))
            self.assertEqual(run.returncode, -number)
        self.assertIn("was ended by signal 11", self.capture().packets[-1].comments[0])

    def test_commands_that_cannot_run(self):
        run = self.dump(command=["/nonexistent/terraform"])
        self.assertEqual(run.returncode, 127)
        self.assertIn("cannot run /nonexistent/terraform", run.stderr)
        run = self.dump(command=["/etc/passwd"])
        self.assertEqual(run.returncode, 126)

    def test_nowhere_to_write(self):
        self.file = "/nonexistent/x.pcapng"
        run = self.dump()
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stdout, "", "the command must not have run")
        self.assertIn("cannot write", run.stderr)


class Signals(Case):
    def hold(self, **kwargs):
        run = self.start("--hold", "200", start_new_session=True, **kwargs)
        for line in run.stdout:
            if line.strip() == b"holding":
                return run
        self.fail("not holding")

    def result(self, run):
        out = run.communicate(timeout=120)[0].decode()
        return [line for line in out.splitlines() if line.startswith("signals:")]

    def test_to_the_recorder_alone_is_passed_on(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            run = self.hold()
            run.send_signal(number)
            self.assertEqual(self.result(run), ["signals: 1, last %d" % number])
            self.assertEqual(run.returncode, 0)

    def test_to_the_group_arrives_once(self):
        for _ in range(5):
            run = self.hold()
            os.killpg(run.pid, signal.SIGINT)
            self.assertEqual(self.result(run), ["signals: 1, last 2"])

    def test_to_the_recorder_and_then_to_its_group_as_timeout_does(self):
        run = self.hold()
        run.send_signal(signal.SIGTERM)
        os.killpg(run.pid, signal.SIGTERM)
        self.assertEqual(self.result(run), ["signals: 1, last 15"])

    def test_ignored_signals_stay_ignored(self):
        run = self.start("--providers", "0", preexec_fn=lambda: signal.signal(
            signal.SIGHUP, signal.SIG_IGN), start_new_session=True)
        run.communicate()
        run = subprocess.run(self.dump_command("-c", "grep SigIgn /proc/self/status",
                                               command=["sh"]),
                             cwd=self.folder, stdout=subprocess.PIPE, text=True,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        plain = subprocess.run(["sh", "-c", "grep SigIgn /proc/self/status"],
                               stdout=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.assertEqual(run.stdout, plain.stdout)

    def test_core_killed(self):
        run = self.hold()
        core = [pid for pid in set(ours()) - self.processes
                if os.path.realpath("/proc/%d/exe" % pid) == os.path.realpath(CORE)]
        os.kill(core[0], signal.SIGKILL)
        self.result(run)
        self.assertEqual(run.returncode, -signal.SIGKILL)
        capture = self.capture()
        self.assertFalse(capture.cut)
        self.assertIn("signal 9", capture.packets[-1].comments[0])


class Terminal(Case):
    def on_terminal(self, *args):
        """Runs on a terminal of its own; returns the process id and the terminal's other end."""
        pid, master = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            command = self.dump_command(*args)
            os.execvpe(command[0], command, self.environment({}))
        return pid, master

    def read_until(self, master, text):
        seen = b""
        while text not in seen and select.select([master], [], [], 120)[0]:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            if not part:
                break
            seen += part
        return seen

    def finish(self, pid, master):
        rest = self.read_until(master, b"no such text")
        os.close(master)
        return rest, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def test_prompt(self):
        pid, master = self.on_terminal("--ask", "--exit", "7")
        self.assertIn(b"Do you want", self.read_until(master, b"actions?"))
        os.write(master, b"yes\n")
        rest, status = self.finish(pid, master)
        self.assertIn(b"answer: yes", rest)
        self.assertEqual(status, 7)

    def test_no_capture_to_a_terminal(self):
        self.file = "-"
        rest, status = self.finish(*self.on_terminal())
        self.assertIn(b"standard output is a terminal", rest)
        self.assertEqual(status, 2)

    def test_control_c_arrives_once(self):
        for _ in range(3):
            pid, master = self.on_terminal("--hold", "200")
            self.read_until(master, b"holding")
            os.write(master, termios.tcgetattr(master)[6][termios.VINTR])
            rest, status = self.finish(pid, master)
            self.assertIn(b"signals: 1, last 2", rest)
            self.assertEqual(status, 0)

    def test_control_c_twice_arrives_twice(self):
        pid, master = self.on_terminal("--hold", "200", "--signals", "2")
        self.read_until(master, b"holding")
        for number in (1, 2):
            os.write(master, termios.tcgetattr(master)[6][termios.VINTR])
            text = b"interrupted: %d" % number
            self.assertIn(text, self.read_until(master, text))
        self.assertIn(b"signals: 2, last 2", self.finish(pid, master)[0])


class Descendants(Case):
    """Those that stay behind go on only when the recorder has ended: it does not wait for them."""

    def setUp(self):
        super().setUp()
        self.ended = os.path.join(self.folder, "ended")

    def let_them_go_on(self):
        with open(self.ended, "w"):
            pass

    def test_they_can_connect_after_the_recorder_has_ended(self):
        result = os.path.join(self.folder, "daemon")
        for old in ({}, {"FAKE_OLD": "1", "TMPDIR": "/tmp"}):
            run = self.dump("--daemon", result, "--until", self.ended, env=old)
            self.assertEqual(run.returncode, 0)
            self.let_them_go_on()
            text = wait_for(lambda: os.path.exists(result) and
                            (lambda t: t if "unix" in t else None)(read_text(result)))
            # Refused, as nobody listens there; not ENOSYS, which an abandoned filter gives.
            self.assertEqual(text, "tcp 111\nunix 2\n")
            os.remove(result)
            os.remove(self.ended)

    def test_a_connection_that_outlives_the_recorder_goes_on(self):
        result = os.path.join(self.folder, "late")
        script = ("%s --hold 200 --until %s --late > %s 2>&1 & "
                  "while ! grep -q holding %s; do sleep 0.1; done" % (CORE, self.ended, result, result))
        run = self.dump("-c", script, command=["sh"])
        self.assertEqual(run.returncode, 0)
        self.let_them_go_on()
        self.assertEqual(len(self.capture().grpc_streams()), 1)
        wait_for(lambda: "Shutdown" in read_text(result))
        self.assertEqual(read_text(result).count("20 of 20 right"), 2)


def read_text(path):
    with open(path) as file:
        return file.read()


class Privileges(Case):
    def test_said_once_if_they_cannot_be_gained(self):
        run = self.dump("--providers", "2")
        self.assertEqual(run.stderr.count("cannot gain privileges"), 0 if os.getuid() == 0 else 1)


if __name__ == "__main__":
    require_seccomp()
    unittest.main()
