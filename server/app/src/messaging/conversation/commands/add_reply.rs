//! Stores a reply to a resident in the transaction of its caller.
use platform::{Actor, Fault, Tx};

use super::{
    super::{model::NewReply, rules},
    lock,
};
use crate::{
    context::Context,
    messaging::{
        carrier, photo,
        thread::{self, Author, MessageId, NewMessage},
    },
    residents::{consent, homeowner},
};

/// Stores a reply in a transaction of the actor's scope. Returns its ID.
///
/// # Errors
/// `NOT_FOUND`; fails if there is neither text nor a photo, the resident opted out, or a colleague has taken over the
/// conversation.
pub async fn add_reply(
    tx: &mut Tx,
    context: &Context,
    actor: &Actor,
    reply: NewReply<'_>,
) -> Result<MessageId, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let NewReply { conversation, body, photos } = reply;
    let before = lock(tx, &scope, conversation).await?;
    let body = rules::body(body, photos.len())?;
    let opted_out = consent::is_opted_out(tx, &scope, &before.phone).await?;
    let after = thread::reply(before.clone(), &actor.id, opted_out)?;
    if after != before {
        thread::save(tx, &scope, &after).await?;
    }
    let until = now.plus(thread::UNDO_WINDOW);
    let to = homeowner::Recipient { community: &after.community_id, phone: Some(&after.phone) };
    let body = &homeowner::fill_staff_text(tx, &scope, context, &to, &body).await?;
    let outbound = NewMessage { author: Author::Staff, staff: Some(&actor.id), body, decision: None };
    let sent = carrier::enqueue_message(tx, &scope, context, &after, &outbound, until).await?;
    photo::insert_sent(tx, &scope, context, &sent, photos).await?;
    thread::set_undo_until(tx, &scope, &sent, until).await?;
    thread::publish_change(tx, &scope, &after, now);
    Ok(sent)
}
