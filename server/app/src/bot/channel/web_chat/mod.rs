//! Handles one message of a visitor in one job, with one outcome: a reply, a question which of several answers is
//! meant, or an escalation.
//!
//! Visitors get account data only once they have proved who they are. Staff who answer an escalation do so in the chat.
mod handoff;
mod inbound;
mod verification;

use answering::{Language, Match, SmallTalk};
use async_trait::async_trait;
use platform::{Fault, Scope, Tx, jobs, sms};

pub use self::verification::{WEB_CHAT_VERIFICATION_TIMEOUT, WebChatVerificationTimeout};
use self::{
    handoff::{HandedOff, Handoff, HandoffReply, suggestion},
    inbound::{InboundChat, Selected},
    verification::AccountQuestion,
};
use super::preparation::{InboundQuestion, Preparation, Preparer};
use crate::{
    bot::{
        draft::Draft,
        index::IndexCache,
        policy::{BotAction, BotDecision, QuestionPart, ReplyPlan},
        response::{self, ReplyBody, ReplyRenderer, ReplyStyle},
        rules, templates,
    },
    context::Context,
    knowledge::answer,
    messaging::web_chat::{self, AnswerWebChatPayload, BotMessage, Choice, WebChatMessage},
};

/// Answers or escalates a message of a visitor.
pub struct AnswerWebChat {
    pub context: Context,
    pub index_cache: IndexCache,
    pub renderer: ReplyRenderer,
}

#[async_trait]
impl jobs::Handler for AnswerWebChat {
    fn purpose(&self) -> &'static str {
        "Answer a visitor's message in a web chat"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: AnswerWebChatPayload =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let (scope, id) = (Scope::of_company(&job.company_id), &payload.message);
        let _foreground = self.context.db.foreground_work();
        if payload.is_signed {
            return self.answer_signed(job, &scope, id).await;
        }
        let preparer =
            Preparer { context: &self.context, index_cache: &self.index_cache, renderer: &self.renderer };
        let preparation = preparer.prepare::<InboundChat>(&scope, id).await?;
        let (mut tx, inbound) = preparer.begin::<InboundChat>(&scope, id, &preparation).await?;
        if let Some(inbound) = &inbound {
            let mut handler = ChatHandler { preparer: &preparer, tx: &mut tx, scope: &scope, inbound };
            handler.handle(&preparation).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

/// The outcome of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Everything was answered, or the visitor was asked which question is meant or who they are.
    Replied,
    /// The question, or a part of it, was left to staff.
    Escalated,
}

/// Handles one message in one transaction.
struct ChatHandler<'t> {
    preparer: &'t Preparer<'t>,
    tx: &'t mut Tx,
    scope: &'t Scope,
    inbound: &'t InboundChat,
}

impl ChatHandler<'_> {
    async fn handle(&mut self, preparation: &Preparation) -> Result<(), Fault> {
        let inbound = self.inbound;
        let is_urgent = inbound.decision_context(preparation.english()).is_urgent;
        if inbound.is_taken_over() && !is_urgent {
            web_chat::mark_unread(self.tx, self.scope, &inbound.chat.id).await?;
            return self.send_nothing(rules::WEB_CHAT_TAKEN_OVER).await;
        }
        if !is_urgent && let Some(selected) = inbound.selected() {
            return self.apply_selection(&selected).await;
        }
        let small_talk = answering::detect_small_talk(&inbound.message.body).filter(|_| !is_urgent);
        if !is_urgent && small_talk.is_none() && self.handle_proof().await? {
            return Ok(());
        }
        let outcome = match small_talk {
            Some((SmallTalk::HumanRequest, language)) => self.escalate_human_request(language).await?,
            // Small talk does not select a question: the visitor can still do so.
            Some((small_talk, language)) => return self.reply_to_small_talk(small_talk, language).await,
            None if inbound.is_photo_only() => self.escalate_photo().await?,
            None => {
                let decision = self.preparer.decide(self.tx, self.scope, inbound, preparation).await?;
                match is_urgent {
                    true => self.escalate(&decision, true, rules::URGENT).await?,
                    false => self.execute(&decision, preparation.draft()).await?,
                }
            }
        };
        // The visitor learns only once that staff were notified.
        if outcome == Outcome::Escalated {
            if inbound.pending.is_some() {
                self.escalate_pending().await?;
            }
            self.close_challenge().await?;
        }
        Ok(())
    }

    /// Executes a decision on a question.
    async fn execute(&mut self, decision: &BotDecision, draft: Option<&Draft>) -> Result<Outcome, Fault> {
        let written = draft.and_then(|draft| draft.validate(&self.inbound.community, decision).0);
        match &decision.action {
            BotAction::Reply(why) => self.reply(decision, written, why).await,
            BotAction::ReplyToParts(parts) => self.reply_to_parts(decision, parts, written).await,
            BotAction::Disambiguate(matches, why) => {
                let choice =
                    |found: &Match| Choice { answer_id: found.id.clone(), question: found.question.clone() };
                let choices = matches.iter().map(choice).collect();
                self.send(ReplyBody::Plain(templates::choices()), choices, why).await?;
                Ok(Outcome::Replied)
            }
            BotAction::Escalate(why) => self.escalate(decision, false, &note(decision, why)).await,
        }
    }

    async fn reply(
        &mut self,
        decision: &BotDecision,
        written: Option<&str>,
        why: &str,
    ) -> Result<Outcome, Fault> {
        let best = decision.result.best().ok_or_else(|| Fault::internal("a reply has no answer"))?;
        if sms::has_account_fields(&best.answer) {
            let account_question = AccountQuestion {
                message: &self.inbound.message,
                question: &self.inbound.message.body,
                answer: best,
                confidence: f64::from(decision.result.confidence()),
                language: decision.language,
            };
            return self.reply_with_account(&account_question).await;
        }
        let plain = decision.as_written(&best.answer);
        let body = written.map_or(ReplyBody::Plain(&plain), ReplyBody::Rendered);
        self.send_answer(body, best, &note(decision, why)).await?;
        Ok(Outcome::Replied)
    }

    /// Replies with the answers to the parts, and escalates the parts without an answer.
    async fn reply_to_parts(
        &mut self,
        decision: &BotDecision,
        parts: &[QuestionPart],
        written: Option<&str>,
    ) -> Result<Outcome, Fault> {
        let (plan, language) = (ReplyPlan::new(parts), decision.language);
        let rest = match self.escalate_parts(decision, &plan).await? {
            Some(HandedOff::TooMany(_)) => templates::questions_waiting(&self.inbound.recipient(language)),
            _ => templates::remaining_questions(&self.inbound.recipient(language)),
        };
        let plain = plan.joined_answers();
        let text = match written {
            Some(written) => plan.reply(written, &rest),
            None => plan.reply(&decision.as_written(&plain), &rest),
        };
        let body = if written.is_some() { ReplyBody::Rendered(&text) } else { ReplyBody::Plain(&text) };
        let note = note(decision, &plan.why);
        let others = match plan.answers.split_first() {
            // A reply that answers only some of the parts does not count as an answer.
            Some((first, others)) if plan.escalated.is_empty() => {
                self.send_answer(body, first, &note).await?;
                others
            }
            _ => {
                self.send(body, Vec::new(), &note).await?;
                plan.answers.as_slice()
            }
        };
        for answer in others {
            answer::count_use(self.tx, self.scope, answer).await?;
        }
        Ok(if plan.escalated.is_empty() { Outcome::Replied } else { Outcome::Escalated })
    }

    /// Escalates the parts without an answer as one question, if there are any.
    async fn escalate_parts(
        &mut self,
        decision: &BotDecision,
        plan: &ReplyPlan<'_>,
    ) -> Result<Option<HandedOff>, Fault> {
        if plan.escalated.is_empty() {
            return Ok(None);
        }
        let (inbound, language) = (self.inbound, decision.language);
        let escalated = plan.escalated.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n");
        // Staff see the visitor's own text, even if the translation was split.
        let question = if decision.is_translated { &inbound.message.body } else { &escalated };
        let suggested = match plan.escalated.as_slice() {
            [only] => suggestion(&only.result),
            _ => None,
        };
        let handoff = Handoff { message: &inbound.message, question, suggested, is_urgent: false, language };
        self.hand_off(&handoff).await.map(Some)
    }

    /// Answers the selected question, or hands the earlier question off.
    async fn apply_selection(&mut self, selected: &Selected<'_>) -> Result<(), Fault> {
        let (inbound, language) = (self.inbound, Language::English);
        let community = &inbound.community;
        let index = self.preparer.index_cache.index(self.tx, self.scope, community, None).await?;
        let today = self.preparer.today(community);
        // An answer that was deleted or has expired in the meantime is not sent.
        let holds = |answer: &answer::Answer| answer.is_answered() && !answer.has_expired(&today);
        if let Selected::Choice(choice) = selected
            && let Some(answer) = index.by_id(&choice.answer_id).filter(|answer| holds(answer))
        {
            if sms::has_account_fields(&answer.answer) {
                let account_question = AccountQuestion {
                    message: &inbound.message,
                    question: &choice.question,
                    answer,
                    // The visitor confirmed that it is the right answer.
                    confidence: 1.0,
                    language,
                };
                return self.reply_with_account(&account_question).await.map(drop);
            }
            let note = rules::web_chat_choice(&choice.question);
            return self.send_answer(ReplyBody::Plain(&answer.answer), answer, &note).await;
        }
        let handed_off = self.escalate_pending().await?;
        let reply = templates::handoff(&inbound.recipient(language), false);
        let body = ReplyBody::Plain(&reply);
        let reply = HandoffReply { body, language, note: rules::WEB_CHAT_NO_MATCH };
        self.reply_to_handoff(handed_off, &reply).await.map(drop)
    }

    /// Replies to a greeting or thanks. An acknowledgment gets no reply.
    async fn reply_to_small_talk(&mut self, small_talk: SmallTalk, language: Language) -> Result<(), Fault> {
        let note = match small_talk {
            SmallTalk::Greeting => rules::GREETING,
            SmallTalk::Thanks => rules::THANKS,
            SmallTalk::Acknowledgment | SmallTalk::HumanRequest => rules::ASKS_NOTHING,
        };
        match templates::small_talk(&self.inbound.recipient(language), small_talk) {
            Some(reply) => self.send(ReplyBody::Plain(&reply), Vec::new(), note).await,
            None => self.send_nothing(note).await,
        }
    }

    /// Hands a request for a person off.
    async fn escalate_human_request(&mut self, language: Language) -> Result<Outcome, Fault> {
        let inbound = self.inbound;
        let handoff = Handoff {
            message: &inbound.message,
            question: &inbound.message.body,
            suggested: None,
            is_urgent: false,
            language,
        };
        let handed_off = self.hand_off(&handoff).await?;
        let reply = templates::human_request(&inbound.recipient(language));
        let body = ReplyBody::Plain(&reply);
        let reply = HandoffReply { body, language, note: rules::WEB_CHAT_HUMAN_REQUEST };
        self.reply_to_handoff(handed_off, &reply).await
    }

    /// Adds a message of the bot to the chat, and the note to the visitor's message.
    async fn send(&mut self, body: ReplyBody<'_>, choices: Vec<Choice>, note: &str) -> Result<(), Fault> {
        self.add_message(body, choices, note).await.map(drop)
    }

    /// Adds a message of the bot that answers the whole question, and counts the use of the answer.
    async fn send_answer(
        &mut self,
        body: ReplyBody<'_>,
        answer: &answer::Answer,
        note: &str,
    ) -> Result<(), Fault> {
        let added = self.add_message(body, Vec::new(), note).await?;
        web_chat::set_answer(self.tx, self.scope, &added.id, answer).await?;
        answer::count_use(self.tx, self.scope, answer).await
    }

    /// Adds a message of the bot to the chat. The bot's first message carries the community's waiver.
    async fn add_message(
        &mut self,
        body: ReplyBody<'_>,
        choices: Vec<Choice>,
        note: &str,
    ) -> Result<WebChatMessage, Fault> {
        let InboundChat { community, chat, message, .. } = self.inbound;
        let is_first = !chat.is_greeted && !community.persona.bot_waiver.trim().is_empty();
        if is_first {
            web_chat::mark_greeted(self.tx, self.scope, &chat.id).await?;
        }
        let text = response::text(&ReplyStyle::of(community), body, is_first);
        let reply = BotMessage { reply_to: &message.id, body: text.trim(), choices, note };
        web_chat::add_bot_message(self.tx, self.preparer.context, self.scope, chat, reply).await
    }

    /// Adds the note to the visitor's message, which gets no reply.
    async fn send_nothing(&mut self, note: &str) -> Result<(), Fault> {
        let InboundChat { chat, message, .. } = self.inbound;
        web_chat::set_bot_note(self.tx, self.scope, &message.id, note).await?;
        web_chat::publish(self.tx, self.scope, chat, self.preparer.context.now());
        Ok(())
    }
}

/// Returns the note for staff, which quotes the English translation that was searched for.
fn note(decision: &BotDecision, why: &str) -> String {
    match decision.is_translated {
        true => format!("{} {why}", rules::translated_step(&decision.text)),
        false => why.to_owned(),
    }
}
