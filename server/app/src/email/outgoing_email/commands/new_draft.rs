//! An empty email of a mailbox, and the subject of a reply.
use platform::{Timestamp, ids::UserId};

use crate::{
    context::Context,
    email::{
        email_thread::{EmailKind, EmailMessage, EmailMessageId, EmailStatus, EmailThread},
        mailbox::Mailbox,
    },
};

/// Returns a subject; the one of a reply to the thread if it is empty.
pub(super) fn subject(subject: &str, thread: Option<&EmailThread>) -> String {
    match (subject.trim(), thread) {
        ("", Some(thread)) if thread.subject.to_lowercase().starts_with("re:") => thread.subject.clone(),
        ("", Some(thread)) => format!("Re: {}", thread.subject).trim().to_owned(),
        (subject, _) => subject.to_owned(),
    }
}

/// Returns an empty draft.
pub(super) fn new_draft(
    context: &Context,
    author: Option<UserId>,
    mailbox: &Mailbox,
    now: Timestamp,
) -> EmailMessage {
    let id: EmailMessageId = context.ids.next(now);
    EmailMessage {
        community_id: mailbox.community_id.clone(),
        mailbox_id: mailbox.id.clone(),
        thread_id: None,
        message_id: format!("{id}@{}", mailbox.domain()),
        reference_ids: vec![],
        status: EmailStatus::Draft,
        kind: EmailKind::Normal,
        bounced: false,
        from_address: mailbox.address.clone(),
        from_name: mailbox.display_name.clone(),
        to_addresses: vec![],
        cc_addresses: vec![],
        subject: String::new(),
        text: String::new(),
        quoted_text: String::new(),
        html: String::new(),
        blocked_image_count: 0,
        content_hash: id.to_string(),
        author_id: author,
        author_name: String::new(),
        at_ms: now,
        send_at_ms: None,
        problem: String::new(),
        bot_note: String::new(),
        id,
    }
}
