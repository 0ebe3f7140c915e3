"""Runs the web linter on small trees: a valid one, and one per violation."""

import tempfile
import unittest
from pathlib import Path

import web_dependencies

GOOD = {
    "web/src/gen/note_pb.ts": "export type Note = {};\n",
    "web/src/lib/age.ts": "export const age = 1;\n",
    "web/src/ui/button.tsx": 'import { age } from "../lib/age";\n',
    "web/src/api/query.ts": 'import type { Note } from "../gen/note_pb";\nimport { age } from "../lib/age";\n',
    "web/src/features/notes/page.tsx": 'import { q } from "../../api/query";\nimport { Row } from "./row";\nimport { useParams } from "react-router";\n',
    "web/src/features/notes/row.tsx": "// import { Pad } from \"../pads/pad\";\nexport const Row = 1;\n",
    "web/src/features/notes/row.test.tsx": 'import { render } from "../../testing/render";\n',
    "web/src/features/pads/pad.tsx": "export const Pad = 1;\n",
    "web/src/app/main.tsx": 'import { page } from "../features/notes/page";\n',
    "web/src/widget/view.ts": 'import { age } from "../lib/age";\nimport { link } from "./link";\nimport css from "./view.css?inline";\n',
    "web/src/widget/link.ts": "export const link = 1;\n",
    "web/src/widget/link.test.ts": 'import { test } from "vitest";\n',
    "web/src/features/pads/preview.tsx": 'import { link } from "../../widget/link";\n',
    "web/src/testing/render.tsx": 'import { main } from "../app/main";\n',
}

# Files added to the valid tree, and a part of each line that the linter must print.
BAD = {
    "lib_knows_a_widget": (
        {"web/src/lib/age.ts": 'import { Button } from "../ui/button";\n'},
        ["web/src/lib/age.ts:1: lib may not import ui"],
    ),
    "a_widget_knows_the_domain": (
        {"web/src/ui/button.tsx": 'import type { Note } from "../gen/note_pb";\n'},
        ["ui/button.tsx:1: ui may not import gen"],
    ),
    "a_widget_knows_the_router": (
        {"web/src/ui/button.tsx": 'import {\n  Link,\n} from "react-router";\nimport "@tanstack/react-query";\n'},
        ["ui may not import react-router", "ui/button.tsx:4: ui may not import @tanstack/react-query"],
    ),
    "api_knows_a_widget": (
        {"web/src/api/query.ts": 'export { Button } from "../ui/button";\n'},
        ["api/query.ts:1: api may not import ui"],
    ),
    "a_feature_knows_another": (
        {"web/src/features/notes/page.tsx": 'const Pad = import("../pads/pad");\n'},
        ["notes/page.tsx:1: the feature notes may not import the feature pads"],
    ),
    "entities_import_each_other_in_a_cycle": (
        {
            "web/src/entities/note/note.ts": 'import { pad } from "../pad/pad";\n',
            "web/src/entities/pad/pad.ts": 'import { note } from "../note/note";\n',
        },
        ["entities/note/note.ts:1: a cycle of entities: note -> pad -> note"],
    ),
    "an_entity_knows_a_feature": (
        {"web/src/entities/note/note.ts": 'import { Pad } from "../../features/pads/pad";\n'},
        ["entities may not import features"],
    ),
    "a_feature_knows_the_app": (
        {"web/src/features/notes/page.tsx": 'import { main } from "../../app/main";\n'},
        ["features may not import app"],
    ),
    "a_page_imports_what_is_for_tests": (
        {"web/src/features/notes/page.tsx": 'import { render } from "../../testing/render";\n'},
        ["features may not import testing"],
    ),
    "the_chat_for_visitors_knows_the_contract": (
        {"web/src/widget/link.ts": 'import type { Note } from "../gen/note_pb";\n'},
        ["widget/link.ts:1: widget may not import gen"],
    ),
    "the_chat_for_visitors_knows_a_package": (
        {"web/src/widget/link.ts": 'import { createElement } from "react";\n'},
        ["widget/link.ts:1: widget may not import react"],
    ),
    "an_entity_knows_the_chat_for_visitors": (
        {"web/src/entities/note/note.ts": 'import { link } from "../../widget/link";\n'},
        ["entities may not import widget"],
    ),
    "a_folder_nobody_knows": (
        {"web/src/stuff/a.ts": "export {};\n"},
        ["the folder stuff has no place"],
    ),
}


def breaches(overlay: dict[str, str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for path, text in (GOOD | overlay).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return web_dependencies.check(root)


class WebDependencies(unittest.TestCase):
    def test_a_good_tree_has_no_breach(self):
        self.assertEqual(breaches({}), [])

    def test_this_tree_is_looked_at(self):
        self.assertTrue(list(web_dependencies.ROOT.glob("web/src/features/*/*.tsx")))


def breach_test(overlay, wanted):
    def test(self):
        found = breaches(overlay)
        for words in wanted:
            self.assertTrue(any(words in line for line in found), f"{words!r} in {found}")
        self.assertEqual(len(found), len(wanted), found)

    return test


for name, (overlay, wanted) in BAD.items():
    setattr(WebDependencies, f"test_{name}", breach_test(overlay, wanted))

if __name__ == "__main__":
    unittest.main()
