//! Creates a service request.
use platform::{
    Actor, Fault, Ids, Scope, Timestamp, Tx,
    ids::{CommunityId, UserId},
};

use super::{photos_of_texts, publish, resident_texts};
use crate::{
    context::Context,
    identity::user,
    messaging::{
        escalation,
        thread::{self, MessageId},
    },
    operations::audit::{self, AuditAction, AuditEvent},
    service_requests::service_request::{
        model::{
            Action, Activity, ActivityKind, EstimateState, NewServiceRequest, ServiceRequest,
            ServiceRequestId, State,
        },
        rules, store,
    },
    tenancy::{
        community::{self, Community},
        company::{self, OfficeCalendar},
    },
};

/// Creates a request and confirms it to the resident unless it is a draft.
///
/// # Errors
/// `NOT_FOUND` for a community, user, conversation or escalation outside the scope; `INVALID_ARGUMENT` for a blank
/// title or an invalid phone.
pub async fn create(
    context: &Context,
    actor: &Actor,
    new: NewServiceRequest,
) -> Result<ServiceRequest, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, &new.community).await?;
    let texts_with_photos = require_origin(&mut tx, actor, &new, now).await?;
    let assignee = match &new.assignee {
        Some(id) => Some(user::require_assignee(&mut tx, &scope, id).await?),
        None => None,
    };
    rules::check_values(Some(&new.title), Some(&new.contact_phone), Some(&new.contact_email))?;
    let (assignee_id, assignee_name) = assignee.map(|one| (one.id, one.name)).unzip();
    let mut request = ServiceRequest {
        state: if new.is_draft { State::Draft } else { State::Pending },
        assignee_id,
        assignee_name: assignee_name.unwrap_or_default(),
        created_by: actor.id.clone(),
        created_by_name: actor.name.to_string(),
        ..submitted(&mut tx, &scope, context, &community, new, now).await?
    };
    insert(&mut tx, &scope, &context.ids, &request).await?;
    photos_of_texts::attach_photos_of_texts(&mut tx, &scope, context, &mut request, &texts_with_photos)
        .await?;
    if request.state == State::Pending {
        resident_texts::send_state_text(&mut tx, context, actor, &request, Action::Submit, "").await?;
    }
    let summary = format!("Created the service request {}", request.number);
    let event =
        AuditEvent { action: AuditAction::ServiceRequestCreated, subject: request.id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    publish(&mut tx, actor, &request, now);
    tx.commit().await?;
    Ok(request)
}

/// Returns a request as it is submitted, with the next number; without an assignee and without an author.
pub async fn submitted(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    community: &Community,
    new: NewServiceRequest,
    now: Timestamp,
) -> Result<ServiceRequest, Fault> {
    let number = next_number(tx, scope, &community.id, &community.tag).await?;
    let company = company::require(tx, scope).await?;
    let calendar = OfficeCalendar::new(&company.customizations.business_hours, &community.time_zone);
    Ok(ServiceRequest {
        id: context.ids.next(now),
        community_id: community.id.clone(),
        community_tag: community.tag.clone(),
        number,
        state: State::Pending,
        kind: new.kind,
        priority: new.priority,
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
        vendor: new.vendor,
        estimate_cents: None,
        estimate_state: EstimateState::None,
        due_ms: rules::due(new.priority, now, &calendar),
        deferred_until_ms: None,
        notify_resident: new.notify_resident,
        conversation_id: new.conversation,
        escalation_id: new.escalation,
        created_by: UserId(String::new()),
        created_by_name: String::new(),
        created_ms: now,
        state_changed_ms: now,
        photo_count: 0,
        version: 1,
    })
}

/// Returns the next number of a community's requests, such as "HR-204".
pub async fn next_number(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    tag: &str,
) -> Result<String, Fault> {
    let number = store::next_number(tx, scope, community).await?;
    Ok(format!("{}-{number}", rules::number_prefix(tag)))
}

/// Stores a new request with its first activity.
pub async fn insert(tx: &mut Tx, scope: &Scope, ids: &Ids, request: &ServiceRequest) -> Result<(), Fault> {
    store::save(tx, scope, request).await?;
    store::index_words(tx, scope, request).await?;
    store::move_count(tx, scope, &request.community_id, None, request.state).await?;
    let created = Activity {
        id: ids.next::<ServiceRequestId>(request.created_ms).0,
        kind: ActivityKind::Created,
        at_ms: request.created_ms,
        actor: request.created_by_name.clone(),
        state: request.state as i32,
        body: String::new(),
    };
    store::insert_activity(tx, scope, &request.id, &created).await
}

/// Checks that the scope can see the conversation and the escalation from which a request is created. Returns
/// the texts whose photos are attached to it.
async fn require_origin(
    tx: &mut Tx,
    actor: &Actor,
    new: &NewServiceRequest,
    now: Timestamp,
) -> Result<Vec<MessageId>, Fault> {
    let scope = actor.scope();
    let mut origin = None;
    if let Some(id) = &new.conversation {
        let found = thread::find(tx, &scope, &id.as_str().into()).await?;
        let conversation = found.ok_or_else(|| Fault::not_found("conversation"))?;
        if conversation.community_id != new.community {
            return Err(Fault::field("conversationId", "This conversation belongs to another community."));
        }
        origin = Some((conversation.id, None));
    }
    if let Some(id) = &new.escalation {
        let found = escalation::find_origin(tx, &scope, &id.as_str().into()).await?;
        let found = found.ok_or_else(|| Fault::not_found("escalation"))?;
        if found.community_id != new.community {
            return Err(Fault::field("escalationId", "This escalation belongs to another community."));
        }
        origin = found.conversation_id.map(|conversation| (conversation, Some(found.asked_ms)));
    }
    let Some((conversation, escalated)) = origin else { return Ok(vec![]) };
    photos_of_texts::texts_of_origin(tx, &scope, &conversation, escalated, now).await
}
