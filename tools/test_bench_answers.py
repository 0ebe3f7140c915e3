"""The figures of other engines are computed as in `parlor answers evaluate`."""

import unittest

import bench_answers as bench


def found(*names: str, confidence: float, answered: bool, ms: float = 1.0) -> dict:
    return {"names": list(names), "confidence": confidence, "answered": answered, "ms": ms}


class Figures(unittest.TestCase):
    def test_shares_are_of_the_questions_that_they_name(self):
        figures = bench.figures(
            ["a", "a", "a", "a", "none", "none"],
            [
                found("a", confidence=0.9, answered=True),
                found("b", "a", confidence=0.8, answered=True),
                found("a", confidence=0.4, answered=False),
                found("b", confidence=0.3, answered=False),
                found("b", confidence=0.7, answered=True, ms=3.0),
                found(confidence=0.1, answered=False, ms=3.0),
            ],
        )
        self.assertEqual((figures["accuracy_at_1"], figures["accuracy_at_3"]), (0.5, 0.75))
        self.assertEqual((figures["answered_share"], figures["answered_wrong_share"]), (0.5, 2 / 3))
        self.assertEqual((figures["out_of_scope_recall"], figures["auroc"]), (0.5, 0.75))
        self.assertEqual(figures["in_scope_correct_at_90_oos_recall"], 0.25)
        self.assertEqual((figures["p50_ms"], figures["p99_ms"]), (1.0, 3.0))

    def test_without_strangers_there_is_nothing_to_tell_of_them(self):
        figures = bench.figures(["a"], [found("a", confidence=0.9, answered=True)])
        self.assertEqual((figures["auroc"], figures["out_of_scope_recall"]), (None, None))


class Drawing(unittest.TestCase):
    train = [(f"{intent} {n}", intent) for intent in "ab" for n in range(20)]

    def test_a_draw_is_the_same_each_time_and_another_seed_another(self):
        self.assertEqual(bench.draw(self.train, 3, 0), bench.draw(self.train, 3, 0))
        self.assertNotEqual(bench.draw(self.train, 3, 0), bench.draw(self.train, 3, 1))

    def test_every_intent_has_its_samples_and_no_others(self):
        drawn = bench.draw(self.train, 3, 0)
        self.assertEqual([len(texts) for texts in drawn.values()], [3, 3])
        self.assertTrue(all(text.startswith(intent) for intent, texts in drawn.items() for text in texts))


if __name__ == "__main__":
    unittest.main()
