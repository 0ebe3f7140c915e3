//! Deletes a reply that is not sent yet.
use platform::{Fault, Scope, Tx};

use super::delete_files::delete_files;
use crate::email::{
    email_thread::{self, EmailMessageId, EmailStatus},
    outgoing_email::send_job,
};

/// Deletes a reply that is not sent yet. Returns false if it is too late.
pub async fn recall_reply(tx: &mut Tx, scope: &Scope, id: &EmailMessageId) -> Result<bool, Fault> {
    let Some(message) = email_thread::lock_message(tx, scope, id).await? else { return Ok(true) };
    let is_recalled = match message.status {
        EmailStatus::Draft => true,
        EmailStatus::Scheduled => {
            platform::jobs::cancel(tx, scope.company(), &send_job::key(&message)).await?
        }
        _ => false,
    };
    if is_recalled {
        delete_files(tx, scope, id, None).await?;
        email_thread::delete_unsent(tx, scope, id).await?;
    }
    Ok(is_recalled)
}
