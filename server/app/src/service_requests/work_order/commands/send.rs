//! Sends a work order.
use platform::{Actor, Fault};

use crate::{
    context::Context,
    identity::session,
    operations::{
        audit::{self, AuditAction, AuditEvent},
        mail::{self, Email},
    },
    service_requests::{
        service_request::{self, VendorChange},
        work_order::{
            model::{NewWorkOrder, State, WorkOrder},
            rules, store,
        },
    },
    tenancy::company,
};

/// Emails a work order to a vendor, who becomes the vendor of the request.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT` if the vendor is not one line of text; `SERVICE_REQUEST_CLOSED`.
pub async fn send(context: &Context, actor: &Actor, new: NewWorkOrder) -> Result<WorkOrder, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let vendor = new.vendor.trim().to_owned();
    if vendor.is_empty() || vendor.contains(char::is_control) {
        return Err(Fault::field("vendor", "Enter the vendor's name on one line."));
    }
    let mut tx = context.db.write(&scope).await?;
    let request = service_request::lock(&mut tx, &scope, &new.request).await?;
    let order = WorkOrder {
        company_id: scope.company().clone(),
        id: context.ids.next(now),
        request_id: request.id.clone(),
        vendor: vendor.clone(),
        email: new.email.trim().to_owned(),
        message: new.message.trim().to_owned(),
        state: State::Sent,
        sent_ms: now,
        expires_ms: rules::expires_at(now),
        answered_ms: None,
        scheduled_on: String::new(),
        estimate_cents: None,
        note: String::new(),
    };
    store::replace(&mut tx, &scope, &request.id).await?;
    let token = context.ids.secret();
    store::insert(&mut tx, &scope, &order, &session::digest_of(&token)).await?;
    let body = format!("Sent a work order to {vendor} ({}).", order.email);
    let change = VendorChange { vendor: Some(vendor), estimate_cents: None, actor: &actor.name, body: &body };
    let request = service_request::record_work_order(&mut tx, &scope, context, request, change).await?;
    let company = company::require(&mut tx, &scope.whole()).await?;
    let public_url = &context.settings.public_url;
    let (subject, text) = rules::email(&order, &request, &company.name, public_url, &token);
    let email = Email { to: &order.email, subject, body: text, withheld: true };
    mail::post(&mut tx, &scope, context, &email, now).await?;
    let summary = format!("Sent a work order for the service request {}", request.number);
    let event = AuditEvent { action: AuditAction::WorkOrderSent, subject: order.id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(order)
}
