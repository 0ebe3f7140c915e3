//! Types of drafts.
use crate::email::{
    mailbox::MailboxId,
    thread::{EmailMessageId, EmailThreadId},
};

/// The content of a draft to save.
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
