//! Mailboxes. The numbers of the enum are those of the contract.
use platform::{InCommunity, Timestamp, ids::CommunityId};
use sqlx::FromRow;

platform::ids! {
    /// ID of a mailbox.
    MailboxId;
}

platform::db_enum! {
    /// Kind of a mailbox.
    MailboxKind {
        /// Kept by Parlor without a mail server.
        Embedded = 1,
    }
}

/// A mailbox of a community.
#[derive(Clone, Debug, FromRow)]
pub struct Mailbox {
    pub id: MailboxId,
    pub community_id: CommunityId,
    pub community_tag: String,
    #[sqlx(try_from = "i32")]
    pub kind: MailboxKind,
    /// In lowercase.
    pub address: String,
    pub display_name: String,
    pub signature: String,
    pub last_received_ms: Option<Timestamp>,
    /// Up to 1,000.
    pub unread_count: i64,
    /// Up to 1,000.
    pub draft_count: i64,
    /// Up to 1,000.
    pub scheduled_count: i64,
    pub version: i64,
}

impl Mailbox {
    /// Returns the domain of the address.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.address.rsplit('@').next().unwrap_or_default()
    }
}

impl InCommunity for Mailbox {
    const NOUN: &'static str = "mailbox";

    fn community_id(&self) -> &CommunityId {
        &self.community_id
    }
}

/// Fields to change; `None` keeps the value.
pub struct Changes {
    pub display_name: Option<String>,
    pub signature: Option<String>,
}
