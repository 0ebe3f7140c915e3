//! Handles one received email in one job, with one outcome: a reply, a draft of a reply, or an escalation.
//!
//! The bot handles emails that homeowners of the community wrote themselves. An emergency is escalated
//! regardless of its sender. All other emails wait for staff in the inbox.
mod inbound;
mod question;

use std::time::Duration;

use answering::{Language, SmallTalk};
use async_trait::async_trait;
use platform::{Fault, Priority, Scope, Tx, jobs, sms};

use self::inbound::InboundEmail;
use super::preparation::{InboundQuestion, Preparation, Preparer};
use crate::{
    bot::{
        draft::Draft,
        index::IndexCache,
        policy::{BotAction, BotDecision, DecisionContext, ReplyPlan},
        response::{self, ReplyRenderer},
        rules, templates,
    },
    context::Context,
    email::{
        email_thread,
        incoming_email::AnswerEmailPayload,
        outgoing_email::{self, ThreadReply},
    },
    knowledge::answer,
    messaging::escalation::{self, QuestionSource},
};

/// Delay before a reply of the bot is sent, during which staff can cancel it.
const HOLD: Duration = Duration::from_secs(10);
/// Maximum number of replies of the bot in one thread within [`LOOP_WINDOW`].
const MAX_REPLIES: i64 = 3;
const LOOP_WINDOW: Duration = Duration::from_secs(24 * 3_600);

/// Answers or escalates an email.
pub struct AnswerEmail {
    pub context: Context,
    pub index_cache: IndexCache,
    pub renderer: ReplyRenderer,
}

/// The outcome of an email, with the note for staff.
enum Outcome {
    /// Staff handle it in the inbox.
    Leave(String),
    Escalate(String),
    /// A reply with these answers, or a draft of one.
    Reply,
}

#[async_trait]
impl jobs::Handler for AnswerEmail {
    fn purpose(&self) -> &'static str {
        "Answer a homeowner's email"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: AnswerEmailPayload =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let (preparer, id) = (self.preparer(), &payload.message);
        let preparation = preparer.prepare::<InboundEmail>(&scope, id).await?;
        let (mut tx, inbound) = preparer.begin::<InboundEmail>(&scope, id, &preparation).await?;
        if let Some(inbound) = inbound {
            self.handle(&mut tx, &scope, &inbound, &preparation).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl AnswerEmail {
    fn preparer(&self) -> Preparer<'_> {
        Preparer { context: &self.context, index_cache: &self.index_cache, renderer: &self.renderer }
    }

    /// Decides, and executes the decision.
    async fn handle(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        inbound: &InboundEmail,
        preparation: &Preparation,
    ) -> Result<(), Fault> {
        let context = inbound.decision_context(preparation.english());
        if !inbound.is_handled() && !context.is_urgent {
            return Ok(());
        }
        let decision = &*self.preparer().decide(tx, scope, inbound, preparation).await?;
        let note = match self.outcome(tx, scope, inbound, &context, decision).await? {
            Outcome::Leave(note) => note,
            Outcome::Escalate(note) => {
                self.escalate(tx, scope, inbound, &context, decision).await?;
                note
            }
            Outcome::Reply => match self.reply(tx, scope, inbound, preparation.draft(), decision).await? {
                Some(note) => note,
                None => {
                    self.escalate(tx, scope, inbound, &context, decision).await?;
                    rules::EMAIL_HAS_DRAFT.to_owned()
                }
            },
        };
        email_thread::set_bot_note(tx, scope, &inbound.message.id, &note).await?;
        let (community, id) = (&inbound.thread.community_id, inbound.thread.id.as_str());
        email_thread::publish(tx, scope, community, id, self.context.now());
        Ok(())
    }

    async fn outcome(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        inbound: &InboundEmail,
        context: &DecisionContext,
        decision: &BotDecision,
    ) -> Result<Outcome, Fault> {
        if context.is_urgent {
            return Ok(Outcome::Escalate(rules::URGENT.to_owned()));
        }
        if context.is_assigned {
            return Ok(Outcome::Leave(rules::EMAIL_ASSIGNED.to_owned()));
        }
        match answering::detect_small_talk(&inbound.question) {
            Some((SmallTalk::HumanRequest, _)) => {
                let why = "The homeowner asks for a person; sent to your team.";
                return Ok(Outcome::Escalate(why.to_owned()));
            }
            Some(_) => return Ok(Outcome::Leave(rules::EMAIL_SMALL_TALK.to_owned())),
            None => {}
        }
        let answers = decision.sent_answers();
        let is_complete = match &decision.action {
            BotAction::Escalate(why) => return Ok(Outcome::Escalate(why.clone())),
            BotAction::Reply(_) => !answers.is_empty(),
            BotAction::ReplyToParts(parts) => ReplyPlan::new(parts).escalated.is_empty(),
            BotAction::Disambiguate(..) => false,
        };
        if !is_complete || answers.is_empty() {
            return Ok(Outcome::Escalate(rules::EMAIL_PARTLY.to_owned()));
        }
        if answers.iter().any(|(answer, _)| sms::has_account_fields(&answer.answer)) {
            return Ok(Outcome::Escalate(rules::EMAIL_ACCOUNT.to_owned()));
        }
        let since = self.context.now().minus(LOOP_WINDOW);
        let replies =
            email_thread::count_bot_emails(tx, scope, &inbound.thread.id, since, MAX_REPLIES).await?;
        if replies >= MAX_REPLIES {
            return Ok(Outcome::Escalate(rules::EMAIL_LOOP.to_owned()));
        }
        Ok(Outcome::Reply)
    }

    /// Schedules the reply, or stores it as a draft. Returns the note on the email, or `None` if the thread has a draft.
    async fn reply(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        inbound: &InboundEmail,
        draft: Option<&Draft>,
        decision: &BotDecision,
    ) -> Result<Option<String>, Fault> {
        let answers = decision.sent_answers();
        let questions: Vec<(&str, f32)> =
            answers.iter().map(|(answer, confidence)| (answer.question.as_str(), *confidence)).collect();
        let text = reply_text(inbound, draft, decision);
        let has_draft = email_thread::find_draft(tx, scope, &inbound.thread.id).await?.is_some();
        if has_draft {
            return Ok(None);
        }
        let is_sent = inbound.is_sent_at_once;
        let basis = rules::email_basis(&questions);
        let note = format!("{} with {basis}", if is_sent { "Replied" } else { "Drafted a reply" });
        let basis = format!("It is based on {basis}");
        let reply = ThreadReply { thread: &inbound.thread, author: None, text: &text, bot_note: &basis };
        if !is_sent {
            let draft = outgoing_email::insert_draft(tx, &self.context, scope, &reply).await?;
            return Ok(draft.map(|_| note));
        }
        let at = self.context.now().plus(HOLD);
        let scheduled = outgoing_email::schedule_reply(tx, &self.context, scope, &reply, at).await?;
        if let Some((first, _)) = answers.first() {
            email_thread::set_answer(tx, scope, &scheduled, first).await?;
        }
        for (answer, _) in answers {
            answer::count_use(tx, scope, answer).await?;
        }
        Ok(Some(note))
    }

    async fn escalate(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        inbound: &InboundEmail,
        context: &DecisionContext,
        decision: &BotDecision,
    ) -> Result<(), Fault> {
        let confidence = f64::from(decision.result.confidence());
        let suggested = rules::suggestion(&decision.result.matches).and(decision.result.best());
        let unanswered = decision.unanswered_match().map(|(answer, sure)| (answer, f64::from(sure)));
        let raised = escalation::NewEscalation {
            community: &inbound.community,
            source: QuestionSource::Email { thread: &inbound.thread, message: &inbound.message },
            question: &inbound.question,
            suggested: unanswered.or_else(|| suggested.map(|answer| (answer, confidence))),
            urgent: context.is_urgent,
            language: decision.language,
        };
        if context.is_urgent {
            email_thread::set_priority(tx, scope, &inbound.thread.id, Priority::Urgent).await?;
        }
        escalation::create(tx, scope, &self.context, &raised).await
    }
}

/// Returns the email: the company's header, the greeting and the answers. The mailbox signs it.
fn reply_text(inbound: &InboundEmail, draft: Option<&Draft>, decision: &BotDecision) -> String {
    let answers = match &decision.action {
        BotAction::ReplyToParts(parts) => ReplyPlan::new(parts).joined_answers(),
        _ => decision.result.best().map(|best| best.answer.clone()).unwrap_or_default(),
    };
    let written = draft.and_then(|draft| draft.validate(&inbound.community, decision).0);
    let body = match written {
        Some(written) => written.to_owned(),
        None => response::plain(&inbound.community, &decision.as_written(&answers)),
    };
    let language = match decision.language {
        // Without a model, the answer is in English.
        _ if written.is_none() && decision.reply_language().is_some() => Language::English,
        language => language,
    };
    let greeting = templates::email_greeting(&inbound.recipient(language));
    let waiver = Some(inbound.community.persona.bot_waiver.trim()).filter(|_| inbound.is_sent_at_once);
    let parts = [Some(inbound.header.as_str()), Some(&greeting), waiver, Some(&body)];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}
