"""How `make check` runs its parts and counts their tests."""

import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import check

CARGO = """
test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
"""


class Counts(unittest.TestCase):
    def test_cargo_results_are_summed_over_binaries(self):
        self.assertEqual(check.cargo_tests(CARGO), (15, 2))

    def test_python_failures_errors_and_skips_are_not_passed(self):
        self.assertEqual(check.python_tests("Ran 9 tests in 0.1s\n\nOK\n"), (9, 0))
        self.assertEqual(check.python_tests("Ran 9 tests in 0.1s\n\nFAILED (failures=1, errors=2, skipped=1)\n"), (5, 3))

    def test_schemathesis_results_are_summed_over_accounts(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(check, "OUT", Path(folder)):
            for name, failures in [("one", 2), ("other", 0)]:
                Path(folder, f"fuzz-{name}.xml").write_text(
                    f'<testsuites errors="1" failures="{failures}" skipped="1" tests="25" time="11.09"/>'
                )
            self.assertEqual(check.schemathesis(""), (44, 4))

    def test_a_crash_counts_no_tests(self):
        self.assertEqual(check.cargo_tests("error: could not compile"), (0, 0))


PLAYWRIGHT = """
  ✘  3 export.e2e.ts:8:1 › exports (1.2s)

  1) export.e2e.ts:8:1 › exports ─────────────────

    Error: expect(locator).toBeVisible() failed

       7 | test("exports", async ({ page }) => {
    >  8 |   await expect(page.getByText("Ready")).toBeVisible();
         |                                         ^

  2) story.e2e.ts:4:1 › tells the story ──────────

    TimeoutError: page.goto: Timeout 60000ms exceeded.
"""


CARGO_FAILED = """
test transport::a ... FAILED
test transport::b ... FAILED

failures:

---- transport::a stdout ----

thread 'transport::a' (4711) panicked at server/app/tests/it/transport/a.rs:12:5:
waited in vain until it settles; jobs: [
    "deliver",
]
---- transport::b stdout ----
Server http://127.0.0.1:1 said at last:

failures:
    transport::a
    transport::b
"""


class Failures(unittest.TestCase):
    def test_every_runner_names_the_tests_that_failed(self):
        for output, names in {
            "test transport::a ... ok\ntest transport::b ... FAILED\ntest transport::c ... FAILED\n": [
                "transport::b",
                "transport::c",
            ],
            "FAIL: test_size (test_size.Size.test_size)\nERROR: test_x (a.B)\n": [
                "test_size (test_size.Size.test_size)",
                "test_x (a.B)",
            ],
            " FAIL  src/a.test.ts > adds\n FAIL  src/a.test.ts > adds\n": ["src/a.test.ts > adds"],
            "____ POST /users/token ____\n": ["POST /users/token"],
            CARGO_FAILED: [
                "transport::a: server/app/tests/it/transport/a.rs:12: waited in vain until it settles; jobs: [",
                "transport::b",
            ],
            PLAYWRIGHT: [
                "export.e2e.ts:8:1 › exports: Error: expect(locator).toBeVisible() failed: "
                'line 8: await expect(page.getByText("Ready")).toBeVisible();',
                "story.e2e.ts:4:1 › tells the story: TimeoutError: page.goto: Timeout 60000ms exceeded.",
            ],
        }.items():
            self.assertEqual(check.failures(output), names)

    def test_an_output_without_names_is_known_by_its_last_lines(self):
        self.assertEqual(check.failures("one\ntwo\n\n  three\nfour\n"), ["two", "three", "four"])

    def test_a_part_that_passed_has_no_failures(self):
        until = time.monotonic() + 600
        self.assertEqual(check.execute(check.Part("lint", "good", "echo fine"), until).failures, [])
        self.assertEqual(check.execute(check.Part("lint", "bad", "echo oh; exit 1"), until).failures, ["oh"])


class Clippy(unittest.TestCase):
    def commands(self, *groups):
        return {part.name: part.command for part in check.parts_of(list(groups))}

    def test_it_compiles_the_tests_only_if_they_run(self):
        self.assertIn("cargo clippy", self.commands("lint")["clippy"])
        self.assertIn("cargo test", self.commands("lint", "drift", "test")["clippy"])
        self.assertNotIn("clippy", self.commands("test"))

    def test_a_warning_fails_the_build_and_is_shown(self):
        with tempfile.TemporaryDirectory() as folder:
            cargo = Path(folder, "cargo")
            cargo.touch(mode=0o755)
            for said, passes in [
                ("   Compiling parlor v0.1.0", True),
                ("warning: `parlor` (lib) generated 1 warning", False),
                ("warning: `parlor` (lib test) generated 12 warnings (3 duplicates)", False),
            ]:
                cargo.write_text(f"#!/bin/sh\ncat >&2 <<'.'\n{said}\n.\n")
                with mock.patch.dict("os.environ", PATH=f"{folder}:/usr/bin:/bin"):
                    part = check.Part("lint", "clippy", check.CLIPPY_BUILD)
                    self.assertEqual(check.run(part, time.monotonic() + 600), (passes, said + "\n"))
            cargo.write_text("#!/bin/sh\nexit 101\n")
            with mock.patch.dict("os.environ", PATH=f"{folder}:/usr/bin:/bin"):
                self.assertFalse(check.run(part, time.monotonic() + 600)[0])


class Parts(unittest.TestCase):
    def setUp(self):
        self.until = time.monotonic() + 600

    def test_a_part_fails_if_its_command_fails(self):
        self.assertEqual(check.run(check.Part("test", "good", "echo fine"), self.until), (True, "fine\n"))
        self.assertEqual(check.run(check.Part("test", "bad", "echo oh >&2; exit 3"), self.until), (False, "oh\n"))

    def test_a_part_that_hangs_is_ended_and_named_when_the_time_of_all_is_over(self):
        passed, output = check.run(check.Part("test", "hang", "echo begun; sleep 3600"), time.monotonic())
        self.assertFalse(passed)
        self.assertRegex(output, r"^begun\nhang was ended after \d+ seconds: all parts together may take \d+ minutes\.\n$")

    def test_parts_that_belong_together_run_at_the_same_time_and_keep_their_order(self):
        with tempfile.TemporaryDirectory() as folder:
            # Each part ends only after the other one has started.
            wait = "touch {0}/{1}; until [ -e {0}/{2} ]; do sleep 0.05; done"
            parts = [
                check.Part("test", "one", wait.format(folder, "one", "two"), together="both"),
                check.Part("test", "two", wait.format(folder, "two", "one"), together="both"),
                check.Part("test", "last", "false"),
            ]
            rows = check.execute_all(parts, self.until)
        self.assertEqual([(row.part.name, row.ok) for row in rows], [("one", True), ("two", True), ("last", False)])
        self.assertEqual(rows[2].count, (0, 1))

    def test_a_part_fails_if_its_folder_does_not_exist(self):
        self.assertFalse(check.run(check.Part("test", "cd", "cd nowhere && true"), self.until)[0])


if __name__ == "__main__":
    unittest.main()
