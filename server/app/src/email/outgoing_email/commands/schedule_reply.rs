//! Schedules a reply that the server wrote.
use platform::{Fault, Scope, Timestamp, Tx};

use super::thread_reply::{ThreadReply, compose};
use crate::{
    context::Context,
    email::{
        email_thread::{self, EmailMessageId},
        outgoing_email::{rules, send_job},
    },
};

/// Schedules a reply. Until it is sent, it can be recalled or canceled.
///
/// # Errors
/// `NOT_FOUND` for a deleted mailbox; `INVALID_ARGUMENT` if the thread has no participant or subject.
pub async fn schedule_reply(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    reply: &ThreadReply<'_>,
    at: Timestamp,
) -> Result<EmailMessageId, Fault> {
    let draft = compose(tx, context, scope, reply).await?;
    let scheduled = rules::schedule(draft, Some(at), context.now())?;
    email_thread::insert_message(tx, scope, &scheduled).await?;
    send_job::enqueue(tx, scope, context, &scheduled).await?;
    Ok(scheduled.id)
}
