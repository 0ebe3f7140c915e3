//! Sets the priority of a chat.
use platform::{Actor, Fault, Priority};

use super::{StaffAction, commit, lock, record, save};
use crate::{
    context::Context,
    messaging::web_chat::model::{InboxStatus, ListedChat, WebChatId},
    operations::audit::{AuditAction, FieldChange},
};

/// Sets the priority of a chat.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn set_priority(
    context: &Context,
    actor: &Actor,
    id: &WebChatId,
    priority: Priority,
) -> Result<ListedChat, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let chat = lock(&mut tx, &scope, id).await?;
    let before = chat.inbox_status.priority;
    if before != priority {
        let changed = InboxStatus { priority, ..chat.inbox_status.clone() };
        save(&mut tx, context, &scope, &chat, &changed).await?;
        let label = |priority: Priority| priority.label().to_owned();
        let action = StaffAction {
            action: AuditAction::WebChatPriorityUpdated,
            summary: "Changed the priority of a web chat".to_owned(),
            change: FieldChange::of("priority", label(before), label(priority)),
        };
        record(&mut tx, context, actor, id, action).await?;
    }
    commit(tx, &scope, id).await
}
