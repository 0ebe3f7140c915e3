//! Marks a chat as read or unread.
use platform::{Actor, Fault};

use super::{commit, lock, save};
use crate::{
    context::Context,
    messaging::web_chat::model::{InboxStatus, ListedChat, WebChatId},
};

/// Marks a chat as read or unread.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn mark_chat(
    context: &Context,
    actor: &Actor,
    id: &WebChatId,
    is_unread: bool,
) -> Result<ListedChat, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let chat = lock(&mut tx, &scope, id).await?;
    if chat.inbox_status.is_unread != is_unread {
        let marked = InboxStatus { is_unread, ..chat.inbox_status.clone() };
        save(&mut tx, context, &scope, &chat, &marked).await?;
    }
    commit(tx, &scope, id).await
}
