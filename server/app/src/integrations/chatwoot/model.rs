//! A connection to Chatwoot and what is mirrored over it.
use platform::{
    Timestamp,
    ids::{CompanyId, ConversationId, MessageId, UserId},
};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

platform::db_enum! {
    /// State of a text at Chatwoot.
    MirrorState {
        /// Chatwoot is being given it, or was and may have taken it.
        Pending = 1,
        /// Chatwoot has it.
        Mirrored = 2,
        /// Chatwoot did not take it, and it is not given again.
        LeftOut = 3,
    }
}

/// A company's connection, without its secrets.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Connection {
    pub company_id: CompanyId,
    pub base_url: String,
    pub account_id: String,
    /// Empty while nothing is mirrored.
    pub inbox_id: String,
    pub since_ms: Timestamp,
    /// The user in whose name agents reply who are no users.
    pub connected_by: UserId,
    pub problem: String,
    pub mirrored_ms: Option<Timestamp>,
}

/// The secrets of a connection, stored encrypted as one.
#[derive(Clone, Serialize, Deserialize)]
pub struct Secrets {
    pub api_access_token: String,
    pub webhook_secret: String,
}

/// An account at Chatwoot, as it is called.
#[derive(Clone)]
pub struct Account {
    pub base_url: String,
    pub account_id: String,
    pub inbox_id: String,
    pub token: SecretString,
}

/// A text that is next to be mirrored.
#[derive(Debug, FromRow)]
pub struct PendingText {
    pub id: MessageId,
    pub conversation_id: ConversationId,
    pub direction: i32,
    pub body: String,
}
