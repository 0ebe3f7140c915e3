//! Several questions in one text: each is decided on by itself, and all are replied to at once.
use answering::Verdict;

use super::{brain::Found, rules};
use crate::{knowledge, texting};

/// At most so many are answered in one reply.
const MOST_ANSWERS: usize = 3;
/// So many characters the answers may take: behind them it is said who sees to the rest.
const ROOM: usize = texting::MOST_CHARACTERS - 300;
/// Between two answers in a reply.
const BETWEEN: &str = "\n\n";

/// One of several questions in a text, and what is known about it.
pub struct Part {
    pub text: String,
    pub found: Found,
}

impl Part {
    /// The answer that is sure enough, and how sure that is. One that tells of an account is told by
    /// itself, to whoever proves who they are: beside others it is left to staff.
    pub fn answer(&self) -> Option<(&knowledge::Answer, f32)> {
        match self.found.caution.decide(&self.found.matches) {
            Verdict::Answer(best) => self
                .found
                .named(&best.id)
                .filter(|answer| !texting::tells(&answer.answer))
                .map(|answer| (answer, best.confidence)),
            Verdict::Escalate { .. } => None,
        }
    }

    /// Whether parts are answered, and better than the text as a whole.
    pub fn say_more(parts: &[Self], whole: &Found) -> bool {
        let best = parts
            .iter()
            .filter(|part| part.answer().is_some())
            .map(|part| part.found.confidence())
            .reduce(f32::max);
        let Some(best) = best else { return false };
        match whole.caution.decide(&whole.matches) {
            Verdict::Answer(one) => one.confidence < best,
            Verdict::Escalate { .. } => true,
        }
    }
}

/// Which parts are answered with what, and which are left to staff.
pub struct Sorted<'p> {
    /// Each once, in the order of the questions.
    pub answers: Vec<&'p knowledge::Answer>,
    pub left: Vec<&'p Part>,
    /// What staff see first: why they got it, or else what it was answered with.
    pub first: Option<&'p Part>,
    /// What is decided on each, for staff.
    pub steps: Vec<String>,
    /// What became of all of them, in plain words.
    pub why: String,
}

/// Sorts the parts in their order, as far as one text holds the answers.
pub fn sort(parts: &[Part]) -> Sorted<'_> {
    let (mut answers, mut left, mut steps) = (Vec::<&knowledge::Answer>::new(), Vec::new(), Vec::new());
    let mut taken = 0;
    for (at, part) in parts.iter().enumerate() {
        let is_known = |answer: &knowledge::Answer| answers.iter().any(|other| other.id == answer.id);
        let length = |answer: &knowledge::Answer| answer.answer.chars().count() + BETWEEN.len();
        let has_room =
            |answer: &knowledge::Answer| answers.len() < MOST_ANSWERS && taken + length(answer) <= ROOM;
        let answer = part.answer().map(|(answer, _)| answer);
        let answer = answer.filter(|answer| is_known(answer) || has_room(answer));
        steps.push(rules::of_part(at + 1, &part.text, answer.is_some(), &part.found.matches));
        match answer {
            Some(answer) if is_known(answer) => {}
            Some(answer) => {
                taken += length(answer);
                answers.push(answer);
            }
            None => left.push(part),
        }
    }
    let why = match left.len() {
        0 => rules::replied_apart(answers.len(), parts.len()),
        left => rules::escalated_apart(parts.len() - left, parts.len()),
    };
    let first = left.first().copied().or_else(|| parts.iter().find(|part| part.answer().is_some()));
    Sorted { answers, left, first, steps, why }
}

impl Sorted<'_> {
    /// The answers, word for word.
    pub fn answered(&self) -> String {
        let said: Vec<&str> = self.answers.iter().map(|answer| answer.answer.as_str()).collect();
        said.join(BETWEEN)
    }

    /// What the resident reads, the answers in these words, and who sees to the rest.
    pub fn says(&self, answered: &str, rest: &str) -> String {
        if self.left.is_empty() { answered.to_owned() } else { format!("{answered}{BETWEEN}{rest}") }
    }
}
