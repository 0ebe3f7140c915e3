//! Hands questions of a web chat off to staff.
use answering::Language;
use platform::Fault;

use super::{ChatHandler, Outcome};
use crate::{
    bot::{
        index::{IndexQuery, SearchResult, TextEmbeddings},
        policy::BotDecision,
        response::ReplyBody,
        rules, templates,
    },
    knowledge::answer,
    messaging::{
        escalation::{self, QuestionSource},
        web_chat::{self, WebChatMessage},
    },
};

/// Maximum number of open escalations of a chat. A first emergency is escalated even beyond it.
const MAX_OPEN: i64 = 10;

/// A question that is handed off to staff.
pub struct Handoff<'a> {
    /// The visitor's message that asks it.
    pub message: &'a WebChatMessage,
    /// The question that staff see.
    pub question: &'a str,
    /// The suggested answer and its confidence.
    pub suggested: Option<(&'a answer::Answer, f64)>,
    pub is_urgent: bool,
    /// The language of the question.
    pub language: Language,
}

/// The outcome of a hand-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandedOff {
    Escalated,
    /// An emergency of the chat is open, so the visitor has been told what to do.
    AlreadyUrgent,
    /// This number of questions of the chat already wait for staff.
    TooMany(i64),
}

/// The reply to a visitor whose question was handed off.
pub struct HandoffReply<'a> {
    pub body: ReplyBody<'a>,
    pub language: Language,
    /// What the bot did and why, for staff.
    pub note: &'a str,
}

impl ChatHandler<'_> {
    /// Opens the chat for staff and escalates a question, unless too many questions of the chat wait for staff.
    pub(super) async fn hand_off(&mut self, handoff: &Handoff<'_>) -> Result<HandedOff, Fault> {
        let (inbound, context) = (self.inbound, self.preparer.context);
        let chat = &inbound.chat.id;
        web_chat::wait_for_staff(self.tx, self.scope, context, chat, handoff.is_urgent).await?;
        let open = escalation::open_in_web_chat(self.tx, self.scope, chat).await?;
        let is_already_urgent = handoff.is_urgent && open.is_urgent;
        let is_exempt = handoff.is_urgent && !open.is_urgent;
        if open.count >= MAX_OPEN && !is_exempt {
            return Ok(match is_already_urgent {
                true => HandedOff::AlreadyUrgent,
                false => HandedOff::TooMany(open.count),
            });
        }
        let raised = escalation::NewEscalation {
            community: &inbound.community,
            source: QuestionSource::WebChat { chat: &inbound.chat, message: handoff.message },
            question: handoff.question,
            suggested: handoff.suggested,
            urgent: handoff.is_urgent,
            language: handoff.language,
        };
        escalation::create(self.tx, self.scope, context, &raised).await?;
        Ok(if is_already_urgent { HandedOff::AlreadyUrgent } else { HandedOff::Escalated })
    }

    /// Replies to the visitor after a hand-off. The bot replies only once to an emergency.
    pub(super) async fn reply_to_handoff(
        &mut self,
        handed_off: HandedOff,
        reply: &HandoffReply<'_>,
    ) -> Result<Outcome, Fault> {
        match handed_off {
            HandedOff::Escalated => self.send(reply.body, Vec::new(), reply.note).await?,
            HandedOff::AlreadyUrgent => self.send_nothing(reply.note).await?,
            HandedOff::TooMany(open) => {
                let waiting = templates::questions_waiting(&self.inbound.recipient(reply.language));
                self.send(ReplyBody::Plain(&waiting), Vec::new(), &rules::web_chat_full(open)).await?;
            }
        }
        Ok(Outcome::Escalated)
    }

    /// Hands the message off, as an emergency or as a question that the bot cannot answer.
    pub(super) async fn escalate(
        &mut self,
        decision: &BotDecision,
        is_urgent: bool,
        note: &str,
    ) -> Result<Outcome, Fault> {
        let (inbound, language) = (self.inbound, decision.language);
        let unanswered = decision.unanswered_match().map(|(answer, sure)| (answer, f64::from(sure)));
        let handoff = Handoff {
            message: &inbound.message,
            question: &inbound.message.body,
            suggested: unanswered.or_else(|| suggestion(&decision.result)),
            is_urgent,
            language,
        };
        let handed_off = self.hand_off(&handoff).await?;
        let recipient = inbound.recipient(language);
        let reply = match is_urgent {
            true => decision.emergency_reply(&recipient),
            false => templates::handoff(&recipient, inbound.community.is_training),
        };
        let body = if is_urgent { ReplyBody::Alert(&reply) } else { ReplyBody::Plain(&reply) };
        self.reply_to_handoff(handed_off, &HandoffReply { body, language, note }).await
    }

    /// Hands off photos without words.
    pub(super) async fn escalate_photo(&mut self) -> Result<Outcome, Fault> {
        let (inbound, language) = (self.inbound, Language::English);
        let handoff = Handoff {
            message: &inbound.message,
            question: &inbound.message.body,
            suggested: None,
            is_urgent: false,
            language,
        };
        self.escalate_account(&handoff, rules::WEB_CHAT_PHOTO).await
    }

    /// Hands off a question that the bot does not answer itself, such as one about account data, with a note on the
    /// visitor's message.
    pub(super) async fn escalate_account(
        &mut self,
        handoff: &Handoff<'_>,
        note: &str,
    ) -> Result<Outcome, Fault> {
        let language = handoff.language;
        let handed_off = self.hand_off(handoff).await?;
        let reply = templates::account_handoff(&self.inbound.recipient(language));
        let body = ReplyBody::Plain(&reply);
        self.reply_to_handoff(handed_off, &HandoffReply { body, language, note }).await
    }

    /// Hands off the question for which the bot offered choices, none of which was meant. The visitor gets no
    /// reply about it.
    pub(super) async fn escalate_pending(&mut self) -> Result<HandedOff, Fault> {
        let inbound = self.inbound;
        let offered = inbound.pending.as_ref().unwrap_or(&inbound.message);
        let question = web_chat::find_question_before(self.tx, self.scope, offered).await?;
        let question = question.as_ref().unwrap_or(&inbound.message);
        let community = &inbound.community;
        let index = self.preparer.index_cache.index(self.tx, self.scope, community, None).await?;
        let (today, embeddings) = (self.preparer.today(community), TextEmbeddings::default());
        let thresholds = community.persona.thresholds();
        let query = IndexQuery { index, thresholds, embeddings: &embeddings, today: &today };
        let result = query.search(&question.body);
        let handoff = Handoff {
            message: question,
            question: &question.body,
            suggested: suggestion(&result),
            is_urgent: false,
            language: Language::English,
        };
        self.hand_off(&handoff).await
    }
}

/// Returns the answer to suggest to staff, with its confidence. `None` if no answer is close.
pub fn suggestion(result: &SearchResult) -> Option<(&answer::Answer, f64)> {
    let best = rules::suggestion(&result.matches).and(result.best())?;
    Some((best, f64::from(result.confidence())))
}
