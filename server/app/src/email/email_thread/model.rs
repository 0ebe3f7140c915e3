//! Email threads and emails. Enum numbers match the contract.
use platform::{
    InCommunity, Priority, Timestamp,
    ids::{CommunityId, UserId},
};
use sqlx::FromRow;

use crate::{email::mailbox::MailboxId, operations::file::FileId};

platform::ids! {
    /// ID of an email thread.
    EmailThreadId;
    /// ID of an email.
    EmailMessageId;
}

platform::db_enum! {
    /// State of a thread.
    ThreadState {
        Open = 1,
        Snoozed = 2,
        Resolved = 3,
    }
}

platform::db_enum! {
    /// Kind of a received email.
    EmailKind {
        Normal = 1,
        /// Never answered automatically.
        AutoReply = 2,
        /// Report that an email was not delivered.
        Bounce = 3,
        /// Sent to a mailing list, in bulk or by a program. Never answered automatically.
        Bulk = 4,
    }
}

platform::db_enum! {
    /// Status of an email.
    EmailStatus {
        Received = 1,
        Draft = 2,
        /// Waits for its send time.
        Scheduled = 3,
        Sent = 4,
        /// The mail server is being called.
        Sending = 6,
    }
}

/// Emails with one participant on one subject.
#[derive(Clone, Debug, FromRow)]
pub struct EmailThread {
    pub id: EmailThreadId,
    pub community_id: CommunityId,
    pub community_tag: String,
    pub mailbox_id: MailboxId,
    pub subject: String,
    /// The subject in lowercase without prefixes such as "Re:".
    pub subject_key: String,
    /// In lowercase.
    pub participant_address: String,
    pub participant_name: String,
    /// Unit of the account with the participant's address; empty if there is none.
    pub unit: String,
    pub snippet: String,
    #[sqlx(try_from = "i32")]
    pub state: ThreadState,
    pub snoozed_until_ms: Option<Timestamp>,
    pub assignee_id: Option<UserId>,
    pub assignee_name: String,
    /// Name of the routing rule that assigned it; empty if a user assigned it.
    pub assigned_by_rule: String,
    pub unread: bool,
    pub has_attachments: bool,
    #[sqlx(try_from = "i32")]
    pub kind: EmailKind,
    pub message_count: i32,
    pub last_message_ms: Timestamp,
    pub version: i64,
    #[sqlx(try_from = "i32")]
    pub priority: Priority,
}

impl InCommunity for EmailThread {
    const NOUN: &'static str = "email thread";

    fn community_id(&self) -> &CommunityId {
        &self.community_id
    }
}

/// An email: received, sent or a draft.
#[derive(Clone, Debug, FromRow)]
pub struct EmailMessage {
    pub id: EmailMessageId,
    pub community_id: CommunityId,
    pub mailbox_id: MailboxId,
    /// `None` for a draft of a new thread.
    pub thread_id: Option<EmailThreadId>,
    /// The Message-ID header without angle brackets; empty if there is none.
    pub message_id: String,
    /// IDs of In-Reply-To and References, nearest first.
    #[sqlx(json)]
    pub reference_ids: Vec<String>,
    #[sqlx(try_from = "i32")]
    pub status: EmailStatus,
    #[sqlx(try_from = "i32")]
    pub kind: EmailKind,
    pub bounced: bool,
    pub from_address: String,
    pub from_name: String,
    #[sqlx(json)]
    pub to_addresses: Vec<String>,
    #[sqlx(json)]
    pub cc_addresses: Vec<String>,
    pub subject: String,
    pub text: String,
    pub quoted_text: String,
    /// Sanitized HTML; empty if there is none.
    pub html: String,
    pub blocked_image_count: i32,
    pub content_hash: String,
    pub author_id: Option<UserId>,
    pub author_name: String,
    pub at_ms: Timestamp,
    pub send_at_ms: Option<Timestamp>,
    /// Why a draft could not be sent, or why it is unknown whether an email was sent; otherwise empty.
    pub problem: String,
    /// How the bot handled a received email, or what its draft is based on; empty if the bot was not
    /// involved.
    pub bot_note: String,
}

impl InCommunity for EmailMessage {
    const NOUN: &'static str = "email";

    fn community_id(&self) -> &CommunityId {
        &self.community_id
    }
}

/// An attachment of an email.
#[derive(Clone, Debug, FromRow)]
pub struct Attachment {
    pub message_id: EmailMessageId,
    /// Number in its email, from 0.
    pub position: i32,
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
    /// `None` if it was too large to be stored.
    pub file_id: Option<FileId>,
}

/// A remote image of a received email.
#[derive(Clone, Debug, FromRow)]
pub struct EmailImage {
    /// Number in its email, from 0.
    pub position: i32,
    pub url: String,
    /// The copy; `None` until it was loaded.
    pub file_id: Option<FileId>,
}

/// Filter and position of a list of threads. Every thread meets an empty criterion.
#[derive(Default)]
pub struct Filter {
    pub mailbox: Option<MailboxId>,
    pub state: Option<ThreadState>,
    pub assignee: Option<UserId>,
    pub is_unread: bool,
    /// Beginnings of words, normalized like the word index.
    pub words: Vec<String>,
}
