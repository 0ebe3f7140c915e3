//! Commands on emails that staff write.
mod attach;
mod automatic;
mod draft;
mod reply;
mod send;

use platform::{Actor, Fault, Timestamp, Tx};

pub use attach::{attach, detach};
pub use automatic::{ThreadReply, insert_draft, recall_reply, reply_subject, schedule_reply};
pub use draft::{discard, save_draft};
pub use reply::{SentReply, insert_reply};
pub use send::{cancel, send};

use crate::email::thread::{self, EmailMessage, EmailMessageId, EmailStatus};

async fn require(tx: &mut Tx, actor: &Actor, id: &EmailMessageId) -> Result<EmailMessage, Fault> {
    let scope = actor.scope();
    let found = thread::find_message(tx, &scope, id).await?;
    scope.require(found.filter(|message| message.status != EmailStatus::Received))
}

async fn require_locked(tx: &mut Tx, actor: &Actor, id: &EmailMessageId) -> Result<EmailMessage, Fault> {
    let scope = actor.scope();
    let found = thread::lock_message(tx, &scope, id).await?;
    scope.require(found.filter(|message| message.status != EmailStatus::Received))
}

fn publish(tx: &mut Tx, actor: &Actor, message: &EmailMessage, now: Timestamp) {
    let subject = message.thread_id.as_ref().map_or(message.id.as_str(), |thread| thread.as_str());
    thread::publish(tx, &actor.scope(), &message.community_id, subject, now);
}
