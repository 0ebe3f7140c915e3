import unittest

from glossary import banned, problems

PAGE = """# Glossary
| Term in code | Meaning | On the screen | Not |
|---|---|---|---|
| `Simulator` | Tries. | Test | `Rehearsal`, `Tried` |
| `Company` | A tenant. | Company | |
"""


class Glossary(unittest.TestCase):
    def test_the_last_column_is_what_may_not_be_said(self):
        self.assertEqual(banned(PAGE), {"Rehearsal": "Simulator", "Tried": "Simulator"})

    def test_an_identifier_is_found_in_code(self):
        source = "struct Simulator;\n\nimpl Tried for Simulator {}\n"
        self.assertEqual(problems(source, banned(PAGE)), [(3, "Tried: say Simulator")])

    def test_comments_texts_and_longer_names_are_not_looked_at(self):
        source = '// Tried once.\nlet a = "Tried\n twice";\nlet b = `Tried`; /* Tried */\nstruct TriedOut;\n'
        self.assertEqual(problems(source, banned(PAGE)), [])

    def test_lines_are_counted_past_what_is_left_out(self):
        self.assertEqual(problems('let a = "\n\n";\nTried\n', banned(PAGE))[0][0], 4)


if __name__ == "__main__":
    unittest.main()
