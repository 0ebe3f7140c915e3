"""Checks that no component of the web app has more than 100 lines, and no file more than 250. Prints each that
is longer, with its file and line.

A component is a function at the top of a file whose name begins with a capital letter. Tests and generated
code are left out.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST_COMPONENT, LONGEST_FILE = 100, 250
COMPONENT = re.compile(r"^(?:export )?(?:default )?function ([A-Z]\w*)")
# Biome begins the line of a closing brace where the function began.
END = re.compile(r"^\}$")


def components(source: str) -> list[tuple[str, int, int]]:
    """Returns the components of a file: name, first line, number of lines."""
    found, name, start = [], "", 0
    for number, line in enumerate(source.splitlines(), 1):
        if begins := COMPONENT.match(line):
            name, start = begins[1], number
        elif name and END.match(line):
            found.append((name, start, number - start + 1))
            name = ""
    return found


def check(root: Path) -> list[str]:
    breaches = []
    web = root / "web/src"
    for path in sorted(web.rglob("*.ts*")):
        if ".test." in path.name or path.relative_to(web).parts[0] == "gen":
            continue
        source, place = path.read_text(), path.relative_to(root)
        lines = source.count("\n")
        if lines > LONGEST_FILE:
            breaches.append(f"{place}: {lines} lines, at most {LONGEST_FILE}")
        for name, line, count in components(source):
            if count > LONGEST_COMPONENT:
                breaches.append(f"{place}:{line}: {name} has {count} lines, at most {LONGEST_COMPONENT}")
    return breaches


def main() -> int:
    breaches = check(ROOT)
    print("\n".join(breaches) or "components and files are short enough")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
