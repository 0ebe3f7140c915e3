"""Checks which modules of the server may import each other, and prints the graph of its domains.

Crates: contract <- platform <- app; answering <- app, and answering has neither database nor network;
service_macros <- app.

In the app a folder of server/app/src is a domain, and a folder in it with a mod.rs is a capability; root-level
files count as domains of their own. Domains form no cycle, nor do capabilities. A domain has at most seven
capabilities. Inside a capability: service -> convert, rules, store; every file -> model; only service,
convert and ports (what other domains implement) name the contract; only store queries the database; rules is synchronous and has no database. Across
capabilities: only what the other's mod.rs exports.
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
    "service_macros": set(),
    "parlor": {"contract", "platform", "answering", "service_macros"},
}
NETWORK_OR_STORAGE = re.compile(r"^(sqlx|tokio|tonic|hyper|axum|reqwest|http|rusqlite)\b")

MAX_CAPABILITIES = 7
# Folders that assemble the server. They have no capabilities.
WIRING = {"transport", "startup", "demo", "cli"}
# Folders that are a file of their domain, split into parts.
DOMAIN_FILES = {"store", "templates"}
# What each file of a capability may use of its neighbors; files not named here are helpers.
NEIGHBORS = {
    "model": set(),
    "rules": {"model"},
    "ports": {"model"},
    "store": {"model"},
    "convert": {"model"},
    "helper": {"model", "rules", "store", "helper"},
    "jobs": {"model", "rules", "store", "helper"},
    "service": {"model", "rules", "store", "convert", "ports", "helper", "jobs"},
    "mod": {"model", "rules", "store", "convert", "ports", "helper", "jobs", "service"},
}
NAMES_CONTRACT = {"service", "convert", "ports"}

COMMENT_OR_LITERAL = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(?P<h>\#*)".*?"(?P=h)|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^']*|[^'\\\n])'""", re.S
)


def blank(match: re.Match) -> str:
    """Replaces a match with its line breaks, so that line numbers stay the same."""
    return " " + "\n" * match.group().count("\n")


def code_of(text: str) -> str:
    """Returns the code without comments, literals and the unit tests at its end."""
    code = COMMENT_OR_LITERAL.sub(blank, text)
    return re.split(r"#\[cfg\(test\)\]\s*mod \w+ \{", code)[0]


def line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def split_tree(tree: str) -> list[str]:
    """Flattens `a::{b, c::{d, e}}` to a::b, a::c::d, a::c::e."""
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


def paths_of(code: str):
    """Yields each path in the code as (line, segments); imported names stand for their paths."""
    imported, spans = {}, []
    for use in re.finditer(r"\buse\s+([^;]+);", code):
        spans.append(use.span())
        for path in split_tree(use.group(1)):
            segments = [s.strip() for s in path.split("::") if s.strip()]
            if segments[-1] == "self":
                segments.pop()
            if segments and segments[0] in ("crate", "super", "self"):
                imported[segments[-1]] = segments
            yield line_of(code, use.start()), segments
    for path in re.finditer(r"\b\w+(?:::\w+)+", code):
        if any(a <= path.start() < b for a, b in spans):
            continue
        segments = path.group().split("::")
        yield line_of(code, path.start()), imported.get(segments[0], segments[:1]) + segments[1:]


def absolute(module: list[str], path: list[str]) -> list[str] | None:
    """Returns a path from the crate's root; None for a path into another crate."""
    if path[0] == "crate":
        return path[1:]
    if path[0] not in ("super", "self"):
        return None
    here, rest = list(module), list(path)
    while rest and rest[0] in ("super", "self"):
        if rest.pop(0) == "super" and here:
            here.pop()
    return here + rest


def crate_breaches(root: Path) -> list[str]:
    breaches = []
    for manifest in sorted(root.glob("server/*/Cargo.toml")):
        tree = tomllib.loads(manifest.read_text())
        name = tree["package"]["name"]
        where = manifest.relative_to(root)
        if name not in CRATES:
            breaches.append(f"{where}:1: the crate {name} has no place in tools/server_dependencies.py")
            continue
        tables = [tree] + list(tree.get("target", {}).values())
        for table in tables:
            for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
                for needed in table.get(kind, {}):
                    if needed in CRATES and needed not in CRATES[name] and needed != name:
                        breaches.append(f"{where}:1: {name} may not depend on {needed}")
                    if name == "answering" and NETWORK_OR_STORAGE.match(needed):
                        breaches.append(f"{where}:1: answering has no database and no network, so no {needed}")
    return breaches


class Capability:
    """A folder `<domain>/<capability>` with a mod.rs."""

    def __init__(self, folder: Path, source: Path):
        self.folder = folder
        self.name = "::".join(folder.relative_to(source).parts)

    def has_module(self, name: str) -> bool:
        return (self.folder / f"{name}.rs").exists() or (self.folder / name).is_dir()


def capabilities_of(source: Path) -> dict[str, Capability]:
    found = [Capability(m.parent, source) for m in sorted(source.glob("*/*/mod.rs"))]
    return {
        c.name: c
        for c in found
        if c.folder.parent.name not in WIRING and c.folder.name not in DOMAIN_FILES
    }


def add_edge(graph: dict, start: str, end: str, where: str) -> None:
    if start != end:
        graph.setdefault(start, {}).setdefault(end, where)


def cycles(graph: dict[str, dict[str, str]], kind: str) -> list[str]:
    """Returns each cycle once, with the location of its first import."""
    found, done = [], set()

    def walk(at: str, trail: list[str]):
        if at in trail:
            cycle = trail[trail.index(at) :] + [at]
            found.append(f"{graph[cycle[0]][cycle[1]]}: a cycle of {kind}: {' -> '.join(cycle)}")
            return
        if at in done:
            return
        for to in sorted(graph.get(at, {})):
            walk(to, trail + [at])
        done.add(at)

    for start in sorted(graph):
        walk(start, [])
    return found


class Report:
    """Findings of a run."""

    def __init__(self):
        self.breaches: list[str] = []
        self.domains: dict[str, dict[str, str]] = {}
        self.capabilities: dict[str, dict[str, str]] = {}


def check_file(file: Path, source: Path, known: dict[str, Capability], report: Report, root: Path) -> None:
    inner = [p for p in file.relative_to(source).with_suffix("").parts if p != "mod"]
    where, code = file.relative_to(root), code_of(file.read_text())
    domain = inner[0] if inner else "lib"
    own = known.get("::".join(inner[:2]))
    role = None
    if own:
        third = inner[2] if len(inner) > 2 else "mod"
        role = third if third in NEIGHBORS else "helper"
        check_role(role, code, lambda line, words: report.breaches.append(f"{where}:{line}: {words}"))
    for line, path in paths_of(code):
        to = absolute(inner, path)
        if not to:
            continue
        other = known.get("::".join(to[:2]))
        if domain not in ("lib", "main") and is_domain(source, to[0]):
            add_edge(report.domains, domain, to[0], f"{where}:{line}")
        if own and other and other is not own:
            add_edge(report.capabilities, own.name, other.name, f"{where}:{line}")
        if other and other is not own and len(to) > 2 and other.has_module(to[2]):
            report.breaches.append(f"{where}:{line}: {'::'.join(to[:3])} is not exported by {other.name}")
        if own and other is own and len(to) > 2 and own.has_module(to[2]):
            neighbor = to[2] if to[2] in NEIGHBORS else "helper"
            if to[2] != (inner[2] if len(inner) > 2 else "mod") and neighbor not in NEIGHBORS[role]:
                report.breaches.append(f"{where}:{line}: {role} may not use {to[2]}")


def check_role(role: str, code: str, breach) -> None:
    for match in re.finditer(r"\bcontract::", code):
        if role not in NAMES_CONTRACT:
            breach(line_of(code, match.start()), "only service.rs, convert.rs and ports.rs name the contract")
    for match in re.finditer(r"\.query\(|\bsqlx::query", code):
        if role != "store":
            breach(line_of(code, match.start()), "only store.rs queries the database")
    if role == "rules":
        for match in re.finditer(r"\basync\b|\.await\b|\b(?:Db|Tx)\b|\b\w+::now\(\)|\brand::", code):
            breach(line_of(code, match.start()), f"rules.rs is pure: no {match.group()}")
    if role == "mod":
        for match in re.finditer(r"\bpub(?:\([^)]*\))?\s+mod\s+(\w+)", code):
            breach(line_of(code, match.start()), f"{match.group(1)} stays private: export what others need")


def is_domain(source: Path, name: str) -> bool:
    return (source / name).is_dir() or (source / f"{name}.rs").exists()


def check(root: Path) -> Report:
    source, report = root / "server/app/src", Report()
    known = capabilities_of(source)
    for file in sorted(source.rglob("*.rs")):
        if file.name == "tests.rs":  # Unit tests in a file of their own.
            continue
        check_file(file, source, known, report, root)
    counts: dict[str, int] = {}
    for name in known:
        counts[name.split("::")[0]] = counts.get(name.split("::")[0], 0) + 1
    for domain, count in counts.items():
        if count > MAX_CAPABILITIES:
            report.breaches.append(f"server/app/src/{domain}:1: {count} capabilities; at most {MAX_CAPABILITIES}")
    report.breaches = crate_breaches(root) + sorted(set(report.breaches))
    report.breaches += cycles(report.domains, "domains") + cycles(report.capabilities, "capabilities")
    return report


def main() -> int:
    report = check(ROOT)
    for domain in sorted(report.domains):
        print(f"{domain:14} -> {', '.join(sorted(report.domains[domain]))}")
    print("\n".join(report.breaches) if report.breaches else "Every module imports only what it may.")
    return 1 if report.breaches else 0


if __name__ == "__main__":
    sys.exit(main())
