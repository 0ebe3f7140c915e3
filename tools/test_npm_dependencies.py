"""Which npm packages fail the check. npm is a fake."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "npm_dependencies.py"

AUDIT_OF_PARENT = {
    "severity": "high",
    "range": "<2.0.0",
    "via": [{"title": "Prototype pollution", "url": "https://github.com/advisories/GHSA-1"}, "child"],
}


def audit(**severities: str) -> dict:
    found = {name: AUDIT_OF_PARENT | {"severity": severity} for name, severity in severities.items()}
    return {"vulnerabilities": found}


class Checking(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.root = Path(made.name)
        for folder in ("web", "tools", "programs"):
            (self.root / folder).mkdir()
        (self.root / "tools" / SCRIPT.name).write_text(SCRIPT.read_text())
        self.lock({"left": {"license": "MIT"}})
        self.npm(audit())

    def lock(self, packages: dict[str, dict]) -> None:
        entries = {f"node_modules/{name}": {"version": "1.0.0"} | entry for name, entry in packages.items()}
        lock = {"packages": {"": {"license": "Apache-2.0"}} | entries}
        (self.root / "web/package-lock.json").write_text(json.dumps(lock))

    def install(self, name: str, package: dict) -> None:
        folder = self.root / "web/node_modules" / name
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps(package))

    def npm(self, report: dict | str) -> None:
        """Sets what `npm audit` prints."""
        report = report if isinstance(report, str) else json.dumps(report)
        program = self.root / "programs/npm"
        condition = "[ \"$*\" = 'audit --omit=dev --json' ]"
        program.write_text(f"#!/bin/sh\n{condition} && cat <<'REPORT'\n{report}\nREPORT\nexit 1\n")
        program.chmod(0o755)

    def run_script(self) -> tuple[int, str]:
        env = os.environ | {"PATH": f"{self.root}/programs:/usr/bin:/bin"}
        command = [sys.executable, self.root / "tools" / SCRIPT.name]
        ran = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
        return ran.returncode, ran.stdout + ran.stderr

    def test_allows_known_licenses_and_packages_without_vulnerabilities(self):
        expected = "The licenses and known vulnerabilities of 1 npm packages are in order.\n"
        self.assertEqual(self.run_script(), (0, expected))

    def test_refuses_other_licenses(self):
        self.lock({"left": {"license": "MIT"}, "@scope/right": {"license": "GPL-3.0"}, "none": {}})
        code, said = self.run_script()
        self.assertEqual(code, 1)
        self.assertIn("@scope/right 1.0.0 has a license that is not allowed: GPL-3.0", said)
        self.assertIn("none 1.0.0 has a license that is not allowed: none", said)
        self.assertNotIn("left", said)

    def test_allows_more_licenses_for_what_only_develops(self):
        self.lock({"axe": {"license": "MPL-2.0", "dev": True}})
        self.assertEqual(self.run_script()[0], 0)
        self.lock({"axe": {"license": "MPL-2.0"}})
        self.assertEqual(self.run_script()[0], 1)

    def test_believes_the_installed_package_rather_than_the_lock_file(self):
        self.install("left", {"license": {"type": "GPL-3.0"}})
        self.assertIn("left 1.0.0 has a license that is not allowed: GPL-3.0", self.run_script()[1])

    def test_fails_with_vulnerabilities_from_moderate_on(self):
        self.npm(audit(child="moderate", parent="critical", other="low"))
        code, said = self.run_script()
        self.assertEqual(code, 1)
        self.assertIn("child <2.0.0 has a vulnerability of severity moderate", said)
        self.assertIn("Prototype pollution (https://github.com/advisories/GHSA-1), through child", said)
        self.assertNotIn("other", said)

    def test_says_plainly_that_vulnerabilities_were_not_checked(self):
        for report in ({"message": "405 Method Not Allowed", "statusCode": 405}, "", "<html>gateway</html>"):
            self.npm(report)
            code, said = self.run_script()
            self.assertEqual(code, 0, report)
            self.assertIn("NOT CHECKED: known vulnerabilities", said)


if __name__ == "__main__":
    unittest.main()
