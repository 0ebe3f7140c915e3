//! Disambiguation: the resident is asked once which question they mean ("Did you mean…").
//!
//! No question is lost: a selected question is answered; otherwise the text is escalated to staff, after 15
//! minutes without a reply at the latest.
use std::time::Duration;

use answering::{Language, Match, Selection};
use async_trait::async_trait;
use platform::{Fault, Scope, jobs, sms};
use serde::{Deserialize, Serialize};

use super::{
    Handoff, ReplyHandler, message_context::MessageContext, prepare_index, question::Outcome,
    verification::AccountAnswer,
};
use crate::{
    bot::{
        index::{IndexCache, TextEmbeddings},
        response::ReplyBody,
        rules,
        store::{self, DisambiguationCandidate, PendingDisambiguation},
        templates,
    },
    context::Context,
    knowledge::answer,
    messaging::thread::{self, MessageId, NewStep, StepKind},
};

/// Job kind of [`DisambiguationTimeout`].
pub const DISAMBIGUATION_TIMEOUT: jobs::JobKind = jobs::JobKind::DisambiguationTimeout;

/// How long the bot waits for a selection.
const TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// The selection that a text makes among the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// The candidate at this index.
    Candidate(usize),
    /// None of the candidates.
    NoneOfThem,
    /// The text is about something else.
    Unrelated,
}

impl ReplyHandler<'_> {
    /// Asks which of these questions the resident means.
    pub(super) async fn disambiguate(
        &mut self,
        steps: Vec<NewStep>,
        choices: &[Match],
        why: &str,
    ) -> Result<(), Fault> {
        let (inbound, now) = (self.inbound, self.context.now());
        let choice = |result: &Match| DisambiguationCandidate {
            answer: result.id.clone(),
            question: result.question.clone(),
            confidence: result.confidence,
        };
        let questions: Vec<&str> = choices.iter().map(|result| result.question.as_str()).collect();
        let pending = PendingDisambiguation {
            message_id: inbound.message.id.clone(),
            choices: choices.iter().map(choice).collect(),
        };
        pending.insert(self.tx, self.scope, &inbound.conversation.id, now).await?;
        let job = jobs::Job {
            company: self.scope.company().clone(),
            kind: DISAMBIGUATION_TIMEOUT,
            payload: serde_json::json!({ "message": inbound.message.id }),
            key: key(&inbound.message.id),
            // Another queue key, so that the resident's next text does not wait for the timeout.
            queue_key: key(&inbound.message.id),
            run_at: now.plus(TIMEOUT),
        };
        jobs::enqueue(self.tx, &self.context.ids, now, job).await?;
        // No reply by staff is needed while the bot waits for the resident.
        thread::mark_one_read(self.tx, self.scope, &inbound.conversation.id).await?;
        self.finish_steps(steps, NewStep::new(StepKind::ClarificationAsked, why)).await?;
        self.send_plain(&templates::disambiguation(&questions), None).await
    }

    /// Parses the text as a selection.
    pub(super) fn parse_selection(&self, pending: &PendingDisambiguation) -> Selected {
        match answering::parse_selection(&self.inbound.message.body, pending.choices.len()) {
            Some(Selection::Candidate(at)) => Selected::Candidate(at),
            Some(Selection::NoneOfThem) => Selected::NoneOfThem,
            None => Selected::Unrelated,
        }
    }

    /// Answers the selected question, or escalates the pending one.
    pub(super) async fn apply_selection(&mut self, pending: PendingDisambiguation) -> Result<(), Fault> {
        let Some(pending_context) = self.remove_pending(&pending).await? else { return Ok(()) };
        let mut steps = self.inbound.steps();
        let picked = match self.parse_selection(&pending) {
            Selected::Candidate(at) => pending.choices.get(at),
            _ => None,
        };
        let (today, no_embeddings) = (self.today(), TextEmbeddings::default());
        let result =
            self.index_query(&no_embeddings, &today, None).await?.search(&pending_context.message.body);
        // An answer that was deleted or has expired in the meantime is not sent.
        let holds = |answer: &answer::Answer| answer.is_answered() && !answer.has_expired(&today);
        let answer = picked.and_then(|choice| Some((choice, result.by_id(&choice.answer)?)));
        let Some((choice, answer)) = answer.filter(|(_, answer)| holds(answer)) else {
            return self.escalate_unmatched(steps, &pending, &pending_context).await;
        };
        steps.push(NewStep::new(
            StepKind::ClarificationAnswered,
            format!("They mean \"{}\".", choice.question),
        ));
        let chosen = Match {
            id: choice.answer.clone(),
            question: choice.question.clone(),
            confidence: choice.confidence,
        };
        if sms::has_account_fields(&answer.answer) {
            self.add_steps(&steps).await?;
            let (matches, language) = (std::slice::from_ref(&chosen), Language::English);
            let of = AccountAnswer { result: &result, matches, answer, language };
            self.for_message(&pending_context).reply_with_account(Vec::new(), &of).await?;
            return Ok(());
        }
        self.finish_steps(
            steps,
            NewStep::new(StepKind::Replied, format!("Replied with the answer to \"{}\".", choice.question)),
        )
        .await?;
        let decision = self
            .for_message(&pending_context)
            .record_decision(std::slice::from_ref(&chosen), &result, true)
            .await?;
        let step = NewStep::new(
            StepKind::ClarificationAnswered,
            format!("The resident chose \"{}\", and the bot answered it.", choice.question),
        );
        self.for_message(&pending_context).add_steps(&[step]).await?;
        let (community, now) = (&pending_context.community.id, self.context.now());
        store::save_feedback(
            self.tx,
            self.scope,
            community,
            &choice.answer,
            &pending_context.message.body,
            now,
        )
        .await?;
        self.send_plain(&answer.answer, Some(&decision)).await?;
        answer::count_use(self.tx, self.scope, answer).await
    }

    /// Escalates the pending question, because no question was selected or the selected one has no answer.
    async fn escalate_unmatched(
        &mut self,
        mut steps: Vec<NewStep>,
        pending: &PendingDisambiguation,
        pending_context: &MessageContext,
    ) -> Result<(), Fault> {
        let why = "None of the suggested questions matched.";
        steps.push(NewStep::new(StepKind::ClarificationAnswered, why));
        let why = "Their earlier question was sent to your team.";
        self.finish_steps(steps, NewStep::new(StepKind::Escalated, why)).await?;
        let reply = templates::handoff(&self.inbound.recipient(Language::English), false);
        let why = "None of the suggested questions matched; sent to your team.";
        self.for_message(pending_context).escalate_unselected(why, pending, Some(reply)).await
    }

    /// Closes the pending disambiguation after an unrelated text of the resident.
    pub(super) async fn close_disambiguation(
        &mut self,
        pending: Option<PendingDisambiguation>,
        outcome: Outcome,
    ) -> Result<(), Fault> {
        let Some(pending) = pending else { return Ok(()) };
        let Some(pending_context) = self.remove_pending(&pending).await? else { return Ok(()) };
        match outcome {
            Outcome::Replied => {
                let step = NewStep::new(
                    StepKind::ClarificationAnswered,
                    "The resident asked again, and the bot answered.",
                );
                self.for_message(&pending_context).add_steps(&[step]).await
            }
            Outcome::Disambiguated | Outcome::Escalated => {
                // Tell the resident only once that staff were notified.
                self.for_message(&pending_context)
                    .escalate_unselected(
                        "The resident wrote something else; sent to your team.",
                        &pending,
                        None,
                    )
                    .await
            }
        }
    }

    /// Deletes the pending disambiguation and returns its text. Returns `None` if it was already deleted.
    async fn remove_pending(
        &mut self,
        pending: &PendingDisambiguation,
    ) -> Result<Option<MessageContext>, Fault> {
        if !pending.delete(self.tx, self.scope).await? {
            return Ok(None);
        }
        jobs::cancel(self.tx, self.scope.company(), &key(&pending.message_id)).await?;
        MessageContext::find(self.tx, self.scope, &pending.message_id).await
    }

    /// Returns a handler for another text of the same conversation.
    pub(super) fn for_message<'a>(&'a mut self, inbound: &'a MessageContext) -> ReplyHandler<'a> {
        ReplyHandler {
            context: self.context,
            index_cache: self.index_cache,
            tx: self.tx,
            scope: self.scope,
            inbound,
        }
    }

    /// Escalates the text, with the most likely candidate as a suggestion.
    async fn escalate_unselected(
        &mut self,
        why: &str,
        pending: &PendingDisambiguation,
        reply: Option<String>,
    ) -> Result<(), Fault> {
        self.add_steps(&[NewStep::new(StepKind::Escalated, why)]).await?;
        let body = self.inbound.message.body.as_str();
        let (today, no_embeddings) = (self.today(), TextEmbeddings::default());
        let result = self.index_query(&no_embeddings, &today, None).await?.search(body);
        let likely = pending.choices.first();
        let suggested =
            likely.and_then(|choice| Some((result.by_id(&choice.answer)?, f64::from(choice.confidence))));
        let reply = reply.as_deref().map(ReplyBody::Plain);
        self.hand_off(&Handoff { question: body, suggested, language: Language::English, reply }).await
    }
}

fn key(message: &MessageId) -> String {
    format!("disambiguation {message}")
}

/// Escalates a question when no candidate was selected in time.
pub struct DisambiguationTimeout {
    /// Database, clock and ID generator.
    pub context: Context,
    /// Search indexes of communities.
    pub index_cache: IndexCache,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    message: MessageId,
}

#[async_trait]
impl jobs::Handler for DisambiguationTimeout {
    fn purpose(&self) -> &'static str {
        "Escalate a question after an unanswered \"Did you mean\""
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        prepare_index(&self.context, &self.index_cache, &scope, &message).await?;
        let mut tx = self.context.db.write(&scope).await?;
        if let Some(inbound) = MessageContext::find(&mut tx, &scope, &message).await? {
            let pending = PendingDisambiguation::find(&mut tx, &scope, &inbound.conversation.id).await?;
            let unanswered_match = pending.filter(|pending| pending.message_id == message);
            if let Some(pending) = unanswered_match
                && pending.delete(&mut tx, &scope).await?
            {
                let (context, index_cache) = (&self.context, &self.index_cache);
                let mut handler =
                    ReplyHandler { context, index_cache, tx: &mut tx, scope: &scope, inbound: &inbound };
                if inbound.is_assigned() {
                    handler
                        .add_steps(&[NewStep::new(StepKind::LeftToStaff, rules::ASSIGNED_TO_STAFF)])
                        .await?;
                } else {
                    let reply = templates::handoff(&inbound.recipient(Language::English), false);
                    handler
                        .escalate_unselected(
                            "The resident did not choose a question; sent to your team.",
                            &pending,
                            Some(reply),
                        )
                        .await?;
                }
                thread::publish_change(&mut tx, &scope, &inbound.conversation, self.context.now());
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
