//! Replying to several questions in one text at once.
use answering::Language;
use platform::Fault;

use super::{Handed, Step, Turn, question::End};
use crate::{
    bot::{
        parts::{self, Part, Sorted},
        rules, words,
    },
    knowledge,
};

impl Turn<'_> {
    /// Replies with the answers to the parts, and leaves the rest to staff.
    pub(super) async fn answer_apart(&mut self, mut steps: Vec<Step>, parts: &[Part]) -> Result<End, Fault> {
        let case = self.case;
        let Sorted { answers, left, first, steps: of_parts, says, why } =
            parts::sort(parts, &words::rest(&case.to(Language::English)));
        steps.extend(of_parts.into_iter().map(|step| ("part", step)));
        for answer in &answers {
            knowledge::count_use(self.tx, self.scope, answer).await?;
        }
        let first = first.ok_or_else(|| Fault::internal("a text has no parts"))?;
        let decision = self.decided(&first.found.matches, &first.found, left.is_empty()).await?;
        if left.is_empty() {
            self.conclude(steps, ("replied", why)).await?;
            self.say(&says, Some(&decision)).await?;
            return Ok(End::Replied);
        }
        self.conclude(steps, ("escalated", why)).await?;
        let question = left.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n");
        let suggested = match left.as_slice() {
            [only] => rules::suggestion(&only.found.matches).and(only.found.best()),
            _ => None,
        };
        let suggested = suggested.map(|answer| (answer, decision.confidence));
        let (question, reply) = (question.as_str(), Some(says));
        self.hand_over(&Handed { question, suggested, language: Language::English, reply }).await?;
        Ok(End::Escalated)
    }
}
