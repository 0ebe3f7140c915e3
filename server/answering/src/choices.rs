//! Asking back: which questions, and what the resident says to that.
//!
//! Measured on public intents that no entry answers surely enough (BANKING77 and CLINC150, five wordings an entry): where
//! the best match has at least [`LIKELY`], the right one is among the three in 86 to 96 of 100 texts, and of texts that
//! nothing answers fewer than 20 in 100 come so near with a sentence model.

use crate::{Match, Thresholds, Verdict, normalise};

/// From this confidence on it is worth asking which question is meant.
pub const LIKELY: f32 = 0.44;
/// At most so many questions are asked about.
const MOST_CHOICES: usize = 3;
/// What has less of the best one's confidence is no choice beside it.
const BESIDE: f32 = 0.5;

/// The questions of which the resident may choose, best first, where none is sure enough to answer but one of them is
/// likely meant; else none. The matches are in order.
pub fn choices<'a>(matches: &'a [Match], caution: &Thresholds) -> &'a [Match] {
    let Verdict::Escalate { best: Some(best), .. } = caution.decide(matches) else { return &[] };
    // Where nothing at all may be answered, there is nothing to choose.
    if best.confidence < LIKELY || caution.answer.is_infinite() {
        return &[];
    }
    let near = |found: &&Match| found.confidence >= best.confidence * BESIDE;
    &matches[..matches.iter().take(MOST_CHOICES).take_while(near).count()]
}

/// What somebody picked who was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// This one, from 0.
    This(usize),
    /// None of them.
    Neither,
}

/// How the choices are named.
const NAMES: [&[&str]; MOST_CHOICES] = [
    &["1", "one", "first", "1st", "uno", "primero", "primera", "un", "une", "premier", "premiere"],
    &["2", "two", "second", "2nd", "dos", "segundo", "segunda", "deux", "deuxieme", "seconde"],
    &["3", "three", "third", "3rd", "tres", "tercero", "tercera", "trois", "troisieme", "last"],
];
const NEITHER: [&str; 14] = [
    "0", "zero", "none", "no", "neither", "nope", "nah", "office", "other", "ninguno", "ninguna", "aucun",
    "aucune", "non",
];
/// Words around them that change nothing.
const AROUND: [&str; 33] = [
    "the", "number", "option", "answer", "question", "please", "i", "mean", "meant", "is", "it", "its",
    "that", "want", "a", "hi", "ok", "okay", "yes", "yeah", "thanks", "thank", "you", "of", "them", "these",
    "those", "above", "ask", "for", "my", "el", "la",
];

/// What a text picks of so many choices; nothing where it says something else.
pub fn pick(text: &str, choices: usize) -> Option<Pick> {
    let words = normalise::words(text);
    if words.len() > 8 || text.contains('?') {
        return None;
    }
    let named = |word: &String| NAMES.iter().position(|names| names.contains(&word.as_str()));
    let neither = words.iter().any(|word| NEITHER.contains(&word.as_str()));
    let mut picked: Vec<(usize, &str)> = Vec::new();
    for word in &words {
        match named(word) {
            Some(at) => picked.push((at, word)),
            None if NEITHER.contains(&word.as_str()) || AROUND.contains(&word.as_str()) => {}
            None => return None,
        }
    }
    // "The second one".
    if picked.len() > 1 {
        picked.retain(|(_, word)| *word != "one");
    }
    picked.dedup_by_key(|(at, _)| *at);
    match (picked.as_slice(), neither) {
        ([], true) => Some(Pick::Neither),
        ([(at, word)], false) => {
            let at = if *word == "last" { choices.saturating_sub(1) } else { *at };
            (at < choices).then_some(Pick::This(at))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(confidences: &[f32]) -> Vec<Match> {
        let named = |(at, &confidence): (usize, &f32)| Match {
            id: at.to_string(),
            question: String::new(),
            confidence,
        };
        confidences.iter().enumerate().map(named).collect()
    }

    fn asked(confidences: &[f32]) -> usize {
        choices(&ranked(confidences), &Thresholds::DEFAULT).len()
    }

    #[test]
    fn it_is_asked_where_one_is_likely_and_none_is_sure() {
        assert_eq!(asked(&[0.5, 0.45, 0.4]), 3);
        assert_eq!(asked(&[0.5, 0.4, 0.2]), 2);
        assert_eq!(asked(&[0.5]), 1);
        assert_eq!(asked(&[0.8, 0.78]), 2, "two that tie");
        assert_eq!(asked(&[0.39, 0.38]), 0, "too unsure");
        assert_eq!(asked(&[0.8, 0.3]), 0, "sure enough to answer");
        assert_eq!(asked(&[]), 0);
    }

    #[test]
    fn whoever_wants_more_certainty_asks_more() {
        let strict = Thresholds { answer: 0.9, ..Thresholds::DEFAULT };
        assert_eq!(choices(&ranked(&[0.8, 0.3]), &strict).len(), 1);
        let never = Thresholds { answer: f32::INFINITY, ..Thresholds::DEFAULT };
        assert!(choices(&ranked(&[1.0]), &never).is_empty());
    }

    #[test]
    fn a_pick_is_heard_however_it_is_worded() {
        for (text, expected) in [
            ("1", 0),
            ("1.", 0),
            ("#1", 0),
            ("one", 0),
            ("the first one", 0),
            ("1️⃣", 0),
            ("first", 0),
            ("2", 1),
            ("2.", 1),
            ("2)", 1),
            ("the second one", 1),
            ("two", 1),
            ("Two please", 1),
            ("option 2", 1),
            ("number two", 1),
            ("I mean 2", 1),
            ("2 thanks", 1),
            ("it's the 2nd", 1),
            ("3", 2),
            ("third", 2),
            ("the last one", 2),
            ("yes 1", 0),
            ("la segunda", 1),
            ("le 2", 9),
        ] {
            let expected = (expected < 3).then_some(Pick::This(expected));
            assert_eq!(pick(text, 3), expected, "{text}");
        }
        for text in [
            "0",
            "none",
            "None of them",
            "no",
            "No.",
            "neither",
            "nope",
            "0 please",
            "the office",
            "none of these",
            "no thanks",
        ] {
            assert_eq!(pick(text, 3), Some(Pick::Neither), "{text}");
        }
    }

    #[test]
    fn whatever_else_is_said_is_no_pick() {
        for text in [
            "1 and 2",
            "where do i park",
            "4",
            "3 dogs",
            "2?",
            "apt 2",
            "no dogs allowed?",
            "",
            "second floor gym hours",
            "10",
            "ok",
            "thanks",
        ] {
            assert_eq!(pick(text, 3), None, "{text}");
        }
        assert_eq!(pick("3", 2), None);
        assert_eq!(pick("the last one", 2), Some(Pick::This(1)));
    }
}
