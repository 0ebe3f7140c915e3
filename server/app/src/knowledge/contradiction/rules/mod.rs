//! Detection of contradicting answers: their questions are similar and their facts differ.
mod facts;

use std::collections::{BTreeMap, BTreeSet};

use answering::{Engine, Entry, LexicalIndex};

use self::facts::{Facts, Kind, facts};
use crate::knowledge::answer::Answer;

/// Minimum similarity of two questions on the same subject.
const MIN_SIMILARITY: f32 = 0.58;
/// Maximum number of utterances of an answer that are compared.
const MAX_UTTERANCES: usize = 3;
/// Maximum number of similar answers that are checked per utterance.
const MAX_NEIGHBORS: usize = 5;
/// Maximum number of values of one kind that are named.
const MAX_NAMED_VALUES: usize = 3;

/// Two answers whose questions are similar and whose facts differ.
#[derive(Debug)]
pub struct Contradiction {
    pub first: Answer,
    pub second: Answer,
    pub reasons: Vec<String>,
    pub similarity: f32,
}

/// Returns the contradicting pairs, the most similar first.
pub fn contradictions(answers: Vec<Answer>) -> Vec<Contradiction> {
    let candidates: Vec<(Answer, Facts)> = answers
        .into_iter()
        .map(|answer| {
            let facts = facts(&answer.answer);
            (answer, facts)
        })
        .filter(|(_, facts)| !facts.is_empty())
        .collect();
    let index =
        LexicalIndex::new(candidates.iter().enumerate().map(|(at, (answer, _))| entry(at, answer)).collect());
    let mut similarities: BTreeMap<(usize, usize), f32> = BTreeMap::new();
    for (at, (answer, _)) in candidates.iter().enumerate() {
        for utterance in std::iter::once(&answer.question).chain(&answer.samples).take(MAX_UTTERANCES) {
            for near in
                index.rank(utterance, MAX_NEIGHBORS).iter().filter(|near| near.confidence >= MIN_SIMILARITY)
            {
                let Some(other) = near.id.parse::<usize>().ok().filter(|other| *other != at) else {
                    continue;
                };
                let similarity = similarities.entry((at.min(other), at.max(other))).or_default();
                *similarity = similarity.max(near.confidence);
            }
        }
    }
    let mut found: Vec<Contradiction> = similarities
        .into_iter()
        .map(|((one, other), similarity)| (&candidates[one], &candidates[other], similarity))
        .map(|((first, ours), (second, theirs), similarity)| Contradiction {
            first: first.clone(),
            second: second.clone(),
            reasons: reasons(ours, theirs),
            similarity,
        })
        .filter(|pair| !pair.reasons.is_empty())
        .collect();
    found.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
    found
}

/// Returns the index entry of an answer without its text, so that only questions are compared.
fn entry(at: usize, answer: &Answer) -> Entry {
    Entry {
        id: at.to_string(),
        question: answer.question.clone(),
        utterances: answer.samples.clone(),
        training_examples: vec![],
        answer: String::new(),
    }
}

/// Describes the kinds of facts in which each answer has a value that the other lacks. An answer that
/// only has more values than the other does not contradict it.
fn reasons(first: &Facts, second: &Facts) -> Vec<String> {
    let differ = |(kind, ours): (&Kind, &BTreeMap<String, String>)| {
        let theirs = second.get(kind)?;
        let only = |one: &BTreeMap<String, String>, other: &BTreeMap<String, String>| -> BTreeSet<String> {
            one.iter()
                .filter(|(value, _)| !other.contains_key(*value))
                .map(|(_, shown)| shown.clone())
                .collect()
        };
        let (mine, yours) = (only(ours, theirs), only(theirs, ours));
        (!mine.is_empty() && !yours.is_empty())
            .then(|| format!("{} here, {} there", listed(&mine), listed(&yours)))
    };
    first.iter().filter_map(differ).collect()
}

fn listed(values: &BTreeSet<String>) -> String {
    let shown: Vec<&str> = values.iter().take(MAX_NAMED_VALUES).map(String::as_str).collect();
    let more = if values.len() > MAX_NAMED_VALUES { " and more" } else { "" };
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: &str, question: &str, samples: &[&str], answer: &str) -> Answer {
        Answer {
            samples: samples.iter().map(|sample| (*sample).to_owned()).collect(),
            ..Answer::new(id.into(), "c".into(), question, answer, platform::Timestamp(0))
        }
    }

    fn pair(one: (&str, &str), other: (&str, &str)) -> Vec<String> {
        let about = [
            answer("a", one.0, &[], one.1),
            answer("b", other.0, &[], other.1),
            answer("x", "Where do I send my dues?", &[], "To the office, by the 5th."),
            answer("y", "How do I report a leak?", &[], "Call 202-555-0100 at any hour."),
        ];
        contradictions(about.to_vec()).into_iter().flat_map(|pair| pair.reasons).collect()
    }

    #[test]
    fn different_values_on_the_same_subject_are_described_in_plain_words() {
        for (one, other, expected) in [
            (
                ("When does the pool close?", "The pool closes at 10 pm."),
                ("What time does the pool close in summer?", "It closes at 8 pm."),
                "10 pm here, 8 pm there",
            ),
            (
                ("What day is trash pickup?", "Trash is picked up on Mondays and Thursdays."),
                ("When is the trash picked up?", "Every Tuesday morning."),
                "Monday, Thursday here, Tuesday there",
            ),
            (
                ("How much is a guest parking permit?", "A guest permit is $25."),
                ("What does a guest parking permit cost?", "$40, at the office."),
                "$25 here, $40 there",
            ),
            (
                ("How many days before must I book the clubhouse?", "Book it 14 days before."),
                ("How early do I have to book the clubhouse?", "At least 7 days ahead."),
                "14 days here, 7 days there",
            ),
            (
                ("Can I have a grill on my balcony?", "Yes, an electric one."),
                ("Are grills on the balcony allowed?", "No. Fire code."),
                "yes here, no there",
            ),
            (
                ("What is the phone number of the gate house?", "Call 202-555-0110."),
                ("Phone number for the gate house?", "It is 202-555-0119."),
                "202-555-0110 here, 202-555-0119 there",
            ),
        ] {
            let found = pair(one, other);
            assert!(
                found.iter().any(|reason| reason.eq_ignore_ascii_case(expected)),
                "{one:?} {other:?}: {found:?}"
            );
        }
    }

    #[test]
    fn equal_additional_and_unrelated_values_are_not_contradictions() {
        for (one, other) in [
            (
                ("When does the pool close?", "The pool closes at 10 pm."),
                ("What time does the pool close?", "At 22:00, every day."),
            ),
            (
                ("When is the pool open?", "From 8 am to 10 pm."),
                ("Is the pool open now? When does it open?", "It opens at 8 am."),
            ),
            (
                ("When does the pool close?", "The pool closes at 10 pm."),
                ("When does the gym close?", "The gym closes at 11 pm."),
            ),
            (
                ("How much is a guest parking permit?", "A guest permit is $25."),
                ("How much are the dues?", "They are $310 a month."),
            ),
            (
                ("Can I have a grill on my balcony?", "Yes, an electric one."),
                ("Can I have a dog?", "No dogs over 30 pounds."),
            ),
        ] {
            assert_eq!(pair(one, other), Vec::<String>::new(), "{one:?} {other:?}");
        }
    }
}
