//! What residents' texts do to service requests: create one, add to one, and ask for the state. The caller replies.
use std::time::Duration;

use platform::{
    Fault, Scope, Tx, events,
    events::Kind as EventKind,
    ids::{CommunityId, UserId},
};

use super::{NewActivity, create::insert, next_number, photos_of_texts::attach_photos_of_texts, record};
use crate::{
    context::Context,
    messaging::thread::Message,
    service_requests::service_request::{
        model::{Action, ActivityKind, EstimateState, NewServiceRequest, Priority, ServiceRequest, State},
        rules::{self, Role, Step},
        store,
    },
    tenancy::{
        community::Community,
        company::{self, OfficeCalendar},
    },
};

/// A request that ended is still told about for this long.
const TOLD_FOR: Duration = Duration::from_secs(14 * 86_400);

/// The name of a resident whose name is unknown.
const RESIDENT: &str = "Resident";

/// Creates a request that a resident confirmed by text. Returns it with the text that says so.
pub async fn create_from_text(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    community: &Community,
    new: NewServiceRequest,
) -> Result<(ServiceRequest, String), Fault> {
    let now = context.now();
    let number = next_number(tx, scope, &community.id, &community.tag).await?;
    let company = company::require(tx, scope).await?;
    let calendar = OfficeCalendar::new(&company.customizations.business_hours, &community.time_zone);
    let name = if new.contact_name.is_empty() { RESIDENT } else { &new.contact_name };
    let texts = new.texts;
    let mut request = ServiceRequest {
        id: context.ids.next(now),
        community_id: community.id.clone(),
        community_tag: community.tag.clone(),
        number,
        state: State::Pending,
        created_by: UserId(String::new()),
        created_by_name: name.to_owned(),
        kind: new.kind,
        priority: Priority::Normal,
        title: new.title,
        description: new.description,
        unit: new.unit,
        location: new.location,
        contact_name: new.contact_name,
        contact_phone: new.contact_phone,
        contact_email: new.contact_email,
        entry_permission: new.entry_permission,
        pets: new.pets,
        assignee_id: None,
        assignee_name: String::new(),
        vendor: String::new(),
        estimate_cents: None,
        estimate_state: EstimateState::None,
        due_ms: rules::due(Priority::Normal, now, &calendar),
        deferred_until_ms: None,
        notify_resident: true,
        conversation_id: new.conversation,
        escalation_id: None,
        created_ms: now,
        state_changed_ms: now,
        photo_count: 0,
        version: 1,
    };
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
    store::list_of_phone(tx, scope, community, phone, context.now().minus(TOLD_FOR)).await
}

/// Adds a resident's text to a request, with its photos. One that waits for information is submitted again.
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
