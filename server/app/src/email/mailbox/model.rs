//! Mailboxes. The numbers of the enum are those of the contract.
use platform::{
    InCommunity, Timestamp,
    ids::{CommunityId, CompanyId},
};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::operations::mail::Security;

platform::ids! {
    /// ID of a mailbox.
    MailboxId;
}

platform::db_enum! {
    /// Kind of a mailbox.
    MailboxKind {
        /// Stored by Parlor without a mail server.
        Embedded = 1,
        /// On a mail server.
        Imap = 2,
    }
}

/// The IMAP settings of a mailbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImapSettings {
    pub host: String,
    pub port: u16,
    /// The number of a [`Security`].
    security: i32,
    pub username: String,
    pub folders: Vec<String>,
}

impl ImapSettings {
    /// Port 0 means the default port. Without folders, the inbox is read.
    #[must_use]
    pub fn new(host: &str, port: u16, security: Security, username: &str, folders: Vec<String>) -> Self {
        let usual = if security == Security::Tls { 993 } else { 143 };
        Self {
            host: host.trim().to_lowercase(),
            port: if port == 0 { usual } else { port },
            security: security as i32,
            username: username.trim().to_owned(),
            folders: if folders.is_empty() { vec!["INBOX".to_owned()] } else { folders },
        }
    }

    #[must_use]
    pub fn security(&self) -> Security {
        Security::try_from(self.security).unwrap_or(Security::StartTls)
    }

    /// Returns whether a password that was entered for these settings may be sent with the other settings.
    #[must_use]
    pub fn has_same_login(&self, other: &Self) -> bool {
        (&self.host, self.security, &self.username) == (&other.host, other.security, &other.username)
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
    /// Counted up to 1,000.
    pub unread_count: i64,
    /// Counted up to 1,000.
    pub draft_count: i64,
    /// Counted up to 1,000.
    pub scheduled_count: i64,
    pub version: i64,
    /// `None` for an embedded mailbox.
    #[sqlx(json(nullable))]
    pub imap: Option<ImapSettings>,
    /// Time of the last check of the mail server.
    pub checked_ms: Option<Timestamp>,
    /// The problem at the last check of the mail server; empty if there was none.
    pub problem: String,
}

/// Whether a mailbox receives emails.
#[derive(FromRow)]
pub struct MailboxHealth {
    pub community_id: CommunityId,
    pub community_tag: String,
    pub address: String,
    /// The problem at the last check of the mail server; empty if there was none.
    pub problem: String,
    /// When the problem was noticed.
    pub problem_since_ms: Option<Timestamp>,
    pub last_received_ms: Option<Timestamp>,
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

/// A mailbox to create.
pub struct NewMailbox {
    pub community: CommunityId,
    pub address: String,
    pub display_name: String,
    pub signature: String,
    /// `None` for an embedded mailbox.
    pub imap: Option<ImapSettings>,
    pub imap_password: SecretString,
}

/// Fields to change; `None` keeps the value.
pub struct Changes {
    pub display_name: Option<String>,
    pub signature: Option<String>,
    pub imap: Option<ImapSettings>,
    pub imap_password: Option<SecretString>,
}

/// A mailbox on a mail server that is due for a check.
#[derive(FromRow)]
pub struct DueMailbox {
    pub company_id: CompanyId,
    pub id: MailboxId,
}

/// The last email that was read in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct FolderPosition {
    /// UIDs are only comparable while this value is unchanged.
    pub uid_validity: i64,
    pub last_uid: i64,
    /// UID of the newest email when the folder was read first. It and those before it are not new.
    pub earlier_uid: i64,
}
