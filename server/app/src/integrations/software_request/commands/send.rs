//! Sends a service request to the company's association software.
use platform::{Actor, Fault, Timestamp, jobs};

use super::{Address, require_address};
use crate::{
    context::Context,
    integrations::software_request::{
        model::{Duplicate, SoftwareRequest, State},
        rules, send_job, store,
    },
    operations::audit::{self, AuditAction, AuditEvent},
    service_requests::service_request::{self, Kind, ServiceRequest, ServiceRequestId},
};

/// Records that a request is to be sent, and enqueues the job that does it. The job of an earlier attempt is canceled.
///
/// # Errors
/// `NOT_FOUND` outside the scope; as [`require_address`].
pub async fn send(
    context: &Context,
    actor: &Actor,
    id: &ServiceRequestId,
    duplicate: Duplicate,
) -> Result<SoftwareRequest, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let request = service_request::lock(&mut tx, &scope, id).await?;
    let before = store::find(&mut tx, &scope, id).await?;
    let address = require_address(&mut tx, &scope, &request, before.as_ref(), duplicate).await?;
    let label = address.software.label();
    let sent = attempt(&request, address, actor, now);
    store::save(&mut tx, &scope, &sent).await?;
    let elsewhere = before.as_ref().map(rules::elsewhere).unwrap_or_default();
    let body = format!("Started sending this request to {label}.{elsewhere}");
    service_request::record_software(&mut tx, &scope, context, &request, &actor.name, &body).await?;
    if let Some(before) = &before {
        jobs::cancel(&mut tx, scope.company(), &send_job::key(before)).await?;
    }
    send_job::enqueue(&mut tx, &scope, context, &request, &sent).await?;
    let summary = format!("Sent the service request {} to {label}.{elsewhere}", request.number);
    let event =
        AuditEvent { action: AuditAction::SoftwareRequestSent, subject: request.id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(sent)
}

/// Returns a request that is to be sent.
fn attempt(request: &ServiceRequest, address: Address, actor: &Actor, now: Timestamp) -> SoftwareRequest {
    let Address { software, code, account } = address;
    SoftwareRequest {
        request_id: request.id.clone(),
        software: software as i32,
        is_architectural: request.kind == Kind::Architectural,
        code,
        account,
        state: State::Sending,
        number: String::new(),
        status: String::new(),
        is_closed: false,
        is_unlisted: false,
        problem: String::new(),
        tries: 0,
        sent_by: actor.name.to_string(),
        sent_ms: now,
        checked_ms: None,
    }
}
