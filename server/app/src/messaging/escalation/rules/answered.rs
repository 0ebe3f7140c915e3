//! Compares open escalations with answered ones.
use std::collections::HashSet;

use answering::{Engine, Entry, LexicalIndex};

use crate::messaging::escalation::model::{AnsweredEscalation, SimilarAnswer};

/// Similarity from which an answer is suggested.
const MIN_SIMILARITY: f32 = 0.35;
/// Maximum number of suggested answers.
const MAX_SIMILAR: usize = 3;
/// Maximum number of matches, some of which may have the same answer.
const MAX_MATCHES: usize = 12;

/// Returns the distinct answers to similar questions, most similar first.
pub fn similar_answers(question: &str, answered: Vec<AnsweredEscalation>) -> Vec<SimilarAnswer> {
    let entries = answered.iter().map(|one| Entry {
        id: one.id.to_string(),
        question: one.question.clone(),
        utterances: vec![one.sample.clone()],
        training_examples: Vec::new(),
        answer: String::new(),
    });
    let matches = LexicalIndex::new(entries.collect()).rank(question, MAX_MATCHES);
    let mut answers = HashSet::new();
    let similar = matches.into_iter().filter(|found| found.confidence >= MIN_SIMILARITY);
    similar
        .filter_map(|found| {
            let escalation = answered.iter().find(|one| one.id.as_str() == found.id)?.clone();
            let similarity = found.confidence;
            answers.insert(escalation.answer.clone()).then_some(SimilarAnswer { escalation, similarity })
        })
        .take(MAX_SIMILAR)
        .collect()
}

/// Returns the median in minutes, rounded down, of durations in milliseconds.
pub fn median_minutes(mut durations: Vec<i64>) -> Option<i32> {
    durations.sort_unstable();
    let median = *durations.get(durations.len() / 2)?;
    Some(i32::try_from(median.max(0) / 60_000).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use platform::Timestamp;

    use super::*;

    fn answered(id: &str, question: &str, answer: &str) -> AnsweredEscalation {
        AnsweredEscalation {
            id: id.into(),
            question: question.into(),
            sample: question.into(),
            answer: answer.into(),
            reviewed_by: "Dana Okafor".into(),
            reviewed_ms: Timestamp(0),
        }
    }

    #[test]
    fn similar_questions_suggest_each_answer_once() {
        let answered_before = vec![
            answered("1", "Can I store my kayak in the garage?", "In the rack by the ramp."),
            answered("2", "is there kayak storage in the garage", "In the rack by the ramp."),
            answered("3", "May I paint my front door red?", "Ask the committee."),
        ];
        let similar = similar_answers("where in the garage can i store a kayak", answered_before);
        let answers: Vec<_> = similar.iter().map(|one| one.escalation.answer.as_str()).collect();
        assert_eq!(answers, ["In the rack by the ramp."]);
    }

    #[test]
    fn a_dissimilar_question_suggests_nothing() {
        let answered_before = vec![answered("3", "May I paint my front door red?", "Ask the committee.")];
        assert_eq!(similar_answers("zeppelin mast", answered_before), []);
        assert_eq!(similar_answers("zeppelin mast", vec![]), []);
    }

    #[test]
    fn the_median_is_in_whole_minutes() {
        for (durations, minutes) in [
            (vec![], None),
            (vec![90_000], Some(1)),
            (vec![60_000, 600_000, 120_000], Some(2)),
            (vec![0, 0, 9_000_000_000], Some(0)),
        ] {
            assert_eq!(median_minutes(durations.clone()), minutes, "{durations:?}");
        }
    }
}
