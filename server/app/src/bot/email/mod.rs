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
use super::{
    draft::{self, Draft},
    index::{IndexCache, IndexQuery, MAX_RELOADS, TextEmbeddings},
    policy::{BotAction, BotDecision, DecisionContext, InboundText, PreparedDecision, ReplyPlan},
    response::{self, ReplyRenderer, WriterState},
    rules, templates,
};
use crate::{
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

/// Results that are computed before the transaction.
#[derive(Default)]
struct Preprocessed {
    embeddings: TextEmbeddings,
    english: Option<String>,
    /// The decision, unless the bot does not handle the email.
    decision: Option<PreparedDecision>,
    draft: Option<Draft>,
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
        let mut tx = self.context.db.read(&scope).await?;
        let inbound = InboundEmail::find(&mut tx, &scope, &payload.message).await?;
        drop(tx);
        let preprocessed = match &inbound {
            Some(inbound) => self.preprocess(&scope, inbound).await?,
            None => Preprocessed::default(),
        };
        let mut tx = self.context.db.write(&scope).await?;
        let mut inbound = InboundEmail::find(&mut tx, &scope, &payload.message).await?;
        let prepared = preprocessed.decision.as_ref().map(|decision| &decision.current);
        let mut reloads = 0;
        while let (Some(InboundEmail { community, .. }), Some(prepared)) = (&inbound, prepared)
            && reloads < MAX_RELOADS
            && !self.index_cache.is_ready(&mut tx, &scope, community, prepared).await?
        {
            drop(tx);
            self.index_cache.prepare(&self.context.db, &scope, &community.id).await?;
            tx = self.context.db.write(&scope).await?;
            inbound = InboundEmail::find(&mut tx, &scope, &payload.message).await?;
            reloads += 1;
        }
        if let Some(inbound) = inbound {
            self.handle(&mut tx, &scope, &inbound, &preprocessed).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl AnswerEmail {
    /// Computes embeddings, translation, decision and draft outside of a transaction.
    async fn preprocess(&self, scope: &Scope, inbound: &InboundEmail) -> Result<Preprocessed, Fault> {
        let (community, question) = (&inbound.community, inbound.question.as_str());
        let context = inbound.decision_context(None);
        if !inbound.is_handled() && !context.is_urgent {
            return Ok(Preprocessed::default());
        }
        let mut tx = self.context.db.read(scope).await?;
        let source = self.index_cache.find(&mut tx, scope, community).await?;
        drop(tx);
        let current = self.index_cache.load(source).await?;
        let current = self.index_cache.with_embeddings(scope, &community.id, current).await;
        let mut embeddings = TextEmbeddings::embed(&self.index_cache.encoder, &current.index, question).await;
        let (thresholds, today) = (community.persona.thresholds(), self.today(inbound));
        let query =
            IndexQuery { index: current.index.clone(), thresholds, embeddings: &embeddings, today: &today };
        let english = match query.translation_language(question, &context) {
            Some(language) if self.renderer.state() != WriterState::None => {
                self.renderer.translate(question, language).await.ok()
            }
            _ => None,
        };
        if let Some(english) = &english {
            embeddings.add(&self.index_cache.encoder, &current.index, english).await;
        }
        let text = InboundText { body: question, english: english.as_deref() };
        let context = inbound.decision_context(text.english);
        let prepared = PreparedDecision::new(current, thresholds, &embeddings, today, &text, context);
        let draft = draft::draft(&self.renderer, community, &prepared.decision).await;
        Ok(Preprocessed { embeddings, english, decision: Some(prepared), draft })
    }

    /// Decides, and executes the decision.
    async fn handle(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        inbound: &InboundEmail,
        preprocessed: &Preprocessed,
    ) -> Result<(), Fault> {
        let english = preprocessed.english.as_deref();
        let context = inbound.decision_context(english);
        if !inbound.is_handled() && !context.is_urgent {
            return Ok(());
        }
        let prepared = preprocessed.decision.as_ref();
        let current = prepared.map(|prepared| &prepared.current);
        let index = self.index_cache.index(tx, scope, &inbound.community, current).await?;
        let (thresholds, today) = (inbound.community.persona.thresholds(), self.today(inbound));
        let query = IndexQuery { index, thresholds, embeddings: &preprocessed.embeddings, today: &today };
        let changed;
        let decision = match prepared.and_then(|prepared| prepared.decision(&query, &context)) {
            Some(decision) => decision,
            // Something that the decision depends on has changed in the meantime.
            None => {
                changed = query.decide(&InboundText { body: &inbound.question, english }, &context);
                &changed
            }
        };
        let note = match self.outcome(tx, scope, inbound, &context, decision).await? {
            Outcome::Leave(note) => note,
            Outcome::Escalate(note) => {
                self.escalate(tx, scope, inbound, &context, decision).await?;
                note
            }
            Outcome::Reply => match self.reply(tx, scope, inbound, preprocessed, decision).await? {
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
        preprocessed: &Preprocessed,
        decision: &BotDecision,
    ) -> Result<Option<String>, Fault> {
        let answers = decision.sent_answers();
        let questions: Vec<(&str, f32)> =
            answers.iter().map(|(answer, confidence)| (answer.question.as_str(), *confidence)).collect();
        let text = reply_text(inbound, preprocessed.draft.as_ref(), decision);
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
        outgoing_email::schedule_reply(tx, &self.context, scope, &reply, at).await?;
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

    /// Returns the date in the community's time zone.
    fn today(&self, inbound: &InboundEmail) -> String {
        self.context.now().date_in(&inbound.community.time_zone).to_string()
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
