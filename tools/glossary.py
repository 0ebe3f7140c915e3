"""Fails where the code has a name that the glossary replaced, or one that says nothing.

docs/glossary.md has a table with a column "Not". What it lists in backticks must not be an
identifier of the Rust, TypeScript or protobuf sources. Two more lists of the page name words that
must not be the whole name, or not even a part of the name, of a function, type, constant, public
field, column, metric or file. Comments and strings are ignored. Local variables and parameters may
have short names.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
GLOSSARY = ROOT / "docs/glossary.md"
SOURCES = ("*.rs", "*.ts", "*.tsx", "*.proto", "*.sql")
# Comments and string literals.
NO_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|r\#"(?:.|\n)*?"\#|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|'(?:[^'\\\n]|\\.)'""", re.S
)
RUST = re.compile(
    r"\b(?:fn|struct|enum|trait|type|mod|const|static)\s+(\w+)|\bpub(?:\([^)]*\))?\s+(\w+):", re.M
)
TYPESCRIPT = re.compile(r"\b(?:function|class|interface|type|enum)\s+(\w+)|^(?:export )?const (\w+)", re.M)
COLUMN = re.compile(r"^    ([a-z]\w*) [A-Z]", re.M)
METRIC = re.compile(r'\bregister(?:_with_unit)?\(\s*"(\w+)"')
# A name with so many words is the sentence of a test.
SENTENCE = 5
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class Words(NamedTuple):
    """Words that must not be a whole name, and words that must not be a part of a name."""

    whole: frozenset[str]
    part: frozenset[str]


def banned(page: str) -> dict[str, str]:
    """Returns the identifiers of the column "Not", each with the terms that replace it."""
    found = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and "`" in cells[0]:
            found |= dict.fromkeys(re.findall(r"`(\w+)`", cells[3]), cells[0].replace("`", ""))
    return found


def words(page: str) -> Words:
    """Returns the words of the two lists."""

    def listed(start: str) -> frozenset[str]:
        lines = [line for line in page.splitlines() if line.startswith(start)]
        return frozenset(re.findall(r"`(\w+)`", " ".join(lines)))

    return Words(listed("- Not a whole name:"), listed("- Not a part of a name:"))


def problems(source: str, names: dict[str, str]) -> list[tuple[int, str]]:
    """Returns the lines with banned identifiers, and the terms to use instead."""
    code = without_texts(source)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    return [
        (number, f"{name}: say {names[name]}")
        for number, line in enumerate(code.splitlines(), 1)
        for name in pattern.findall(line)
    ]


def empty_names(file: str, source: str, listed: Words) -> list[tuple[int, str]]:
    """Returns the lines that declare a name with one of the words. Line 1 stands for the file's own name."""
    stem = Path(file).name.split(".")[0].replace("-", "_")
    found = [(1, stem)]
    if file.endswith(".sql"):
        found += declared(COLUMN, source)
    elif file.endswith(".rs"):
        found += declared(RUST, without_texts(source)) + declared(METRIC, source)
    elif file.endswith((".ts", ".tsx")):
        found += declared(TYPESCRIPT, without_texts(source))
    return [(line, f"{name}: say what it is") for line, name in found if is_empty(name, listed)]


def declared(pattern: re.Pattern, code: str) -> list[tuple[int, str]]:
    return [
        (code.count("\n", 0, match.start()) + 1, next(filter(None, match.groups())))
        for match in pattern.finditer(code)
    ]


def is_empty(name: str, listed: Words) -> bool:
    parts = [part.lower() for part in PART.findall(name)]
    return name.lower() in listed.whole or len(parts) < SENTENCE and not listed.part.isdisjoint(parts)


def without_texts(source: str) -> str:
    """Returns a source without comments and strings, in the same lines."""
    return NO_CODE.sub(lambda text: "\n" * text.group().count("\n"), source)


def main() -> int:
    page = GLOSSARY.read_text()
    names, listed = banned(page), words(page)
    if not (names and listed.whole and listed.part):
        print("The glossary names nothing that it replaced.")
        return 1
    files = subprocess.check_output(["git", "ls-files", *SOURCES], cwd=ROOT, text=True).split()
    found = []
    for file in files:
        if "/gen/" in file:
            continue
        source = (ROOT / file).read_text()
        here = [] if file.endswith(".sql") else problems(source, names)
        found += [f"{file}:{line}: {what}" for line, what in here + empty_names(file, source, listed)]
    print("\n".join(found) if found else f"None of {len(names)} replaced identifiers is in the code.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
