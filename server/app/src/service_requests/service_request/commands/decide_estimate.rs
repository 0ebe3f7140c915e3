//! Approves or declines the estimate of a service request.
use platform::{Actor, Fault};

use super::{NewActivity, publish, record, require_locked};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    service_requests::service_request::{
        model::{ActivityKind, EstimateDecision, ServiceRequest},
        rules, store,
    },
};

/// Decides on an estimate.
///
/// # Errors
/// `NOT_FOUND`, `SERVICE_REQUEST_CHANGED`, `NO_ESTIMATE_TO_DECIDE`.
pub async fn decide_estimate(
    context: &Context,
    actor: &Actor,
    decision: EstimateDecision,
) -> Result<ServiceRequest, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let before = require_locked(&mut tx, &scope, &decision.id).await?;
    rules::check_version(&before, decision.version)?;
    let request = rules::decide_estimate(before, decision.is_approved)?;
    store::save(&mut tx, &scope, &request).await?;
    let verdict = if decision.is_approved { "Approved" } else { "Declined" };
    let dollars = request.estimate_cents.unwrap_or_default() as f64 / 100.0;
    let body = format!("{verdict} the estimate of ${dollars:.2}. {}", decision.note.trim());
    let activity =
        NewActivity { kind: ActivityKind::Estimate, actor: &actor.name, state: None, body: body.trim() };
    record(&mut tx, &scope, context, &request, activity).await?;
    let summary = format!("{verdict} the estimate of the service request {}", request.number);
    let event = AuditEvent {
        action: AuditAction::ServiceRequestEstimateDecided,
        subject: request.id.as_str(),
        summary,
    };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    publish(&mut tx, actor, &request, context.now());
    tx.commit().await?;
    Ok(request)
}
