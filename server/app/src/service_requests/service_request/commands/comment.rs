//! Adds a comment to a service request.
use platform::{Actor, Fault, sms};

use super::{NewActivity, publish, record, require_locked, resident_texts};
use crate::{
    context::Context,
    service_requests::service_request::{
        model::{ActivityKind, ServiceRequest, ServiceRequestId},
        store,
    },
};

/// Adds an internal comment, or a public update that is sent to the resident.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT` on `body` if it is blank.
pub async fn comment(
    context: &Context,
    actor: &Actor,
    id: &ServiceRequestId,
    body: &str,
    is_public: bool,
) -> Result<ServiceRequest, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut request = require_locked(&mut tx, &scope, id).await?;
    let body = body.trim();
    if sms::is_blank(body) {
        return Err(Fault::field("body", "Write a comment."));
    }
    request.version += 1;
    store::save(&mut tx, &scope, &request).await?;
    let kind = if is_public { ActivityKind::PublicUpdate } else { ActivityKind::Comment };
    let activity = NewActivity { kind, actor: &actor.name, state: None, body };
    record(&mut tx, &scope, context, &request, activity).await?;
    if is_public {
        let text = format!("{}: About your request {}: {body}", request.community_label(), request.number);
        resident_texts::send_text(&mut tx, context, actor, &request, &text).await?;
    }
    publish(&mut tx, actor, &request, context.now());
    tx.commit().await?;
    Ok(request)
}
