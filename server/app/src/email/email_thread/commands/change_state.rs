//! Opens, snoozes or resolves a thread.
use platform::{Actor, Fault, Timestamp};

use super::save;
use crate::{
    context::Context,
    email::email_thread::{
        model::{EmailThread, EmailThreadId, ThreadState},
        rules, store, wake,
    },
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
};

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
