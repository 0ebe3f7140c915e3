//! Commands on emails that staff write.
mod attach_file;
mod attach_photos;
mod cancel_email;
mod delete_files;
mod detach_file;
mod discard_draft;
mod insert_draft;
mod insert_reply;
mod new_draft;
mod recall_reply;
mod save_draft;
mod schedule_reply;
mod send_email;
mod thread_reply;

use platform::{Actor, Fault, Timestamp, Tx};

pub use attach_file::attach_file;
pub use attach_photos::attach_photos;
pub use cancel_email::cancel_email;
pub use detach_file::detach_file;
pub use discard_draft::discard_draft;
pub use insert_draft::insert_draft;
pub use insert_reply::{SentReply, insert_reply};
pub use recall_reply::recall_reply;
pub use save_draft::save_draft;
pub use schedule_reply::schedule_reply;
pub use send_email::send_email;
pub use thread_reply::{ThreadReply, reply_subject};

use crate::email::email_thread::{self, EmailMessage, EmailMessageId, EmailStatus};

async fn require(tx: &mut Tx, actor: &Actor, id: &EmailMessageId) -> Result<EmailMessage, Fault> {
    let scope = actor.scope();
    let found = email_thread::find_message(tx, &scope, id).await?;
    scope.require(found.filter(|message| message.status != EmailStatus::Received))
}

async fn require_locked(tx: &mut Tx, actor: &Actor, id: &EmailMessageId) -> Result<EmailMessage, Fault> {
    let scope = actor.scope();
    let found = email_thread::lock_message(tx, &scope, id).await?;
    scope.require(found.filter(|message| message.status != EmailStatus::Received))
}

fn publish(tx: &mut Tx, actor: &Actor, message: &EmailMessage, now: Timestamp) {
    let subject = message.thread_id.as_ref().map_or(message.id.as_str(), |thread| thread.as_str());
    email_thread::publish(tx, &actor.scope(), &message.community_id, subject, now);
}
