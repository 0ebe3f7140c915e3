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
        let steps = self.steps(case, found, ("replied", why.to_owned()));
        conversation::add_steps(tx, scope, &case.message.id, &steps, now).await?;
        if matches!(case.conversation.state, State::Snoozed | State::Resolved) {
            conversation::set_state(tx, scope, &case.conversation.id, State::Bot).await?;
        }
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
        let steps = self.steps(case, found, ("escalated", why.to_owned()));
        conversation::add_steps(tx, scope, &case.message.id, &steps, now).await?;
        let suggested = rules::suggestion(&found.matches).and(best);
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

    /// What happened to the text since it was stored.
    fn steps(
        &self,
        case: &Case,
        found: &Found,
        outcome: (&'static str, String),
    ) -> Vec<(&'static str, String)> {
        let mut steps = vec![
            (
                "community",
                format!("{} is the number of {}.", case.conversation.number, case.community.label()),
            ),
            ("conversation", rules::who_is_at_it(case.conversation.state).to_owned()),
        ];
        if case.community.is_training {
            steps.push(("training", "Training is on: the bot drafts and staff send.".to_owned()));
        }
        steps.push(("ranked", rules::ranking(&found.matches)));
        steps.push(outcome);
        steps
    }

    fn took(&self, case: &Case, now: Timestamp) -> i64 {
        (now.0 - case.message.created_ms.0).max(0)
    }
}
