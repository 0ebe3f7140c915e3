import tempfile
import unittest
from pathlib import Path

import web_classes

HOLE = web_classes.HOLE


class WebClasses(unittest.TestCase):
    def test_classes_of_selectors_are_found_with_their_lines(self):
        source = '/* .old */\n.row,\n.row__grow:not(.is-off) { background: url(a.png); }\n@media (width < 9.5rem) { .note {} }'
        self.assertEqual(web_classes.style_classes(source), {"row": 2, "row__grow": 3, "is-off": 3, "note": 4})

    def test_classes_of_attributes_and_of_blocks_elsewhere_are_found(self):
        for source, names in [
            ('<p className="row row--wrap" />', ["row", "row--wrap"]),
            ('<p className={isOpen ? "open" : undefined} />', ["open"]),
            ('<p className={kind === "sheet" ? "sheet__box" : "panel"} />', ["sheet__box", "panel"]),
            ('<p className={`toast toast--${tone}`} />', ["toast", f"toast--{HOLE}"]),
            ('<p className={`row ${isOpen ? "open" : ""}`} />', ["row", "open"]),
            ('const fill = "meter__fill meter__fill--warning";', ["meter__fill", "meter__fill--warning"]),
            ('const title = "a sentence, no class";', []),
            ('// className="old"', []),
        ]:
            self.assertCountEqual(web_classes.named_classes(source), names, source)

    def test_breaches_name_file_and_line(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            src = root / "web/src"
            src.mkdir(parents=True)
            (src / "a.css").write_text(".row {}\n.old {}\n.toast--success {}\n.badge--info {}\n")
            (src / "a.tsx").write_text('<p className={`toast--${tone} row`} />;\n<p className="bare" />;\n')
            (src / "a.test.tsx").write_text('<p className="badge--info" />;\n')
            self.assertEqual(
                web_classes.check(root),
                [
                    "web/src/a.tsx:2: no style sheet has a rule for bare",
                    "web/src/a.css:2: no component names old",
                    "web/src/a.css:4: no component names badge--info",
                ],
            )

    def test_screens_do_not_define_the_same_class(self):
        sheets = [
            (Path("features/mail/mail.css"), ".body { color: red; }\n.foot {}"),
            (Path("features/mail/list/list.css"), ".body { color: blue; }"),
            (Path("features/outbox/outbox.css"), ".head, .body {}\n.outbox .foot {}"),
        ]
        self.assertEqual(
            web_classes.collisions(sheets),
            ["features/outbox/outbox.css: body is a class of features/mail/mail.css too"],
        )

    def test_this_tree_is_looked_at(self):
        self.assertTrue(list(web_classes.ROOT.glob("web/src/features/*/*.css")))


if __name__ == "__main__":
    unittest.main()
