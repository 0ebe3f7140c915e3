//! The decision whether a ranking is confident enough to answer.
//!
//! An answer requires a confident best match and a margin over the second one. Every other text is escalated to staff,
//! with the best match as a suggestion if there is one.

use std::cmp::Ordering;

use crate::Match;

/// Confidence limits of a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConfidenceThresholds {
    /// Minimum confidence of an answered match.
    pub min_confidence: f32,
    /// Minimum difference between the confidences of the best and the second match.
    pub min_margin: f32,
    /// Confidence from which the best match is answered without the margin, as long as the second match is less
    /// confident.
    pub certain_confidence: f32,
    /// Minimum confidence of a match that is suggested to staff.
    pub min_suggestion_confidence: f32,
}

impl ConfidenceThresholds {
    /// The thresholds of [`decide`].
    pub const DEFAULT: ConfidenceThresholds = ConfidenceThresholds {
        min_confidence: 0.58,
        min_margin: 0.12,
        certain_confidence: 0.97,
        min_suggestion_confidence: 0.25,
    };

    /// Decides with these thresholds. The matches may have any order; a match with a NaN confidence is ignored.
    pub fn decide<'a>(&self, matches: &'a [Match]) -> AnswerDecision<'a> {
        let mut ranked: Vec<&Match> = matches.iter().filter(|m| !m.confidence.is_nan()).collect();
        ranked.sort_by(|a, b| b.confidence.partial_cmp(&a.confidence).unwrap_or(Ordering::Equal));
        let Some(&best) = ranked.first().filter(|best| best.confidence >= self.min_suggestion_confidence)
        else {
            return AnswerDecision::Escalate { best: None, reason: EscalationReason::NoMatch };
        };
        if best.confidence < self.min_confidence {
            return AnswerDecision::Escalate { best: Some(best), reason: EscalationReason::LowConfidence };
        }
        let second = ranked.get(1).map_or(0.0, |second| second.confidence);
        let has_margin = best.confidence - second >= self.min_margin;
        if has_margin || best.confidence >= self.certain_confidence && second < best.confidence {
            AnswerDecision::Answer(best)
        } else {
            AnswerDecision::Escalate { best: Some(best), reason: EscalationReason::Ambiguous }
        }
    }
}

impl Default for ConfidenceThresholds {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What to do with a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnswerDecision<'a> {
    /// Send the answer of this match.
    Answer(&'a Match),
    /// Leave the text to staff.
    Escalate {
        /// The match that is suggested to staff.
        best: Option<&'a Match>,
        /// Why the text is not answered.
        reason: EscalationReason,
    },
}

/// Why a text is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EscalationReason {
    /// No match reaches the minimum confidence of a suggestion.
    NoMatch,
    /// The best match does not reach the minimum confidence of an answer.
    LowConfidence,
    /// The margin over the second match is too small.
    Ambiguous,
}

/// Decides with [`ConfidenceThresholds::DEFAULT`].
pub fn decide(matches: &[Match]) -> AnswerDecision<'_> {
    ConfidenceThresholds::DEFAULT.decide(matches)
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

    fn reason(confidences: &[f32]) -> Option<EscalationReason> {
        match decide(&ranking(confidences)) {
            AnswerDecision::Answer(_) => None,
            AnswerDecision::Escalate { reason, .. } => Some(reason),
        }
    }

    #[test]
    fn a_confident_match_with_a_margin_is_answered() {
        assert_eq!(reason(&[0.8, 0.3]), None);
        assert_eq!(reason(&[0.8]), None);
        assert_eq!(reason(&[ConfidenceThresholds::DEFAULT.min_confidence]), None);
    }

    #[test]
    fn a_text_without_a_similar_entry_is_escalated_without_a_suggestion() {
        let no_match = AnswerDecision::Escalate { best: None, reason: EscalationReason::NoMatch };
        assert_eq!(decide(&[]), no_match);
        assert_eq!(decide(&ranking(&[0.1])), no_match);
    }

    #[test]
    fn a_match_of_low_confidence_is_only_suggested() {
        let matches = ranking(&[0.5, 0.1]);
        assert_eq!(
            decide(&matches),
            AnswerDecision::Escalate { best: Some(&matches[0]), reason: EscalationReason::LowConfidence }
        );
    }

    #[test]
    fn two_matches_of_equal_confidence_are_ambiguous() {
        assert_eq!(reason(&[0.8, 0.78]), Some(EscalationReason::Ambiguous));
        assert_eq!(reason(&[1.0, 1.0]), Some(EscalationReason::Ambiguous));
    }

    #[test]
    fn an_identical_question_is_answered_without_a_margin() {
        assert_eq!(reason(&[1.0, 0.95]), None);
    }

    #[test]
    fn the_order_of_matches_and_nan_confidences_do_not_affect_the_decision() {
        let matches = ranking(&[f32::NAN, 0.2, 0.9]);
        assert_eq!(decide(&matches), AnswerDecision::Answer(&matches[2]));
    }
}
