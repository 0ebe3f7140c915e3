//! Recalls a reply of staff before the visitor gets it.
use platform::{Actor, Fault};

use super::{commit, lock, require_message};
use crate::{
    context::Context,
    messaging::{
        thread::ConversationError,
        web_chat::{
            messages,
            model::{ListedChat, WebChatId, WebChatMessageId},
            store, triage,
        },
    },
};

/// Recalls the actor's own reply.
///
/// # Errors
/// `NOT_FOUND`; `NOTHING_TO_UNDO` if it is not a reply of the actor; `UNDO_TOO_LATE`.
pub async fn undo_reply(
    context: &Context,
    actor: &Actor,
    id: &WebChatId,
    reply: &WebChatMessageId,
) -> Result<ListedChat, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    lock(&mut tx, &scope, id).await?;
    require_message(&mut tx, &scope, id, reply).await?;
    if !store::is_reply_of(&mut tx, &scope, reply, &actor.id).await? {
        return Err(ConversationError::NothingToUndo.into());
    }
    if !messages::recall_answer(&mut tx, context, &scope, reply).await? {
        return Err(ConversationError::UndoTooLate.into());
    }
    triage::enqueue(&mut tx, &scope, context, id).await?;
    commit(tx, &scope, id).await
}
