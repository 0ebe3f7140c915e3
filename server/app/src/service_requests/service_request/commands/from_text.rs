//! Applies residents' texts to service requests: creates a request, adds to one, or reports the status. The
//! caller replies.
use std::time::Duration;

use platform::{Fault, Scope, Tx, events, events::Kind as EventKind, ids::CommunityId};

use super::{
    NewActivity,
    create::{insert, submitted},
    photos_of_texts::attach_photos_of_texts,
    record,
};
use crate::{
    context::Context,
    messaging::thread::Message,
    service_requests::service_request::{
        model::{Action, ActivityKind, NewServiceRequest, ServiceRequest, State},
        rules::{self, Role, Step},
        store,
    },
    tenancy::community::Community,
};

/// Time after its end in which a request is still included in status replies.
const STATUS_REPLY_PERIOD: Duration = Duration::from_secs(14 * 86_400);

/// Replaces the name of an unknown resident.
const RESIDENT: &str = "Resident";

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

/// Returns requests of a phone in a community, newest first: open ones, and those whose state changed in the last
/// 14 days. Up to 5.
pub async fn requests_of_phone(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    community: &CommunityId,
    phone: &str,
) -> Result<Vec<ServiceRequest>, Fault> {
    store::list_of_phone(tx, scope, community, phone, context.now().minus(STATUS_REPLY_PERIOD)).await
}

/// Adds a resident's text to a request, with its photos. A request that needs information is submitted again.
pub async fn add_reply(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    mut request: ServiceRequest,
    text: &Message,
) -> Result<ServiceRequest, Fault> {
    let now = context.now();
    let name = if request.contact_name.is_empty() { RESIDENT } else { request.contact_name.as_str() };
    let name = name.to_owned();
    let reply = NewActivity { kind: ActivityKind::Reply, actor: &name, state: None, body: &text.body };
    record(tx, scope, context, &request, reply).await?;
    attach_photos_of_texts(tx, scope, context, &mut request, std::slice::from_ref(&text.id)).await?;
    let request = match request.state {
        State::NeedsInfo => {
            let step = Step { action: Action::Submit, role: Role::Staff, note: "", deferred_until: None };
            let submitted = rules::change_state(request, &step, now)?;
            store::save(tx, scope, &submitted).await?;
            store::move_count(tx, scope, &submitted.community_id, Some(State::NeedsInfo), submitted.state)
                .await?;
            let changed = NewActivity {
                kind: ActivityKind::StateChanged,
                actor: &name,
                state: Some(submitted.state),
                body: "",
            };
            record(tx, scope, context, &submitted, changed).await?;
            submitted
        }
        _ => request,
    };
    let community = &request.community_id;
    events::publish(tx, scope.company(), community, EventKind::ServiceRequest, request.id.as_str(), now);
    Ok(request)
}
