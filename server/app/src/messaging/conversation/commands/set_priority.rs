//! Sets the priority of a conversation.
use platform::{Actor, Fault, Priority};

use super::{super::model::ListedConversation, commit, lock};
use crate::{
    context::Context,
    messaging::thread::{self, ConversationId},
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
};

/// Sets the priority of a conversation.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn set_priority(
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    priority: Priority,
) -> Result<ListedConversation, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let before = lock(&mut tx, &scope, id).await?;
    if before.priority != priority {
        thread::set_priority(&mut tx, &scope, id, priority).await?;
        thread::publish_change(&mut tx, &scope, &before, now);
        let summary = "Changed the priority of a conversation".to_owned();
        let event =
            AuditEvent { action: AuditAction::ConversationPriorityUpdated, subject: id.as_str(), summary };
        let label = |priority: Priority| priority.label().to_owned();
        let changes = FieldChange::of("priority", label(before.priority), label(priority));
        audit::record_changes(&mut tx, &scope, context, actor, event, changes).await?;
    }
    commit(tx, &scope, id).await
}
