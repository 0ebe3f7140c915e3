//! Whether a ranking is good enough to answer from.
//!
//! Answering needs both a confident best match and a clear distance to the next one; all else goes to staff, with
//! the best match as a suggestion where there is one.

use std::cmp::Ordering;

use crate::Match;

/// When to answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The least confidence that is answered.
    pub answer: f32,
    /// How far, in confidence, the best match must lead the second.
    pub lead: f32,
    /// From here up the text is as good as the question itself: it is answered even if another entry comes near,
    /// as long as that one is less confident.
    pub certain: f32,
    /// The least confidence that is suggested to staff.
    pub suggest: f32,
}

impl Thresholds {
    /// What [`decide`] uses.
    pub const DEFAULT: Thresholds = Thresholds { answer: 0.58, lead: 0.12, certain: 0.97, suggest: 0.25 };

    /// As [`decide`], with these thresholds. The matches may come in any order; a confidence that is not a number
    /// counts as none.
    pub fn decide<'a>(&self, matches: &'a [Match]) -> Verdict<'a> {
        let mut ranked: Vec<&Match> = matches.iter().filter(|m| !m.confidence.is_nan()).collect();
        ranked.sort_by(|a, b| b.confidence.partial_cmp(&a.confidence).unwrap_or(Ordering::Equal));
        let Some(&best) = ranked.first().filter(|best| best.confidence >= self.suggest) else {
            return Verdict::Escalate { best: None, reason: Reason::Unknown };
        };
        if best.confidence < self.answer {
            return Verdict::Escalate { best: Some(best), reason: Reason::Unsure };
        }
        let second = ranked.get(1).map_or(0.0, |second| second.confidence);
        let led = best.confidence - second >= self.lead;
        if led || best.confidence >= self.certain && second < best.confidence {
            Verdict::Answer(best)
        } else {
            Verdict::Escalate { best: Some(best), reason: Reason::Tie }
        }
    }
}

impl Default for Thresholds {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What to do with a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict<'a> {
    /// Send this entry's answer.
    Answer(&'a Match),
    /// Leave it to staff.
    Escalate {
        /// What staff may want to start from.
        best: Option<&'a Match>,
        /// Why it is not answered.
        reason: Reason,
    },
}

/// Why a text is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// No entry is about this.
    Unknown,
    /// An entry may be about this, not surely enough.
    Unsure,
    /// Two entries fit about equally well.
    Tie,
}

/// Answer or escalate, by [`Thresholds::DEFAULT`].
pub fn decide(matches: &[Match]) -> Verdict<'_> {
    Thresholds::DEFAULT.decide(matches)
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

    fn reason(confidences: &[f32]) -> Option<Reason> {
        match decide(&ranked(confidences)) {
            Verdict::Answer(_) => None,
            Verdict::Escalate { reason, .. } => Some(reason),
        }
    }

    #[test]
    fn a_confident_leader_is_answered() {
        assert_eq!(reason(&[0.8, 0.3]), None);
        assert_eq!(reason(&[0.8]), None);
        assert_eq!(reason(&[Thresholds::DEFAULT.answer]), None);
    }

    #[test]
    fn nothing_alike_is_unknown_and_suggests_nothing() {
        assert_eq!(decide(&[]), Verdict::Escalate { best: None, reason: Reason::Unknown });
        assert_eq!(decide(&ranked(&[0.1])), Verdict::Escalate { best: None, reason: Reason::Unknown });
    }

    #[test]
    fn a_weak_leader_is_only_suggested() {
        let matches = ranked(&[0.5, 0.1]);
        assert_eq!(decide(&matches), Verdict::Escalate { best: Some(&matches[0]), reason: Reason::Unsure });
    }

    #[test]
    fn two_that_fit_equally_are_not_chosen_between() {
        assert_eq!(reason(&[0.8, 0.78]), Some(Reason::Tie));
        assert_eq!(reason(&[1.0, 1.0]), Some(Reason::Tie));
    }

    #[test]
    fn the_question_itself_is_answered_beside_a_near_one() {
        assert_eq!(reason(&[1.0, 0.95]), None);
    }

    #[test]
    fn order_and_numbers_that_are_none_do_not_matter() {
        let matches = ranked(&[f32::NAN, 0.2, 0.9]);
        assert_eq!(decide(&matches), Verdict::Answer(&matches[2]));
    }
}
