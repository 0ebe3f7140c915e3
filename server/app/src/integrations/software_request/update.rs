//! Updates what was sent for a service request, with an entry in its timeline.
use platform::{Fault, Scope, Tx};
use tonic::Code;

use super::{
    model::{SoftwareRequest, State},
    store,
};
use crate::{context::Context, service_requests::service_request};

/// Updates what was sent for a service request, unless its state is no longer the expected one, or it was sent again.
/// `change` returns the entry for the timeline, if there is one. Returns whether it was updated.
pub async fn update(
    context: &Context,
    scope: &Scope,
    sent: &SoftwareRequest,
    expected: State,
    change: impl FnOnce(&mut SoftwareRequest) -> Option<String> + Send,
) -> Result<bool, Fault> {
    let mut tx = context.db.write(scope).await?;
    let is_changed = update_in(&mut tx, context, scope, sent, expected, change).await?;
    tx.commit().await?;
    Ok(is_changed)
}

/// Does the same as [`update`] in a transaction. A deleted community's timeline gets no entry.
pub async fn update_in(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    sent: &SoftwareRequest,
    expected: State,
    change: impl FnOnce(&mut SoftwareRequest) -> Option<String> + Send,
) -> Result<bool, Fault> {
    let current = store::lock(tx, scope, &sent.request_id).await?;
    let is_same = |current: &SoftwareRequest| current.state == expected && current.sent_ms == sent.sent_ms;
    let Some(mut current) = current.filter(is_same) else { return Ok(false) };
    let entry = change(&mut current);
    store::save(tx, scope, &current).await?;
    if let Some(body) = entry {
        match service_request::require(tx, scope, &sent.request_id).await {
            Err(fault) if fault.code() == Code::NotFound => {}
            request => {
                service_request::record_software(tx, scope, context, &request?, "", &body).await?;
            }
        }
    }
    Ok(true)
}
