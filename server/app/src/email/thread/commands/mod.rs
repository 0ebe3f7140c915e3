//! Commands on threads.
mod load_images;
mod notes;

use platform::{Actor, Fault, Priority, Timestamp, Tx, ids::UserId};

pub use load_images::load_images;
pub use notes::{add_note, delete_note};

use super::{
    model::{EmailThread, EmailThreadId, ThreadState},
    publish, rules, store, wake,
};
use crate::{
    context::Context,
    identity::user,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
};

/// Marks a thread as read or unread.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn mark(
    context: &Context,
    actor: &Actor,
    id: &EmailThreadId,
    is_unread: bool,
) -> Result<EmailThread, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut thread = scope.require(store::lock(&mut tx, &scope, id).await?)?;
    if thread.unread != is_unread {
        thread.unread = is_unread;
        thread.version += 1;
        save(&mut tx, context, actor, &thread).await?;
        tx.commit().await?;
    }
    Ok(thread)
}

/// Assigns a thread to a user, or unassigns it.
///
/// # Errors
/// `NOT_FOUND` for the thread or the user.
pub async fn assign(
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

/// Opens, snoozes or resolves a thread.
///
/// # Errors
/// `NOT_FOUND`; fails as the rules do.
pub async fn change_state(
    context: &Context,
    actor: &Actor,
    id: &EmailThreadId,
    state: ThreadState,
    until: Option<Timestamp>,
) -> Result<EmailThread, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let before = scope.require(store::lock(&mut tx, &scope, id).await?)?;
    let state_before = before.state;
    let thread = rules::change_state(before, state, until, context.now())?;
    if let Some(until) = thread.snoozed_until_ms {
        wake::enqueue(&mut tx, &scope, context, &thread, until).await?;
    }
    save(&mut tx, context, actor, &thread).await?;
    let summary = match state {
        ThreadState::Open => "Reopened an email thread",
        ThreadState::Snoozed => "Snoozed an email thread",
        ThreadState::Resolved => "Resolved an email thread",
    };
    let event = AuditEvent {
        action: AuditAction::EmailThreadStateUpdated,
        subject: thread.id.as_str(),
        summary: summary.to_owned(),
    };
    let changes = FieldChange::of("state", format!("{state_before:?}"), format!("{state:?}"));
    audit::record_changes(&mut tx, &scope, context, actor, event, changes).await?;
    tx.commit().await?;
    Ok(thread)
}

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

async fn save(tx: &mut Tx, context: &Context, actor: &Actor, thread: &EmailThread) -> Result<(), Fault> {
    let scope = actor.scope();
    store::save(tx, &scope, thread).await?;
    publish(tx, &scope, &thread.community_id, thread.id.as_str(), context.now());
    Ok(())
}
