"""The counting that `make check` closes with."""

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
    def test_cargo_is_summed_over_its_binaries(self):
        self.assertEqual(check.cargo_tests(CARGO), (15, 2))

    def test_python_takes_failures_errors_and_skips_off(self):
        self.assertEqual(check.python_tests("Ran 9 tests in 0.1s\n\nOK\n"), (9, 0))
        self.assertEqual(check.python_tests("Ran 9 tests in 0.1s\n\nFAILED (failures=1, errors=2, skipped=1)\n"), (5, 3))

    def test_schemathesis_is_summed_over_its_accounts(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(check, "OUT", Path(folder)):
            for name, failures in [("one", 2), ("other", 0)]:
                Path(folder, f"fuzz-{name}.xml").write_text(
                    f'<testsuites errors="1" failures="{failures}" skipped="1" tests="25" time="11.09"/>'
                )
            self.assertEqual(check.schemathesis(""), (44, 4))

    def test_a_crash_counts_nothing(self):
        self.assertEqual(check.cargo_tests("error: could not compile"), (0, 0))


class Parts(unittest.TestCase):
    def setUp(self):
        self.until = time.monotonic() + 600

    def test_a_part_tells_whether_its_command_failed(self):
        self.assertEqual(check.run(check.Part("test", "good", "echo fine"), self.until), (True, "fine\n"))
        self.assertEqual(check.run(check.Part("test", "bad", "echo oh >&2; exit 3"), self.until), (False, "oh\n"))

    def test_a_part_that_hangs_is_ended_when_the_time_of_all_is_over(self):
        passed, output = check.run(check.Part("test", "hang", "echo begun; sleep 3600"), time.monotonic())
        self.assertEqual((passed, output), (False, "begun\n"))

    def test_a_folder_that_is_not_there_is_a_failure(self):
        self.assertFalse(check.run(check.Part("test", "cd", "cd nowhere && true"), self.until)[0])


if __name__ == "__main__":
    unittest.main()
