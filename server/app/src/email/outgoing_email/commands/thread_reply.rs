//! Replies of the bot and answers to escalations, which the server writes. They are sent like other emails.
use platform::{Fault, Scope, Tx, ids::UserId};

use super::new_draft::{new_draft, subject};
use crate::{
    context::Context,
    email::{
        email_thread::{EmailMessage, EmailThread},
        mailbox,
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

/// Returns a reply as a draft that is not stored.
///
/// # Errors
/// `NOT_FOUND` for a deleted mailbox.
pub(super) async fn compose(
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
