//! Assigns a thread to a user.
use platform::{Actor, Fault, ids::UserId};

use super::save;
use crate::{
    context::Context,
    email::email_thread::{
        model::{EmailThread, EmailThreadId},
        store,
    },
    identity::user,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
};

/// Assigns a thread to a user, or unassigns it.
///
/// # Errors
/// `NOT_FOUND` for the thread or the user.
pub async fn assign_thread(
    context: &Context,
    actor: &Actor,
    id: &EmailThreadId,
    assignee: &str,
) -> Result<EmailThread, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut thread = scope.require(store::lock(&mut tx, &scope, id).await?)?;
    let user = match assignee {
        "" => None,
        id => Some(user::require_assignee(&mut tx, &scope, id).await?),
    };
    let (assignee_id, name): (Option<UserId>, Option<String>) = user.map(|user| (user.id, user.name)).unzip();
    thread.assignee_id = assignee_id;
    let before = std::mem::replace(&mut thread.assignee_name, name.unwrap_or_default());
    thread.assigned_by_rule.clear();
    thread.version += 1;
    save(&mut tx, context, actor, &thread).await?;
    let summary = match thread.assignee_name.as_str() {
        "" => "Removed the assignment of an email thread".to_owned(),
        name => format!("Assigned an email thread to {name}"),
    };
    let event = AuditEvent { action: AuditAction::EmailThreadAssigned, subject: thread.id.as_str(), summary };
    let changes = FieldChange::of("assigneeName", before, thread.assignee_name.clone());
    audit::record_changes(&mut tx, &scope, context, actor, event, changes).await?;
    tx.commit().await?;
    Ok(thread)
}
