//! Stores a reply to a resident in the transaction of its caller.
use platform::{Actor, Fault, Tx};

use super::{super::rules, lock};
use crate::{
    context::Context,
    messaging::{
        carrier,
        thread::{self, Author, ConversationId, MessageId, NewMessage},
    },
    residents::{consent, homeowner},
};

/// Stores a reply in a transaction of the actor's scope. Returns its ID.
///
/// # Errors
/// `NOT_FOUND`; fails if the text is empty or too long, the resident opted out, or a colleague has
/// taken over the conversation.
pub async fn add_reply(
    tx: &mut Tx,
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    body: &str,
) -> Result<MessageId, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let body = rules::filled(body)?;
    let before = lock(tx, &scope, id).await?;
    let opted_out = consent::is_opted_out(tx, &scope, &before.phone).await?;
    let after = thread::reply(before.clone(), &actor.id, opted_out)?;
    if after != before {
        thread::save(tx, &scope, &after).await?;
    }
    let until = now.plus(thread::UNDO_WINDOW);
    let to = homeowner::Recipient { community: &after.community_id, phone: Some(&after.phone) };
    let body = &homeowner::fill_staff_text(tx, &scope, context, &to, body).await?;
    let outbound = NewMessage { author: Author::Staff, staff: Some(&actor.id), body, decision: None };
    let sent = carrier::enqueue_message(tx, &scope, context, &after, &outbound, until).await?;
    thread::set_undo_until(tx, &scope, &sent, until).await?;
    thread::publish_change(tx, &scope, &after, now);
    Ok(sent)
}
