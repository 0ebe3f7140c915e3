//! Records changes by work orders in service requests.
use platform::{Fault, Scope, Tx, events, events::Kind as EventKind};

use super::{NewActivity, record};
use crate::{
    context::Context,
    service_requests::service_request::{
        model::{ActivityKind, Changes, ServiceRequest},
        rules, store,
    },
};

/// What a work order changes.
pub struct VendorChange<'a> {
    pub vendor: Option<String>,
    /// US cents.
    pub estimate_cents: Option<i64>,
    /// ID of the user, or the name of the vendor.
    pub actor: &'a str,
    /// Description for the timeline.
    pub body: &'a str,
}

/// Records the sending or the answer of a work order on a locked request.
///
/// # Errors
/// `SERVICE_REQUEST_CLOSED`.
pub async fn record_work_order(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    request: ServiceRequest,
    change: VendorChange<'_>,
) -> Result<ServiceRequest, Fault> {
    let changes =
        Changes { vendor: change.vendor, estimate_cents: change.estimate_cents, ..Changes::default() };
    let (request, _) = rules::update(request, changes)?;
    store::save(tx, scope, &request).await?;
    store::index_words(tx, scope, &request).await?;
    let activity =
        NewActivity { kind: ActivityKind::WorkOrder, actor: change.actor, state: None, body: change.body };
    record(tx, scope, context, &request, activity).await?;
    let (community, id) = (&request.community_id, request.id.as_str());
    events::publish(tx, scope.company(), community, EventKind::ServiceRequest, id, context.now());
    Ok(request)
}
