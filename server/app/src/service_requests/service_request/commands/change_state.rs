//! Moves a service request to another state.
use platform::{Actor, Fault, Tx};

use super::{NewActivity, publish, record, require_locked, resident_texts};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    service_requests::service_request::{
        model::{ActivityKind, ServiceRequest, StateChange},
        rules::{self, Role, Step},
        store,
    },
};

/// Executes an action and notifies the resident.
///
/// # Errors
/// `NOT_FOUND`, `SERVICE_REQUEST_CHANGED`; fails as `rules::change_state` does.
pub async fn change_state(
    context: &Context,
    actor: &Actor,
    change: StateChange,
) -> Result<ServiceRequest, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let before = require_locked(&mut tx, &scope, &change.id).await?;
    rules::check_version(&before, change.version)?;
    let request = apply(&mut tx, context, actor, before, &change).await?;
    tx.commit().await?;
    Ok(request)
}

/// Executes an action on a locked request within a transaction.
pub(super) async fn apply(
    tx: &mut Tx,
    context: &Context,
    actor: &Actor,
    before: ServiceRequest,
    change: &StateChange,
) -> Result<ServiceRequest, Fault> {
    let (scope, now, from) = (actor.scope(), context.now(), before.state);
    let step = Step {
        action: change.action,
        role: Role::of(actor),
        note: &change.note,
        deferred_until: change.deferred_until,
    };
    let request = rules::change_state(before, &step, now)?;
    store::save(tx, &scope, &request).await?;
    store::move_count(tx, &scope, &request.community_id, Some(from), request.state).await?;
    let activity = NewActivity {
        kind: ActivityKind::StateChanged,
        actor: &actor.name,
        state: Some(request.state),
        body: change.note.trim(),
    };
    record(tx, &scope, context, &request, activity).await?;
    resident_texts::send_state_text(tx, context, actor, &request, change.action, &change.note).await?;
    let summary =
        format!("Moved the service request {} from {from:?} to {:?}", request.number, request.state);
    let event =
        AuditEvent { action: AuditAction::ServiceRequestStateUpdated, subject: request.id.as_str(), summary };
    audit::record(tx, &scope, context, actor, event).await?;
    publish(tx, actor, &request, now);
    Ok(request)
}
