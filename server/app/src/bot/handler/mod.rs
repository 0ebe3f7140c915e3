//! Handles one inbound text in one job, with one outcome.
//!
//! Embeddings, translations, the decision and drafts are computed before the transaction, which checks that the
//! decision still holds. Sending and recording is one transaction.
mod blast_follow_up;
mod disambiguation;
mod message_context;
mod photos;
mod question;
mod question_parts;
mod service_request;
mod small_talk;
mod verification;

use std::slice;

use answering::{Language, SmallTalk};
use async_trait::async_trait;
use platform::{Fault, Priority, Scope, Tx, jobs, metrics::Counted};
use serde::Deserialize;

use self::{
    disambiguation::Selected,
    message_context::MessageContext,
    question::{Outcome, Preprocessed},
};
pub use self::{
    disambiguation::{DISAMBIGUATION_TIMEOUT, DisambiguationTimeout},
    service_request::{SERVICE_REQUEST_TIMEOUT, ServiceRequestTimeout},
    verification::{VERIFICATION_TIMEOUT, VerificationTimeout},
};
use super::{
    index::{IndexCache, MAX_RELOADS},
    rules,
    store::PendingDisambiguation,
};
use crate::{
    bot::response::{self, OutboundReply, ReplyBody, ReplyRenderer},
    context::Context,
    knowledge::answer,
    messaging::{
        escalation,
        thread::{self, Decision, MessageId, NewStep, StepKind},
    },
};

/// Answers or escalates a text.
pub struct AnswerText {
    /// Database, clock and ID generator.
    pub context: Context,
    /// Search indexes of communities.
    pub index_cache: IndexCache,
    /// Renders replies.
    pub renderer: ReplyRenderer,
}

#[derive(Deserialize)]
struct Payload {
    message: MessageId,
}

#[async_trait]
impl jobs::Handler for AnswerText {
    fn purpose(&self) -> &'static str {
        "Answer a resident's text"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let _foreground = self.context.db.foreground_work();
        let preprocessed = self.preprocess(&scope, &message).await?;
        let mut tx = self.context.db.write(&scope).await?;
        let mut inbound = MessageContext::find(&mut tx, &scope, &message).await?;
        let prepared = preprocessed.decision.as_ref().map(|decision| &decision.current);
        let mut reloads = 0;
        while let (Some(MessageContext { community, .. }), Some(prepared)) = (&inbound, prepared)
            && reloads < MAX_RELOADS
            && !self.index_cache.is_ready(&mut tx, &scope, community, prepared).await?
        {
            drop(tx);
            self.index_cache.prepare(&self.context.db, &scope, &community.id).await?;
            tx = self.context.db.write(&scope).await?;
            inbound = MessageContext::find(&mut tx, &scope, &message).await?;
            reloads += 1;
        }
        if let Some(inbound) = inbound {
            let inbound = inbound.with_translation(preprocessed.english());
            let (context, index_cache) = (&self.context, &self.index_cache);
            let mut handler =
                ReplyHandler { context, index_cache, tx: &mut tx, scope: &scope, inbound: &inbound };
            handler.handle(&preprocessed).await?;
            thread::publish_change(&mut tx, &scope, &inbound.conversation, self.context.now());
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

/// Prepares the index of a text's community, so that the transaction that handles the text does not build it.
async fn prepare_index(
    context: &Context,
    index_cache: &IndexCache,
    scope: &Scope,
    id: &MessageId,
) -> Result<(), Fault> {
    let mut tx = context.db.read(scope).await?;
    let Some(message) = thread::find_message(&mut tx, scope, id).await? else { return Ok(()) };
    let conversation = thread::find(&mut tx, scope, &message.conversation_id).await?;
    drop(tx);
    match conversation {
        Some(conversation) => index_cache.prepare(&context.db, scope, &conversation.community_id).await,
        None => Ok(()),
    }
}

/// Handles one text in one transaction.
struct ReplyHandler<'t> {
    context: &'t Context,
    index_cache: &'t IndexCache,
    tx: &'t mut Tx,
    scope: &'t Scope,
    inbound: &'t MessageContext,
}

/// A question that is handed off to staff.
struct Handoff<'a> {
    /// The question that staff see.
    question: &'a str,
    /// The suggested answer and its confidence.
    suggested: Option<(&'a answer::Answer, f64)>,
    /// The language of the question.
    language: Language,
    /// The reply to the resident; `None` if another reply already informs the resident.
    reply: Option<ReplyBody<'a>>,
}

impl ReplyHandler<'_> {
    async fn handle(&mut self, preprocessed: &Preprocessed) -> Result<(), Fault> {
        if self.inbound.is_assigned() && !self.inbound.is_urgent {
            return self
                .add_steps(slice::from_ref(&NewStep::new(StepKind::LeftToStaff, rules::ASSIGNED_TO_STAFF)))
                .await;
        }
        if self.inbound.is_photo_only() {
            return self.handle_photos().await;
        }
        let pending = PendingDisambiguation::find(self.tx, self.scope, &self.inbound.conversation.id).await?;
        let small_talk =
            answering::detect_small_talk(&self.inbound.message.body).filter(|_| !self.inbound.is_urgent);
        let is_selection =
            pending.as_ref().is_some_and(|pending| self.parse_selection(pending) != Selected::Unrelated);
        if !is_selection && self.handle_service_request().await? {
            self.close_disambiguation(pending, Outcome::Escalated).await?;
            return Ok(());
        }
        if !is_selection
            && !self.inbound.is_urgent
            && small_talk.is_none()
            && self.handle_verification_reply().await?
        {
            return Ok(());
        }
        match (pending, small_talk) {
            (Some(pending), _) if is_selection && !self.inbound.is_urgent => {
                self.apply_selection(pending).await
            }
            (pending, Some((SmallTalk::HumanRequest, language))) => {
                self.close_disambiguation(pending, Outcome::Escalated).await?;
                self.close_verification(Outcome::Escalated).await?;
                self.escalate_human_request(language).await
            }
            // Small talk does not select a candidate: the disambiguation stays pending.
            (_, Some((small_talk, language))) => self.reply_to_small_talk(small_talk, language).await,
            (pending, None) => {
                let outcome = self.handle_question(preprocessed, pending.is_none()).await?;
                self.close_disambiguation(pending, outcome).await?;
                self.close_verification(outcome).await
            }
        }
    }

    /// Adds steps to the text.
    async fn add_steps(&mut self, steps: &[NewStep]) -> Result<(), Fault> {
        let (id, now) = (&self.inbound.message.id, self.context.now());
        thread::add_steps(self.tx, self.scope, id, steps, now).await
    }

    /// Adds the steps, followed by the step that states the outcome.
    async fn finish_steps(&mut self, mut steps: Vec<NewStep>, mut last: NewStep) -> Result<(), Fault> {
        self.tx.count(Counted::Decision(last.kind.decision()));
        if self.inbound.is_opted_out {
            last.reason = rules::not_sent_reason(&last.reason);
        }
        steps.push(last);
        self.add_steps(&steps).await
    }

    /// Sends a plain text to the resident. A decision marks it as an answer.
    async fn send_plain(&mut self, body: &str, decision: Option<&Decision>) -> Result<(), Fault> {
        self.send(ReplyBody::Plain(body), decision).await
    }

    /// Sends a reply to the resident. A decision marks it as an answer.
    async fn send(&mut self, body: ReplyBody<'_>, decision: Option<&Decision>) -> Result<(), Fault> {
        let MessageContext { community, conversation, .. } = self.inbound;
        let outbound = OutboundReply { community, conversation, body, decision };
        response::post(self.tx, self.scope, self.context, &outbound).await?;
        Ok(())
    }

    /// Hands the question off to staff and tells the resident.
    async fn hand_off(&mut self, handoff: &Handoff<'_>) -> Result<(), Fault> {
        let MessageContext { community, conversation, message, is_urgent, .. } = self.inbound;
        let raised = escalation::NewEscalation {
            community,
            source: escalation::QuestionSource::Text { conversation, message },
            question: handoff.question,
            suggested: handoff.suggested,
            urgent: *is_urgent,
            language: handoff.language,
        };
        // The bot replies only once to an emergency, regardless of the number of texts.
        let was_told = *is_urgent && escalation::is_urgent(self.tx, self.scope, &conversation.id).await?;
        escalation::create(self.tx, self.scope, self.context, &raised).await?;
        if *is_urgent {
            thread::set_priority(self.tx, self.scope, &conversation.id, Priority::Urgent).await?;
        }
        thread::wait_for_staff(self.tx, self.scope, self.context, &conversation.id).await?;
        match handoff.reply {
            Some(reply) if !was_told => self.send(reply, None).await,
            _ => Ok(()),
        }
    }
}
