"""A recorded run is an ordinary run, and the file has what passed.

SPDX-License-Identifier: GPL-2.0-or-later
"""
from harness import *


class Recording(Case):
    def test_same_output_and_all_bytes(self):
        run = self.assert_as_ordinary("--providers", "3", "--calls", "50")
        self.assertEqual(run.stderr if os.getuid() == 0 else "", "")
        capture = self.capture()
        self.assertFalse(capture.cut)
        self.assertEqual(len(capture.grpc_streams()), 3)
        for stream in capture.grpc_streams():
            self.assertEqual(stream.fin, [True, True])
            self.assertGreaterEqual(bytes(stream.data[0]).count(b"\xa9number0"), 50)
            self.assertGreaterEqual(bytes(stream.data[1]).count(b"\xa9number0"), 50)
        self.assertEqual(capture.find(b"fake_type2"), [0, 3])

    def test_interfaces_and_comments(self):
        self.dump("--providers", "2", "--exit", "5", "x y")
        capture = self.capture()
        self.assertEqual([i.name for i in capture.interfaces], ["fake_core", ADDRESS, ADDRESS])
        for interface in capture.providers():
            self.assertRegex(interface.description,
                             r"^version 1\.2\.3, /.*/terraform-provider-fake_v1\.2\.3_x5, pid \d+$")
            self.assertEqual((interface.linktype, interface.tsresol), (101, 9))
        self.assertEqual(capture.comments,
                         ["command: %s --providers 2 --exit 5 'x y'" % CORE])
        self.assertEqual(capture.packets[-1].comments, ["fake_core ended with exit status 5"])
        addresses = [key[1] for key in capture.streams]
        self.assertEqual(len(set(addresses)), 2, "each process has an address of its own")

    def test_file_is_private_even_if_it_was_not(self):
        with open(self.file, "w") as file:
            os.fchmod(file.fileno(), 0o644)
        self.dump("--exit", "0")
        self.assertEqual(os.stat(self.file).st_mode & 0o777, 0o600)

    def test_time_goes_on(self):
        before = time.time_ns()
        self.dump()
        times = [packet.time for packet in self.capture().packets]
        self.assertEqual(times, sorted(times))
        self.assertTrue(before <= times[0] <= times[-1] <= time.time_ns())
        self.assertTrue(any(t % 1000 for t in times), "nanoseconds")

    def test_large_schema(self):
        self.assert_as_ordinary(env={"FAKE_SCHEMA_TYPES": "800"})
        self.assertEqual(self.capture().find(b"fake_type799"), [0, 1])

    def test_64_connections_at_once(self):
        self.assert_as_ordinary("--providers", "64", "--calls", "10")
        self.assertEqual(len(self.capture().grpc_streams()), 64)

    def test_200_megabytes_through_one_connection(self):
        self.assert_as_ordinary("--bulk", "200000000")
        self.assertGreater(os.path.getsize(self.file), 200000000)

    def test_old_provider_that_ignores_the_socket_folder(self):
        self.assert_as_ordinary(env={"FAKE_OLD": "1", "TMPDIR": "/tmp"})
        self.assertEqual(len(self.capture().grpc_streams()), 1)

    def test_provider_outside_of_a_package(self):
        odd = os.path.join(self.folder, ".terraform/providers/a/b/c/d/e/terraform-provider-odd_v2.0.0")
        os.makedirs(os.path.dirname(odd))
        os.rename(self.binary, odd)
        self.dump()
        self.assertEqual(self.capture().providers()[0].name, "odd")

    def test_written_to_a_pipe(self):
        self.file = "-"
        run = subprocess.run(self.dump_command("--bulk", "3000000"), cwd=self.folder,
                             env=self.environment({}), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        capture = Capture(run.stdout)
        self.assertFalse(capture.cut)
        self.assertEqual(len(capture.grpc_streams()), 1)
        self.assertIn(b"PlanResourceChange: 20 of 20 right", run.stderr)

    def test_written_as_it_happens(self):
        run = self.start("--hold", "20")
        run.stdout.readline()
        self.assertEqual(self.capture().find(b"\xa9number019"), [1, 1])
        run.kill()
        run.wait()
        run.stdout.close()
        capture = self.capture()
        self.assertFalse(capture.cut)
        self.assertEqual(capture.find(b"\xa9number019"), [1, 1])
        # Without the recorder this core is on its own: nobody else ends it and tidies up.
        for pid in set(ours()) - self.processes:
            os.kill(pid, signal.SIGKILL)
        shutil.rmtree(os.path.join(self.sockets, os.listdir(self.sockets)[0]))

    def test_ring_of_files(self):
        self.dump("--bulk", "3000000", options=["-b", "filesize:1000", "-b", "files:2"])
        names = sorted(n for n in os.listdir(self.folder) if n.startswith("session_"))
        self.assertEqual(len(names), 2)
        for name in names:
            self.file = os.path.join(self.folder, name)
            with open(self.file, "rb") as file:
                data = file.read()
            self.assertLess(len(data), 1100000)
            self.assertEqual(os.stat(self.file).st_mode & 0o777, 0o600)
            self.assertIn(ADDRESS.encode(), data[:1000])

    def test_tshark_decodes_without_being_told(self):
        if not shutil.which("tshark"):
            self.skipTest("no tshark")
        self.dump("--calls", "30")
        out = subprocess.run(["tshark", "-r", self.file, "-Y", "grpc", "-T", "fields", "-e",
                              "frame.interface_name", "-e", "_ws.expert.severity"],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        self.assertGreater(len(out.splitlines()), 5)
        self.assertEqual({line.split("\t")[0] for line in out.splitlines()}, {ADDRESS})
        bad = subprocess.run(["tshark", "-r", self.file, "-Y", "_ws.malformed || tcp.analysis.flags"],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        self.assertEqual(bad, "")


if __name__ == "__main__":
    require_seccomp()
    unittest.main()
