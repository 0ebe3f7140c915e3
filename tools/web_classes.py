"""Checks that the web app and its style sheets name the same classes. Prints each class that a component
names without a rule in any style sheet, each class of a style sheet that no component names, and each class
that the style sheets of two screens define: once loaded, a style sheet applies to all screens.

A template such as `toast--${tone}` stands for every class with that beginning.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.S)
URL = re.compile(r"url\([^)]*\)|\"[^\"]*\"")
RULE_CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")
SELECTOR = re.compile(r"[^{}]+(?=\{)")
BARE_CLASS = re.compile(r"\.([\w-]+)")
COMMENT = re.compile(r"""/\*.*?\*/|(?<![:"'`])//[^\n]*""", re.S)
ATTRIBUTE = re.compile(r"""\b\w*[cC]lass(?:Name)?=(["{])""")
COMPARED = re.compile(r"[=!]==\s*$")
QUOTE = re.compile("[\"'`]")
# A part of a class name that only its blocks have: names of this form are classes wherever they are.
BLOCK = re.compile(r"^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:__[a-z0-9-]+(?:--[a-z0-9-]+)?|--[a-z0-9-]+)$")
HOLE = "\0"
# Layers whose style sheets belong to screens or parts of them.
SCREENS = ("entities", "features")


def style_classes(source: str) -> dict[str, int]:
    """Returns the classes of a style sheet's selectors, each with its first line."""
    source = STYLE_COMMENT.sub(lambda match: "\n" * match.group().count("\n"), source)
    found: dict[str, int] = {}
    for selector in SELECTOR.finditer(source):
        text = URL.sub(lambda match: " " * len(match.group()), selector.group())
        for match in RULE_CLASS.finditer(text):
            found.setdefault(match[1], source.count("\n", 0, selector.start() + match.start()) + 1)
    return found


def defined_classes(source: str) -> set[str]:
    """Returns the classes that a style sheet styles wherever they are: selectors of nothing but the class."""
    source = STYLE_COMMENT.sub("", source)
    selectors = (one.strip() for match in SELECTOR.finditer(source) for one in match.group().split(","))
    return {match[1] for one in selectors if (match := BARE_CLASS.fullmatch(one))}


def collisions(sheets: list[tuple[Path, str]]) -> list[str]:
    """Returns the classes that style sheets of separate folders define. A folder may extend its parent's."""
    breaches, owners = [], {}
    for path, source in sheets:
        for name in sorted(defined_classes(source)):
            owner = owners.setdefault(name, path)
            if path.parent not in (owner.parent, *owner.parents) and owner.parent not in path.parents:
                breaches.append(f"{path}: {name} is a class of {owner} too")
    return breaches


def literals(source: str) -> list[tuple[int, str]]:
    """Returns the texts of a piece of code with their places. A template has a hole for each expression; the
    texts within the expressions follow."""
    found, at = [], 0
    while match := QUOTE.search(source, at):
        start, quote, text = match.start(), match[0], ""
        at = match.end()
        inner = []
        while at < len(source) and source[at] != quote:
            if source[at] == "\\":
                at += 2
            elif quote == "`" and source.startswith("${", at):
                end = closing(source, at + 1)
                inner += [(at + 2 + place, one) for place, one in literals(source[at + 2 : end])]
                text, at = text + HOLE, end + 1
            elif quote != "`" and source[at] == "\n":
                # An apostrophe in the text of a page.
                text, at = "", start
                break
            else:
                text, at = text + source[at], at + 1
        at += 1
        found += [(start, text), *inner]
    return found


def closing(source: str, start: int) -> int:
    """Returns the place of the brace that closes the one at a place."""
    depth = 0
    for at in range(start, len(source)):
        depth += {"{": 1, "}": -1}.get(source[at], 0)
        if depth == 0:
            return at
    return len(source)


def named_classes(source: str) -> dict[str, int]:
    """Returns the classes that a component names, each with its first line."""
    source = COMMENT.sub(lambda match: " " + "\n" * match.group().count("\n"), source)
    texts = [(at, text, False) for at, text in literals(source)]
    for match in ATTRIBUTE.finditer(source):
        start = match.end() - 1
        end = closing(source, start) if match[1] == "{" else source.index('"', start + 1) + 1
        value = source[start:end]
        texts += [(start + at, text, not COMPARED.search(value[:at])) for at, text in literals(value)]
    found: dict[str, int] = {}
    for at, text, is_class in texts:
        for token in text.split():
            if token != HOLE and (is_class or BLOCK.match(token.replace(HOLE, "x"))):
                found.setdefault(token, source.count("\n", 0, at) + 1)
    return found


def pattern(name: str) -> re.Pattern[str]:
    return re.compile(r"[\w-]*".join(map(re.escape, name.split(HOLE))))


def check(root: Path) -> list[str]:
    web = root / "web/src"
    styles: dict[str, str] = {}
    names: dict[str, list[str]] = {}
    words: set[str] = set()
    screens = []
    for path in sorted(web.rglob("*.css")):
        source = path.read_text()
        for name, line in style_classes(source).items():
            styles.setdefault(name, f"{path.relative_to(root)}:{line}")
        if path.relative_to(web).parts[0] in SCREENS:
            screens.append((path.relative_to(root), source))
    for path in sorted([*web.rglob("*.ts"), *web.rglob("*.tsx"), root / "web/index.html"]):
        if ".test." in path.name or "/gen/" in path.as_posix() or not path.is_file():
            continue
        source = path.read_text()
        for _, text in literals(COMMENT.sub(" ", source)):
            words.update(text.replace(HOLE, " ").split())
        for name, line in named_classes(source).items():
            names.setdefault(name, []).append(f"{path.relative_to(root)}:{line}")
    patterns = [pattern(name) for name in names if HOLE in name]
    breaches = []
    for name, places in names.items():
        has_rule = any(map(pattern(name).fullmatch, styles)) if HOLE in name else name in styles
        if not has_rule:
            shown = name.replace(HOLE, "…")
            breaches += [f"{place}: no style sheet has a rule for {shown}" for place in places]
    for name, place in styles.items():
        if name not in words and not any(one.fullmatch(name) for one in patterns):
            breaches.append(f"{place}: no component names {name}")
    return breaches + collisions(screens)


def main() -> int:
    breaches = check(ROOT)
    print("\n".join(breaches) or "components and style sheets name the same classes")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
