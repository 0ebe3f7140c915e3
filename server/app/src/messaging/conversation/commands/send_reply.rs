//! Sends a reply to a resident.
use platform::{Actor, Fault};

use super::{super::model::ListedConversation, add_reply, commit, require_message};
use crate::{
    context::Context,
    messaging::thread::{ConversationId, Message},
};

/// A reply that waits until it can no longer be undone, and its conversation.
pub struct SentReply {
    pub conversation: ListedConversation,
    pub message: Message,
}

/// Stores a reply, which is sent when it can no longer be undone.
///
/// # Errors
/// `NOT_FOUND`; fails if the text is empty or too long, the resident opted out, or a colleague has
/// taken over the conversation.
pub async fn send_reply(
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    body: &str,
) -> Result<SentReply, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let sent = add_reply(&mut tx, context, actor, id, body).await?;
    let message = require_message(&mut tx, &scope, id, &sent).await?;
    let conversation = commit(tx, &scope, id).await?;
    Ok(SentReply { conversation, message: Message { author_name: actor.name.to_string(), ..message } })
}
