"""Who may import whom, on both sides. Prints each breach with its file and line.

Rust: contract <- platform <- app; answering <- app, and answering has neither database nor
network. Inside a capability (a folder of server/app/src with a mod.rs): service -> convert,
rules, store; everybody -> model; only service and convert name the contract; only store asks
the database; rules is synchronous and has no database. Across capabilities: only what the
other's mod.rs exports, and never in a circle.

Web: gen, lib <- ui, rpc <- forms <- features <- app; one feature never imports another; ui knows
neither the contract, the router nor queries. Tests may import web/src/testing.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CRATES = {
    "contract": set(),
    "answering": set(),
    "platform": {"contract"},
    "parlor": {"contract", "platform", "answering"},
}
OUTSIDE = re.compile(r"^(sqlx|tokio|tonic|hyper|axum|reqwest|http|rusqlite)\b")

# Folders of server/app/src that are not capabilities.
NOT_CAPABILITIES = {"transport", "startup"}
# What each file of a capability may use of its neighbours; files not named here are helpers.
NEIGHBOURS = {
    "model": set(),
    "rules": {"model"},
    "store": {"model"},
    "convert": {"model"},
    "helper": {"model", "rules", "store", "helper"},
    "jobs": {"model", "rules", "store", "helper"},
    "service": {"model", "rules", "store", "convert", "helper", "jobs"},
    "mod": {"model", "rules", "store", "convert", "helper", "jobs", "service"},
}
NAMES_CONTRACT = {"service", "convert"}

WEB = {
    "gen": {"gen"},
    "lib": {"lib"},
    "ui": {"lib", "ui"},
    "rpc": {"gen", "lib", "rpc"},
    "forms": {"gen", "lib", "ui", "rpc", "forms"},
    "features": {"gen", "lib", "ui", "rpc", "forms", "features"},
    "app": {"gen", "lib", "ui", "rpc", "features", "app"},
    "testing": {"gen", "lib", "ui", "rpc", "features", "app", "testing"},
}
NOT_IN_UI = re.compile(r"^(react-router(-dom)?|@tanstack/react-query|@connectrpc/.+|@bufbuild/.+)(/|$)")


# --- Rust -----------------------------------------------------------------------------------

RUST_NOISE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(?P<h>\#*)".*?"(?P=h)|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^']*|[^'\\\n])'""", re.S
)


def blank(match: re.Match) -> str:
    """As many lines as before, and nothing on them."""
    return " " + "\n" * match.group().count("\n")


def rust_code(text: str) -> str:
    """The code without comments, texts and the unit tests at its end."""
    code = RUST_NOISE.sub(blank, text)
    return re.split(r"#\[cfg\(test\)\]\s*mod \w+ \{", code)[0]


def line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def split_tree(tree: str) -> list[str]:
    """`a::{b, c::{d, e}}` as its paths a::b, a::c::d, a::c::e."""
    tree = tree.strip()
    at = tree.find("{")
    if at < 0:
        return [re.sub(r"\s+as\s+\w+$", "", tree)]
    head, inner = tree[:at], tree[at + 1 : tree.rindex("}")]
    parts, depth, start = [], 0, 0
    for i, c in enumerate(inner):
        depth += (c == "{") - (c == "}")
        if c == "," and depth == 0:
            parts.append(inner[start:i])
            start = i + 1
    parts.append(inner[start:])
    return [head + path for part in parts if part.strip() for path in split_tree(part)]


def rust_paths(code: str):
    """Each path that the code names, as (line, [segment]); names of `use` stand for their paths."""
    known, spans = {}, []
    for use in re.finditer(r"\buse\s+([^;]+);", code):
        spans.append(use.span())
        for path in split_tree(use.group(1)):
            segments = [s.strip() for s in path.split("::") if s.strip()]
            if segments[-1] == "self":
                segments.pop()
            if segments and segments[0] in ("crate", "super", "self"):
                known[segments[-1]] = segments
            yield line_of(code, use.start()), segments
    for path in re.finditer(r"\b\w+(?:::\w+)+", code):
        if any(a <= path.start() < b for a, b in spans):
            continue
        segments = path.group().split("::")
        yield line_of(code, path.start()), known.get(segments[0], segments[:1]) + segments[1:]


def absolute(module: list[str], path: list[str]) -> list[str] | None:
    """A path from the crate's root; None for what is not the crate's own."""
    if path[0] == "crate":
        return path[1:]
    if path[0] not in ("super", "self"):
        return None
    here, rest = list(module), list(path)
    while rest and rest[0] in ("super", "self"):
        if rest.pop(0) == "super" and here:
            here.pop()
    return here + rest


def crate_edges(root: Path) -> list[str]:
    breaches = []
    for manifest in sorted(root.glob("server/*/Cargo.toml")):
        tree = tomllib.loads(manifest.read_text())
        name = tree["package"]["name"]
        where = manifest.relative_to(root)
        if name not in CRATES:
            breaches.append(f"{where}:1: the crate {name} has no place in tools/imports.py")
            continue
        tables = [tree] + list(tree.get("target", {}).values())
        for table in tables:
            for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
                for needed in table.get(kind, {}):
                    if needed in CRATES and needed not in CRATES[name] and needed != name:
                        breaches.append(f"{where}:1: {name} may not depend on {needed}")
                    if name == "answering" and OUTSIDE.match(needed):
                        breaches.append(f"{where}:1: answering has no database and no network, so no {needed}")
    return breaches


def circles(edges: dict[str, dict[str, str]]) -> list[str]:
    """Each circle once, told with the place of its first step."""
    found, done = [], set()

    def walk(at: str, way: list[str]):
        if at in way:
            circle = way[way.index(at) :] + [at]
            found.append(f"{edges[circle[0]][circle[1]]}: a circle of capabilities: {' -> '.join(circle)}")
            return
        if at in done:
            return
        for to in sorted(edges.get(at, {})):
            walk(to, way + [at])
        done.add(at)

    for start in sorted(edges):
        walk(start, [])
    return found


def capabilities(root: Path) -> list[str]:
    src = root / "server/app/src"
    folders = {f.parent.name: f.parent for f in src.glob("*/mod.rs") if f.parent.name not in NOT_CAPABILITIES}
    breaches: list[str] = []
    edges: dict[str, dict[str, str]] = {}
    for name, folder in sorted(folders.items()):
        for file in sorted(folder.rglob("*.rs")):
            inner = file.relative_to(folder).with_suffix("").parts
            role = inner[0] if inner[0] in NEIGHBOURS else "helper"
            module = [name, *[part for part in inner if part != "mod"]]
            code = rust_code(file.read_text())
            where = file.relative_to(root)

            def breach(line: int, words: str):
                breaches.append(f"{where}:{line}: {words}")

            for match in re.finditer(r"\bcontract::", code):
                if role not in NAMES_CONTRACT:
                    breach(line_of(code, match.start()), "only service.rs and convert.rs name the contract")
            for match in re.finditer(r"\.query\(|\bsqlx::query", code):
                if role != "store":
                    breach(line_of(code, match.start()), "only store.rs asks the database")
            if role == "rules":
                for match in re.finditer(r"\basync\b|\.await\b|\b(?:Db|Tx)\b|\b\w+::now\(\)|\brand::", code):
                    breach(line_of(code, match.start()), f"rules.rs is pure: no {match.group()}")
            if role == "mod":
                for match in re.finditer(r"\bpub(?:\([^)]*\))?\s+mod\s+(\w+)", code):
                    breach(line_of(code, match.start()), f"{match.group(1)} stays private: export what others need")

            for line, path in rust_paths(code):
                to = absolute(module, path)
                if not to or to[0] not in folders:
                    continue
                if to[0] != name:
                    edges.setdefault(name, {}).setdefault(to[0], f"{where}:{line}")
                    if len(to) > 1 and is_module(folders[to[0]], to[1]):
                        breach(line, f"{'::'.join(to[:2])} is not exported by {to[0]}")
                elif len(to) > 1 and is_module(folder, to[1]):
                    other = to[1] if to[1] in NEIGHBOURS else "helper"
                    if to[1] != inner[0] and other not in NEIGHBOURS[role]:
                        breach(line, f"{role} may not use {to[1]}")
    return sorted(set(breaches)) + circles(edges)


def is_module(folder: Path, name: str) -> bool:
    return (folder / f"{name}.rs").exists() or (folder / name).is_dir()


# --- Web ------------------------------------------------------------------------------------

SPECIFIER = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\bvi\.mock\(\s*)(["'])([^"'\n]+)\1""")
WEB_COMMENT = re.compile(r"""/\*.*?\*/|(?<![:"'])//[^\n]*""", re.S)


def web(root: Path) -> list[str]:
    src = root / "web/src"
    breaches = []
    for file in sorted([*src.rglob("*.ts"), *src.rglob("*.tsx")]):
        inner = file.relative_to(src).parts
        layer = inner[0]
        where = file.relative_to(root)
        if layer == "gen" or len(inner) == 1:
            continue
        code = WEB_COMMENT.sub(blank, file.read_text())
        is_test = ".test." in file.name
        if layer not in WEB:
            breaches.append(f"{where}:1: the folder {layer} has no place in tools/imports.py")
            continue
        for match in SPECIFIER.finditer(code):
            specifier, line = match.group(2), line_of(code, match.start())
            if not specifier.startswith("."):
                if layer == "ui" and NOT_IN_UI.match(specifier):
                    breaches.append(f"{where}:{line}: ui may not import {specifier}")
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
    return breaches


def check(root: Path) -> list[str]:
    return crate_edges(root) + capabilities(root) + web(root)


if __name__ == "__main__":
    found = check(ROOT)
    print("\n".join(found) if found else "Everybody imports only whom they may.")
    sys.exit(1 if found else 0)
