"""Checks the gzipped download size of the web app against its budgets. Reads web/dist of `make web`."""

import gzip
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Loaded after the login: the session, and the frame around every screen.
SIGNED_IN = ("src/app/session-provider.tsx", "src/app/frame/frame.tsx")
LOGIN = "src/app/login-route.tsx"

# Limits in kB of 1,000 bytes. ALL_CSS is the limit of the style sheets of all screens together.
LOGIN_SCRIPT, FIRST_SCRIPT, ROUTE_SCRIPT, ALL_CSS = 145, 260, 60, 45
# The chat for visitors: what it loads in all, and the part that every page of a website loads first.
CHAT, CHAT_LOADER = 35, 4
# The build of the chat has a manifest of its own, and a script outside of it.
CHAT_MANIFEST, LOADER = ".vite/chat-manifest.json", "chat.js"


class Web:
    """A build: the imports and sizes of its chunks."""

    def __init__(self, dist: Path):
        self.dist = dist
        self.chunks = json.loads((dist / ".vite/manifest.json").read_text())
        self.chat_chunks = json.loads((dist / CHAT_MANIFEST).read_text())
        self.html = (dist / "index.html").read_text()

    def needs(self, *keys: str) -> set[str]:
        """Returns these chunks and all chunks that they import, directly or not."""
        found, todo = set(), list(keys)
        while todo:
            key = todo.pop()
            if key not in found:
                found.add(key)
                todo += self.chunks[key].get("imports", [])
        return found

    def zipped(self, file: str) -> float:
        return len(gzip.compress((self.dist / file).read_bytes(), 9)) / 1000

    def scripts(self, chunks: set[str]) -> float:
        return sum(self.zipped(file) for file in {self.chunks[key]["file"] for key in chunks} if file.endswith(".js"))

    def in_page(self) -> float:
        """Returns the size of scripts in the page that are not part of the build."""
        built = {chunk["file"] for chunk in self.chunks.values()}
        named = re.findall(r'<script[^>]*\bsrc="/([^"]+)"', self.html)
        return sum(self.zipped(file) for file in named if file not in built)

    def css(self) -> float:
        files = {file for chunk in self.chunks.values() for file in chunk.get("css", [])}
        files |= {chunk["file"] for chunk in self.chunks.values() if chunk["file"].endswith(".css")}
        return sum(self.zipped(file) for file in files)

    def chat(self) -> float:
        """Returns the size of the chat for visitors: scripts and style sheets."""
        files = {file for chunk in self.chat_chunks.values() for file in (chunk["file"], *chunk.get("css", []))}
        return sum(self.zipped(file) for file in {LOADER, *files})

    def pages(self) -> list[str]:
        """Returns the chunks that routes load on demand."""
        entry = self.needs("index.html")
        lazy = {key for chunk in entry for key in self.chunks[chunk].get("dynamicImports", [])}
        return sorted(lazy - {*SIGNED_IN, LOGIN})


def rows(web: Web) -> list[tuple[str, float, float]]:
    entry = web.needs("index.html")
    signed_in = web.needs("index.html", *SIGNED_IN)
    login = web.in_page() + web.scripts(entry | web.needs(LOGIN))
    pages = web.pages()
    whole = {page: web.in_page() + web.scripts(signed_in | web.needs(page)) for page in pages}
    first = max(whole, key=whole.get)
    return [
        ("login, script", login, LOGIN_SCRIPT),
        (f"first signed-in load, script ({first})", whole[first], FIRST_SCRIPT),
        *((f"further route {page}", web.scripts(web.needs(page) - signed_in), ROUTE_SCRIPT) for page in pages),
        ("all CSS", web.css(), ALL_CSS),
        ("chat for visitors, script and CSS", web.chat(), CHAT),
        ("chat for visitors, script of the website", web.zipped(LOADER), CHAT_LOADER),
    ]


def main(dist: Path) -> int:
    if not (dist / CHAT_MANIFEST).is_file() or not (dist / LOADER).is_file():
        print("The build has no chat for visitors: npm run build makes it after the app.")
        return 1
    web = Web(dist)
    missing = [key for key in (*SIGNED_IN, LOGIN) if key not in web.chunks]
    if missing:
        print(f"The build has no part {' and '.join(missing)}: tools/web_size.py no longer knows the app.")
        return 1
    table = rows(web)
    print(f"{'gzipped kB':<72}{'is':>8}{'at most':>9}")
    for name, size, most in table:
        print(f"{name:<72}{size:>8.1f}{most:>9}")
    too_large = [row for row in table if row[1] > row[2]]
    # Printed last, because make check repeats only the end of the output of a failed part.
    for name, size, most in too_large:
        print(f"too large: {name} is {size:.1f} kB, at most {most}")
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "web/dist"))
