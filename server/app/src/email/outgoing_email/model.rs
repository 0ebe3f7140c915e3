//! What staff write.
use crate::email::{
    mailbox::MailboxId,
    thread::{EmailMessageId, EmailThreadId},
};

/// A draft as it is saved.
pub struct DraftContent {
    /// `None` creates a draft.
    pub id: Option<EmailMessageId>,
    pub mailbox: MailboxId,
    pub thread: Option<EmailThreadId>,
    pub to: Vec<String>,
    pub cc: Vec<String>,
    pub subject: String,
    pub text: String,
}
