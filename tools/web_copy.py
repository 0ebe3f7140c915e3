"""Checks that copy of the web app is in labels files. Prints each text elsewhere with its file and line.

Looks for string literals that begin like a sentence, "Save" or "No answers yet"; Biome's noJsxLiterals finds
text between tags.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("app", "entities", "features", "forms", "widget")
COMMENT = re.compile(r"""/\*.*?\*/|(?<![:"'`])//[^\n]*""", re.S)
LITERAL = re.compile(r"""(["'`])([A-Z][a-z']+(?:[ .,:?!…][^"`\n]*)?)\1""")
# Parts of the program: keys of the keyboard, and names that only the console or a request shows.
NO_COPY = {
    "Alt", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Backspace", "Control", "Delete", "End", "Enter",
    "Escape", "Home", "Meta", "PageDown", "PageUp", "Shift", "Space", "Tab",
}  # fmt: skip


def is_copy_file(path: Path) -> bool:
    return path.stem == "labels" or path.stem.endswith("-labels")


def texts(source: str) -> list[tuple[int, str]]:
    """Returns the texts outside of comments, each with its line."""
    source = COMMENT.sub(lambda match: " " + "\n" * match.group().count("\n"), source)
    found = []
    for match in LITERAL.finditer(source):
        before = source[: match.start()].rstrip()
        is_error = re.search(r"\bnew \w*Error\($", before)
        if match[2] not in NO_COPY and not is_error:
            found.append((source.count("\n", 0, match.start()) + 1, match[2]))
    return found


def check(root: Path) -> list[str]:
    breaches = []
    for layer in LAYERS:
        for path in sorted((root / "web/src" / layer).rglob("*.ts*")):
            if ".test." in path.name or is_copy_file(path):
                continue
            for line, text in texts(path.read_text()):
                breaches.append(f"{path.relative_to(root)}:{line}: copy outside of a labels file: {text}")
    return breaches


def main() -> int:
    breaches = check(ROOT)
    print("\n".join(breaches) or "all copy is in labels files")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
