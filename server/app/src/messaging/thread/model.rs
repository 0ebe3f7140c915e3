//! Conversations and their messages.
use platform::{
    InCommunity, Timestamp,
    ids::{CommunityId, UserId},
    phone::Phone,
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

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
        /// Canceled before it was sent.
        Canceled = 10,
        /// Delivery unconfirmed.
        Unknown = 11,
    }
}

impl Status {
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
    /// All its texts came from the test phone.
    pub is_test: bool,
}

impl Conversation {
    /// Whether a user took it over. The bot does not reply then.
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

/// Which test conversations and test escalations a list has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestTraffic {
    /// Those of communities with a number on the test phone, where there is no other traffic to test with.
    #[default]
    InTrials = 0,
    /// None of them.
    Exclude = 1,
    /// All of them.
    Include = 2,
    /// All of them, and nothing else.
    Only = 3,
}

/// A resident, as far as known. Unknown fields are empty.
#[derive(Clone, Debug, Default, FromRow)]
pub struct Resident {
    pub name: String,
    pub unit: String,
    pub kind: String,
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
    /// Until then its author can undo it.
    pub undo_until_ms: Option<Timestamp>,
    /// The text blast that it belongs to.
    #[sqlx(default)]
    pub blast_id: Option<String>,
    #[sqlx(default)]
    pub blast_title: Option<String>,
    /// It came from the test phone, or is part of a test conversation.
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

/// A step in which a message was processed.
#[derive(Clone, Debug, FromRow)]
pub struct Step {
    pub message_id: MessageId,
    pub name: String,
    pub reason: String,
    pub at_ms: Timestamp,
}

/// The bot's decision on a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    pub answer_id: String,
    pub question: String,
    /// Category of the answer when it was given. Reports count by it.
    #[serde(default)]
    pub category: String,
    /// The answer had a sample question that was learned from staff.
    #[serde(default)]
    pub is_learned: bool,
    pub source: String,
    pub confidence: f64,
    pub next_question: String,
    pub next_confidence: f64,
    pub took_ms: i64,
    pub answered: bool,
}
