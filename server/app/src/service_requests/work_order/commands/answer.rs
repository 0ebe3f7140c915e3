//! Answers a work order with the token in its link.
use platform::{Fault, Scope};

use super::open;
use crate::{
    context::Context,
    identity::session,
    operations::audit::{self, AuditAction, AuditActor, AuditEvent},
    service_requests::{
        service_request::{self, VendorChange},
        work_order::{
            model::{VendorResponse, WorkOrder},
            rules, store,
        },
    },
    tenancy::community,
};

/// Accepts or declines a work order.
///
/// # Errors
/// `LINK_EXPIRED`; `TOO_MANY_ATTEMPTS`; `WORK_ORDER_ANSWERED`; `INVALID_ARGUMENT` on the date of an acceptance or the
/// note of a decline.
pub async fn answer(context: &Context, token: &str, response: VendorResponse) -> Result<WorkOrder, Fault> {
    let opened = open(context, token).await?;
    let (scope, now) = (Scope::of_company(&opened.order.company_id), context.now());
    let mut tx = context.db.write(&scope).await?;
    let request = service_request::lock(&mut tx, &scope, &opened.request.id).await?;
    let order = store::lock(&mut tx, &scope, &session::digest_of(token)).await?;
    let order = rules::require_valid(order.ok_or_else(rules::link_expired)?, &request, now)?;
    let community = community::require(&mut tx, &scope, &request.community_id).await?;
    let answered = rules::answer(order, response, now.date_in(&community.time_zone), now)?;
    store::save_answer(&mut tx, &scope, &answered).await?;
    let body = rules::answer_text(&answered);
    let change = VendorChange {
        vendor: None,
        estimate_cents: answered.estimate_cents,
        actor: &answered.vendor,
        body: &body,
    };
    let request = service_request::record_work_order(&mut tx, &scope, context, request, change).await?;
    let summary = format!("Answered the work order for the service request {}", request.number);
    let event = AuditEvent { action: AuditAction::WorkOrderAnswered, subject: answered.id.as_str(), summary };
    let vendor = AuditActor { name: &answered.vendor, ..AuditActor::default() };
    audit::write(&mut tx, &scope, context, vendor, event).await?;
    tx.commit().await?;
    Ok(answered)
}
