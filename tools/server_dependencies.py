"""Checks which modules of the server may import each other, and prints the graph of its domains.

Crates: contract <- platform <- app; answering <- app, and answering has neither database nor network;
service_macros <- app. Tests of every crate may use fuzzing.

In the app a folder of server/app/src is a domain, and a folder in it with a mod.rs is a capability; root-level
files count as domains of their own. The modules of a domain are its capabilities and its own files. Domains form
no cycle, nor do modules; a name that a domain's mod.rs re-exports belongs to the module that it comes from. A domain
has at most seven capabilities. Inside a capability: service -> convert, rules, store; every file -> model. In every
module: only service, convert and ports (what other domains implement) name the contract; only store queries the
database; rules is synchronous and has no database. Across capabilities: only what the other's mod.rs exports.
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
    "fuzzing": set(),
    "parlor": {"contract", "platform", "answering", "service_macros"},
}
# Crates that every crate may have as a dev-dependency.
TEST_CRATES = {"fuzzing"}
NETWORK_OR_STORAGE = re.compile(r"^(sqlx|tokio|tonic|hyper|axum|reqwest|http|rusqlite)\b")

MAX_CAPABILITIES = 7
# Folders that assemble the server. They have no capabilities.
WIRING = {"transport", "startup", "demo", "cli"}
# Folders that are a file of their domain, split into parts.
DOMAIN_FILES = {"store"}
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
    return re.split(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*mod \w+ \{", code)[0]


def line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def split_tree(tree: str, keep_alias: bool = False) -> list[str]:
    """Flattens `a::{b, c::{d, e}}` to a::b, a::c::d, a::c::e."""
    tree = tree.strip()
    at = tree.find("{")
    if at < 0:
        return [tree if keep_alias else re.sub(r"\s+as\s+\w+$", "", tree)]
    head, inner = tree[:at], tree[at + 1 : tree.rindex("}")]
    parts, depth, start = [], 0, 0
    for i, c in enumerate(inner):
        depth += (c == "{") - (c == "}")
        if c == "," and depth == 0:
            parts.append(inner[start:i])
            start = i + 1
    parts.append(inner[start:])
    return [head + path for part in parts if part.strip() for path in split_tree(part, keep_alias)]


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
                    if kind == "dev-dependencies" and needed in TEST_CRATES:
                        continue
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
        return is_module(self.folder, name)


def capabilities_of(source: Path) -> dict[str, Capability]:
    found = [Capability(m.parent, source) for m in sorted(source.glob("*/*/mod.rs"))]
    return {
        c.name: c
        for c in found
        if c.folder.parent.name not in WIRING and c.folder.name not in DOMAIN_FILES
    }


def is_module(folder: Path, name: str) -> bool:
    return (folder / f"{name}.rs").exists() or (folder / name).is_dir()


def reexports_of(file: Path) -> dict[str, str]:
    """Returns the names that a domain's mod.rs re-exports, each with its module."""
    exports = {}
    code = code_of(file.read_text()) if file.exists() else ""
    for use in re.finditer(r"\bpub(?:\([^)]*\))?\s+use\s+([^;]+);", code):
        for path, name in split_exports(use.group(1)):
            exports[name] = path[1] if path[0] == "self" else path[0]
    return exports


def split_exports(tree: str):
    """Yields the segments of each path in a `pub use`, with the name that it gets."""
    for path in split_tree(tree, keep_alias=True):
        path, _, alias = (s.strip() for s in path.partition(" as "))
        segments = path.split("::")
        yield segments, alias or segments[-1]


class Modules:
    """The modules of the domains: capabilities, and files of a domain itself."""

    def __init__(self, source: Path):
        self.source = source
        self.exports = {f.name: reexports_of(f / "mod.rs") for f in sorted(source.iterdir()) if f.is_dir()}

    def module_of(self, path: list[str]) -> str | None:
        """Returns the module that a path leads to; the domain if its mod.rs defines the name."""
        domain, *rest = path
        if domain not in self.exports or not rest or rest[0] == "*":
            return None
        module = rest[0] if is_module(self.source / domain, rest[0]) else self.exports[domain].get(rest[0])
        return f"{domain}::{module}" if module else domain


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
        self.modules: dict[str, dict[str, str]] = {}


def role_of(inner: list[str], own: Capability | None) -> str | None:
    """Returns the role of a file in its module; None for a domain's mod.rs and for files that assemble the server."""
    if inner[0] in WIRING or len(inner) < 2:
        return None
    name = inner[1] if not own else inner[2] if len(inner) > 2 else "mod"
    return name if name in NEIGHBORS else "helper"


def check_file(
    file: Path, source: Path, known: dict[str, Capability], modules: Modules, report: Report, root: Path
) -> None:
    inner = [p for p in file.relative_to(source).with_suffix("").parts if p != "mod"]
    where, code = file.relative_to(root), code_of(file.read_text())
    domain = inner[0] if inner else "lib"
    own = known.get("::".join(inner[:2]))
    module = modules.module_of(inner) or domain
    role = role_of(inner, own)
    if role:
        check_role(role, code, lambda line, words: report.breaches.append(f"{where}:{line}: {words}"))
    for line, path in paths_of(code):
        to = absolute(inner, path)
        if not to:
            continue
        other = known.get("::".join(to[:2]))
        if domain not in ("lib", "main") and is_domain(source, to[0]):
            add_edge(report.domains, domain, to[0], f"{where}:{line}")
        to_module = modules.module_of(to)
        if to_module:
            add_edge(report.modules, module, to_module, f"{where}:{line}")
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
    known, modules = capabilities_of(source), Modules(source)
    for file in sorted(source.rglob("*.rs")):
        if file.name == "tests.rs":  # Unit tests in a file of their own.
            continue
        check_file(file, source, known, modules, report, root)
    counts: dict[str, int] = {}
    for name in known:
        counts[name.split("::")[0]] = counts.get(name.split("::")[0], 0) + 1
    for domain, count in counts.items():
        if count > MAX_CAPABILITIES:
            report.breaches.append(f"server/app/src/{domain}:1: {count} capabilities; at most {MAX_CAPABILITIES}")
    report.breaches = crate_breaches(root) + sorted(set(report.breaches))
    report.breaches += cycles(report.domains, "domains") + cycles(report.modules, "modules")
    return report


def main() -> int:
    report = check(ROOT)
    for domain in sorted(report.domains):
        print(f"{domain:14} -> {', '.join(sorted(report.domains[domain]))}")
    print("\n".join(report.breaches) if report.breaches else "Every module imports only what it may.")
    return 1 if report.breaches else 0


if __name__ == "__main__":
    sys.exit(main())
