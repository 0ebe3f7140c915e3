//! Assigns a chat to a user.
use platform::{Actor, Fault};

use super::{commit, lock, record_assignment, save};
use crate::{
    context::Context,
    identity::user,
    messaging::web_chat::{
        inbox_status,
        model::{ListedChat, WebChatId},
    },
};

/// Assigns a chat to a user, or unassigns it.
///
/// # Errors
/// `NOT_FOUND` for the chat or the user; `CLAIMED_BY_ANOTHER`.
pub async fn assign_chat(
    context: &Context,
    actor: &Actor,
    id: &WebChatId,
    assignee: &str,
) -> Result<ListedChat, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let chat = lock(&mut tx, &scope, id).await?;
    let user = match assignee {
        "" => None,
        id => Some(user::require_assignee(&mut tx, &scope, id).await?),
    };
    let assigned = inbox_status::assign(chat.inbox_status.clone(), actor, user)?;
    if assigned != chat.inbox_status {
        save(&mut tx, context, &scope, &chat, &assigned).await?;
        record_assignment(&mut tx, context, actor, &chat, &assigned.assignee_name).await?;
    }
    commit(tx, &scope, id).await
}
