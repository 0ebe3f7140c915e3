//! Replies to a text with several questions.
use platform::Fault;

use super::{Handoff, ReplyHandler, question::Outcome};
use crate::{
    bot::{
        draft::Draft,
        policy::{BotDecision, QuestionPart, ReplyPlan},
        response::ReplyBody,
        rules, templates,
    },
    knowledge::answer,
    messaging::thread::{NewStep, StepKind},
};

impl ReplyHandler<'_> {
    /// Replies with the answers to the parts, and escalates the parts without an answer.
    pub(super) async fn reply_to_parts(
        &mut self,
        mut steps: Vec<NewStep>,
        bot_decision: &BotDecision,
        parts: &[QuestionPart],
        draft: Option<&Draft>,
    ) -> Result<Outcome, Fault> {
        let inbound = self.inbound;
        let plan = ReplyPlan::new(parts);
        let validated = draft.map(|draft| draft.validate(&inbound.community, bot_decision));
        steps.extend(plan.steps.iter().map(|step| NewStep::new(StepKind::QuestionPart, step.clone())));
        steps.extend(validated.iter().map(|(_, step)| step.clone()));
        let plain = plan.joined_answers();
        let rest = templates::remaining_questions(&inbound.recipient(bot_decision.language));
        let (is_rendered, text) = match validated.and_then(|(rendered, _)| rendered) {
            Some(rendered) => (true, plan.reply(rendered, &rest)),
            None => (false, plan.reply(&bot_decision.as_written(&plain), &rest)),
        };
        let body = if is_rendered { ReplyBody::Rendered(&text) } else { ReplyBody::Plain(&text) };
        for answer in &plan.answers {
            answer::count_use(self.tx, self.scope, answer).await?;
        }
        let shown = plan.shown.ok_or_else(|| Fault::internal("a text has no parts"))?;
        let is_answered = plan.escalated.is_empty();
        let recorded = self.record_decision(&shown.result.matches, &shown.result, is_answered).await?;
        if is_answered {
            self.finish_steps(steps, NewStep::new(StepKind::Replied, plan.why)).await?;
            self.send(body, Some(&recorded)).await?;
            return Ok(Outcome::Replied);
        }
        self.finish_steps(steps, NewStep::new(StepKind::Escalated, plan.why)).await?;
        let escalated = plan.escalated.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n");
        // Staff see the resident's own text, even if the translation was split.
        let question = if bot_decision.is_translated { &inbound.message.body } else { &escalated };
        let suggested = match plan.escalated.as_slice() {
            [only] => rules::suggestion(&only.result.matches).and(only.result.best()),
            _ => None,
        };
        let suggested = suggested.map(|answer| (answer, recorded.confidence));
        let handoff = Handoff { question, suggested, language: bot_decision.language, reply: Some(body) };
        self.hand_off(&handoff).await?;
        Ok(Outcome::Escalated)
    }
}
