//! Conversations and messages.
use platform::{
    Timestamp,
    ids::{CommunityId, UserId},
    phone::Phone,
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

platform::ids! {
    /// A conversation.
    ConversationId;
    /// A message.
    MessageId;
}

platform::stored! {
    /// Who is at a conversation.
    State {
        /// The bot answers.
        Bot = 1,
        /// It waits for staff, or somebody of the staff has it.
        Open = 2,
        /// Put aside until a time.
        Snoozed = 3,
        /// Done.
        Resolved = 4,
    }
}

platform::stored! {
    /// Which way a message goes.
    Direction {
        /// From a resident.
        Inbound = 1,
        /// To a resident.
        Outbound = 2,
    }
}

platform::stored! {
    /// Who wrote a message.
    Author {
        /// A resident.
        Resident = 1,
        /// The bot.
        Bot = 2,
        /// A member of staff.
        Staff = 3,
    }
}

platform::stored! {
    /// Where a message stands.
    Status {
        /// Inbound: it is stored.
        Received = 1,
        /// It waits.
        Queued = 2,
        /// It was handed to the carrier.
        Sending = 3,
        /// The carrier took it.
        Sent = 4,
        /// It reached the phone.
        Delivered = 5,
        /// It did not reach the phone.
        Undelivered = 6,
        /// The carrier refused it.
        Failed = 7,
        /// It was not sent, for a reason that its steps tell.
        Suppressed = 8,
        /// It was taken back before it went.
        Canceled = 10,
        /// Nobody knows whether it left.
        Unknown = 11,
    }
}

impl Status {
    /// As the contract has it.
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
            Self::Canceled => "CANCELED",
            Self::Unknown => "UNKNOWN",
        }
    }
}

/// A conversation.
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
    /// Who of the staff has it; the bot says nothing in it meanwhile.
    pub assigned_to: Option<UserId>,
    pub snoozed_until_ms: Option<Timestamp>,
    /// How many messages came that nobody answered or read.
    pub unread: i32,
}

/// Who it is, as far as known.
#[derive(Clone, Debug, Default, FromRow)]
pub struct Resident {
    pub name: String,
    pub unit: String,
    pub kind: String,
    pub email: String,
}

impl Resident {
    /// How to greet them: the first name, or nothing.
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
    /// Who of the staff.
    pub staff_id: Option<UserId>,
    pub author_name: String,
    pub body: String,
    #[sqlx(try_from = "i32")]
    pub status: Status,
    #[sqlx(json(nullable))]
    pub decision: Option<Decision>,
    pub created_ms: Timestamp,
    /// Until when its writer can take it back.
    pub undo_until_ms: Option<Timestamp>,
}

/// A text that came to the bot.
#[derive(Clone, Debug, FromRow)]
pub struct Asked {
    pub id: MessageId,
    pub body: String,
    /// What it was put into English as; empty where it was not.
    pub english: String,
    pub created_ms: Timestamp,
}

/// What is to be sent.
pub struct Outbound<'a> {
    /// Who writes it.
    pub author: Author,
    /// Who of the staff.
    pub staff: Option<&'a UserId>,
    /// The text.
    pub body: &'a str,
    /// Why the bot says it.
    pub decision: Option<&'a Decision>,
}

/// One step of what happened to a message.
#[derive(Clone, Debug, FromRow)]
pub struct Step {
    pub message_id: MessageId,
    pub name: String,
    pub reason: String,
    pub at_ms: Timestamp,
}

/// Why the bot answered as it did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    pub answer_id: String,
    pub question: String,
    pub source: String,
    pub confidence: f64,
    pub next_question: String,
    pub next_confidence: f64,
    pub took_ms: i64,
    pub answered: bool,
}
