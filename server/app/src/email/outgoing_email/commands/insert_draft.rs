//! Stores a reply that the server wrote as a draft.
use platform::{Fault, Scope, Tx};

use super::thread_reply::{ThreadReply, compose};
use crate::{
    context::Context,
    email::{
        email_thread::{self, EmailMessageId},
        outgoing_email::rules,
    },
};

/// Stores a reply as a draft. Returns `None` if the thread already has a draft, or the mailbox has too many.
///
/// # Errors
/// `NOT_FOUND` for a deleted mailbox.
pub async fn insert_draft(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    reply: &ThreadReply<'_>,
) -> Result<Option<EmailMessageId>, Fault> {
    let mailbox = &reply.thread.mailbox_id;
    if email_thread::find_draft(tx, scope, &reply.thread.id).await?.is_some()
        || email_thread::count_drafts(tx, scope, mailbox, rules::MAX_DRAFTS).await? >= rules::MAX_DRAFTS
    {
        return Ok(None);
    }
    let draft = compose(tx, context, scope, reply).await?;
    email_thread::insert_message(tx, scope, &draft).await?;
    Ok(Some(draft.id))
}
