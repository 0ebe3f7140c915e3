"""Runs the README's examples against a server with fresh demo data.

An example is a block of ```sh or ```python with a block of ```text right below it: what it
prints, to the letter. It finds the server's address in PARLOR.
"""

import os
import re
import select
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SERVER = Path(os.environ.get("PARLOR_BINARY", ROOT / "target/debug/parlor"))
VENV = ROOT / "target/venv"
REQUIREMENTS = ROOT / "tools/requirements.txt"
EXAMPLE = re.compile(r"^```(sh|python)\n((?:(?!```).*\n)+)```\n(?:[^`#\n].*\n|\n)*?```text\n((?:(?!```).*\n)+)```$", re.M)


def examples(readme: str) -> dict[str, tuple[str, str]]:
    return {language: (code, prints) for language, code, prints in EXAMPLE.findall(readme)}


def python() -> Path:
    """A Python with the packages that the examples need."""
    program = VENV / "bin/python"
    done = VENV / "requirements.txt"
    if not done.exists() or done.read_text() != REQUIREMENTS.read_text():
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
        subprocess.run([program, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", REQUIREMENTS], check=True)
        done.write_text(REQUIREMENTS.read_text())
    return program


class Demo:
    """A server on a free port with demo data of its own."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="parlor-readme-")
        self.log = open(Path(self.folder.name) / "log", "w+")
        env = {name: value for name, value in os.environ.items() if not name.startswith("PARLOR_")}
        self.process = subprocess.Popen(
            [SERVER, "serve", "--demo", "--listen", "127.0.0.1:0", "--data-dir", Path(self.folder.name) / "data"],
            env=env, text=True, stdout=subprocess.PIPE, stderr=self.log,
        )
        try:
            self.address = self.ready()
        except BaseException:
            self.__exit__()
            raise
        return self

    def ready(self) -> str:
        said, until = "", time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            if select.select([self.process.stdout], [], [], 0.2)[0]:
                said += os.read(self.process.stdout.fileno(), 4096).decode()
                if found := re.search(r"Parlor is ready: (http://\S+)\s", said):
                    return found.group(1).rstrip("/")
        self.log.seek(0)
        raise AssertionError(f"The server was not ready within a minute.\n{said}{self.log.read()}")

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.log.close()
        self.folder.cleanup()


class Readme(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.examples = examples((ROOT / "README.md").read_text())

    def tells(self, language: str, command: list):
        self.assertIn(language, self.examples, f"README.md has no {language} example that says what it prints")
        code, prints = self.examples[language]
        with Demo() as demo:
            run = subprocess.run(
                command, input=code, text=True, capture_output=True, timeout=180,
                env=os.environ | {"PARLOR": demo.address},
            )
        self.assertEqual(run.stdout, prints, run.stderr)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_the_story_over_rest_with_curl(self):
        self.tells("sh", ["bash", "-eu", "-o", "pipefail"])

    def test_the_story_over_grpc_through_reflection(self):
        self.tells("python", [python(), "-"])


if __name__ == "__main__":
    unittest.main()
