//! Replying to several questions in one text at once.
use platform::Fault;

use super::{Handed, Step, Turn, question::End};
use crate::{
    bot::{
        draft::Draft,
        parts::{self, Part},
        rules,
        way::Decided,
        words,
    },
    knowledge,
    voice::Words,
};

impl Turn<'_> {
    /// Replies with the answers to the parts, and leaves the rest to staff.
    pub(super) async fn answer_apart(
        &mut self,
        mut steps: Vec<Step>,
        (decided, parts): (&Decided, &[Part]),
        draft: Option<&Draft>,
    ) -> Result<End, Fault> {
        let case = self.case;
        let sorted = parts::sort(parts);
        let worded = draft.map(|draft| draft.now(&case.community, decided));
        steps.extend(sorted.steps.iter().map(|step| ("part", step.clone())));
        steps.extend(worded.iter().map(|(_, step)| step.clone()));
        let (plain, rest) = (sorted.answered(), words::rest(&case.to(decided.language)));
        let (is_worded, says) = match worded.and_then(|(worded, _)| worded) {
            Some(worded) => (true, sorted.says(worded, &rest)),
            None => (false, sorted.says(&decided.as_written(&plain), &rest)),
        };
        let words = if is_worded { Words::Ready(&says) } else { Words::Plain(&says) };
        for answer in &sorted.answers {
            knowledge::count_use(self.tx, self.scope, answer).await?;
        }
        let first = sorted.first.ok_or_else(|| Fault::internal("a text has no parts"))?;
        let is_all = sorted.left.is_empty();
        let decision = self.decided(&first.found.matches, &first.found, is_all).await?;
        if is_all {
            self.conclude(steps, ("replied", sorted.why)).await?;
            self.speak(words, Some(&decision)).await?;
            return Ok(End::Replied);
        }
        self.conclude(steps, ("escalated", sorted.why)).await?;
        let left = sorted.left.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n");
        // Staff read what a resident wrote, also where another text was taken apart.
        let question = if decided.translated { &case.message.body } else { &left };
        let suggested = match sorted.left.as_slice() {
            [only] => rules::suggestion(&only.found.matches).and(only.found.best()),
            _ => None,
        };
        let suggested = suggested.map(|answer| (answer, decision.confidence));
        let (language, reply) = (decided.language, Some(words));
        self.hand_over(&Handed { question, suggested, language, reply }).await?;
        Ok(End::Escalated)
    }
}
