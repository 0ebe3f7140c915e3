//! Conversion of service requests between the model and the contract.
use contract::v1;
use platform::{Fault, Timestamp, ids::UserId, phone::Phone, sms};

use super::model::{
    Action, Activity, Changes, Document, EntryPermission, EstimateDecision, Filter, Kind, NewServiceRequest,
    Order, Photo, Priority, ServiceRequest, StateChange, StateCount,
};
use crate::{identity::user::Assignee, operations::file::ExportedFile};

/// Returns `None` for an empty text.
fn filled(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

fn trimmed(text: &str) -> String {
    text.trim().to_owned()
}

fn small(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

pub fn service_request(request: &ServiceRequest, now: Timestamp) -> v1::ServiceRequest {
    v1::ServiceRequest {
        id: request.id.to_string(),
        number: request.number.clone(),
        community_id: request.community_id.to_string(),
        community_label: request.community_label(),
        state: request.state as i32,
        kind: request.kind as i32,
        priority: request.priority as i32,
        title: request.title.clone(),
        description: request.description.clone(),
        unit: request.unit.clone(),
        location: request.location.clone(),
        contact_name: request.contact_name.clone(),
        contact_phone: request.contact_phone.clone(),
        contact_email: request.contact_email.clone(),
        entry_permission: request.entry_permission as i32,
        pets: request.pets.clone(),
        assignee_id: request.assignee_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        assignee_name: request.assignee_name.clone(),
        vendor: request.vendor.clone(),
        estimate_cents: request.estimate_cents.map(small),
        estimate_state: request.estimate_state as i32,
        due_at: Some(request.due_ms.into()),
        is_overdue: request.is_overdue(now),
        deferred_until: request.deferred_until_ms.map(Into::into),
        notify_resident: request.notify_resident,
        conversation_id: request.conversation_id.clone().unwrap_or_default(),
        escalation_id: request.escalation_id.clone().unwrap_or_default(),
        created_by: request.created_by_name.clone(),
        created_at: Some(request.created_ms.into()),
        state_changed_at: Some(request.state_changed_ms.into()),
        version: small(request.version),
        photo_count: request.photo_count,
        photos: vec![],
        documents: vec![],
    }
}

/// Converts a document with a link to it.
pub fn document(document: &Document, url: String) -> v1::ServiceRequestDocument {
    v1::ServiceRequestDocument {
        id: document.id.to_string(),
        name: document.name.clone(),
        url,
        size_bytes: document.size_bytes,
        added_at: Some(document.added_ms.into()),
    }
}

/// Converts a photo with links to it.
pub fn photo(photo: &Photo, url: String, thumbnail_url: String) -> v1::ServiceRequestPhoto {
    v1::ServiceRequestPhoto {
        id: photo.id.to_string(),
        url,
        thumbnail_url,
        caption: photo.caption.clone(),
        added_at: Some(photo.added_ms.into()),
    }
}

pub fn activity(activity: &Activity) -> v1::ServiceRequestActivity {
    v1::ServiceRequestActivity {
        kind: activity.kind as i32,
        at: Some(activity.at_ms.into()),
        actor: activity.actor.clone(),
        state: activity.state,
        body: activity.body.clone(),
    }
}

pub fn assignee(assignee: &Assignee) -> v1::ServiceRequestAssignee {
    v1::ServiceRequestAssignee { id: assignee.id.to_string(), name: assignee.name.clone() }
}

/// Converts counts by state, and the counts of overdue requests and requests due soon.
pub fn counts(
    counts: &[StateCount],
    overdue: &[StateCount],
    due_soon: &[StateCount],
) -> Vec<v1::ServiceRequestCount> {
    let of = |counts: &[StateCount], state: i32| {
        small(counts.iter().find(|one| one.state == state).map_or(0, |one| one.count))
    };
    let count = |one: &StateCount| v1::ServiceRequestCount {
        state: one.state,
        count: small(one.count),
        overdue_count: of(overdue, one.state),
        due_soon_count: of(due_soon, one.state),
    };
    counts.iter().map(count).collect()
}

pub fn exported(exported: ExportedFile) -> v1::ExportServiceRequestsResponse {
    v1::ExportServiceRequestsResponse {
        url: exported.url,
        expires_at: Some(exported.expires.into()),
        row_count: i32::try_from(exported.rows).unwrap_or(i32::MAX),
    }
}

/// Converts a filter, normalized for comparison, with the longest words first.
pub fn filter(filter: v1::ServiceRequestFilter) -> Filter {
    let mut words = sms::words_of(&filter.query);
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    Filter {
        community: filled(filter.community_id).map(Into::into),
        states: filter.states,
        kinds: filter.kinds,
        priorities: filter.priorities,
        assignee: filled(filter.assignee_id).map(UserId),
        is_overdue: filter.is_overdue,
        has_pending_estimate: filter.has_pending_estimate,
        words,
        vendor: filled(filter.vendor),
    }
}

pub fn list_filter(request: v1::ListServiceRequestsRequest) -> Filter {
    filter(v1::ServiceRequestFilter {
        community_id: request.community_id,
        states: request.states,
        kinds: request.kinds,
        priorities: request.priorities,
        assignee_id: request.assignee_id,
        is_overdue: request.is_overdue,
        has_pending_estimate: request.has_pending_estimate,
        query: request.query,
        vendor: request.vendor,
    })
}

pub fn order(order: v1::ServiceRequestOrder) -> Order {
    match order {
        v1::ServiceRequestOrder::Unspecified | v1::ServiceRequestOrder::Newest => Order::Newest,
        v1::ServiceRequestOrder::Oldest => Order::Oldest,
        v1::ServiceRequestOrder::Due => Order::Due,
    }
}

pub fn new_request(request: v1::CreateServiceRequestRequest) -> NewServiceRequest {
    NewServiceRequest {
        community: request.community_id.into(),
        title: trimmed(&request.title),
        description: trimmed(&request.description),
        kind: Kind::try_from(request.kind).unwrap_or(Kind::Maintenance),
        priority: Priority::try_from(request.priority).unwrap_or(Priority::Normal),
        unit: trimmed(&request.unit),
        location: trimmed(&request.location),
        contact_name: trimmed(&request.contact_name),
        contact_phone: Phone::normalize(&request.contact_phone),
        contact_email: trimmed(&request.contact_email),
        entry_permission: EntryPermission::try_from(request.entry_permission)
            .unwrap_or(EntryPermission::Unknown),
        pets: trimmed(&request.pets),
        assignee: filled(request.assignee_id),
        vendor: trimmed(&request.vendor),
        notify_resident: request.notify_resident,
        is_draft: request.is_draft,
        conversation: filled(request.conversation_id),
        escalation: filled(request.escalation_id),
        texts: vec![],
    }
}

/// Converts changes, except the assignee, which is looked up by its ID.
pub fn changes(request: &v1::UpdateServiceRequestRequest) -> Changes {
    let text = |text: &Option<String>| text.as_deref().map(trimmed);
    Changes {
        title: text(&request.title),
        description: text(&request.description),
        kind: Kind::try_from(request.kind).ok(),
        priority: Priority::try_from(request.priority).ok(),
        unit: text(&request.unit),
        location: text(&request.location),
        contact_name: text(&request.contact_name),
        contact_phone: request.contact_phone.as_deref().map(Phone::normalize),
        contact_email: text(&request.contact_email),
        entry_permission: EntryPermission::try_from(request.entry_permission)
            .ok()
            .filter(|permission| *permission != EntryPermission::Unknown),
        pets: text(&request.pets),
        assignee: None,
        vendor: text(&request.vendor),
        estimate_cents: request.estimate_cents.map(i64::from),
        due: request.due_at.map(Timestamp::from),
        due_of_priority: None,
        notify_resident: request.notify_resident,
    }
}

/// Converts an action.
///
/// # Errors
/// `INVALID_ARGUMENT` on `action` if it is unknown.
pub fn state_change(request: v1::ChangeServiceRequestStateRequest) -> Result<StateChange, Fault> {
    Ok(StateChange {
        id: request.id.into(),
        version: request.version,
        action: Action::try_from(request.action).map_err(|_| Fault::field("action", "Choose an action."))?,
        note: request.note,
        deferred_until: request.deferred_until.map(Timestamp::from),
    })
}

pub fn estimate_decision(request: v1::DecideServiceRequestEstimateRequest) -> EstimateDecision {
    EstimateDecision {
        id: request.id.into(),
        version: request.version,
        is_approved: request.is_approved,
        note: request.note,
    }
}
