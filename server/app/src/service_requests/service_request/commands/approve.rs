//! Approves several pending service requests at once.
use platform::{Actor, Fault};

use super::{change_state::apply, require_locked};
use crate::{
    context::Context,
    service_requests::service_request::model::{Action, ServiceRequestId, State, StateChange},
};

/// Approves the pending requests in a list. Returns their number and the IDs of the other requests.
///
/// # Errors
/// `NOT_FOUND` if the scope cannot see one of them; then no request is approved.
pub async fn approve(
    context: &Context,
    actor: &Actor,
    mut ids: Vec<ServiceRequestId>,
) -> Result<(usize, Vec<ServiceRequestId>), Fault> {
    // Locked in a fixed order, so that two concurrent approvals of the same requests do not deadlock.
    ids.sort();
    ids.dedup();
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let (mut approved, mut skipped) = (0, Vec::new());
    for id in ids {
        let request = require_locked(&mut tx, &scope, &id).await?;
        if request.state != State::Pending {
            skipped.push(id);
            continue;
        }
        let change = StateChange {
            id,
            version: 0,
            action: Action::Approve,
            note: String::new(),
            deferred_until: None,
        };
        apply(&mut tx, context, actor, request, &change).await?;
        approved += 1;
    }
    tx.commit().await?;
    Ok((approved, skipped))
}
