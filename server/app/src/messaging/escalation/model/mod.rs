//! Types of escalations.
mod notice;

use answering::Language;
use platform::{
    InCommunity, Priority, Timestamp,
    ids::{CommunityId, UserId},
    phone::Phone,
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::{
    email::email_thread::{EmailMessage, EmailMessageId, EmailThread, EmailThreadId},
    knowledge::answer,
    messaging::{
        thread::{Conversation, ConversationId, Message, MessageId, Resident},
        web_chat::{WebChat, WebChatId, WebChatMessage, WebChatMessageId},
    },
    operations::{file::FileId, mail::MailId},
    tenancy::community::Community,
};

pub use notice::{
    Notice, NoticeChannel, NoticePreview, NoticeRecipient, NoticeRequest, NoticeToPreview, Notify,
    ScheduledDelivery,
};

platform::ids! {
    /// An escalation.
    EscalationId;
}

platform::db_enum! {
    /// State of an escalation.
    State {
        /// Unclaimed.
        Open = 1,
        /// Claimed by a user.
        Claimed = 2,
        /// Answered.
        Reviewed = 3,
        /// Dismissed without an answer.
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

/// The origin of an escalation.
pub struct Origin {
    pub community_id: CommunityId,
    /// `None` for a question that did not come by text.
    pub conversation_id: Option<ConversationId>,
    /// Time of the escalated text.
    pub asked_ms: Timestamp,
}

/// An escalation.
#[derive(Clone, Debug, FromRow)]
pub struct Escalation {
    pub id: EscalationId,
    pub community_id: CommunityId,
    /// `None` for a question that did not come by text.
    pub conversation_id: Option<ConversationId>,
    /// `None` for a question that did not come by text.
    pub message_id: Option<MessageId>,
    /// `None` for a question that did not come by email.
    pub email_thread_id: Option<EmailThreadId>,
    /// `None` for a question that did not come by email.
    pub email_message_id: Option<EmailMessageId>,
    /// `None` for a question that did not come by web chat.
    pub web_chat_id: Option<WebChatId>,
    /// `None` for a question that did not come by web chat.
    pub web_chat_message_id: Option<WebChatMessageId>,
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
    pub claimed_ms: Option<Timestamp>,
    pub reviewed_by: Option<UserId>,
    #[sqlx(try_from = "i32")]
    pub dismissed_reason: DismissReason,
    pub asked_ms: Timestamp,
    pub reviewed_ms: Option<Timestamp>,
    #[sqlx(json(nullable))]
    pub undo: Option<Undo>,
    /// Whether the text reports an emergency.
    pub urgent: bool,
    #[sqlx(try_from = "i32")]
    pub priority: Priority,
    /// Whether it came from the test phone, or from a web chat that staff tried.
    pub is_test: bool,
    /// The language of the question; empty for English.
    pub language: String,
    /// Whether the suggested answer had expired.
    pub suggested_expired: bool,
    /// The probable category of the question; empty if unknown.
    pub suggested_category: String,
    /// The email to the homeowner.
    pub mail_id: Option<MailId>,
}

/// What a reviewed escalation says about the suggested answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// Nothing: there was no suggestion, or the answer that was sent is only partly similar.
    Silent = 0,
    /// The suggestion was sent, possibly reworded, with the same numbers and polarity.
    Right = 1,
    /// A different answer was sent.
    Wrong = 2,
}

impl Escalation {
    /// Returns what the review says about the suggested answer.
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

    /// Returns whether it was answered or dismissed.
    pub fn is_reviewed(&self) -> bool {
        matches!(self.state, State::Reviewed | State::Dismissed)
    }
}

/// An escalation with the data that lists show.
#[derive(Clone, Debug, FromRow)]
pub struct ListedEscalation {
    #[sqlx(flatten)]
    pub escalation: Escalation,
    pub tag: String,
    /// The English translation of the text; empty if there is none.
    pub english: String,
    /// `None` for a question that did not come by text.
    pub phone: Option<Phone>,
    #[sqlx(flatten)]
    pub resident: Resident,
    /// How the visitor of the web chat proved to be the resident; 0 if the visitor did not.
    pub web_chat_verification: i32,
    pub claimed_by_name: String,
    pub reviewed_by_name: String,
    /// Delivery status of the email to the homeowner; 0 without an email.
    pub mail_status: i32,
    pub mail_problem: String,
}

impl ListedEscalation {
    /// Returns the phone of the resident; empty for a question that did not come by text.
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

/// An answer to a similar question, and the similarity from 0 to 1.
#[derive(Debug, PartialEq)]
pub struct SimilarAnswer {
    pub escalation: AnsweredEscalation,
    pub similarity: f32,
}

/// The data to undo an answer or a dismissal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Undo {
    /// The time until which it can be undone.
    pub until: Timestamp,
    /// The user who may undo it.
    pub by: UserId,
    /// The question before the review.
    pub question: String,
    /// The user who had claimed it before the review.
    pub claimed_by: Option<UserId>,
    /// The scheduled text to the homeowner.
    pub notice: Option<MessageId>,
    /// The scheduled email to the homeowner.
    #[serde(default)]
    pub mail: Option<MailId>,
    /// The files of photos that the scheduled email links to.
    #[serde(default)]
    pub mailed_photos: Vec<FileId>,
    /// The scheduled reply in the email thread.
    #[serde(default)]
    pub email: Option<EmailMessageId>,
    /// The held message in the web chat.
    #[serde(default)]
    pub chat: Option<WebChatMessageId>,
    /// What the bot was trained with.
    pub taught: Option<answer::TrainingRecord>,
}

/// The text, the email or the message of a web chat that contains a question.
pub enum QuestionSource<'a> {
    Text { conversation: &'a Conversation, message: &'a Message },
    Email { thread: &'a EmailThread, message: &'a EmailMessage },
    WebChat { chat: &'a WebChat, message: &'a WebChatMessage },
}

/// A question that the bot escalates.
pub struct NewEscalation<'a> {
    pub community: &'a Community,
    pub source: QuestionSource<'a>,
    /// The message, or the part of it that is left to staff.
    pub question: &'a str,
    /// The suggested answer, or the similar question without an answer, with the confidence.
    pub suggested: Option<(&'a answer::Answer, f64)>,
    /// Whether the text reports an emergency.
    pub urgent: bool,
    /// The language of the question.
    pub language: Language,
}

/// The answer of staff.
pub struct Reply<'a> {
    pub question: &'a str,
    pub answer: &'a str,
    pub train: bool,
    pub notify: Option<&'a NoticeRecipient>,
}

/// An answer to an escalation, with what it causes.
pub struct AnswerEscalation {
    pub id: EscalationId,
    /// The reworded question; empty for the question as it is.
    pub question: String,
    pub answer: String,
    /// Whether the answer trains the bot.
    pub train: bool,
    /// The category of the answer; empty for the category of an existing answer.
    pub category: String,
    /// The notice that the homeowner should get, if any.
    pub notice: Option<NoticeRequest>,
    /// Photos of the notice: files in base64.
    pub photos: Vec<String>,
}

/// An answered escalation with its scheduled notice.
pub struct AnswerResult {
    pub escalation: ListedEscalation,
    /// The scheduled notice, if one was requested. Account details that the caller may not see are hidden.
    pub notice: Option<Notice>,
}

/// The number of open escalations of a community.
#[derive(Clone, Debug, FromRow)]
pub struct CommunityCount {
    pub community_id: CommunityId,
    pub open: i64,
}
