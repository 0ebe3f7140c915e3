import tempfile
import unittest
from pathlib import Path

import web_scrollers


class WebScrollers(unittest.TestCase):
    def test_what_scrolls_without_a_position_is_found(self):
        source = "/* A\nlist */\n.a { overflow: hidden auto; }\n@media (max-width: 9px) {\n  .b, .c { overflow-y: scroll; }\n}"
        self.assertEqual(web_scrollers.unpositioned(source), [(3, ".a"), (5, ".b"), (5, ".c")])

    def test_a_position_counts_in_the_rule_and_in_another_of_its_selector(self):
        for source in (
            ".a { position: relative; overflow: auto; }",
            ".a {\n  overflow: auto;\n  position: sticky;\n}",
            ".a, .b { position: fixed; }\n@media print { .a { overflow: auto; } }",
            ".a { position: relative; }\n.b .a { overflow: auto; }",
            ".a { overflow: hidden; text-overflow: ellipsis; }",
            ".a { overflow-wrap: anywhere; inline-size: auto; }",
        ):
            self.assertEqual(web_scrollers.unpositioned(source), [], source)

    def test_another_position_or_another_selector_does_not_count(self):
        for source in (
            ".a { overflow: auto; background-position: absolute; }",
            ".a { position: static; overflow: auto; }",
            ".b .a { position: relative; }\n.a { overflow: auto; }",
        ):
            self.assertEqual([one for _, one in web_scrollers.unpositioned(source)], [".a"], source)

    def test_files_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            src = Path(folder) / "web/src/ui"
            src.mkdir(parents=True)
            (src / "a.css").write_text(".a { overflow: auto; }\n.b { overflow: auto; }\n")
            (src / "b.css").write_text(".b { position: relative; }\n")
            self.assertEqual(
                web_scrollers.check(Path(folder)),
                ["web/src/ui/a.css:1: .a scrolls and needs position: relative"],
            )

    def test_this_tree_is_looked_at(self):
        self.assertTrue(list(web_scrollers.ROOT.glob("web/src/features/*/*.css")))


if __name__ == "__main__":
    unittest.main()
