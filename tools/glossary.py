"""Fails where the code has an identifier that the glossary replaced.

docs/glossary.md has a table with a column "Not". What it lists in backticks must not be an
identifier of the Rust, TypeScript or protobuf sources. Comments and strings are ignored.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GLOSSARY = ROOT / "docs/glossary.md"
SOURCES = ("*.rs", "*.ts", "*.tsx", "*.proto")
# Comments and string literals.
NO_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|r\#"(?:.|\n)*?"\#|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|'(?:[^'\\\n]|\\.)'""", re.S
)


def banned(page: str) -> dict[str, str]:
    """Returns the identifiers of the column "Not", each with the terms that replace it."""
    found = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and "`" in cells[0]:
            found |= dict.fromkeys(re.findall(r"`(\w+)`", cells[3]), cells[0].replace("`", ""))
    return found


def problems(source: str, names: dict[str, str]) -> list[tuple[int, str]]:
    """Returns the lines with banned identifiers, and the terms to use instead."""
    code = NO_CODE.sub(lambda text: "\n" * text.group().count("\n"), source)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    return [
        (number, f"{name}: say {names[name]}")
        for number, line in enumerate(code.splitlines(), 1)
        for name in pattern.findall(line)
    ]


def main() -> int:
    names = banned(GLOSSARY.read_text())
    if not names:
        print("The glossary names nothing that it replaced.")
        return 1
    files = subprocess.check_output(["git", "ls-files", *SOURCES], cwd=ROOT, text=True).split()
    found = [
        f"{file}:{line}: {what}"
        for file in files
        if "/gen/" not in file
        for line, what in problems((ROOT / file).read_text(), names)
    ]
    print("\n".join(found) if found else f"None of {len(names)} replaced identifiers is in the code.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
