"""What deny.sh checks, depending on what is installed and can be downloaded. cargo and cargo-deny are fakes."""

import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "deny.sh"

# Records its calls. The test sets its version and whether fetching and checking succeed.
CARGO_DENY = """#!/bin/bash
[ "$1" = --version ] && { echo "cargo-deny VERSION"; exit 0; }
echo "deny $*" >>"$CALLS"
case " $* " in
*" fetch "*) FETCHES ;;
*" check "*) CHECKS ;;
esac
"""
CARGO = """#!/bin/bash
echo "cargo $*" >>"$CALLS"
INSTALLS
"""
ALL = "deny --locked check --disable-fetch advisories bans licenses sources"
WITHOUT_ADVISORIES = "deny --locked check bans licenses sources"


class Checking(unittest.TestCase):
    def setUp(self):
        self.made = tempfile.TemporaryDirectory()
        self.addCleanup(self.made.cleanup)
        self.root = Path(self.made.name)
        self.programs, self.cargo_home = self.root / "programs", self.root / "cargo"
        self.calls = self.root / "calls"
        (self.cargo_home / "bin").mkdir(parents=True)
        self.programs.mkdir()
        self.write(self.programs / "cargo", CARGO.replace("INSTALLS", "exit 1"))

    def write(self, path: Path, text: str) -> None:
        path.write_text(text)
        path.chmod(0o755)

    def deny(self, folder: Path, version: str = "0.20.2", fetches: str = "exit 1", checks: str = "exit 0") -> None:
        text = CARGO_DENY.replace("VERSION", version).replace("FETCHES", fetches).replace("CHECKS", checks)
        self.write(folder / "cargo-deny", text)

    def run_script(self, seconds: int = 60) -> tuple[int, str, list[str]]:
        """Returns its exit code, its output, and the calls it made except for fetching."""
        env = {
            "PATH": f"{self.programs}:/usr/bin:/bin",
            "HOME": str(self.root),
            "CARGO_HOME": str(self.cargo_home),
            "CALLS": str(self.calls),
            "DENY_FETCH_SECONDS": str(seconds),
        }
        ran = subprocess.run([SCRIPT], env=env, capture_output=True, text=True, timeout=300)
        calls = self.calls.read_text().splitlines() if self.calls.exists() else []
        return ran.returncode, ran.stdout + ran.stderr, [call for call in calls if " fetch " not in call]

    def test_checks_everything_with_a_database_that_was_fetched(self):
        self.deny(self.programs, fetches="exit 0")
        code, said, calls = self.run_script()
        self.assertEqual((code, calls), (0, [ALL]))
        self.assertNotIn("NOT CHECKED", said)

    def test_uses_the_database_fetched_before_where_it_cannot_be_fetched(self):
        self.deny(self.programs)
        (self.cargo_home / "advisory-dbs/advisory-db-1/crates").mkdir(parents=True)
        code, said, calls = self.run_script()
        self.assertEqual((code, calls), (0, [ALL]))
        self.assertIn("fetched before", said)

    def test_says_plainly_that_vulnerabilities_were_not_checked(self):
        self.deny(self.programs)
        (self.cargo_home / "advisory-dbs/advisory-db-1/.git").mkdir(parents=True)
        code, said, calls = self.run_script()
        self.assertEqual((code, calls), (0, [WITHOUT_ADVISORIES]))
        self.assertIn("NOT CHECKED: known vulnerabilities", said)

    def test_fails_with_what_fails(self):
        self.deny(self.programs, checks="exit 4")
        self.assertEqual(self.run_script()[0], 4)

    def test_does_not_wait_for_a_fetch_that_hangs(self):
        self.deny(self.programs, fetches="sleep 600")
        code, _, calls = self.run_script(seconds=1)
        self.assertEqual((code, calls), (0, [WITHOUT_ADVISORIES]))

    def test_installs_the_pinned_version_where_none_is_recent(self):
        self.deny(self.programs, version="0.9.9")
        made = self.root / "made"
        made.mkdir()
        self.deny(made)
        self.write(self.programs / "cargo", CARGO.replace("INSTALLS", f"cp {made}/cargo-deny {self.cargo_home}/bin/"))
        code, _, calls = self.run_script()
        self.assertEqual((code, calls[-1]), (0, WITHOUT_ADVISORIES))
        self.assertTrue(calls[0].startswith("cargo install cargo-deny --version 0.20.2 --locked"), calls)
        self.assertEqual(len(calls), 2)

    def test_takes_one_that_is_newer_and_installs_none(self):
        self.deny(self.cargo_home / "bin", version="0.100.0")
        code, _, calls = self.run_script()
        self.assertEqual((code, calls), (0, [WITHOUT_ADVISORIES]))

    def test_fails_where_it_cannot_be_installed(self):
        code, said, calls = self.run_script()
        self.assertEqual(code, 1)
        self.assertIn("could not be installed", said)
        self.assertEqual(len(calls), 1)


if __name__ == "__main__":
    unittest.main()
