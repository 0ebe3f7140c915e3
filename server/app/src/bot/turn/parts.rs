//! Several questions in one text: each is decided on by itself, and all are replied to at once.
use answering::{Language, Verdict};
use platform::Fault;

use super::{Handed, Step, Turn, question::End};
use crate::{
    bot::{brain::Found, rules, words},
    knowledge, texting,
};

/// At most so many are answered in one reply.
const MOST_ANSWERS: usize = 3;
/// Between two answers in a reply.
const BETWEEN: &str = "\n\n";

/// One of several questions in a text, and what is known about it.
pub struct Part {
    pub text: String,
    pub found: Found,
}

impl Part {
    fn answer(&self) -> Option<&knowledge::Answer> {
        match self.found.caution.decide(&self.found.matches) {
            Verdict::Answer(best) => self.found.named(&best.id),
            Verdict::Escalate { .. } => None,
        }
    }

    fn confidence(&self) -> f32 {
        self.found.matches.first().map_or(0.0, |best| best.confidence)
    }

    /// Whether parts are answered, and better than the text as a whole.
    pub fn say_more(parts: &[Self], whole: &Found) -> bool {
        let best = parts.iter().filter(|part| part.answer().is_some()).map(Self::confidence).reduce(f32::max);
        let Some(best) = best else { return false };
        match whole.caution.decide(&whole.matches) {
            Verdict::Answer(one) => one.confidence < best,
            Verdict::Escalate { .. } => true,
        }
    }
}

/// Which parts are answered with what, and which are left to staff.
struct Sorted<'p> {
    answers: Vec<&'p knowledge::Answer>,
    left: Vec<&'p Part>,
    steps: Vec<Step>,
}

/// Sorts the parts in their order, as far as `room` characters hold the answers.
fn sort(parts: &[Part], room: usize) -> Sorted<'_> {
    let mut sorted = Sorted { answers: Vec::new(), left: Vec::new(), steps: Vec::new() };
    let mut taken = 0;
    for (at, part) in parts.iter().enumerate() {
        let answer = part.answer().filter(|answer| {
            let known = sorted.answers.iter().any(|other| other.id == answer.id);
            let length = answer.answer.chars().count() + BETWEEN.len();
            known || sorted.answers.len() < MOST_ANSWERS && taken + length <= room
        });
        match answer {
            Some(answer) if sorted.answers.iter().any(|other| other.id == answer.id) => {}
            Some(answer) => {
                taken += answer.answer.chars().count() + BETWEEN.len();
                sorted.answers.push(answer);
            }
            None => sorted.left.push(part),
        }
        sorted
            .steps
            .push(("part", rules::of_part(at + 1, &part.text, answer.is_some(), &part.found.matches)));
    }
    sorted
}

impl Turn<'_> {
    /// Replies with the answers to the parts, and leaves the rest to staff.
    pub(super) async fn answer_apart(
        &mut self,
        mut steps: Vec<Step>,
        parts: Vec<Part>,
    ) -> Result<End, Fault> {
        let case = self.case;
        let rest = words::rest(&case.to(Language::English));
        let Sorted { answers, left, steps: sorted } =
            sort(&parts, texting::MOST_CHARACTERS - rest.chars().count());
        steps.extend(sorted);
        let (told, asked) = (answers.len(), parts.len());
        let mut said: Vec<&str> = answers.iter().map(|answer| answer.answer.as_str()).collect();
        for answer in &answers {
            knowledge::count_use(self.tx, self.scope, answer).await?;
        }
        // What staff see first is why they got it, or else what it was answered with.
        let first = left.first().copied().or_else(|| parts.iter().find(|part| part.answer().is_some()));
        let first = first.ok_or_else(|| Fault::internal("a text has no parts"))?;
        let decision = self.decided(&first.found.matches, &first.found, left.is_empty()).await?;
        if left.is_empty() {
            self.conclude(steps, ("replied", rules::replied_apart(told, asked))).await?;
            self.say(&said.join(BETWEEN), Some(&decision)).await?;
            return Ok(End::Replied);
        }
        said.push(&rest);
        self.conclude(steps, ("escalated", rules::escalated_apart(asked - left.len(), asked))).await?;
        let question = left.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n");
        let suggested = match left.as_slice() {
            [only] => rules::suggestion(&only.found.matches).and(only.found.best()),
            _ => None,
        };
        let suggested = suggested.map(|answer| (answer, decision.confidence));
        let reply = Some(said.join(BETWEEN));
        self.hand_over(&Handed { question: &question, suggested, language: Language::English, reply })
            .await?;
        Ok(End::Escalated)
    }
}
