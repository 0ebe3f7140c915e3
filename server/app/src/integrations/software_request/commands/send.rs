//! Sends a service request to the company's association software.
use platform::{Actor, Fault};

use super::{Address, require_address};
use crate::{
    context::Context,
    integrations::software_request::{
        model::{SoftwareRequest, State},
        send_job, store,
    },
    operations::audit::{self, AuditAction, AuditEvent},
    service_requests::service_request::{self, Kind, ServiceRequestId},
};

/// Records that a request is to be sent, and enqueues the job that does it.
///
/// # Errors
/// `NOT_FOUND` outside the scope; as [`require_address`].
pub async fn send(context: &Context, actor: &Actor, id: &ServiceRequestId) -> Result<SoftwareRequest, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let request = service_request::lock(&mut tx, &scope, id).await?;
    let before = store::find(&mut tx, &scope, id).await?;
    let Address { software, code, account } =
        require_address(&mut tx, &scope, &request, before.as_ref()).await?;
    let sent = SoftwareRequest {
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
    };
    store::save(&mut tx, &scope, &sent).await?;
    let body = format!("Started sending this request to {}.", software.label());
    service_request::record_software(&mut tx, &scope, context, &request, &actor.name, &body).await?;
    send_job::enqueue(&mut tx, &scope, context, &request, &sent).await?;
    let summary = format!("Sent the service request {} to {}", request.number, software.label());
    let event =
        AuditEvent { action: AuditAction::SoftwareRequestSent, subject: request.id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(sent)
}
