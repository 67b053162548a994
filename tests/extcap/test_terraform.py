"""Real Terraform or OpenTofu and a provider on terraform-plugin-framework, from init to destroy.

Needs terraform or tofu in PATH, and Go with access to modules to build the provider.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import pty
import re

from harness import *

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.environ.get("EXTCAP_CACHE") or tempfile.mkdtemp()
PACKAGE = "registry.terraform.io/example/dump"

CONFIGURATION = """
terraform {
  required_providers {
    dump = { source = "registry.terraform.io/example/dump" }
  }
}
provider "dump" {}
provider "dump" {
  alias = "two"
}
resource "dump_note" "a" {
  text = "text-of-a"
}
resource "dump_note" "b" {
  provider = dump.two
  text     = "text-of-b"
}
"""


def skip(why):
    print("skipped:", why)
    sys.exit(SKIP)


def go():
    found = shutil.which("go") or "/usr/local/go/bin/go"
    return found if os.access(found, os.X_OK) else skip("no Go")


def build_provider():
    """Builds the provider into a mirror, unless it is there already; returns the mirror."""
    mirror = os.path.join(CACHE, "mirror")
    binary = os.path.join(mirror, PACKAGE, "1.0.0", platform_dir(),
                          "terraform-provider-dump_v1.0.0")
    source = os.path.join(HERE, "go-provider")
    newest = max(os.path.getmtime(os.path.join(source, name)) for name in os.listdir(source))
    if not os.path.exists(binary) or os.path.getmtime(binary) < newest:
        env = dict(os.environ, CGO_ENABLED="0", GOFLAGS="-mod=readonly -p=2")
        if not os.access(os.path.expanduser("~"), os.W_OK):
            env.update(HOME=CACHE, GOCACHE=CACHE + "/go", GOPATH=CACHE + "/gopath")
        build = subprocess.run([go(), "build", "-o", binary, "."], cwd=source, env=env,
                               stderr=subprocess.PIPE, text=True)
        if build.returncode != 0:
            skip("the provider cannot be built: " + build.stderr[-300:])
    return mirror


def normalised(text):
    text = re.sub(r"\d+m?s\b|\d+:\d+:\d+[.\d]*", "TIME", text)
    text = re.sub(r"pid=\d+|\d{4}-\d\d-\d\dT\S+", "X", text)
    return sorted(line.rstrip() for line in text.splitlines())


class Terraform(Case):
    def setUp(self):
        super().setUp()
        shutil.rmtree(os.path.join(self.folder, ".terraform"))
        config = os.path.join(self.folder, "rc")
        with open(config, "w") as file:
            file.write('provider_installation {\n  filesystem_mirror {\n    path = "%s"\n  }\n}\n'
                       % MIRROR)
        with open(os.path.join(self.folder, "main.tf"), "w") as file:
            file.write(CONFIGURATION)
        self.env = self.environment({"TF_CLI_CONFIG_FILE": config, "CHECKPOINT_DISABLE": "1",
                                     "HOME": self.folder, "FAKE_TLS": ""})
        init = self.run_core("init")
        self.assertEqual(init.returncode, 0, init.stdout)

    def run_core(self, *args, options=None, **env):
        command = [TERRAFORM, *args, "-no-color"]
        if options is not None:
            command = [DUMP, "-w", self.file, *options, "--", *command]
        return subprocess.run(command, cwd=self.folder, env={**self.env, **env}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)

    def both(self, *args, options=(), before=None, **env):
        results = []
        for how in (None, options):
            if before is not None:
                before()
            results.append(self.run_core(*args, options=how, **env))
        plain, recorded = results
        self.assertEqual(normalised(recorded.stdout), normalised(plain.stdout))
        self.assertEqual(recorded.returncode, plain.returncode)
        return plain, recorded

    def forget_state(self):
        for name in ("terraform.tfstate", "terraform.tfstate.backup"):
            if os.path.exists(os.path.join(self.folder, name)):
                os.remove(os.path.join(self.folder, name))

    def session(self, options):
        with open(os.path.join(self.folder, ".terraform.lock.hcl")) as file:
            lock = file.read()
        self.both("validate", options=options)
        self.both("plan", options=options)
        self.assertGreaterEqual(self.capture().find(b"text-of-b")[0], 2)
        self.assertTrue(any(c.startswith("core: ") for c in self.capture().comments))
        self.both("apply", "-auto-approve", options=options, before=self.forget_state)
        self.assertGreaterEqual(self.capture().find(b"note-text-of-a")[1], 1)
        self.assertEqual({i.name for i in self.capture().providers()}, {PACKAGE})
        self.both("plan", "-detailed-exitcode", options=options)
        self.both("providers", "schema", "-json", options=options)
        destroy = self.run_core("destroy", "-auto-approve", options=options)
        self.assertIn("2 destroyed", destroy.stdout)
        with open(os.path.join(self.folder, ".terraform.lock.hcl")) as file:
            self.assertEqual(file.read(), lock)

    def test_session(self):
        if seccomp_missing():
            self.skipTest(seccomp_missing())
        self.session(["--backend", "seccomp"])

    def test_session_by_reattach(self):
        self.session(["--backend", "reattach"])

    def test_prompt_on_a_terminal(self):
        pid, master = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.execvpe(DUMP, [DUMP, "-w", self.file, "--", TERRAFORM, "apply", "-no-color"],
                       self.env)
        seen = b""
        try:
            while True:
                seen += os.read(master, 4096)
                if seen.endswith(b"Enter a value: "):
                    os.write(master, b"yes\n")
        except OSError:
            os.close(master)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0, seen)
        self.assertIn(b"Apply complete! Resources: 2 added", seen)

    def test_core_started_by_a_script(self):
        run = subprocess.run([DUMP, "-w", self.file, "--", "sh", "-c",
                              TERRAFORM + " validate -no-color"], cwd=self.folder, env=self.env,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        comments = [c for packet in self.capture().packets for c in packet.comments]
        self.assertRegex(comments[0], r"^core: /.* \d+\.\d+\.\d+")
        self.assertEqual(comments[-1], "sh ended with exit status 0")

    def test_other_folders(self):
        """-chdir and TF_DATA_DIR move what the fallback has to read."""
        other = os.path.join(self.folder, "other")
        os.mkdir(other)
        shutil.move(os.path.join(self.folder, "main.tf"), other)
        os.remove(os.path.join(self.folder, ".terraform.lock.hcl"))
        data = {"TF_DATA_DIR": os.path.join(self.folder, "data")}
        self.assertEqual(self.run_core("-chdir=other", "init", **data).returncode, 0)
        for backend in ("auto", "reattach"):
            run = self.run_core("-chdir=other", "plan", options=["--backend", backend], **data)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertGreaterEqual(self.capture().find(b"text-of-b")[0], 2)

    def test_init_and_usage_errors(self):
        self.both("init")
        self.both("init", options=["--backend", "reattach"])
        self.both("plan", "-nonsense")
        self.both("version")

    def test_altered_package_is_refused_by_core_itself(self):
        altered = os.path.join(self.folder, ".terraform/providers", PACKAGE, "1.0.0")
        link = os.path.join(altered, platform_dir())
        target = os.path.realpath(link)
        os.unlink(link)
        shutil.copytree(target, link)
        with open(os.path.join(link, "more"), "w") as file:
            file.write("more")
        for options in ([], ["--backend", "reattach"]):
            plain, recorded = self.both("plan", options=options)
            self.assertEqual(plain.returncode, 1)
            self.assertIn("does not match", plain.stderr.replace("\n", " "))
            self.assertEqual(normalised(plain.stderr)[-5:], normalised("\n".join(
                line for line in recorded.stderr.splitlines()
                if not line.startswith("tfplugindump:")))[-5:])

    def test_crash_of_the_provider(self):
        plain, recorded = self.both("apply", "-auto-approve", before=self.forget_state,
                                    DUMP_CRASH="1")
        self.assertEqual(recorded.returncode, 1)

    def interrupted_apply(self, command):
        run = subprocess.Popen(command, cwd=self.folder, env={**self.env, "DUMP_DELAY": "20s"},
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               start_new_session=True)
        out = ""
        for line in run.stdout:
            out += line
            if line.count("Creating..."):
                break
        time.sleep(0.5)
        os.killpg(run.pid, signal.SIGINT)
        out += run.communicate(timeout=60)[0]
        return run.returncode, out.count("Interrupt received"), out.count("Two interrupts")

    def test_interrupt_arrives_once(self):
        apply = [TERRAFORM, "apply", "-auto-approve", "-no-color"]
        plain = self.interrupted_apply(apply)
        self.forget_state()
        self.assertEqual(self.interrupted_apply([DUMP, "-w", self.file, "--", *apply]), plain)
        self.assertEqual(plain[1:], (1, 0))


TERRAFORM = shutil.which("terraform") or shutil.which("tofu")

if __name__ == "__main__":
    if TERRAFORM is None:
        skip("no terraform or tofu")
    MIRROR = build_provider()
    unittest.main()
