"""Runs the parts of `make lint`, `make drift`, `make test` and `make check`.

A part that fails does not keep the later ones from running. At the end stand the time
of each part and the number of tests that passed and failed. A part that counts tests
and finds none has failed.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "target" / "check"
# How long all parts together may take: a machine that is slow is waited for, one that hangs is not.
MINUTES = 85


class Count(NamedTuple):
    passed: int
    failed: int


def cargo_tests(output: str) -> Count:
    found = re.findall(r"^test result: \w+\. (\d+) passed; (\d+) failed", output, re.M)
    return Count(sum(int(p) for p, _ in found), sum(int(f) for _, f in found))


def python_tests(output: str) -> Count:
    ran = sum(int(n) for n in re.findall(r"^Ran (\d+) tests? in", output, re.M))
    bad = sum(int(n) for n in re.findall(r"\b(?:failures|errors)=(\d+)", output))
    skipped = sum(int(n) for n in re.findall(r"\bskipped=(\d+)", output))
    return Count(ran - min(bad, ran) - skipped, bad)


def vitest(_: str) -> Count:
    report = json.loads((OUT / "vitest.json").read_text())
    return Count(report["numPassedTests"], report["numFailedTests"])


def playwright(_: str) -> Count:
    stats = json.loads((OUT / "playwright.json").read_text())["stats"]
    return Count(stats["expected"], stats["unexpected"] + stats["flaky"])


def schemathesis(_: str) -> Count:
    """One test for each call that was tried, and one for their sequences; for each account."""
    total = Count(0, 0)
    for report in OUT.glob("fuzz-*.xml"):
        of = {name: int(n) for name, n in ET.parse(report).getroot().attrib.items() if n.isdigit()}
        bad = of["failures"] + of["errors"]
        total = Count(total.passed + of["tests"] - bad - of["skipped"], total.failed + bad)
    return total


@dataclass
class Part:
    group: str
    name: str
    command: str
    count: Callable[[str], Count] | None = None


PARTS = [
    Part("lint", "npm packages", "make --no-print-directory web/node_modules/.package-lock.json"),
    Part("lint", "web build", "make --no-print-directory web"),
    Part("lint", "rustfmt", "cargo fmt --all --check"),
    Part("lint", "clippy", "cargo clippy --locked --workspace --all-targets -- -D warnings"),
    Part("lint", "buf lint", "web/node_modules/.bin/buf lint"),
    Part("lint", "buf format", "web/node_modules/.bin/buf format --diff --exit-code"),
    Part("lint", "biome", "cd web && node_modules/.bin/biome check --error-on-warnings ."),
    Part("lint", "tsc", "cd web && node_modules/.bin/tsc --noEmit && node_modules/.bin/tsc --noEmit -p e2e"),
    Part("lint", "server imports", "python3 tools/server_dependencies.py"),
    Part("lint", "web imports", "python3 tools/web_dependencies.py"),
    Part("lint", "glossary", "python3 tools/glossary.py"),
    Part("lint", "python", "python3 tools/lint_python.py"),
    Part("lint", "deny", "tools/deny.sh"),
    Part("drift", "stubs", "tools/drift.sh stubs"),
    Part("drift", "contract", "tools/drift.sh contract"),
    Part("test", "provide", "tools/provide.sh"),
    Part("test", "tools", "python3 -m unittest discover -s tools -p 'test_*.py'", python_tests),
    Part("test", "vitest", f"cd web && node_modules/.bin/vitest run --reporter=default --reporter=json --outputFile.json={OUT}/vitest.json", vitest),
    Part("test", "size", "python3 tools/size.py"),
    Part("test", "cargo test", "cargo test --locked --workspace --no-fail-fast", cargo_tests),
    Part("test", "server", "cargo build --locked --workspace --bins"),
    Part("test", "browser", "cd web && node_modules/.bin/playwright test", playwright),
    Part("test", "readme", "python3 tools/readme_story.py", python_tests),
    Part("test", "twilio", "python3 tools/twilio_signatures.py", python_tests),
    Part("test", "partners", "python3 tools/partner_story.py", python_tests),
    Part("test", "clients", "python3 tools/client_stories.py", python_tests),
    Part("test", "fuzz", "python3 tools/fuzz_rest.py", schemathesis),
]
# What every group stands on, whichever of them is asked for.
ALWAYS = {"npm packages", "web build"}


def run(part: Part, until: float) -> tuple[bool, str]:
    """Runs a part's command, shows its output as it comes and keeps it. Ends it at `until`, a
    time of the monotonic clock."""
    env = os.environ | {"PLAYWRIGHT_JSON_OUTPUT_FILE": str(OUT / "playwright.json"), "CI": os.environ.get("CI", "1")}
    lines = []
    with subprocess.Popen(
        part.command, shell=True, executable="/bin/bash", cwd=ROOT, env=env, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    ) as child:
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(child.pid, signal.SIGKILL))
        signal.alarm(max(1, round(until - time.monotonic())))
        for line in child.stdout:
            print(line, end="", flush=True)
            lines.append(line)
        code = child.wait()
        signal.alarm(0)
    if code == -signal.SIGKILL:
        print(f"It was ended: all parts together took {MINUTES} minutes.")
    return code == 0, "".join(lines)


def main(groups: list[str]) -> int:
    known = {part.group for part in PARTS}
    if not groups or not set(groups) <= known:
        print(f"usage: check.py {' '.join(sorted(known))}", file=sys.stderr)
        return 2
    OUT.mkdir(parents=True, exist_ok=True)
    for stale in OUT.iterdir():
        stale.unlink()

    rows, total, until = [], Count(0, 0), time.monotonic() + MINUTES * 60
    for part in PARTS:
        if part.group not in groups and part.name not in ALWAYS:
            continue
        print(f"\n=== {part.name}", flush=True)
        began = time.monotonic()
        ok, output = run(part, until)
        count = Count(0, 0)
        if part.count:
            try:
                count = part.count(output)
            except (OSError, KeyError, ValueError, ET.ParseError) as fault:
                print(f"Its tests could not be counted: {fault}")
            if count.passed + count.failed == 0:
                print("It ran no test at all.")
                ok = False
        if count.failed:
            ok = False
        if not ok and not count.failed:
            count = Count(count.passed, 1)
        rows.append((part.name, time.monotonic() - began, ok, count, part.count))
        total = Count(total.passed + count.passed, total.failed + count.failed)

    print(f"\n{'part':<14}{'seconds':>9}  outcome")
    for name, seconds, ok, count, counts in rows:
        tests = f", {count.passed} passed, {count.failed} failed" if counts else ""
        print(f"{name:<14}{seconds:>9.1f}  {'ok' if ok else 'FAILED'}{tests}")
    summary = f"{total.passed} passed, {total.failed} failed"
    (OUT / "summary.txt").write_text(summary + "\n")
    print(f"{'all':<14}{sum(row[1] for row in rows):>9.1f}  {summary}", flush=True)
    return 1 if total.failed or not all(row[2] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
