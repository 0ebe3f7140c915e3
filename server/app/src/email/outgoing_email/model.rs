//! Types of drafts.
use crate::email::{
    email_thread::{EmailMessageId, EmailThreadId},
    mailbox::MailboxId,
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
