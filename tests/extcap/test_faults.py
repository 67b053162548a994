"""What goes wrong with providers, disks and readers: core sees what it would have seen.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import resource

from harness import *


class Providers(Case):
    def test_providers_that_fail(self):
        for mode in ("crash-start", "garbage", "garbage-before", "hang-start"):
            run = self.assert_as_ordinary("--apply", env={"FAKE_MODE": mode})
            self.assertEqual(run.returncode, 1, mode)
            self.assertFalse(self.capture().cut)

    def test_crash_in_a_call(self):
        run = self.assert_as_ordinary("--apply", env={"FAKE_MODE": "crash-call"})
        self.assertIn("connection closed", run.stdout)
        capture = self.capture()
        # Planned and answered, then to be applied and not answered.
        self.assertEqual(capture.find(b"\xa9number001"), [2, 1])
        self.assertTrue(all(stream.fin == [True, True] for stream in capture.grpc_streams()))

    def test_provider_that_hangs_in_a_call_when_core_is_interrupted(self):
        for recorded in (False, True):
            hangs = os.path.join(self.folder, "hangs-%d" % recorded)
            command = self.dump_command("--apply") if recorded else [CORE, "--apply"]
            run = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE,
                                   env=self.environment({"FAKE_MODE": "hang-call", "FAKE_HANGS": hangs,
                                                         "FAKE_TLS": "1" if recorded else ""}))
            self.assertTrue(wait_for(lambda: os.path.exists(hangs)))
            run.send_signal(signal.SIGTERM)
            run.communicate(timeout=120)
            self.assertEqual(run.returncode, -signal.SIGTERM)
            if not recorded:
                # Ordinarily the provider is left behind then; with the recorder it is not.
                for pid in set(ours()) - self.processes:
                    os.kill(pid, signal.SIGKILL)


class Outputs(Case):
    def full_disk(self, **kwargs):
        plain = self.core("--bulk", "3000000")
        run = self.dump("--bulk", "3000000", **kwargs)
        self.assertEqual((run.stdout, run.returncode), (plain.stdout, 0))
        self.assertEqual(run.stderr.count("recording has ended early"), 1)
        return run

    def test_file_size_limit(self):
        run = self.full_disk(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                                   (1000000, 1000000)))
        self.assertIn("File too large", run.stderr)
        self.assertFalse(self.capture().cut, "the file ends with a whole packet")
        self.assertGreater(os.path.getsize(self.file), 900000)
        self.assertEqual(self.capture().find(b"\xa9number019"), [1, 1])

    def test_disk_full(self):
        mount = os.path.join(self.folder, "full")
        os.mkdir(mount)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", mount],
                          stderr=subprocess.DEVNULL).returncode:
            self.skipTest("tmpfs cannot be mounted by this user")
        self.addCleanup(subprocess.run, ["umount", mount])
        self.file = os.path.join(mount, "session.pcapng")
        run = self.full_disk()
        self.assertIn("No space left", run.stderr)
        self.assertFalse(self.capture().cut)

    def test_device_full_from_the_start(self):
        self.file = "/dev/full"
        run = self.dump()
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stdout, "")

    def test_reader_goes_away(self):
        self.file = "-"
        run = self.start("--bulk", "3000000", "--hold", "1", stderr=subprocess.PIPE)
        run.stdout.read(100)
        run.stdout.close()
        err = run.stderr.read().decode()
        run.stderr.close()
        self.assertEqual(run.wait(), 0)
        self.assertEqual(err.count("recording has ended early"), 1)
        self.assertIn("Bulk: 3000005 bytes", err)

    def test_slow_reader_does_not_slow_core_down(self):
        self.file = "-"
        run = self.start("--bulk", "50000000", stderr=subprocess.PIPE)
        # Core gets through to its end while nobody reads what is recorded.
        self.assertTrue(any(b"Shutdown" in line for line in run.stderr))
        capture = Capture(run.stdout.read())
        run.stdout.close()
        run.stderr.close()
        self.assertEqual(run.wait(), 0)
        self.assertFalse(capture.cut)
        self.assertGreater(len(capture.grpc_streams()[0].data[1]), 50000000)

    def test_named_pipe(self):
        os.mkfifo(self.file)
        run = self.start("--bulk", "1000000")
        capture = self.capture()
        run.communicate()
        self.assertFalse(capture.cut)
        self.assertEqual(len(capture.grpc_streams()), 1)


if __name__ == "__main__":
    require_seccomp()
    unittest.main()
