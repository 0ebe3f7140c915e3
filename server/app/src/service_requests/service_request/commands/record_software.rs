//! Records the status of a service request in association software.
use platform::{Fault, Scope, Tx, events, events::Kind as EventKind};

use super::{NewActivity, record};
use crate::{
    context::Context,
    service_requests::service_request::model::{ActivityKind, ServiceRequest},
};

/// Adds an internal entry to the timeline of a request, whose state and version do not change. `actor` is empty for the
/// server.
pub async fn record_software(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    request: &ServiceRequest,
    actor: &str,
    body: &str,
) -> Result<(), Fault> {
    let activity = NewActivity { kind: ActivityKind::Software, actor, state: None, body };
    record(tx, scope, context, request, activity).await?;
    let (community, id) = (&request.community_id, request.id.as_str());
    events::publish(tx, scope.company(), community, EventKind::ServiceRequest, id, context.now());
    Ok(())
}
