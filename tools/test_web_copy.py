import tempfile
import unittest
from pathlib import Path

import web_copy

COPY = [
    '<Button label="Save" />',
    "const empty = 'No answers yet.';",
    "toast.success(`Saved ${name}.`);",
    'const title = isOpen ? "Open" : undefined;',
]
NO_COPY = [
    '// "Not copy": a comment',
    '/* "Not\ncopy" */',
    'throw new Error("Unknown kind");',
    'if (event.key === "Enter") onSave();',
    'const tone = "danger";',
    'import { Button } from "../ui";',
    "const title = labels.save;",
]


class WebCopy(unittest.TestCase):
    def test_copy_is_found(self):
        for source in COPY:
            self.assertEqual(len(web_copy.texts(source)), 1, source)

    def test_other_texts_are_not_copy(self):
        for source in NO_COPY:
            self.assertEqual(web_copy.texts(source), [], source)

    def test_breaches_name_file_and_line_and_labels_files_have_none(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for layer in web_copy.LAYERS:
                (root / "web/src" / layer / "notes").mkdir(parents=True)
            notes = root / "web/src/features/notes"
            (notes / "labels.ts").write_text('export const labels = { save: "Save" };\n')
            (notes / "photo-labels.ts").write_text('export const photoLabels = { add: "Add" };\n')
            (notes / "page.test.tsx").write_text('screen.getByText("Save");\n')
            (notes / "page.tsx").write_text('// The page.\nconst title = "Notes";\n')
            found = web_copy.check(root)
            self.assertEqual(found, ["web/src/features/notes/page.tsx:2: copy outside of a labels file: Notes"])

    def test_this_tree_is_looked_at(self):
        self.assertTrue(list(web_copy.ROOT.glob("web/src/features/*/*.tsx")))


if __name__ == "__main__":
    unittest.main()
