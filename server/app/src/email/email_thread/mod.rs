//! Email threads and the emails in them.
mod commands;
mod convert;
mod image_client;
mod model;
mod rules;
mod service;
mod store;
mod triage;
mod wake;

use platform::{
    Fault, Scope, Timestamp, Tx,
    events::{self, Kind as EventKind},
    ids::CommunityId,
};

pub use model::{
    Attachment, EmailKind, EmailMessage, EmailMessageId, EmailStatus, EmailThread, EmailThreadId, ThreadState,
};
pub use rules::{Participant, add_incoming, add_outgoing, new_thread, subject_key};
pub use service::{Service, with_attachments};
pub use store::{
    begin_waiting, count_bot_emails, count_drafts, delete_attachments, delete_draft, delete_unsent,
    find_by_content, find_by_message_ids, find_by_subject, find_draft, find_message, index_words,
    insert_attachment, insert_images, insert_message, list_attachments, list_outgoing, lock, lock_message,
    mark_bounced, newest_message, purge, save, save_message, set_answer, set_bot_note, set_priority,
    set_reply_due, stop_waiting,
};
pub use triage::{TRIAGE_EMAIL, TriagePayload, enqueue_triage};
pub use wake::{WAKE, Wake};

/// Returns a thread that the scope can see.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if the `community` header names another community.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &EmailThreadId) -> Result<EmailThread, Fault> {
    scope.require(store::find(tx, scope, id).await?)
}

/// Notifies browsers of a change to a thread, or to a draft without a thread.
pub fn publish(tx: &mut Tx, scope: &Scope, community: &CommunityId, subject: &str, now: Timestamp) {
    events::publish(tx, scope.company(), community, EventKind::EmailThread, subject, now);
}
