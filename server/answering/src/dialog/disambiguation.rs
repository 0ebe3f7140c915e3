//! Disambiguation: asking the resident which of several questions is meant, and understanding the reply.
//!
//! Measured on texts of BANKING77 and CLINC150 that are not answered (5 utterances per entry): if the best match has at
//! least [`MIN_DISAMBIGUATION_CONFIDENCE`], the correct entry is among the first 3 for 86 to 96 percent of the texts.
//! With a sentence model, fewer than 20 percent of the out-of-scope texts reach this confidence.

use crate::Match;
use crate::decision::thresholds::{AnswerDecision, ConfidenceThresholds};
use crate::text::normalization::normalize;

/// Minimum confidence of the best match for a disambiguation.
pub const MIN_DISAMBIGUATION_CONFIDENCE: f32 = 0.44;
/// Maximum number of candidates.
const MAX_CANDIDATES: usize = 3;
/// Minimum confidence of a candidate relative to the best match.
const MIN_RELATIVE_CONFIDENCE: f32 = 0.5;
/// Maximum words of a selection.
const MAX_SELECTION_WORDS: usize = 8;

/// Returns the candidates among which the resident may choose, best first. Returns an empty slice if the best match is
/// answered or not confident enough, or if the thresholds allow no answer at all. `matches` must be sorted by descending
/// confidence.
pub fn disambiguation_candidates<'a>(matches: &'a [Match], thresholds: &ConfidenceThresholds) -> &'a [Match] {
    let AnswerDecision::Escalate { best: Some(best), .. } = thresholds.decide(matches) else { return &[] };
    if best.confidence < MIN_DISAMBIGUATION_CONFIDENCE || thresholds.min_confidence.is_infinite() {
        return &[];
    }
    let is_candidate = |found: &&Match| found.confidence >= best.confidence * MIN_RELATIVE_CONFIDENCE;
    &matches[..matches.iter().take(MAX_CANDIDATES).take_while(is_candidate).count()]
}

/// The reply to a disambiguation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// The candidate with this index, from 0.
    Candidate(usize),
    /// None of the candidates.
    NoneOfThem,
}

/// Words that select each candidate.
const CANDIDATE_WORDS: [&[&str]; MAX_CANDIDATES] = [
    &["1", "one", "first", "1st", "uno", "primero", "primera", "un", "une", "premier", "premiere"],
    &["2", "two", "second", "2nd", "dos", "segundo", "segunda", "deux", "deuxieme", "seconde"],
    &["3", "three", "third", "3rd", "tres", "tercero", "tercera", "trois", "troisieme", "last"],
];
/// Words that reject all candidates.
const REJECTIONS: [&str; 14] = [
    "0", "zero", "none", "no", "neither", "nope", "nah", "office", "other", "ninguno", "ninguna", "aucun",
    "aucune", "non",
];
/// Words that may accompany a selection.
const FILLERS: [&str; 33] = [
    "the", "number", "option", "answer", "question", "please", "i", "mean", "meant", "is", "it", "its",
    "that", "want", "a", "hi", "ok", "okay", "yes", "yeah", "thanks", "thank", "you", "of", "them", "these",
    "those", "above", "ask", "for", "my", "el", "la",
];

/// Returns which of `candidate_count` candidates a text selects. Returns `None` if the text is not a selection.
pub fn parse_selection(text: &str, candidate_count: usize) -> Option<Selection> {
    let words = normalize(text);
    if words.len() > MAX_SELECTION_WORDS || text.contains('?') {
        return None;
    }
    let candidate = |word: &String| CANDIDATE_WORDS.iter().position(|words| words.contains(&word.as_str()));
    let is_rejected = words.iter().any(|word| REJECTIONS.contains(&word.as_str()));
    let mut selected: Vec<(usize, &str)> = Vec::new();
    for word in &words {
        match candidate(word) {
            Some(at) => selected.push((at, word)),
            None if REJECTIONS.contains(&word.as_str()) || FILLERS.contains(&word.as_str()) => {}
            None => return None,
        }
    }
    // "The second one" selects the second candidate.
    if selected.len() > 1 {
        selected.retain(|(_, word)| *word != "one");
    }
    selected.dedup_by_key(|(at, _)| *at);
    match (selected.as_slice(), is_rejected) {
        ([], true) => Some(Selection::NoneOfThem),
        ([(at, word)], false) => {
            let at = if *word == "last" { candidate_count.saturating_sub(1) } else { *at };
            (at < candidate_count).then_some(Selection::Candidate(at))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(confidences: &[f32]) -> Vec<Match> {
        let to_match = |(at, &confidence): (usize, &f32)| Match {
            id: at.to_string(),
            question: String::new(),
            confidence,
        };
        confidences.iter().enumerate().map(to_match).collect()
    }

    fn candidate_count(confidences: &[f32]) -> usize {
        disambiguation_candidates(&ranking(confidences), &ConfidenceThresholds::DEFAULT).len()
    }

    #[test]
    fn candidates_are_offered_if_one_is_likely_and_none_is_confident_enough() {
        assert_eq!(candidate_count(&[0.5, 0.45, 0.4]), 3);
        assert_eq!(candidate_count(&[0.5, 0.4, 0.2]), 2);
        assert_eq!(candidate_count(&[0.5]), 1);
        assert_eq!(candidate_count(&[0.8, 0.78]), 2, "two are ambiguous");
        assert_eq!(candidate_count(&[0.39, 0.38]), 0, "the confidence is too low");
        assert_eq!(candidate_count(&[0.8, 0.3]), 0, "the best match is answered");
        assert_eq!(candidate_count(&[]), 0);
    }

    #[test]
    fn stricter_thresholds_lead_to_more_disambiguations() {
        let strict = ConfidenceThresholds { min_confidence: 0.9, ..ConfidenceThresholds::DEFAULT };
        assert_eq!(disambiguation_candidates(&ranking(&[0.8, 0.3]), &strict).len(), 1);
        let never = ConfidenceThresholds { min_confidence: f32::INFINITY, ..ConfidenceThresholds::DEFAULT };
        assert!(disambiguation_candidates(&ranking(&[1.0]), &never).is_empty());
    }

    #[test]
    fn a_selection_is_understood_in_many_phrasings() {
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
            let expected = (expected < 3).then_some(Selection::Candidate(expected));
            assert_eq!(parse_selection(text, 3), expected, "{text}");
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
            assert_eq!(parse_selection(text, 3), Some(Selection::NoneOfThem), "{text}");
        }
    }

    #[test]
    fn another_text_is_not_a_selection() {
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
            assert_eq!(parse_selection(text, 3), None, "{text}");
        }
        assert_eq!(parse_selection("3", 2), None);
        assert_eq!(parse_selection("the last one", 2), Some(Selection::Candidate(1)));
    }
}
