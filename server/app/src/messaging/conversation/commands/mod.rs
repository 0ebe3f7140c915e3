//! Commands on conversations. Each locks the conversation, so that the second of two concurrent
//! commands sees the result of the first.
mod add_note;
mod add_reply;
mod change_conversation;
mod delete_note;
mod retry_message;
mod send_reply;
mod set_priority;
mod undo_reply;

use platform::{Fault, Scope, Timestamp, Tx};

use super::{model::ListedConversation, store};
use crate::messaging::thread::{self, Conversation, ConversationId, Message, MessageId, NewStep};

pub use add_note::add_note;
pub use add_reply::add_reply;
pub use change_conversation::change_conversation;
pub use delete_note::delete_note;
pub use retry_message::retry_message;
pub use send_reply::send_reply;
pub use set_priority::set_priority;
pub use undo_reply::undo_reply;

/// Returns a conversation with the data of the list.
///
/// # Errors
/// `NOT_FOUND` if the scope does not include it.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<ListedConversation, Fault> {
    scope.require(store::listed(tx, scope, id).await?)
}

async fn lock(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<Conversation, Fault> {
    scope.require(thread::lock(tx, scope, id).await?)
}

/// Returns a message of a conversation that the scope includes.
async fn require_message(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    id: &MessageId,
) -> Result<Message, Fault> {
    let message = thread::find_message(tx, scope, id).await?;
    message.filter(|m| m.conversation_id == *conversation).ok_or_else(|| Fault::not_found("message"))
}

async fn commit(mut tx: Tx, scope: &Scope, id: &ConversationId) -> Result<ListedConversation, Fault> {
    let listed = require(&mut tx, scope, id).await?;
    tx.commit().await?;
    Ok(listed)
}

/// Adds a step to a message, publishes the change and commits. Returns the message.
async fn commit_step(
    mut tx: Tx,
    scope: &Scope,
    conversation: &Conversation,
    id: &MessageId,
    step: NewStep,
    now: Timestamp,
) -> Result<Message, Fault> {
    thread::add_steps(&mut tx, scope, id, &[step], now).await?;
    thread::publish_change(&mut tx, scope, conversation, now);
    let message = require_message(&mut tx, scope, &conversation.id, id).await?;
    tx.commit().await?;
    Ok(message)
}
