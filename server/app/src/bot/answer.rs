//! The job that works on one inbound text.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::Deserialize;

use super::{
    brain::{Brain, Found},
    rules::{self, Outcome},
};
use crate::{
    carrier,
    community::{self, Community},
    context::Context,
    conversation::{self, Author, Conversation, Message, MessageId, Outbound, Resident, State},
    escalation, knowledge,
};

/// Answers or escalates.
pub struct Answer {
    /// Storage, time and ids.
    pub context: Context,
    /// What the bot knows.
    pub brain: Brain,
}

#[derive(Deserialize)]
struct Payload {
    message: MessageId,
}

/// A text and everything around it.
struct Case {
    message: Message,
    conversation: Conversation,
    community: Community,
    resident: Option<Resident>,
}

#[async_trait]
impl jobs::Handler for Answer {
    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        let case = case(&mut tx, &scope, &message).await?;
        let found = self.brain.ask(&mut tx, &scope, &case.community, &case.message.body).await?;
        match rules::decide(&found.matches, case.community.is_training) {
            Outcome::Reply(why) => self.reply(&mut tx, &scope, &case, &found, &why).await?,
            Outcome::Escalate(why) => self.escalate(&mut tx, &scope, &case, &found, &why).await?,
        }
        jobs::finish(&mut tx, job).await?;
        conversation::announce(&mut tx, &scope, &case.conversation, self.context.now());
        tx.commit().await
    }
}

async fn case(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<Case, Fault> {
    let gone = |thing: &str| Fault::internal(format!("the {thing} of a text to answer is gone"));
    let message = conversation::find_message(tx, scope, id).await?.ok_or_else(|| gone("record"))?;
    let conversation = conversation::find(tx, scope, &message.conversation_id).await?;
    let conversation = conversation.ok_or_else(|| gone("conversation"))?;
    let community = community::require(tx, scope, &conversation.community_id).await?;
    let resident = conversation::resident(tx, scope, &community.id, &conversation.phone).await?;
    Ok(Case { message, conversation, community, resident })
}

impl Answer {
    async fn reply(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        case: &Case,
        found: &Found,
        why: &str,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let best = found.matches.first().and_then(|m| found.answer(m));
        let best = best.ok_or_else(|| Fault::internal("the bot answered with nothing"))?;
        let decision = rules::decision(&found.matches, &best.source, true, self.took(case, now));
        conversation::set_decision(tx, scope, &case.message.id, &decision).await?;
        conversation::add_step(tx, scope, &case.message.id, "replied", why, now).await?;
        let outbound =
            Outbound { author: Author::Bot, staff: None, body: &best.answer, decision: Some(&decision) };
        carrier::post(tx, scope, &self.context, &case.conversation, &outbound, now).await?;
        knowledge::count_use(tx, &case.community.id, &best.id).await
    }

    async fn escalate(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        case: &Case,
        found: &Found,
        why: &str,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let best = found.matches.first().and_then(|m| found.answer(m));
        let source = best.map(|b| b.source.as_str()).unwrap_or_default();
        let decision = rules::decision(&found.matches, source, false, self.took(case, now));
        conversation::set_decision(tx, scope, &case.message.id, &decision).await?;
        conversation::add_step(tx, scope, &case.message.id, "escalated", why, now).await?;
        // What comes nowhere near would only mislead.
        let suggested = match answering::decide(&found.matches) {
            answering::Verdict::Answer(_) | answering::Verdict::Escalate { best: Some(_), .. } => best,
            answering::Verdict::Escalate { best: None, .. } => None,
        };
        let raised = escalation::Raised {
            conversation: &case.conversation,
            message: &case.message,
            suggested: suggested.map(|answer| (answer, decision.confidence)),
        };
        escalation::raise(tx, scope, &self.context, &raised).await?;
        conversation::set_state(tx, scope, &case.conversation.id, State::Open).await?;
        let training = case.community.is_training;
        let body = rules::hand_over(case.resident.as_ref(), &case.community.label(), training);
        let outbound = Outbound { author: Author::Bot, staff: None, body: &body, decision: None };
        carrier::post(tx, scope, &self.context, &case.conversation, &outbound, now).await?;
        Ok(())
    }

    fn took(&self, case: &Case, now: Timestamp) -> i64 {
        (now.0 - case.message.created_ms.0).max(0)
    }
}
