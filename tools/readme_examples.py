"""Runs the README's examples against a server with fresh demo data.

An example is a block of ```sh or ```python with a block of ```text right below it: what it
prints, to the letter. It finds the server's address in PARLOR.
"""

import os
import re
import subprocess
import unittest

from demo import PATIENCE, ROOT, Demo, python

EXAMPLE = re.compile(r"^```(sh|python)\n((?:(?!```).*\n)+)```\n(?:[^`#\n].*\n|\n)*?```text\n((?:(?!```).*\n)+)```$", re.M)


def examples(readme: str) -> dict[str, tuple[str, str]]:
    return {language: (code, prints) for language, code, prints in EXAMPLE.findall(readme)}


class Readme(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.examples = examples((ROOT / "README.md").read_text())

    def check_output(self, language: str, command: list):
        self.assertIn(language, self.examples, f"README.md has no {language} example that says what it prints")
        code, prints = self.examples[language]
        with Demo() as demo:
            run = subprocess.run(
                command, input=code, text=True, capture_output=True, timeout=PATIENCE,
                env=os.environ | {"PARLOR": demo.address},
            )
        self.assertEqual(run.stdout, prints, run.stderr)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_the_example_over_rest_with_curl(self):
        self.check_output("sh", ["bash", "-eu", "-o", "pipefail"])

    def test_the_example_over_grpc_through_reflection(self):
        self.check_output("python", [python(ROOT / "tools/requirements.txt"), "-"])


if __name__ == "__main__":
    unittest.main()
