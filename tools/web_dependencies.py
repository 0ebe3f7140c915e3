"""Checks which modules of the web app may import each other. Prints each breach with its file and line.

gen, lib <- ui, api <- forms <- entities <- features <- app; lib <- widget <- features; one feature never imports another; entities
import each other in one direction only; ui knows neither the contract, the router nor queries; widget
knows no package. Tests may import web/src/testing.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

WEB = {
    "gen": {"gen"},
    "lib": {"lib"},
    "ui": {"lib", "ui"},
    "api": {"gen", "lib", "api"},
    "forms": {"gen", "lib", "ui", "api", "forms"},
    "entities": {"gen", "lib", "ui", "api", "forms", "entities"},
    # The chat for visitors: none of the app's libraries, so that it stays small.
    "widget": {"lib", "widget"},
    "features": {"gen", "lib", "ui", "api", "forms", "entities", "features", "widget"},
    "app": {"gen", "lib", "ui", "api", "entities", "features", "app"},
    "testing": {"gen", "lib", "ui", "api", "forms", "entities", "features", "app", "widget", "testing"},
}
NOT_IN_UI = re.compile(r"^(react-router(-dom)?|@tanstack/react-query|@connectrpc/.+|@bufbuild/.+)(/|$)")
SPECIFIER = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\bvi\.mock\(\s*)(["'])([^"'\n]+)\1""")
WEB_COMMENT = re.compile(r"""/\*.*?\*/|(?<![:"'])//[^\n]*""", re.S)


def blank(match: re.Match) -> str:
    """Replaces a match with its line breaks, so that line numbers stay the same."""
    return " " + "\n" * match.group().count("\n")


def line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def cycles(edges: dict[str, dict[str, str]]) -> list[str]:
    """Returns each cycle of entities once, at the import that begins it. `edges` maps an entity to the
    entities that it imports, each with the place of its first import."""
    found, done = [], set()

    def walk(entity: str, path: list[str]):
        if entity in path:
            cycle = path[path.index(entity) :] + [entity]
            found.append(f"{edges[cycle[0]][cycle[1]]}: a cycle of entities: {' -> '.join(cycle)}")
        elif entity not in done:
            for to in edges.get(entity, {}):
                walk(to, path + [entity])
            done.add(entity)

    for entity in sorted(edges):
        walk(entity, [])
    return found


def check(root: Path) -> list[str]:
    src = root / "web/src"
    breaches = []
    edges: dict[str, dict[str, str]] = {}
    for file in sorted([*src.rglob("*.ts"), *src.rglob("*.tsx")]):
        inner = file.relative_to(src).parts
        layer = inner[0]
        where = file.relative_to(root)
        if layer == "gen" or len(inner) == 1:
            continue
        code = WEB_COMMENT.sub(blank, file.read_text())
        is_test = ".test." in file.name
        if layer not in WEB:
            breaches.append(f"{where}:1: the folder {layer} has no place in tools/web_dependencies.py")
            continue
        for match in SPECIFIER.finditer(code):
            specifier, line = match.group(2), line_of(code, match.start())
            if not specifier.startswith("."):
                is_refused = (layer == "ui" and NOT_IN_UI.match(specifier)) or (layer == "widget" and not is_test)
                if is_refused:
                    breaches.append(f"{where}:{line}: {layer} may not import {specifier}")
                continue
            target = (file.parent / specifier).resolve()
            if not target.is_relative_to(src.resolve()):
                continue
            to = target.relative_to(src.resolve()).parts
            allowed = WEB[layer] | ({"testing"} if is_test else set())
            if to[0] not in allowed:
                breaches.append(f"{where}:{line}: {layer} may not import {to[0]}")
            elif layer == "features" and to[0] == "features" and to[1:2] != inner[1:2]:
                breaches.append(f"{where}:{line}: the feature {inner[1]} may not import the feature {to[1]}")
            elif layer == "entities" and to[0] == "entities" and to[1] != inner[1]:
                edges.setdefault(inner[1], {}).setdefault(to[1], f"{where}:{line}")
    return breaches + cycles(edges)


if __name__ == "__main__":
    found = check(ROOT)
    print("\n".join(found) if found else "Every module imports only what it may.")
    sys.exit(1 if found else 0)
