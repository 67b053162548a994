"""Recording and dissecting at once, with the dissector of this project.

Needs tshark, and the plugin's folder in TFPLUGIN_DISSECTORS.

SPDX-License-Identifier: GPL-2.0-or-later
"""
from harness import *


class Live(Case):
    def setUp(self):
        super().setUp()
        for folder, _, _ in os.walk(self.folder):
            os.chmod(folder, 0o777)
        # As root, tshark takes plugins from the system's folder only.
        prefix = as_nobody() if os.getuid() == 0 else []
        env = self.environment({"WIRESHARK_PLUGIN_DIR": DISSECTORS, "HOME": self.folder,
                                "WIRESHARK_CONFIG_DIR": self.folder, "FAKE_TLS": "",
                                # Wireshark's own interfaces can deadlock with preloaded libraries.
                                "WIRESHARK_EXTCAP_DIR": self.folder})
        for name in ("LD_PRELOAD", "ASAN_OPTIONS"):
            if os.environ.get("TFPLUGIN_" + name):
                prefix += ["env", name + "=" + os.environ["TFPLUGIN_" + name]]
        self.start_tshark = lambda *args, **kwargs: subprocess.Popen(
            [*prefix, "tshark", *args], env=env, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, **kwargs)

    def test_values_select_calls_while_the_run_goes_on(self):
        dump = subprocess.Popen([DUMP, "-w", "-", "--", CORE, "--hold", "200"], cwd=self.folder,
                                env=self.environment({}), stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL)
        tshark = self.start_tshark("-l", "-r", "-", "-Y", 'tfplugin.string == "number007"',
                                   "-T", "fields", "-e", "tfplugin.provider",
                                   "-e", "tfplugin.method", stdin=dump.stdout)
        line = tshark.stdout.readline()
        self.assertIsNone(dump.poll(), "the run goes on")
        self.assertIn(ADDRESS, line)
        self.assertIn("PlanResourceChange", line)
        dump.send_signal(signal.SIGINT)
        tshark.communicate()
        dump.stdout.close()
        self.assertEqual(dump.wait(), 0)

    def test_every_call_is_found(self):
        self.dump("--providers", "2", "--calls", "30", "--apply")
        os.chmod(self.file, 0o644)
        out, _ = self.start_tshark("-r", self.file, "-Y", "tfplugin", "-T", "fields", "-e",
                                   "tfplugin.message").communicate()
        messages = [name for line in out.split() for name in line.split(",")]
        for method, count in (("GetSchema", 2), ("PlanResourceChange", 60),
                              ("ApplyResourceChange", 1)):
            for kind in ("Request", "Response"):
                self.assertEqual(messages.count(method + "." + kind), count, method + "." + kind)


DISSECTORS = os.environ.get("TFPLUGIN_DISSECTORS")

if __name__ == "__main__":
    require_seccomp()
    if not DISSECTORS or not shutil.which("tshark"):
        print("skipped: no dissector, or no tshark")
        sys.exit(SKIP)
    unittest.main()
