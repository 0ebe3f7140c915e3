import tempfile
import unittest
from pathlib import Path

import web_lengths


def component(name: str, lines: int) -> str:
    return f"export function {name}() {{\n" + "  work();\n" * (lines - 2) + "}\n"


class WebLengths(unittest.TestCase):
    def test_components_are_measured_from_their_first_line_to_their_brace(self):
        source = "// A page.\n" + component("Page", 4) + component("usePage", 9) + component("Row", 3)
        self.assertEqual(web_lengths.components(source), [("Page", 2, 4), ("Row", 15, 3)])

    def test_long_components_and_files_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            src = Path(folder) / "web/src/features"
            src.mkdir(parents=True)
            (src / "a.tsx").write_text(component("Short", 100) + component("Long", 101))
            (src / "b.ts").write_text("work();\n" * 251)
            (src / "b.test.ts").write_text("work();\n" * 251)
            self.assertEqual(
                web_lengths.check(Path(folder)),
                [
                    "web/src/features/a.tsx:101: Long has 101 lines, at most 100",
                    "web/src/features/b.ts: 251 lines, at most 250",
                ],
            )

    def test_this_tree_is_looked_at(self):
        self.assertTrue(list(web_lengths.ROOT.glob("web/src/features/*/*.tsx")))


if __name__ == "__main__":
    unittest.main()
