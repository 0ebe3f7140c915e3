//! Updates what was sent for a service request, with an entry in its timeline.
use platform::{Fault, Scope, Tx};
use tonic::Code;

use super::{
    model::{SoftwareRequest, State},
    store,
};
use crate::{
    context::Context,
    service_requests::service_request::{self, ServiceRequestId},
};

/// Updates what was sent for a service request, unless its state is no longer the expected one. `change` returns the
/// entry for the timeline, if there is one.
pub async fn update(
    context: &Context,
    scope: &Scope,
    request: &ServiceRequestId,
    expected: State,
    change: impl FnOnce(&mut SoftwareRequest) -> Option<String> + Send,
) -> Result<bool, Fault> {
    let mut tx = context.db.write(scope).await?;
    let is_changed = update_in(&mut tx, context, scope, request, expected, change).await?;
    tx.commit().await?;
    Ok(is_changed)
}

/// Does the same as [`update`] in a transaction. A deleted community's timeline gets no entry.
pub async fn update_in(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    request: &ServiceRequestId,
    expected: State,
    change: impl FnOnce(&mut SoftwareRequest) -> Option<String> + Send,
) -> Result<bool, Fault> {
    let sent = store::lock(tx, scope, request).await?;
    let Some(mut sent) = sent.filter(|sent| sent.state == expected) else { return Ok(false) };
    let entry = change(&mut sent);
    store::save(tx, scope, &sent).await?;
    if let Some(body) = entry {
        match service_request::require(tx, scope, request).await {
            Err(fault) if fault.code() == Code::NotFound => {}
            request => {
                service_request::record_software(tx, scope, context, &request?, "", &body).await?;
            }
        }
    }
    Ok(true)
}
