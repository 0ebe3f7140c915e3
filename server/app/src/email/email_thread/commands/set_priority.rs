//! Sets the priority of a thread.
use platform::{Actor, Fault, Priority};

use super::save;
use crate::{
    context::Context,
    email::email_thread::{
        model::{EmailThread, EmailThreadId},
        rules, store,
    },
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
};

/// Sets the priority of a thread.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn set_priority(
    context: &Context,
    actor: &Actor,
    id: &EmailThreadId,
    priority: Priority,
) -> Result<EmailThread, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let before = scope.require(store::lock(&mut tx, &scope, id).await?)?;
    if before.priority == priority {
        return Ok(before);
    }
    let priority_before = before.priority;
    let thread = rules::set_priority(before, priority);
    save(&mut tx, context, actor, &thread).await?;
    let event = AuditEvent {
        action: AuditAction::EmailThreadPriorityUpdated,
        subject: thread.id.as_str(),
        summary: "Changed the priority of an email thread".to_owned(),
    };
    let changes =
        FieldChange::of("priority", priority_before.label().to_owned(), priority.label().to_owned());
    audit::record_changes(&mut tx, &scope, context, actor, event, changes).await?;
    tx.commit().await?;
    Ok(thread)
}
