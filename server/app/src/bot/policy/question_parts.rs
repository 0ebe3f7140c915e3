//! Several questions in one text: each is decided separately, and one reply answers all of them.
use answering::AnswerDecision;
use platform::sms;

use crate::{
    bot::{index::SearchResult, rules},
    knowledge::answer,
};

/// Maximum answers in one reply.
const MAX_ANSWERS: usize = 3;
/// Maximum total characters of the answers; 300 are reserved for the sentence about the other questions.
const MAX_ANSWER_CHARS: usize = sms::MAX_CHARACTERS - 300;
/// Separates two answers in a reply.
const SEPARATOR: &str = "\n\n";

/// One of several questions in a text, with its search result.
pub struct QuestionPart {
    pub text: String,
    pub result: SearchResult,
}

impl QuestionPart {
    /// Returns the answer if it is confident enough, with its confidence. An answer with account data is
    /// never sent with others: it requires verification, so the question is escalated.
    pub fn answer(&self) -> Option<(&answer::Answer, f32)> {
        match self.result.thresholds.decide(&self.result.matches) {
            AnswerDecision::Answer(best) => self
                .result
                .by_id(&best.id)
                .filter(|answer| !sms::has_account_fields(&answer.answer))
                .map(|answer| (answer, best.confidence)),
            AnswerDecision::Escalate { .. } => None,
        }
    }

    /// Returns whether a part is answered with higher confidence than the whole text.
    pub fn improve_on(parts: &[Self], whole: &SearchResult) -> bool {
        let best = parts
            .iter()
            .filter(|part| part.answer().is_some())
            .map(|part| part.result.confidence())
            .reduce(f32::max);
        let Some(best) = best else { return false };
        match whole.thresholds.decide(&whole.matches) {
            AnswerDecision::Answer(one) => one.confidence < best,
            AnswerDecision::Escalate { .. } => true,
        }
    }
}

/// The plan of a reply: which parts are answered, and which are escalated.
pub struct ReplyPlan<'p> {
    /// Distinct answers, in the order of the questions.
    pub answers: Vec<&'p answer::Answer>,
    pub escalated: Vec<&'p QuestionPart>,
    /// The part that staff see first: the first escalated part, or else the first answered part.
    pub shown: Option<&'p QuestionPart>,
    /// The decision on each part, for staff.
    pub steps: Vec<String>,
    /// The outcome of the whole text, for staff.
    pub why: String,
}

impl<'p> ReplyPlan<'p> {
    /// Plans the reply: answers in order, as many as fit into one text.
    pub fn new(parts: &'p [QuestionPart]) -> Self {
        let (mut answers, mut escalated, mut steps) = (Vec::<&answer::Answer>::new(), Vec::new(), Vec::new());
        let mut used = 0;
        for (at, part) in parts.iter().enumerate() {
            let is_included = |answer: &answer::Answer| answers.iter().any(|other| other.id == answer.id);
            let length = |answer: &answer::Answer| answer.answer.chars().count() + SEPARATOR.len();
            let has_room = |answer: &answer::Answer| {
                answers.len() < MAX_ANSWERS && used + length(answer) <= MAX_ANSWER_CHARS
            };
            let answer = part.answer().map(|(answer, _)| answer);
            let answer = answer.filter(|answer| is_included(answer) || has_room(answer));
            steps.push(rules::part_step(at + 1, &part.text, answer.is_some(), &part.result.matches));
            match answer {
                Some(answer) if is_included(answer) => {}
                Some(answer) => {
                    used += length(answer);
                    answers.push(answer);
                }
                None => escalated.push(part),
            }
        }
        let why = match escalated.len() {
            0 => rules::replied_to_parts_reason(answers.len(), parts.len()),
            escalated => rules::partly_escalated_reason(parts.len() - escalated, parts.len()),
        };
        let shown = escalated.first().copied().or_else(|| parts.iter().find(|part| part.answer().is_some()));
        Self { answers, escalated, shown, steps, why }
    }

    /// Returns the answers verbatim.
    pub fn joined_answers(&self) -> String {
        let texts: Vec<&str> = self.answers.iter().map(|answer| answer.answer.as_str()).collect();
        texts.join(SEPARATOR)
    }

    /// Returns the reply: the answers, followed by `rest` if other questions were escalated.
    pub fn reply(&self, answers: &str, rest: &str) -> String {
        if self.escalated.is_empty() { answers.to_owned() } else { format!("{answers}{SEPARATOR}{rest}") }
    }
}
