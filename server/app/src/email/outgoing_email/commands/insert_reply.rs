//! Stores replies that were sent.
use platform::{Fault, Scope, Timestamp, Tx, ids::UserId};

use super::new_draft::{new_draft, subject};
use crate::{
    context::Context,
    email::{
        email_thread::{self, EmailThreadId},
        mailbox::Mailbox,
        outgoing_email::rules,
    },
};

/// A reply that was sent.
pub struct SentReply<'a> {
    pub thread: &'a EmailThreadId,
    pub author: UserId,
    pub text: &'a str,
    pub at: Timestamp,
}

/// Stores a reply to the participant of a thread as sent.
///
/// # Errors
/// `NOT_FOUND` for a thread outside the scope.
pub async fn insert_reply(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    mailbox: &Mailbox,
    reply: SentReply<'_>,
) -> Result<(), Fault> {
    let thread = email_thread::require(tx, scope, reply.thread).await?;
    let answered = email_thread::newest_message(tx, scope, &thread.id).await?;
    let mut draft = new_draft(context, Some(reply.author), mailbox, reply.at);
    draft.to_addresses = vec![thread.participant_address.clone()];
    draft.subject = subject("", Some(&thread));
    reply.text.clone_into(&mut draft.text);
    draft.thread_id = Some(thread.id.clone());
    let sent = rules::sent(draft, mailbox, answered.as_ref(), reply.at);
    email_thread::insert_message(tx, scope, &sent).await?;
    email_thread::save(tx, scope, &email_thread::add_outgoing(thread, &sent, false)).await
}
