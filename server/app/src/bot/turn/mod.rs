//! The bot's turn: one inbound text, worked on by one job, with one outcome.
//!
//! What waits for nobody is read before the transaction; all that is decided, sent and noted is one.
mod account;
mod asking;
mod case;
mod courteous;
mod parts;
mod question;

use std::slice;

use answering::{Courtesy, Language};
use async_trait::async_trait;
use platform::{Fault, Scope, Tx, jobs, metrics::Counted};
use serde::Deserialize;

pub use self::{
    account::{STOP_PROVING, StopProving},
    asking::{GIVE_UP, GiveUp},
};
use self::{
    asking::Heard,
    case::Case,
    question::{End, Reading},
};
use super::{brain::Brain, rules, store::Asked};
use crate::{
    context::Context,
    conversation::{self, Decision, MessageId},
    escalation, knowledge,
    voice::{self, Speech, Voice, Words},
};

/// A step of what happened to a text: its name, and in plain words what came of it and why.
type Step = (&'static str, String);

/// Answers or escalates.
pub struct Answer {
    /// Storage, time and ids.
    pub context: Context,
    /// What the bot knows.
    pub brain: Brain,
    /// How it says it.
    pub voice: Voice,
}

#[derive(Deserialize)]
struct Payload {
    message: MessageId,
}

#[async_trait]
impl jobs::Handler for Answer {
    fn purpose(&self) -> &'static str {
        "Answer a resident's text"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let reading = self.read(&scope, &message).await?;
        let mut tx = self.context.db.write(&scope).await?;
        if let Some(case) = Case::find(&mut tx, &scope, &message).await? {
            let case = case.in_english(reading.english());
            let (context, brain) = (&self.context, &self.brain);
            let mut turn = Turn { context, brain, tx: &mut tx, scope: &scope, case: &case };
            turn.take(&reading).await?;
            conversation::announce(&mut tx, &scope, &case.conversation, self.context.now());
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

/// What is done with one text, in one transaction.
struct Turn<'t> {
    context: &'t Context,
    brain: &'t Brain,
    tx: &'t mut Tx,
    scope: &'t Scope,
    case: &'t Case,
}

/// A question for staff.
struct Handed<'a> {
    /// What is asked.
    question: &'a str,
    /// What could be the answer, and how sure that is.
    suggested: Option<(&'a knowledge::Answer, f64)>,
    /// The language in which it is asked.
    language: Language,
    /// What the resident hears; nothing where they hear it otherwise.
    reply: Option<Words<'a>>,
}

impl Turn<'_> {
    async fn take(&mut self, reading: &Reading) -> Result<(), Fault> {
        if self.case.is_held() && !self.case.urgent {
            return self.note(slice::from_ref(&("held", rules::HELD.to_owned()))).await;
        }
        let asked = Asked::find(self.tx, self.scope, &self.case.conversation.id).await?;
        let courtesy = answering::courtesy(&self.case.message.body).filter(|_| !self.case.urgent);
        let picks = asked.as_ref().is_some_and(|asked| self.hears(asked) != Heard::Else);
        if !picks && !self.case.urgent && courtesy.is_none() && self.take_proof().await? {
            return Ok(());
        }
        match (asked, courtesy) {
            (Some(asked), _) if !self.case.urgent && self.hears(&asked) != Heard::Else => {
                self.take_pick(asked).await
            }
            (asked, Some((Courtesy::Person, language))) => {
                self.let_go(asked, End::Escalated).await?;
                self.let_proof_go(End::Escalated).await?;
                self.call_a_person(language).await
            }
            // Kind words answer nothing: what was asked back still waits.
            (_, Some((courtesy, language))) => self.be_courteous(courtesy, language).await,
            (asked, None) => {
                let outcome = self.work_on(reading, asked.is_none()).await?;
                self.let_go(asked, outcome).await?;
                self.let_proof_go(outcome).await
            }
        }
    }

    /// Notes steps on the text.
    async fn note(&mut self, steps: &[Step]) -> Result<(), Fault> {
        let (id, now) = (&self.case.message.id, self.context.now());
        conversation::add_steps(self.tx, self.scope, id, steps, now).await
    }

    /// Notes what became of the text in the end.
    async fn conclude(&mut self, mut steps: Vec<Step>, last: Step) -> Result<(), Fault> {
        self.tx.count(Counted::Decision(last.0));
        let (name, why) = last;
        steps.push((name, if self.case.is_out { rules::unsent(&why) } else { why }));
        self.note(&steps).await
    }

    /// Texts the resident; with a decision it is an answer.
    async fn say(&mut self, body: &str, decision: Option<&Decision>) -> Result<(), Fault> {
        self.speak(Words::Plain(body), decision).await
    }

    /// The same for words that are more than plain.
    async fn speak(&mut self, words: Words<'_>, decision: Option<&Decision>) -> Result<(), Fault> {
        let Case { community, conversation, .. } = self.case;
        let speech = Speech { community, conversation, words, decision };
        voice::post(self.tx, self.scope, self.context, &speech).await?;
        Ok(())
    }

    /// Hands the text to staff and says so.
    async fn hand_over(&mut self, handed: &Handed<'_>) -> Result<(), Fault> {
        let Case { community, conversation, message, urgent, .. } = self.case;
        let raised = escalation::Raised {
            community,
            conversation,
            message,
            question: handed.question,
            suggested: handed.suggested,
            urgent: *urgent,
            language: handed.language,
        };
        // Whoever writes again and again in an emergency is told once.
        let told = *urgent && escalation::is_urgent(self.tx, self.scope, &conversation.id).await?;
        escalation::raise(self.tx, self.scope, self.context, &raised).await?;
        conversation::set_open(self.tx, self.scope, &conversation.id).await?;
        match handed.reply {
            Some(reply) if !told => self.speak(reply, None).await,
            _ => Ok(()),
        }
    }
}
