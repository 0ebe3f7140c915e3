//! Sends a reply to a resident.
use platform::{Actor, Fault};

use super::{
    super::model::{ListedConversation, NewReply},
    add_reply, commit, require_message,
};
use crate::{
    context::Context,
    messaging::{
        carrier,
        photo::{self, MessagePhoto},
        thread::{self, ConversationId, Message},
    },
    operations::file::{self, WrittenPhoto},
    residents::consent,
};

/// A reply that waits until it can no longer be undone, and its conversation.
pub struct SentReply {
    pub conversation: ListedConversation,
    pub message: Message,
    pub photos: Vec<MessagePhoto>,
}

/// Stores a reply, which is sent when it can no longer be undone. `photos` are files in base64.
///
/// # Errors
/// `NOT_FOUND`; `PHOTOS_NOT_SUPPORTED`; `INVALID_ARGUMENT` on `photos`; fails as `add_reply` does.
pub async fn send_reply(
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    body: &str,
    photos: &[String],
) -> Result<SentReply, Fault> {
    let scope = actor.scope();
    let photos = write_photos(context, actor, id, photos).await?;
    let mut tx = context.db.write(&scope).await?;
    let reply = NewReply { conversation: id, body, photos };
    let sent = add_reply(&mut tx, context, actor, reply).await?;
    let message = require_message(&mut tx, &scope, id, &sent).await?;
    let photos = photo::of_messages(&mut tx, &scope, &[sent.as_str()]).await?;
    let conversation = commit(tx, &scope, id).await?;
    let message = Message { author_name: actor.name.to_string(), ..message };
    Ok(SentReply { conversation, message, photos })
}

/// Writes the photos of a reply, if it can be sent and the number of the conversation can send them. Call it without a
/// transaction: encoding and storage may be slow.
async fn write_photos(
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    photos: &[String],
) -> Result<Vec<WrittenPhoto>, Fault> {
    if photos.is_empty() {
        return Ok(Vec::new());
    }
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let conversation = scope.require(thread::find(&mut tx, &scope, id).await?)?;
    let opted_out = consent::is_opted_out(&mut tx, &scope, &conversation.phone).await?;
    thread::reply(conversation.clone(), &actor.id, opted_out)?;
    if carrier::max_photos(&mut tx, &scope, context, &conversation.number).await? == 0 {
        return Err(carrier::photos_not_supported("Remove them to send this text."));
    }
    drop(tx);
    file::write_photos(context, &scope, photos, file::SENT_PICTURE_PIXELS).await
}
