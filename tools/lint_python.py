"""Checks the Python of this folder with ruff: every file parses, every name exists and is used."""

import subprocess
import sys

from demo import ROOT, python

program = python(ROOT / "tools/requirements-lint.txt")
sys.exit(subprocess.run([program, "-m", "ruff", "check", "--no-cache", "--select", "E9,F", ROOT / "tools"]).returncode)
