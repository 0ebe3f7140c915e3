//! The job that works on one inbound text.
use async_trait::async_trait;
use platform::{Fault, Scope, Tx, jobs, metrics::Counted};
use serde::Deserialize;

use super::{
    brain::{Brain, Found},
    emergency,
    rules::{self, Outcome},
    sense::State as Reading,
};
use crate::{
    carrier,
    community::{self, Community},
    context::Context,
    conversation::{self, Author, Conversation, Decision, Message, MessageId, Outbound, Resident},
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
    /// It tells of an emergency.
    urgent: bool,
}

#[async_trait]
impl jobs::Handler for Answer {
    fn purpose(&self) -> &'static str {
        "Answer a resident's text"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let meaning = self.meaning(&scope, &message).await?;
        let mut tx = self.context.db.write(&scope).await?;
        let Some(case) = case(&mut tx, &scope, &message).await? else {
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        };
        let held = case.conversation.assigned_to.is_some();
        if held && !case.urgent {
            let step = [("held", rules::HELD.to_owned())];
            conversation::add_steps(&mut tx, &scope, &case.message.id, &step, self.context.now()).await?;
            jobs::finish(&mut tx, job).await?;
            conversation::announce(&mut tx, &scope, &case.conversation, self.context.now());
            return tx.commit().await;
        }
        let (body, meaning) = (&case.message.body, meaning.as_deref());
        let found = self.brain.ask(&mut tx, &scope, &case.community, body, meaning).await?;
        let outcome = match held {
            true => Outcome::Escalate(rules::URGENT.to_owned()),
            false => rules::decide(&found.matches, &found.caution, case.community.is_training),
        };
        let decision = self.note(&mut tx, &scope, &case, &found, &outcome).await?;
        match outcome {
            Outcome::Reply(_) => self.reply(&mut tx, &scope, &case, &found, &decision).await?,
            Outcome::Escalate(_) => self.escalate(&mut tx, &scope, &case, &found, &decision).await?,
        }
        jobs::finish(&mut tx, job).await?;
        conversation::announce(&mut tx, &scope, &case.conversation, self.context.now());
        tx.commit().await
    }
}

/// The text and what is around it; nothing when its community was deleted meanwhile.
async fn case(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<Option<Case>, Fault> {
    let Some(message) = conversation::find_message(tx, scope, id).await? else { return Ok(None) };
    // Whoever takes it over now waits until the bot is done, or the bot keeps silent.
    let conversation = conversation::hold(tx, scope, &message.conversation_id).await?;
    let Some(conversation) = conversation else { return Ok(None) };
    let community = community::still(tx, scope, &conversation.community_id).await?;
    let Some(community) = community else { return Ok(None) };
    let resident = conversation::resident(tx, scope, &community.id, &conversation.phone).await?;
    let urgent = emergency::heard(&message.body);
    Ok(Some(Case { message, conversation, community, resident, urgent }))
}

impl Answer {
    /// What the text means, if there is a model to tell: read while nobody waits for anything
    /// that this holds.
    async fn meaning(&self, scope: &Scope, id: &MessageId) -> Result<Option<Vec<f32>>, Fault> {
        if self.brain.sense.state() != Reading::Meaning {
            return Ok(None);
        }
        let mut tx = self.context.db.read(scope).await?;
        let message = conversation::find_message(&mut tx, scope, id).await?;
        drop(tx);
        match message {
            Some(message) => Ok(self.brain.sense.read(&message.body).await),
            None => Ok(None),
        }
    }

    /// Notes on the text what is to be done with it and why.
    async fn note(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        case: &Case,
        found: &Found,
        outcome: &Outcome,
    ) -> Result<Decision, Fault> {
        let now = self.context.now();
        let (answered, last) = match outcome {
            Outcome::Reply(why) => (true, ("replied", why.clone())),
            Outcome::Escalate(why) => (false, ("escalated", why.clone())),
        };
        tx.count(Counted::Decision(last.0));
        let source = found.best().map(|best| best.source.as_str()).unwrap_or_default();
        let took = (now.0 - case.message.created_ms.0).max(0);
        let decision = rules::decision(&found.matches, source, answered, took);
        conversation::set_decision(tx, scope, &case.community.id, &case.message.id, &decision).await?;
        conversation::add_steps(tx, scope, &case.message.id, &steps(case, found, last), now).await?;
        Ok(decision)
    }

    async fn reply(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        case: &Case,
        found: &Found,
        decision: &Decision,
    ) -> Result<(), Fault> {
        let best = found.best().ok_or_else(|| Fault::internal("the bot answered with nothing"))?;
        let outbound =
            Outbound { author: Author::Bot, staff: None, body: &best.answer, decision: Some(decision) };
        carrier::post(tx, scope, &self.context, &case.conversation, &outbound, self.context.now()).await?;
        knowledge::count_use(tx, scope, best).await
    }

    async fn escalate(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        case: &Case,
        found: &Found,
        decision: &Decision,
    ) -> Result<(), Fault> {
        let suggested = rules::suggestion(&found.matches).and(found.best());
        let waits = found.waits(&case.message.body).map(|(answer, sure)| (answer, f64::from(sure)));
        let suggested = waits.or_else(|| suggested.map(|answer| (answer, decision.confidence)));
        let raised = escalation::Raised {
            community: &case.community,
            conversation: &case.conversation,
            message: &case.message,
            suggested,
            urgent: case.urgent,
        };
        // Whoever writes again and again in an emergency is told once.
        let told = case.urgent && escalation::is_urgent(tx, scope, &case.conversation.id).await?;
        escalation::raise(tx, scope, &self.context, &raised).await?;
        conversation::set_open(tx, scope, &case.conversation.id).await?;
        if told {
            return Ok(());
        }
        let (label, training) = (case.community.label(), case.community.is_training);
        let body = match case.urgent {
            true => rules::alarmed(&label),
            false => rules::hand_over(case.resident.as_ref(), &label, training),
        };
        let outbound = Outbound { author: Author::Bot, staff: None, body: &body, decision: None };
        carrier::post(tx, scope, &self.context, &case.conversation, &outbound, self.context.now()).await?;
        Ok(())
    }
}

/// What happened to the text since it was stored.
fn steps(case: &Case, found: &Found, last: (&'static str, String)) -> Vec<(&'static str, String)> {
    let mut steps = vec![
        ("community", format!("{} is the number of {}.", case.conversation.number, case.community.label())),
        match case.conversation.assigned_to {
            Some(_) => ("held", rules::HELD_BUT_URGENT.to_owned()),
            None => ("conversation", rules::who_is_at_it(case.conversation.state).to_owned()),
        },
    ];
    if case.community.is_training {
        steps.push(("training", "Training is on: the bot drafts and staff send.".to_owned()));
    }
    steps.push(("ranked", rules::ranking(&found.matches, found.by_meaning)));
    if last.0 == "escalated"
        && let Some((waiting, sure)) = found.waits(&case.message.body)
    {
        steps.push(("waiting", rules::asks_for(&waiting.question, sure)));
    }
    steps.push(last);
    steps
}
