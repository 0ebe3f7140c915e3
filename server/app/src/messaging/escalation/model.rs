//! Escalations.
use answering::Language;
use platform::{
    InCommunity, Priority, Timestamp,
    ids::{CommunityId, UserId},
    phone::Phone,
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::{
    email::thread::{EmailMessage, EmailMessageId, EmailThread, EmailThreadId},
    knowledge::answer,
    messaging::thread::{Conversation, ConversationId, Message, MessageId, Resident},
    operations::mail::MailId,
    tenancy::community::Community,
};

platform::ids! {
    /// An escalation.
    EscalationId;
}

platform::db_enum! {
    /// Where an escalation stands.
    State {
        /// Nobody has it.
        Open = 1,
        /// A member of staff is at it.
        Claimed = 2,
        /// Answered.
        Reviewed = 3,
        /// Put away without an answer.
        Dismissed = 4,
    }
}

platform::db_enum! {
    /// Why an escalation needs no answer.
    DismissReason {
        /// It was not dismissed.
        None = 0,
        /// Spam.
        Spam = 1,
        /// Asked and answered elsewhere.
        Duplicate = 2,
        /// Not a question.
        NotAQuestion = 3,
    }
}

/// Where an escalation comes from.
pub struct Origin {
    pub community_id: CommunityId,
    /// `None` for a question that came by email.
    pub conversation_id: Option<ConversationId>,
    /// Time of the escalated text.
    pub asked_ms: Timestamp,
}

/// An escalation.
#[derive(Clone, Debug, FromRow)]
pub struct Escalation {
    pub id: EscalationId,
    pub community_id: CommunityId,
    /// `None` for a question that came by email.
    pub conversation_id: Option<ConversationId>,
    /// `None` for a question that came by email.
    pub message_id: Option<MessageId>,
    /// `None` for a question that came by text.
    pub email_thread_id: Option<EmailThreadId>,
    /// `None` for a question that came by text.
    pub email_message_id: Option<EmailMessageId>,
    #[sqlx(try_from = "i32")]
    pub state: State,
    pub question: String,
    pub answer: String,
    pub bot_trained: bool,
    #[sqlx(json(nullable))]
    pub notify: Option<Notify>,
    pub suggested_answer: String,
    pub suggested_question: String,
    pub suggested_source: String,
    pub suggested_confidence: f64,
    pub claimed_by: Option<UserId>,
    pub reviewed_by: Option<UserId>,
    #[sqlx(try_from = "i32")]
    pub dismissed_reason: DismissReason,
    pub asked_ms: Timestamp,
    pub reviewed_ms: Option<Timestamp>,
    #[sqlx(json(nullable))]
    pub undo: Option<Undo>,
    /// It tells of an emergency.
    pub urgent: bool,
    #[sqlx(try_from = "i32")]
    pub priority: Priority,
    /// It came from the test phone.
    pub is_test: bool,
    /// The language in which it was asked; empty for English.
    pub language: String,
    /// The suggestion held no longer.
    pub suggested_expired: bool,
    /// The category that the question probably belongs to; empty if unknown.
    pub suggested_category: String,
    /// The mail to the homeowner.
    pub mail_id: Option<MailId>,
}

/// What the review of an escalation says of what was suggested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// Nothing, for there was no suggestion, or what was sent is between the two.
    Silent = 0,
    /// It was sent, give or take a few words that turn nothing.
    Right = 1,
    /// Something else was sent.
    Wrong = 2,
}

impl Escalation {
    /// What its review says of what was suggested.
    pub fn confirmed(&self) -> Confirmed {
        let (sent, suggested) = (&self.answer, &self.suggested_answer);
        if !self.is_reviewed() || sent.is_empty() || suggested.is_empty() || self.suggested_expired {
            return Confirmed::Silent;
        }
        match answering::text_similarity(sent, suggested) {
            alike if alike >= 0.8 && answering::has_same_numbers_and_polarity(sent, suggested) => {
                Confirmed::Right
            }
            alike if alike >= 0.8 => Confirmed::Wrong,
            alike if alike < 0.5 => Confirmed::Wrong,
            _ => Confirmed::Silent,
        }
    }

    /// Nothing is left to do.
    pub fn is_reviewed(&self) -> bool {
        matches!(self.state, State::Reviewed | State::Dismissed)
    }
}

/// An escalation with what is shown beside it.
#[derive(Clone, Debug, FromRow)]
pub struct ListedEscalation {
    #[sqlx(flatten)]
    pub escalation: Escalation,
    pub tag: String,
    /// What the text was put into English as; empty where it was not.
    pub english: String,
    /// `None` for a question that came by email.
    pub phone: Option<Phone>,
    #[sqlx(flatten)]
    pub resident: Resident,
    pub claimed_by_name: String,
    pub reviewed_by_name: String,
    /// Where the mail to the homeowner stands; 0 without one.
    pub mail_status: i32,
    pub mail_problem: String,
}

impl ListedEscalation {
    /// The phone that asked; empty for a question that came by email.
    pub fn phone(&self) -> &str {
        self.phone.as_ref().map(Phone::as_str).unwrap_or_default()
    }
}

impl InCommunity for ListedEscalation {
    const NOUN: &'static str = "escalation";

    fn community_id(&self) -> &CommunityId {
        &self.escalation.community_id
    }
}

/// An answered escalation.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct AnsweredEscalation {
    pub id: EscalationId,
    pub question: String,
    /// The resident's text, in English.
    pub sample: String,
    pub answer: String,
    /// Name of the user or partner who answered.
    pub reviewed_by: String,
    pub reviewed_ms: Timestamp,
}

/// An answer to a similar question, with the similarity from 0 to 1.
#[derive(Debug, PartialEq)]
pub struct SimilarAnswer {
    pub escalation: AnsweredEscalation,
    pub similarity: f32,
}

/// Who is told, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notify {
    pub to: String,
    pub notify: bool,
    #[serde(default)]
    pub by_email: bool,
}

/// What it takes to take an answer or a dismissal back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Undo {
    /// Until when.
    pub until: Timestamp,
    /// Who may.
    pub by: UserId,
    /// The question before it.
    pub question: String,
    /// Who had it before.
    pub claimed_by: Option<UserId>,
    /// The text that is held.
    pub notice: Option<MessageId>,
    /// The mail that is held.
    #[serde(default)]
    pub mail: Option<MailId>,
    /// The reply in the email thread that is held.
    #[serde(default)]
    pub email: Option<EmailMessageId>,
    /// What the bot was taught.
    pub taught: Option<answer::TrainingRecord>,
}

/// Where a question was asked.
pub enum QuestionSource<'a> {
    Text { conversation: &'a Conversation, message: &'a Message },
    Email { thread: &'a EmailThread, message: &'a EmailMessage },
}

/// A question that the bot hands over.
pub struct NewEscalation<'a> {
    pub community: &'a Community,
    pub source: QuestionSource<'a>,
    /// What is asked: the message, or the part of it that is left to staff.
    pub question: &'a str,
    /// What the bot would have said, or the question without an answer that it would have liked to
    /// answer, and how sure it is.
    pub suggested: Option<(&'a answer::Answer, f64)>,
    /// It tells of an emergency.
    pub urgent: bool,
    /// The language in which it is asked.
    pub language: Language,
}

/// Staff's answer.
pub struct Reply<'a> {
    pub question: &'a str,
    pub answer: &'a str,
    pub train: bool,
    pub notify: Option<&'a Recipient>,
}

/// Whom staff wish to tell, and how.
pub struct NoticeRequest {
    /// Empty for the phone that asked.
    pub to: String,
    pub by_email: bool,
}

/// Who is told, and how.
pub enum Recipient {
    /// By text.
    Phone(Phone),
    /// By mail.
    Address(String),
    /// By an email in the thread that asked.
    Thread(Box<EmailThread>),
}

impl Recipient {
    /// The phone or the address.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Phone(phone) => phone.as_str(),
            Self::Address(address) => address,
            Self::Thread(thread) => &thread.participant_address,
        }
    }
}

/// What the homeowner gets; a text has no subject.
pub struct Notice {
    pub to: String,
    pub subject: Option<String>,
    pub body: String,
}

/// A notice that is held.
pub enum ScheduledDelivery {
    /// By text.
    Text(MessageId),
    /// By mail.
    Mail(MailId),
    /// By an email in the thread that asked.
    Email(EmailMessageId),
}
