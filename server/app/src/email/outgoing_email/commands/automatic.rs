//! Replies of the bot and answers to escalations, which the server writes. They are sent like other emails.
use platform::{Fault, Scope, Timestamp, Tx, ids::UserId};

use super::{
    attach::delete_files,
    draft::{new_draft, subject},
};
use crate::{
    context::Context,
    email::{
        mailbox,
        outgoing_email::{rules, send_job},
        thread::{self, EmailMessage, EmailMessageId, EmailStatus, EmailThread},
    },
};

/// A reply to the participant of a thread.
pub struct ThreadReply<'a> {
    pub thread: &'a EmailThread,
    /// `None` if the bot wrote it.
    pub author: Option<&'a UserId>,
    pub text: &'a str,
    /// What the bot's reply is based on; empty if the bot did not write it.
    pub bot_note: &'a str,
}

/// Returns the subject of a reply.
#[must_use]
pub fn reply_subject(thread: &EmailThread) -> String {
    subject("", Some(thread))
}

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
    if thread::find_draft(tx, scope, &reply.thread.id).await?.is_some()
        || thread::count_drafts(tx, scope, mailbox, rules::MAX_DRAFTS).await? >= rules::MAX_DRAFTS
    {
        return Ok(None);
    }
    let draft = compose(tx, context, scope, reply).await?;
    thread::insert_message(tx, scope, &draft).await?;
    Ok(Some(draft.id))
}

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
    thread::insert_message(tx, scope, &scheduled).await?;
    send_job::enqueue(tx, scope, context, &scheduled).await?;
    Ok(scheduled.id)
}

/// Deletes a reply that is not sent yet. Returns false if it is too late.
pub async fn recall_reply(tx: &mut Tx, scope: &Scope, id: &EmailMessageId) -> Result<bool, Fault> {
    let Some(message) = thread::lock_message(tx, scope, id).await? else { return Ok(true) };
    let is_recalled = match message.status {
        EmailStatus::Draft => true,
        EmailStatus::Scheduled => {
            platform::jobs::cancel(tx, scope.company(), &send_job::key(&message)).await?
        }
        _ => false,
    };
    if is_recalled {
        delete_files(tx, scope, id, None).await?;
        thread::delete_unsent(tx, scope, id).await?;
    }
    Ok(is_recalled)
}

async fn compose(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    reply: &ThreadReply<'_>,
) -> Result<EmailMessage, Fault> {
    let mailbox = mailbox::require(tx, scope, &reply.thread.mailbox_id).await?;
    let mut draft = new_draft(context, reply.author.cloned(), &mailbox, context.now());
    draft.to_addresses = vec![reply.thread.participant_address.clone()];
    draft.subject = match reply_subject(reply.thread).as_str() {
        "" | "Re:" => "Re: your question".to_owned(),
        subject => subject.to_owned(),
    };
    draft.thread_id = Some(reply.thread.id.clone());
    reply.text.clone_into(&mut draft.text);
    reply.bot_note.clone_into(&mut draft.bot_note);
    Ok(draft)
}
