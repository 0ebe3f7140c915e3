//! Conversations and their messages.
use platform::{
    InCommunity, Priority, Timestamp,
    ids::{CommunityId, UserId},
    phone::Phone,
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::residents::homeowner::HomeownerKind;

pub use platform::ids::{ConversationId, MessageId};

platform::db_enum! {
    /// State of a conversation.
    State {
        /// The bot replies.
        Bot = 1,
        /// Waits for staff, or is assigned to a user.
        Open = 2,
        /// Hidden until a time.
        Snoozed = 3,
        /// Closed until the next text.
        Resolved = 4,
    }
}

platform::db_enum! {
    /// Direction of a message.
    Direction {
        /// From a resident.
        Inbound = 1,
        /// To a resident.
        Outbound = 2,
    }
}

platform::db_enum! {
    /// Author of a message.
    Author {
        /// A resident.
        Resident = 1,
        /// The bot.
        Bot = 2,
        /// A member of staff.
        Staff = 3,
    }
}

platform::db_enum! {
    /// Delivery status of a message.
    Status {
        /// Stored. The only status of an inbound message.
        Received = 1,
        /// Not sent yet.
        Queued = 2,
        /// Being passed to the carrier.
        Sending = 3,
        /// Accepted by the carrier.
        Sent = 4,
        /// Delivered to the phone.
        Delivered = 5,
        /// Not delivered to the phone.
        Undelivered = 6,
        /// Rejected by the carrier.
        Failed = 7,
        /// Not sent; the steps give the reason.
        Suppressed = 8,
        /// Waits for the end of quiet hours.
        HeldQuietHours = 9,
        /// Canceled before it was sent.
        Canceled = 10,
        /// Delivery unconfirmed.
        Unknown = 11,
    }
}

impl Status {
    /// The statuses of texts that wait to be sent and can still be canceled.
    pub const WAITING: [Self; 2] = [Self::Queued, Self::HeldQuietHours];

    /// Returns the name of the status in the contract.
    pub fn name(self) -> &'static str {
        match self {
            Self::Received => "RECEIVED",
            Self::Queued => "QUEUED",
            Self::Sending => "SENDING",
            Self::Sent => "SENT",
            Self::Delivered => "DELIVERED",
            Self::Undelivered => "UNDELIVERED",
            Self::Failed => "FAILED",
            Self::Suppressed => "SUPPRESSED",
            Self::HeldQuietHours => "HELD_QUIET_HOURS",
            Self::Canceled => "CANCELED",
            Self::Unknown => "UNKNOWN",
        }
    }
}

/// A conversation between a resident's phone and a community.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Conversation {
    pub id: ConversationId,
    pub community_id: CommunityId,
    pub phone: Phone,
    pub number: String,
    #[sqlx(try_from = "i32")]
    pub state: State,
    pub preview: String,
    pub last_message_ms: Timestamp,
    /// The user who took it over, or to whom a routing rule assigned it.
    pub assigned_to: Option<UserId>,
    /// Name of the routing rule that assigned it; empty if a user took it over.
    pub assigned_by_rule: String,
    pub snoozed_until_ms: Option<Timestamp>,
    /// Number of inbound messages that were neither answered nor read.
    pub unread: i32,
    /// Whether all its texts came from the test phone.
    pub is_test: bool,
    #[sqlx(try_from = "i32")]
    pub priority: Priority,
}

impl Conversation {
    /// Returns whether a user took it over. The bot does not reply then.
    #[must_use]
    pub fn is_taken_over(&self) -> bool {
        self.assigned_to.is_some() && self.assigned_by_rule.is_empty()
    }
}

impl InCommunity for Conversation {
    const NOUN: &'static str = "conversation";

    fn community_id(&self) -> &CommunityId {
        &self.community_id
    }
}

/// Which test conversations and test escalations a list includes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestTraffic {
    /// Only in communities with a number on the test phone, which have no other traffic to test with.
    #[default]
    InTrials = 0,
    /// None of them.
    Exclude = 1,
    /// All, together with other traffic.
    Include = 2,
    /// Only test traffic.
    Only = 3,
}

/// The known data of a resident. Unknown texts are empty.
#[derive(Clone, Debug, Default, FromRow)]
pub struct Resident {
    pub name: String,
    pub unit: String,
    #[sqlx(try_from = "i32")]
    pub kind: HomeownerKind,
    pub email: String,
}

impl Resident {
    /// Returns the first name, if the name is known.
    #[must_use]
    pub fn first_name(&self) -> Option<&str> {
        self.name.split_whitespace().next()
    }
}

/// A message.
#[derive(Clone, Debug, FromRow)]
pub struct Message {
    pub id: MessageId,
    pub conversation_id: ConversationId,
    #[sqlx(try_from = "i32")]
    pub direction: Direction,
    #[sqlx(try_from = "i32")]
    pub author: Author,
    /// The user or partner that sent it.
    pub staff_id: Option<UserId>,
    pub author_name: String,
    pub body: String,
    #[sqlx(try_from = "i32")]
    pub status: Status,
    #[sqlx(json(nullable))]
    pub decision: Option<Decision>,
    pub created_ms: Timestamp,
    /// The time until which the author can undo it.
    pub undo_until_ms: Option<Timestamp>,
    /// When it is sent, if it waits for the end of quiet hours.
    #[sqlx(default)]
    pub sends_at_ms: Option<Timestamp>,
    /// The text blast that it belongs to.
    #[sqlx(default)]
    pub blast_id: Option<String>,
    #[sqlx(default)]
    pub blast_title: Option<String>,
    /// Whether it came from the test phone, or is part of a test conversation.
    #[sqlx(default)]
    pub is_test: bool,
}

/// A text that the bot decided on.
#[derive(Clone, Debug, FromRow)]
pub struct InboundQuestion {
    pub id: MessageId,
    pub body: String,
    /// English translation. Empty if there is none.
    pub english: String,
    pub created_ms: Timestamp,
}

/// A message to send.
pub struct NewMessage<'a> {
    pub author: Author,
    /// The user who sends it. Unset for the bot.
    pub staff: Option<&'a UserId>,
    pub body: &'a str,
    /// The bot's decision, if it is a reply.
    pub decision: Option<&'a Decision>,
}

platform::db_enum! {
    /// Kind of a [`Step`], numbered as in the contract.
    StepKind {
        /// The text was received and stored.
        Received = 1,
        /// The text reopened a resolved or snoozed conversation.
        Reopened = 2,
        /// A routing rule assigned the conversation.
        Routed = 3,
        /// The resident opted out of texts.
        OptedOut = 4,
        /// The resident opted in to texts.
        OptedIn = 5,
        /// The resident asked for help, and got the sender's name and instructions to opt out.
        HelpSent = 6,
        /// The community was found by the number that was texted.
        CommunityFound = 7,
        /// Whether the bot or staff handle the conversation.
        ConversationState = 8,
        /// Training mode is on: the bot drafts, and staff send.
        TrainingMode = 9,
        /// The text is not in English.
        LanguageDetected = 10,
        /// The text was translated to compare its question, or the translation failed.
        Translated = 11,
        /// One of several questions in one text.
        QuestionPart = 12,
        /// Answers were compared with the question.
        AnswersRanked = 13,
        /// The question is similar to one that has no answer yet.
        UnansweredMatch = 14,
        /// The bot asked the resident something, such as which of several questions they mean.
        ClarificationAsked = 15,
        /// The resident answered the bot's question.
        ClarificationAnswered = 16,
        /// The resident verified their identity, or failed to.
        IdentityVerified = 17,
        /// The text was a greeting or thanks.
        SmallTalk = 18,
        /// The bot asked for details of a service request.
        RequestDetailsAsked = 19,
        /// A service request was created or changed.
        RequestSaved = 20,
        /// The bot replied with the status of service requests.
        RequestStatusSent = 21,
        /// The bot replied.
        Replied = 22,
        /// The text was escalated to staff.
        Escalated = 23,
        /// A user had taken over the conversation, so the bot did not reply.
        LeftToStaff = 24,
        /// The first text carried the community's waiver.
        WaiverSent = 25,
        /// Whether the writing model rephrased the answer.
        Rephrased = 26,
        /// Sending is delayed.
        Delayed = 27,
        /// Not sent.
        Suppressed = 28,
        /// Canceled before it was sent.
        Canceled = 29,
        /// It is unknown whether the carrier accepted the text.
        Unconfirmed = 30,
        /// The carrier was asked whether it accepted the text.
        Reconciled = 31,
        /// The carrier rejected the text.
        Failed = 32,
        /// The text did not reach the phone.
        Undelivered = 33,
        /// The text was sent again.
        Retried = 34,
        /// The text was written in Chatwoot.
        SentFromChatwoot = 35,
    }
}

impl StepKind {
    /// Returns the metric label of a bot's decision.
    #[must_use]
    pub fn decision(self) -> &'static str {
        match self {
            Self::Replied => "replied",
            Self::Escalated => "escalated",
            Self::ClarificationAsked => "clarification_asked",
            Self::SmallTalk => "small_talk",
            Self::RequestDetailsAsked => "request_details_asked",
            Self::RequestSaved => "request_saved",
            Self::RequestStatusSent => "request_status_sent",
            _ => "other",
        }
    }
}

/// A step in which a message was processed.
#[derive(Clone, Debug, FromRow)]
pub struct Step {
    pub message_id: MessageId,
    #[sqlx(try_from = "i32")]
    pub kind: StepKind,
    pub reason: String,
    pub at_ms: Timestamp,
}

/// A step to add to a message.
#[derive(Clone, Debug)]
pub struct NewStep {
    pub kind: StepKind,
    /// A sentence for staff.
    pub reason: String,
}

impl NewStep {
    pub fn new(kind: StepKind, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into() }
    }
}

/// The bot's decision on a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    pub answer_id: String,
    pub question: String,
    /// Category of the answer at that time, by which reports count.
    #[serde(default)]
    pub category: String,
    /// Whether the answer had a sample question that was learned from staff.
    #[serde(default)]
    pub is_learned: bool,
    pub source: String,
    pub confidence: f64,
    pub next_question: String,
    pub next_confidence: f64,
    pub took_ms: i64,
    pub answered: bool,
}
