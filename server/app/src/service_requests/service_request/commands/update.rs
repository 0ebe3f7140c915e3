//! Changes the fields of a service request.
use platform::{Actor, Fault};

use super::{NewActivity, publish, record, require_locked};
use crate::{
    context::Context,
    identity::user,
    service_requests::service_request::{
        model::{ActivityKind, Changes, ServiceRequest, ServiceRequestId},
        rules, store,
    },
    tenancy::{
        community,
        company::{self, OfficeCalendar},
    },
};

/// Changes fields; `assignee_id` is the user to assign, or empty to remove the assignment.
///
/// # Errors
/// `NOT_FOUND`, `SERVICE_REQUEST_CHANGED`, `SERVICE_REQUEST_CLOSED`; `INVALID_ARGUMENT` for an invalid phone.
pub async fn update(
    context: &Context,
    actor: &Actor,
    id: &ServiceRequestId,
    version: i32,
    assignee_id: Option<String>,
    mut changes: Changes,
) -> Result<ServiceRequest, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let before = require_locked(&mut tx, &scope, id).await?;
    if let Some(assignee) = assignee_id {
        changes.assignee = Some(match assignee.as_str() {
            "" => None,
            id => Some(user::require_assignee(&mut tx, &scope, id).await?),
        });
    }
    rules::check_version(&before, version)?;
    let (title, phone) = (changes.title.as_deref(), changes.contact_phone.as_deref());
    rules::check_values(title, phone, changes.contact_email.as_deref())?;
    if let Some(priority) = changes.priority.filter(|priority| *priority != before.priority) {
        let company = company::require(&mut tx, &scope).await?;
        let community = community::require(&mut tx, &scope, &before.community_id).await?;
        let calendar = OfficeCalendar::new(&company.customizations.business_hours, &community.time_zone);
        changes.due_of_priority = Some(rules::due(priority, before.created_ms, &calendar));
    }
    let (request, changed) = rules::update(before, changes)?;
    if changed.is_empty() {
        return Ok(request);
    }
    store::save(&mut tx, &scope, &request).await?;
    store::index_words(&mut tx, &scope, &request).await?;
    let body = changed.join(", ");
    let activity = NewActivity { kind: ActivityKind::Updated, actor: &actor.name, state: None, body: &body };
    record(&mut tx, &scope, context, &request, activity).await?;
    publish(&mut tx, actor, &request, context.now());
    tx.commit().await?;
    Ok(request)
}
