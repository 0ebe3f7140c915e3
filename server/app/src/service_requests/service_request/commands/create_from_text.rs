//! Creates a service request that a resident confirmed by text. The caller replies.
use platform::{
    Fault, Scope, Tx,
    events::{self, Kind as EventKind},
};

use super::{
    NewActivity,
    create::{insert, submitted},
    photos_of_texts::attach_photos_of_texts,
    record,
};
use crate::{
    context::Context,
    service_requests::service_request::{
        model::{Action, ActivityKind, NewServiceRequest, ServiceRequest},
        rules,
    },
    tenancy::community::Community,
};

/// Replaces the name of an unknown resident.
pub(super) const RESIDENT: &str = "Resident";

/// Creates a request that a resident confirmed by text. Returns it with the confirming text.
pub async fn create_from_text(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    community: &Community,
    new: NewServiceRequest,
) -> Result<(ServiceRequest, String), Fault> {
    let now = context.now();
    let name = if new.contact_name.is_empty() { RESIDENT } else { &new.contact_name };
    let (created_by_name, texts) = (name.to_owned(), new.texts.clone());
    let submitted = submitted(tx, scope, context, community, new, now).await?;
    let mut request = ServiceRequest { created_by_name, ..submitted };
    insert(tx, scope, &context.ids, &request).await?;
    attach_photos_of_texts(tx, scope, context, &mut request, &texts).await?;
    let text = rules::state_text(&request, Action::Submit, "", &community.time_zone);
    let text = text.ok_or_else(|| Fault::internal("a new request has no text"))?;
    let told = NewActivity { kind: ActivityKind::Text, actor: "", state: None, body: &text };
    record(tx, scope, context, &request, told).await?;
    events::publish(tx, scope.company(), &community.id, EventKind::ServiceRequest, request.id.as_str(), now);
    Ok((request, text))
}
