"""The ways without seccomp: reattach as the fallback, and providers started for debugging.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import base64
import ctypes
import hashlib
import json
import struct

from harness import *


def package_hash(folder):
    """Go's dirhash of a package with one level of files."""
    lines = ""
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            lines += "%s  %s\n" % (hashlib.sha256(file.read()).hexdigest(), name)
    return "h1:" + base64.b64encode(hashlib.sha256(lines.encode()).digest()).decode()


def forbid(call):
    """Has the kernel refuse a system call to this process, as the profile of a container would."""
    ld, jeq, ret = 0x20, 0x15, 0x06
    allow, eperm = 0x7fff0000, 0x00050001
    steps = [(ld, 0, 0, 0), (jeq, 0, 1, call), (ret, 0, 0, eperm), (ret, 0, 0, allow)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = struct.pack("HP", len(steps), ctypes.addressof(code))
    libc = ctypes.CDLL(None)
    libc.prctl(38, 1, 0, 0, 0)
    if libc.prctl(22, 2, program, 0, 0) != 0:
        raise OSError("no filter")


class Locked(Case):
    def setUp(self):
        super().setUp()
        with open(os.path.join(os.path.dirname(self.binary), "LICENSE.txt"), "w") as file:
            file.write("some text\n")
        self.lock(package_hash(os.path.dirname(self.binary)))

    def lock(self, hash_, extra=""):
        with open(os.path.join(self.folder, ".terraform.lock.hcl"), "w") as file:
            file.write('# This file is maintained automatically by "terraform init".\n\n'
                       'provider "%s" {\n  version     = "%s"\n  constraints = "~> 1.0"\n'
                       '  hashes = [\n    "%s",\n    "zh:1234",\n  ]\n}\n%s'
                       % (ADDRESS, VERSION, hash_, extra))


class Reattach(Locked):
    OPTIONS = ["--backend", "reattach"]

    def plain(self, text):
        """Core ends providers itself only where it has started them."""
        return [line for line in text.splitlines() if not line.startswith("Shutdown")]

    def test_same_output_and_all_bytes(self):
        plain = self.core("--providers", "3", "--bulk", "3000000")
        run = self.dump("--providers", "3", "--bulk", "3000000", options=self.OPTIONS)
        self.assertEqual(self.plain(run.stdout), self.plain(plain.stdout))
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        capture = self.capture()
        self.assertEqual([i.name for i in capture.providers()], [ADDRESS] * 3)
        self.assertEqual(len(capture.grpc_streams()), 3)
        self.assertEqual(len(capture.streams), 3, "connections without a byte are not recorded")
        pids = {i.description.rsplit(" ", 1)[1] for i in capture.providers()}
        self.assertEqual(len(pids), 3, "a process for each connection")

    def test_exit_status_and_large_schema(self):
        run = self.dump("--exit", "9", options=self.OPTIONS, env={"FAKE_SCHEMA_TYPES": "800"})
        self.assertEqual(run.returncode, 9)
        self.assertEqual(self.capture().find(b"fake_type799"), [0, 1])

    def test_altered_package_is_left_to_core(self):
        self.lock("h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        run = self.dump("--exit", "0", options=self.OPTIONS)
        self.assertIn(ADDRESS + " is left to core and not recorded: the package differs", run.stderr)
        self.assertEqual(self.capture().streams, {})

    def test_missing_package_is_named(self):
        self.lock(package_hash(os.path.dirname(self.binary)),
                  'provider "registry.terraform.io/example/other" {\n  version = "1.0.0"\n}\n')
        run = self.dump(options=self.OPTIONS)
        self.assertIn("registry.terraform.io/example/other is left to core", run.stderr)
        self.assertEqual(len(self.capture().grpc_streams()), 1)

    def test_provider_that_does_not_start(self):
        for mode in ("crash-start", "garbage"):
            run = self.dump("--providers", "0", options=self.OPTIONS, env={"FAKE_MODE": mode})
            self.assertIn("is left to core and not recorded: it", run.stderr)

    def test_crash_in_a_call(self):
        run = self.dump("--apply", options=self.OPTIONS, env={"FAKE_MODE": "crash-call"})
        self.assertIn("connection closed", run.stdout)
        self.assertEqual(run.returncode, 1)

    def test_core_killed(self):
        run = self.dump("--die", "9", options=self.OPTIONS)
        self.assertEqual(run.returncode, -9)

    def test_other_folder(self):
        run = subprocess.run([DUMP, "-w", self.file, *self.OPTIONS, "--cwd", self.folder, "--", CORE],
                             stdout=subprocess.PIPE, text=True, env=self.environment({}))
        self.assertEqual(run.returncode, 0)
        self.assertEqual(len(self.capture().grpc_streams()), 1)

    def test_recorder_inside_recorder(self):
        if seccomp_missing():
            self.skipTest(seccomp_missing())
        inner = os.path.join(self.folder, "inner.pcapng")
        run = self.dump(command=[DUMP, "-w", inner, "--", CORE])
        self.assertEqual(run.returncode, 0)
        self.assertEqual(run.stderr.count("recording by reattach"), 1)
        self.file = inner
        self.assertEqual(len(self.capture().grpc_streams()), 1)

    def test_sandbox_without_seccomp(self):
        number = {"x86_64": 317, "aarch64": 277}.get(platform.machine())
        if number is None:
            self.skipTest("the number of seccomp(2) is not known here")
        run = self.dump(preexec_fn=lambda: forbid(number))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr.count("recording by reattach, as seccomp is not possible (this "
                                          "sandbox does not allow it)"), 1)
        self.assertEqual(len(self.capture().grpc_streams()), 1)

    def test_seccomp_can_be_insisted_on(self):
        run = self.dump(command=[DUMP, "-w", self.file + "2", "--backend", "seccomp", "--", CORE])
        if not seccomp_missing():
            self.assertEqual(run.returncode, 1)
            self.assertIn("seccomp is not possible", run.stderr)


class Attach(Case):
    def start_debugged(self):
        provider = subprocess.Popen([self.binary], stdout=subprocess.PIPE, text=True,
                                    env=self.environment({
                                        "FAKE_TLS": "", "TF_PLUGIN_MAGIC_COOKIE":
                                        "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"}))
        self.debugged = provider
        path = provider.stdout.readline().split("|")[3]
        self.addCleanup(provider.stdout.close)
        self.addCleanup(provider.wait)
        self.addCleanup(provider.kill)
        self.processes.add(provider.pid)
        return json.dumps({ADDRESS: {"Protocol": "grpc", "ProtocolVersion": 5,
                                     "Pid": provider.pid, "Test": True,
                                     "Addr": {"Network": "unix", "String": path}}})

    def check(self, connections):
        capture = self.capture()
        self.assertFalse(capture.cut)
        self.assertEqual([i.name for i in capture.providers()], [ADDRESS], "one process")
        self.assertEqual(len(capture.grpc_streams()), connections)

    def test_prints_the_value_to_use(self):
        value = self.start_debugged()
        run = subprocess.Popen([DUMP, "-w", self.file, "--attach",
                                "TF_REATTACH_PROVIDERS='%s'" % value], stdout=subprocess.PIPE,
                               text=True, env=self.environment({}))
        line = run.stdout.readline().strip()
        self.assertRegex(line, "^TF_REATTACH_PROVIDERS='{.*}'$")
        new = json.loads(line.split("=", 1)[1].strip("'"))
        self.assertEqual(list(new), [ADDRESS])
        self.assertNotEqual(new[ADDRESS]["Addr"], json.loads(value)[ADDRESS]["Addr"])
        socket_path = new[ADDRESS]["Addr"]["String"]
        self.assertEqual(os.stat(os.path.dirname(socket_path)).st_mode & 0o777, 0o700)
        for _ in range(2):
            core = self.core(env={"TF_REATTACH_PROVIDERS": json.dumps(new, separators=(",", ":"))})
            self.assertEqual(core.returncode, 0, core.stdout)
        run.terminate()
        run.communicate()
        self.assertEqual(run.returncode, 0)
        self.check(2)

    def test_runs_a_command_with_it(self):
        value = self.start_debugged()
        for backend in ("auto", "reattach"):
            run = self.dump("--providers", "2",
                            options=["--attach", value, "--backend", backend])
            self.assertEqual(run.returncode, 0, run.stdout)
            self.check(2)

    def test_debugged_provider_of_the_user_is_recorded_and_left_alone(self):
        value = self.start_debugged().replace(": ", ":")
        backends = ["reattach"] if seccomp_missing() else ["reattach", "seccomp"]
        for backend in backends:
            for end in ([], ["--die", "9"]):
                self.dump("--providers", "2", *end, options=["--backend", backend],
                          env={"TF_REATTACH_PROVIDERS": value})
                self.assertEqual(len(self.capture().grpc_streams()), 2, backend)
                self.assertIsNone(self.debugged.poll(), "still there")

    def test_nonsense(self):
        for value in ("nonsense", "{}", '{"a":1}', '{"a":{"Addr":{}}}', "{" * 1000 + "}"):
            run = subprocess.run([DUMP, "-w", self.file, "--attach", value], text=True,
                                 stderr=subprocess.PIPE, env=self.environment({}))
            self.assertEqual(run.returncode, 1, value)
            self.assertIn("no value of TF_REATTACH_PROVIDERS", run.stderr)


if __name__ == "__main__":
    unittest.main()
