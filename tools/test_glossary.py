import unittest

from glossary import Words, banned, empty_names, problems, words

PAGE = """# Glossary
| Term in code | Meaning | On the screen | Not |
|---|---|---|---|
| `Simulator` | Tries. | Test | `Rehearsal`, `Tried` |
| `Company` | A tenant. | Company | |

- Not a whole name: `told`, `asked`.
- Not a part of a name: `lane`.
"""
LISTED = Words(frozenset({"told", "asked"}), frozenset({"lane"}))


def empty(file: str, source: str) -> list[str]:
    return [f"{line} {what.split(':')[0]}" for line, what in empty_names(file, source, LISTED)]


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

    def test_two_lists_have_words_that_say_nothing(self):
        self.assertEqual(words(PAGE), LISTED)

    def test_functions_types_constants_and_public_fields_say_what_they_are(self):
        source = "pub fn told() {}\nstruct Asked;\nconst ASKED: u8 = 1;\nstruct A {\n    pub asked: u8,\n}\n"
        self.assertEqual(empty("a.rs", source), ["1 told", "2 Asked", "3 ASKED", "5 asked"])
        self.assertEqual(empty("a.ts", "const told = 1;\nexport const asked = 2;\n"), ["1 told", "2 asked"])

    def test_local_variables_and_longer_names_may_have_the_words(self):
        self.assertEqual(empty("a.rs", "fn a(told: u8) {\n    let asked = told;\n}\nfn asked_ms() {}\n"), [])
        self.assertEqual(empty("a.ts", "function a() {\n  const told = 1;\n}\n"), [])

    def test_some_words_are_not_even_a_part_of_a_name(self):
        self.assertEqual(empty("a.rs", "fn lane_key() {}\nstruct FastLane;\n"), ["1 lane_key", "2 FastLane"])
        self.assertEqual(empty("a.rs", "fn two_cars_of_one_lane_are_counted() {}\nfn planes() {}\n"), [])

    def test_columns_metrics_and_files_are_looked_at(self):
        self.assertEqual(empty("a.sql", "CREATE TABLE a (\n    asked INTEGER,\n    asked_ms BIGINT\n);\n"), ["2 asked"])
        self.assertEqual(empty("a.rs", 'r.register("jobs_by_lane", "Jobs", x);\n'), ["1 jobs_by_lane"])
        self.assertEqual(empty("src/told.test.ts", ""), ["1 told"])


if __name__ == "__main__":
    unittest.main()
