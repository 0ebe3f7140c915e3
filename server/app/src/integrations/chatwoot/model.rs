//! A company's connection to Chatwoot, and its mirrored texts.
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
        /// Being added at Chatwoot; Chatwoot may have accepted it.
        Pending = 1,
        /// Chatwoot accepted it.
        Mirrored = 2,
        /// Chatwoot did not accept it, and it is not sent again.
        LeftOut = 3,
    }
}

/// A company's connection, without its secrets.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Connection {
    pub company_id: CompanyId,
    pub base_url: String,
    pub account_id: String,
    /// Empty if texts are not mirrored.
    pub inbox_id: String,
    pub since_ms: Timestamp,
    /// The user on whose behalf agents without a user account reply.
    pub connected_by: UserId,
    pub problem: String,
    pub mirrored_ms: Option<Timestamp>,
}

/// A connection to make.
pub struct NewConnection {
    pub base_url: String,
    pub account_id: String,
    /// Empty if texts are not mirrored.
    pub inbox_id: String,
    /// Unset keeps the stored token of the same account.
    pub api_access_token: Option<String>,
    /// Unset keeps the stored secret of the same account.
    pub webhook_secret: Option<String>,
}

/// A company's connection, if there is one, and the ID of its inbox, which is stored with the company.
pub struct ConnectionState {
    pub connection: Option<Connection>,
    pub inbox_id: String,
}

/// The secrets of a connection, encrypted together.
#[derive(Clone, Serialize, Deserialize)]
pub struct Secrets {
    pub api_access_token: String,
    pub webhook_secret: String,
}

/// An account at Chatwoot with its address and token.
#[derive(Clone)]
pub struct Account {
    pub base_url: String,
    pub account_id: String,
    pub inbox_id: String,
    pub token: SecretString,
}

/// The next text to mirror.
#[derive(Debug, FromRow)]
pub struct PendingText {
    pub id: MessageId,
    pub conversation_id: ConversationId,
    pub direction: i32,
    pub body: String,
}
