"""The size check on small builds, within and over the budgets."""

import contextlib
import io
import json
import random
import tempfile
import unittest
from pathlib import Path

import web_size as size

PAGE = "src/features/notes/page.tsx"


def build(dist: Path, **kilobytes: int) -> None:
    """Creates a build whose files are incompressible."""
    sizes = {"index.js": 10, "shared.js": 10, "frame.js": 10, "login.js": 10, "page.js": 10, "all.css": 10}
    sizes |= {"chat.js": 1, "widget.js": 10, "widget.css": 3}
    sizes |= {name.replace("_", "."): kb for name, kb in kilobytes.items()}
    chance = random.Random(1)
    for name, kb in sizes.items():
        (dist / name).write_bytes(chance.randbytes(kb * 1000))
    (dist / "index.html").write_text('<script src="/index.js"></script>')
    (dist / ".vite").mkdir()
    (dist / ".vite/manifest.json").write_text(json.dumps({
        "index.html": {"file": "index.js", "css": ["all.css"], "dynamicImports": [*size.SIGNED_IN, size.LOGIN, PAGE]},
        "_shared": {"file": "shared.js"},
        **{key: {"file": "frame.js", "imports": ["index.html"]} for key in size.SIGNED_IN},
        size.LOGIN: {"file": "login.js", "imports": ["_shared"]},
        PAGE: {"file": "page.js", "imports": ["_shared", "index.html"]},
    }))
    chat = {"src/widget/main.ts": {"file": "widget.js", "css": ["widget.css"], "isEntry": True}}
    (dist / ".vite/chat-manifest.json").write_text(json.dumps(chat))


class Sizes(unittest.TestCase):
    def outcome(self, **kilobytes: int) -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
            build(Path(folder), **kilobytes)
            return size.main(Path(folder)), out.getvalue()

    def test_small_is_fine(self):
        code, out = self.outcome()
        self.assertEqual(code, 0, out)

    def test_each_budget_can_be_overrun(self):
        for name, kb, row in [
            ("login_js", 135, "login"),
            ("page_js", 250, "first"),
            ("frame_js", 240, "first"),
            ("page_js", 61, "further"),
            ("all_css", 46, "all CSS"),
            ("widget_js", 32, "chat for visitors, script and CSS"),
            ("widget_css", 25, "chat for visitors, script and CSS"),
            ("chat_js", 5, "chat for visitors, script of the website"),
        ]:
            code, out = self.outcome(**{name: kb})
            self.assertEqual(code, 1, name)
            self.assertRegex(out, rf"(?m)^too large: {row}")

    def test_a_shared_chunk_counts_for_a_route_that_needs_it(self):
        code, out = self.outcome(shared_js=55)
        self.assertRegex(out, r"(?m)^too large: further .* is 65\.\d kB, at most 60$")
        self.assertEqual(code, 1)

    def test_a_build_without_the_chat_for_visitors_is_refused(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
            build(Path(folder))
            (Path(folder) / "chat.js").unlink()
            self.assertEqual(size.main(Path(folder)), 1)
        self.assertIn("no chat", out.getvalue())


if __name__ == "__main__":
    unittest.main()
