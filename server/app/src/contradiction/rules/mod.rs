//! Which answers are on the same matter, and in what they differ.
mod facts;

use std::collections::{BTreeMap, BTreeSet};

use answering::{Engine, Entry, Lexical};

use self::facts::{Facts, Kind, facts};
use crate::knowledge::Answer;

/// From this likeness on, two questions are on the same matter.
const SAME_MATTER: f32 = 0.58;
/// So many wordings of an answer are compared with the others, and so many that come near.
const WORDINGS: usize = 3;
const NEAR: usize = 5;
/// So many values of a kind are named.
const NAMED: usize = 3;

/// Two answers that differ.
#[derive(Debug)]
pub struct Contradiction {
    pub here: Answer,
    pub there: Answer,
    pub reasons: Vec<String>,
    pub likeness: f32,
}

/// The pairs of answers that differ on the same matter, those first that are asked for most alike.
pub fn contradictions(answers: Vec<Answer>) -> Vec<Contradiction> {
    let told: Vec<(Answer, Facts)> = answers
        .into_iter()
        .map(|answer| {
            let facts = facts(&answer.answer);
            (answer, facts)
        })
        .filter(|(_, facts)| !facts.is_empty())
        .collect();
    let index = Lexical::new(told.iter().enumerate().map(|(at, (answer, _))| entry(at, answer)).collect());
    let mut alike: BTreeMap<(usize, usize), f32> = BTreeMap::new();
    for (at, (answer, _)) in told.iter().enumerate() {
        for wording in std::iter::once(&answer.question).chain(&answer.samples).take(WORDINGS) {
            for near in index.rank(wording, NEAR).iter().filter(|near| near.confidence >= SAME_MATTER) {
                let Some(other) = near.id.parse::<usize>().ok().filter(|other| *other != at) else {
                    continue;
                };
                let likeness = alike.entry((at.min(other), at.max(other))).or_default();
                *likeness = likeness.max(near.confidence);
            }
        }
    }
    let mut found: Vec<Contradiction> = alike
        .into_iter()
        .map(|((one, other), likeness)| (&told[one], &told[other], likeness))
        .map(|((here, ours), (there, theirs), likeness)| Contradiction {
            here: here.clone(),
            there: there.clone(),
            reasons: reasons(ours, theirs),
            likeness,
        })
        .filter(|pair| !pair.reasons.is_empty())
        .collect();
    found.sort_by(|one, other| other.likeness.total_cmp(&one.likeness));
    found
}

/// The answer's own words are no likeness of the question.
fn entry(at: usize, answer: &Answer) -> Entry {
    Entry {
        id: at.to_string(),
        question: answer.question.clone(),
        samples: answer.samples.clone(),
        taught: vec![],
        answer: String::new(),
    }
}

/// In what two differ: each says something of a kind that the other does not say. Who says more
/// than the other contradicts nothing.
fn reasons(here: &Facts, there: &Facts) -> Vec<String> {
    let differ = |(kind, ours): (&Kind, &BTreeMap<String, String>)| {
        let theirs = there.get(kind)?;
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
    here.iter().filter_map(differ).collect()
}

fn listed(values: &BTreeSet<String>) -> String {
    let shown: Vec<&str> = values.iter().take(NAMED).map(String::as_str).collect();
    let more = if values.len() > NAMED { " and more" } else { "" };
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
    fn different_values_on_the_same_matter_are_told_in_plain_words() {
        for (one, other, why) in [
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
                found.iter().any(|reason| reason.eq_ignore_ascii_case(why)),
                "{one:?} {other:?}: {found:?}"
            );
        }
    }

    #[test]
    fn what_says_the_same_or_more_or_is_on_another_matter_contradicts_nothing() {
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
