"""Checks that everything that scrolls is positioned. Otherwise what is positioned absolutely in it, such as a text
for screen readers, doesn't scroll with it and makes the whole page longer or wider. Prints each rule of a style
sheet whose element scrolls without a position, with its file and line.

A rule counts as positioned when it sets `position`, or when a rule of any style sheet does for the same selector or
for the last part of it.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# A rule without rules inside it.
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
SCROLLS = re.compile(r"\boverflow(?:-[a-z]+)?:[^;]*\b(?:auto|scroll)\b")
POSITIONED = re.compile(r"(?<![\w-])position:\s*(?:relative|absolute|fixed|sticky)\b")


def rules(source: str) -> list[tuple[int, str, str]]:
    """Returns the rules of a style sheet, one for each selector: line, selector, declarations."""
    source = COMMENT.sub(lambda match: "\n" * match.group().count("\n"), source)
    return [
        (source.count("\n", 0, match.start(2)) + 1, one.strip(), match[2])
        for match in RULE.finditer(source)
        for one in match[1].split(",")
    ]


def unpositioned(source: str, positioned: frozenset[str] = frozenset()) -> list[tuple[int, str]]:
    """Returns the rules of a style sheet whose elements scroll and are not positioned: line and selector. The
    selectors given are positioned by other style sheets."""
    known = positioned | positioned_by(source)
    return [
        (line, selector)
        for line, selector, declarations in rules(source)
        if SCROLLS.search(declarations) and not {selector, selector.split()[-1]} & known
    ]


def positioned_by(source: str) -> frozenset[str]:
    return frozenset(selector for _, selector, declarations in rules(source) if POSITIONED.search(declarations))


def check(root: Path) -> list[str]:
    sheets = {path: path.read_text() for path in sorted((root / "web/src").rglob("*.css"))}
    positioned = frozenset[str]().union(*map(positioned_by, sheets.values()))
    return [
        f"{path.relative_to(root)}:{line}: {selector} scrolls and needs position: relative"
        for path, source in sheets.items()
        for line, selector in unpositioned(source, positioned)
    ]


def main() -> int:
    breaches = check(ROOT)
    print("\n".join(breaches) or "everything that scrolls is positioned")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
