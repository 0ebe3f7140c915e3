"""Runs the parts of `make lint`, `make drift`, `make test` and `make check`.

Every part runs, also after another one has failed. The last lines are the time of each part, the
number of tests that passed and failed, and what failed. A part that counts tests fails if it ran none.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest
from pathlib import Path
from threading import Event, Timer
from typing import Callable, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "target" / "check"
# Time limit of all parts together: generous for a slow machine, but it ends a part that hangs.
MINUTES = 88


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
    """Counts, for each account, one test per call and one for sequences of calls."""
    total = Count(0, 0)
    for report in OUT.glob("fuzz-*.xml"):
        of = {name: int(n) for name, n in ET.parse(report).getroot().attrib.items() if n.isdigit()}
        bad = of["failures"] + of["errors"]
        total = Count(total.passed + of["tests"] - bad - of["skipped"], total.failed + bad)
    return total


# How the test runners name a test that failed: cargo, unittest, vitest, Playwright, Schemathesis.
FAILED_TEST = re.compile(
    r"^(?:test (\S+) \.\.\. FAILED|(?:FAIL|ERROR): (.+)| FAIL  (.+)|  \d+\) (.+?) ─*|_{3,} (\w+ /\S*) _{3,})$", re.M
)
# What cargo prints of a test that failed, and the place and first line of its panic.
CARGO_OUTPUT = re.compile(r"^---- (\S+) stdout ----$(.*?)(?=^---- |^failures:$|\Z)", re.M | re.S)
CARGO_PANIC = re.compile(r"panicked at (\S+?:\d+):\d+:\n(.+)")
# The first line of Playwright's report on a failure, and the line of the test that failed.
PLAYWRIGHT_ERROR = re.compile(r"^    (\w*Error: .+)$", re.M)
PLAYWRIGHT_LINE = re.compile(r"^    > +(\d+) \| +(.+)$", re.M)
# Keeps the summary short, because often only the end of a log is kept.
MOST_FAILURES, LONGEST_FAILURE = 12, 320


def failures(output: str) -> list[str]:
    """Returns the failed tests that an output names, with what is known of the cause, or else its last
    lines."""
    found, panics = {}, {}
    for name, text in CARGO_OUTPUT.findall(output):
        if panic := CARGO_PANIC.search(text):
            panics[name] = f"{panic[1]}: {panic[2]}"
    matches = list(FAILED_TEST.finditer(output))
    for match, following in zip_longest(matches, matches[1:]):
        parts = [next(filter(None, match.groups()))]
        parts.append(panics.get(parts[0]))
        if match[4]:
            text = output[match.end() : following.start() if following else None]
            error, line = PLAYWRIGHT_ERROR.search(text), PLAYWRIGHT_LINE.search(text)
            parts += [error and error[1], line and f"line {line[1]}: {line[2]}"]
        found.setdefault(parts[0], ": ".join(filter(None, parts)))
    lines = list(found.values()) or [line for line in output.splitlines() if line.strip()][-3:]
    return [line.strip()[:LONGEST_FAILURE] for line in lines[:MOST_FAILURES]]


@dataclass
class Part:
    group: str
    name: str
    command: str
    count: Callable[[str], Count] | None = None
    # Consecutive parts with the same name here run at the same time. They leave the processor idle
    # most of the time, and their results do not depend on timing.
    together: str | None = None


CLIPPY = "cargo clippy --locked --workspace --all-targets -- -D warnings"
# With tests, Clippy compiles what they run, so that dependencies are compiled once. Warnings do not end the build,
# so that the tests run in any case.
CLIPPY_COMPILER = {"RUSTC_WORKSPACE_WRAPPER": "clippy-driver"}
CLIPPY_BUILD = (
    "set -o pipefail; cargo test --locked --workspace --all-targets --no-run 2>&1"
    " | awk '{ print } / generated [0-9]+ warnings?/ { bad = 1 } END { exit bad }'"
)
PARTS = [
    Part("lint", "npm packages", "make --no-print-directory web/node_modules/.package-lock.json"),
    Part("lint", "web build", "make --no-print-directory web"),
    Part("lint", "rustfmt", "cargo fmt --all --check"),
    Part("lint", "clippy", CLIPPY, together="compile"),
    Part("lint", "deny", "tools/deny.sh", together="compile"),
    Part("lint", "npm deny", "python3 tools/npm_dependencies.py", together="compile"),
    Part("lint", "buf lint", "web/node_modules/.bin/buf lint"),
    Part("lint", "buf format", "web/node_modules/.bin/buf format --diff --exit-code"),
    Part("lint", "biome", "cd web && node_modules/.bin/biome check --error-on-warnings ."),
    Part("lint", "tsc", "cd web && node_modules/.bin/tsc --noEmit && node_modules/.bin/tsc --noEmit -p e2e"),
    Part("lint", "server imports", "python3 tools/server_dependencies.py"),
    Part("lint", "web imports", "python3 tools/web_dependencies.py"),
    Part("lint", "web copy", "python3 tools/web_copy.py"),
    Part("lint", "web classes", "python3 tools/web_classes.py"),
    Part("lint", "web scrollers", "python3 tools/web_scrollers.py"),
    Part("lint", "web lengths", "python3 tools/web_lengths.py"),
    Part("lint", "glossary", "python3 tools/glossary.py"),
    Part("lint", "python", "python3 tools/lint_python.py"),
    Part("drift", "stubs", "tools/check_contract.sh stubs"),
    Part("drift", "compatibility", "tools/check_contract.sh compatibility"),
    Part("test", "test programs", "tools/install_test_programs.sh"),
    Part("test", "tools", "python3 -m unittest discover -s tools -p 'test_*.py'", python_tests),
    Part("test", "vitest", f"cd web && node_modules/.bin/vitest run --reporter=default --reporter=json --outputFile.json={OUT}/vitest.json", vitest),
    Part("test", "size", "python3 tools/web_size.py"),
    # Server tests spend a third of their time waiting, so more threads than processors are used.
    Part("test", "cargo test", f"RUST_TEST_THREADS={2 * (os.cpu_count() or 2)} cargo test --locked --workspace --no-fail-fast", cargo_tests),
    Part("test", "server", "cargo build --locked --workspace --bins --examples"),
    Part("test", "browser", "cd web && node_modules/.bin/playwright test", playwright),
    Part("test", "readme", "python3 tools/readme_examples.py", python_tests, "examples"),
    Part("test", "twilio", "python3 tools/twilio_signatures.py", python_tests, "examples"),
    Part("test", "openai", "python3 tools/openai_library.py", python_tests, "examples"),
    Part("test", "ssm", "python3 tools/ssm_parameters.py", python_tests, "examples"),
    Part("test", "partners", "python3 tools/partner_oauth.py", python_tests, "examples"),
    Part("test", "clients", "python3 tools/generated_clients.py", python_tests, "examples"),
    Part("test", "fuzz", "python3 tools/fuzz_rest.py", schemathesis),
]
# Parts that every group needs.
ALWAYS = {"npm packages", "web build"}


def run(part: Part, until: float, show: bool = True) -> tuple[bool, str]:
    """Runs a part's command and returns whether it succeeded and its output, which is also shown as
    it comes. Ends the command at `until`, a time of the monotonic clock."""
    env = os.environ | {"PLAYWRIGHT_JSON_OUTPUT_FILE": str(OUT / "playwright.json"), "CI": os.environ.get("CI", "1")}
    lines, began = [], time.monotonic()

    def add(line: str) -> None:
        lines.append(line)
        if show:
            print(line, end="", flush=True)

    with subprocess.Popen(
        part.command, shell=True, executable="/bin/bash", cwd=ROOT, env=env, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    ) as child:
        ended = Event()

        def end() -> None:
            ended.set()
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)

        timer = Timer(max(1, until - time.monotonic()), end)
        timer.start()
        for line in child.stdout:
            add(line)
        code = child.wait()
        timer.cancel()
    if ended.is_set():
        seconds = time.monotonic() - began
        add(f"{part.name} was ended after {seconds:.0f} seconds: all parts together may take {MINUTES} minutes.\n")
    return code == 0, "".join(lines)


class Row(NamedTuple):
    part: Part
    seconds: float
    ok: bool
    count: Count
    failures: list[str]


def execute(part: Part, until: float, show: bool = True) -> Row:
    """Runs a part and counts its tests. A part that fails without a failed test counts as one."""
    if show:
        print(f"\n=== {part.name}", flush=True)
    began = time.monotonic()
    ok, output = run(part, until, show)
    count = Count(0, 0)
    problem = ""
    if part.count:
        try:
            count = part.count(output)
        except (OSError, KeyError, ValueError, ET.ParseError) as fault:
            problem = f"Its tests could not be counted: {fault}\n"
        if count.passed + count.failed == 0:
            problem += "It ran no test.\n"
    ok = ok and not problem and not count.failed
    if not ok and not count.failed:
        count = Count(count.passed, 1)
    if not show:
        # Printed at once, so that lines of parts that run at the same time do not mix.
        print(f"\n=== {part.name}\n{output}{problem}", end="", flush=True)
    else:
        print(problem, end="", flush=True)
    return Row(part, time.monotonic() - began, ok, count, [] if ok else failures(output + problem))


def execute_all(parts: list[Part], until: float) -> list[Row]:
    """Runs the parts in order, and those with the same `together` at the same time."""
    rows = []
    for together, members in groupby(parts, lambda part: part.together or part.name):
        members = list(members)
        if len(members) == 1:
            rows.append(execute(members[0], until))
            continue
        print(f"\n=== {together}: {', '.join(part.name for part in members)}", flush=True)
        with ThreadPoolExecutor(len(members)) as pool:
            rows += pool.map(lambda part: execute(part, until, show=False), members)
    return rows


def parts_of(groups: list[str]) -> list[Part]:
    parts = [part for part in PARTS if part.group in groups or part.name in ALWAYS]
    if not compiles_with_clippy(groups):
        return parts
    return [replace(part, command=CLIPPY_BUILD) if part.name == "clippy" else part for part in parts]


def compiles_with_clippy(groups: list[str]) -> bool:
    return {"lint", "test"} <= set(groups)


def main(groups: list[str]) -> int:
    names = {part.group for part in PARTS}
    if not groups or not set(groups) <= names:
        print(f"usage: check.py {' '.join(sorted(names))}", file=sys.stderr)
        return 2
    OUT.mkdir(parents=True, exist_ok=True)
    for stale in OUT.iterdir():
        stale.unlink()

    began = time.monotonic()
    if compiles_with_clippy(groups):
        os.environ |= CLIPPY_COMPILER
    rows = execute_all(parts_of(groups), began + MINUTES * 60)
    total = Count(sum(row.count.passed for row in rows), sum(row.count.failed for row in rows))

    print(f"\n{'part':<16}{'seconds':>9}  outcome")
    for part, seconds, ok, count, _ in rows:
        tests = f", {count.passed} passed, {count.failed} failed" if part.count else ""
        print(f"{part.name:<16}{seconds:>9.1f}  {'ok' if ok else 'FAILED'}{tests}")
    summary = f"{total.passed} passed, {total.failed} failed"
    (OUT / "summary.txt").write_text(summary + "\n")
    print(f"{'all':<16}{time.monotonic() - began:>9.1f}  {summary}", flush=True)
    for row in rows:
        for failure in row.failures:
            print(f"{row.part.name} failed: {failure}", flush=True)
    return 0 if all(row.ok for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
