"""Checks the npm packages of the web app: the licenses of all, and known vulnerabilities of those that browsers get.

Vulnerabilities come from the registry, by `npm audit`. A registry without that service, such as most mirrors, or one
that cannot be reached, does not fail the check: only the licenses are checked, and the output says so.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Iterator, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
# Maximum time for the registry to answer, in seconds.
AUDIT_SECONDS = 60
# Severities that fail the check. "low" and "info" do not.
FAILING = ("critical", "high", "moderate")

# Licenses of packages that browsers get, as SPDX expressions.
ALLOWED = {
    "(Apache-2.0 AND BSD-3-Clause)",
    "0BSD",
    "Apache-2.0",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "OFL-1.1",  # the fonts
}
# Licenses of packages that only build and test the web app, in addition.
ALLOWED_FOR_DEVELOPMENT = {
    "BSD-2-Clause",
    "MIT OR Apache-2.0",
    "MPL-2.0",  # used unchanged: axe-core, lightningcss
}


class Package(NamedTuple):
    name: str
    version: str
    license: str
    is_development: bool


def packages(web: Path) -> Iterator[Package]:
    """Returns the packages of the lock file, with the license that the installed one states. Packages for other
    platforms are not installed; theirs is that of the lock file."""
    locked = json.loads((web / "package-lock.json").read_text())["packages"]
    for path, entry in locked.items():
        if not path:
            continue
        installed = web / path / "package.json"
        stated = json.loads(installed.read_text()) if installed.exists() else entry
        name = path.rpartition("node_modules/")[2]
        yield Package(name, entry["version"], license_of(stated), entry.get("dev", False))


def license_of(package: dict) -> str:
    """Returns the SPDX expression in a package.json. Old packages have an object, or a list of objects."""
    stated = package.get("license") or package.get("licenses") or ""
    stated = stated if isinstance(stated, list) else [stated]
    return " OR ".join(one["type"] if isinstance(one, dict) else one for one in stated)


def is_allowed(package: Package) -> bool:
    return package.license in ALLOWED or (package.is_development and package.license in ALLOWED_FOR_DEVELOPMENT)


def audit(web: Path) -> list[str] | None:
    """Returns the known vulnerabilities that fail the check; `None` if the registry does not tell."""
    command = ["npm", "audit", "--omit=dev", "--json"]
    try:
        ran = subprocess.run(command, cwd=web, capture_output=True, text=True, timeout=AUDIT_SECONDS)
        report = json.loads(ran.stdout)
        found = report["vulnerabilities"]
    except (subprocess.TimeoutExpired, json.JSONDecodeError, KeyError):
        return None
    return [
        f"{name} {one['range']} has a vulnerability of severity {one['severity']}{advisories(one)}"
        for name, one in sorted(found.items())
        if one["severity"] in FAILING
    ]


def advisories(vulnerability: dict) -> str:
    """Describes the advisories on a package. One that is only affected through another has the name of that one."""
    of_others = [f"through {one}" for one in vulnerability["via"] if isinstance(one, str)]
    own = [f"{one['title']} ({one['url']})" for one in vulnerability["via"] if isinstance(one, dict)]
    return ": " + ", ".join(own + of_others)


def main() -> int:
    web = ROOT / "web"
    found = list(packages(web))
    problems = [
        f"{one.name} {one.version} has a license that is not allowed: {one.license or 'none'}"
        for one in found
        if not is_allowed(one)
    ]
    vulnerabilities = audit(web)
    if vulnerabilities is None:
        print("NOT CHECKED: known vulnerabilities of npm packages. The registry does not answer `npm audit`.")
    problems += vulnerabilities or []
    for problem in problems:
        print(problem)
    if not problems:
        checked = "licenses" if vulnerabilities is None else "licenses and known vulnerabilities"
        print(f"The {checked} of {len(found)} npm packages are in order.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
