//! Rules of service requests: states, permissions, due dates and the texts to residents.
mod texts;

use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Timestamp, phone::Phone, sms};

pub use texts::{quiet_until, state_text};

use super::model::{Action, Changes, EstimateState, Priority, ServiceRequest, State};

use crate::{identity::user::Assignee, residents::homeowner, tenancy::company::OfficeCalendar};

/// Maximum number of documents of a request.
const MAX_DOCUMENTS: usize = 10;
/// Maximum number of photos of a request.
pub const MAX_PHOTOS: i32 = 20;

const EMERGENCY_DUE_IN: Duration = Duration::from_secs(4 * 3_600);

/// The role in which an action is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An administrator or a manager of the company.
    Staff,
    /// A partner system.
    Partner,
}

impl Role {
    pub fn of(actor: &Actor) -> Self {
        if actor.scopes.is_some() { Self::Partner } else { Self::Staff }
    }
}

/// Returns the state to which an action leads; `None` if the state or the role does not allow it.
#[must_use]
pub fn next_state(state: State, action: Action, role: Role) -> Option<State> {
    if role == Role::Partner && matches!(action, Action::Approve | Action::Decline) {
        return None;
    }
    match (state, action) {
        (State::Draft | State::NeedsInfo, Action::Submit) => Some(State::Pending),
        (State::Pending, Action::RequestInfo) => Some(State::NeedsInfo),
        (State::Pending, Action::Approve) => Some(State::Approved),
        (State::Pending, Action::Decline) => Some(State::Declined),
        (State::Approved | State::Deferred | State::Reopened, Action::Start) => Some(State::InProgress),
        (State::InProgress, Action::Defer) => Some(State::Deferred),
        (State::InProgress, Action::Complete) => Some(State::Completed),
        (State::Completed, Action::Close) => Some(State::Closed),
        (State::Completed, Action::Reopen) => Some(State::Reopened),
        (
            State::Draft
            | State::Pending
            | State::NeedsInfo
            | State::Approved
            | State::InProgress
            | State::Deferred
            | State::Reopened,
            Action::Cancel,
        ) => Some(State::Canceled),
        _ => None,
    }
}

/// Returns the allowed actions.
#[must_use]
pub fn allowed_actions(state: State, role: Role) -> Vec<Action> {
    Action::ALL.into_iter().filter(|action| next_state(state, *action, role).is_some()).collect()
}

/// An action with its parameters.
pub struct Step<'a> {
    pub action: Action,
    pub role: Role,
    /// Reason or question for the resident.
    pub note: &'a str,
    pub deferred_until: Option<Timestamp>,
}

/// Executes an action.
///
/// # Errors
/// `SERVICE_REQUEST_ACTION_NOT_ALLOWED`; `ESTIMATE_NOT_APPROVED`; `INVALID_ARGUMENT` on `note` or `deferredUntil`.
pub fn change_state(
    mut request: ServiceRequest,
    step: &Step<'_>,
    now: Timestamp,
) -> Result<ServiceRequest, Fault> {
    let next = next_state(request.state, step.action, step.role).ok_or_else(action_not_allowed)?;
    if matches!(step.action, Action::RequestInfo | Action::Decline) && sms::is_blank(step.note) {
        return Err(Fault::field("note", "Write what the resident should know."));
    }
    if step.action == Action::Start
        && matches!(request.estimate_state, EstimateState::Pending | EstimateState::Declined)
    {
        return Err(Fault::precondition(
            ErrorReason::EstimateNotApproved,
            "The estimate isn't approved. Ask an administrator to approve it, then start work.",
        ));
    }
    request.deferred_until_ms = match step.action {
        Action::Defer => Some(
            step.deferred_until
                .filter(|until| *until > now)
                .ok_or_else(|| Fault::field("deferredUntil", "Choose a date in the future."))?,
        ),
        _ => None,
    };
    request.state = next;
    request.state_changed_ms = now;
    request.version += 1;
    Ok(request)
}

fn action_not_allowed() -> Fault {
    Fault::precondition(
        ErrorReason::ServiceRequestActionNotAllowed,
        "This request can't be changed that way now. Reload to see its current status.",
    )
}

/// Checks the version that a change is based on; 0 skips the check.
///
/// # Errors
/// `SERVICE_REQUEST_CHANGED`.
pub fn check_version(request: &ServiceRequest, version: i32) -> Result<(), Fault> {
    if version == 0 || i64::from(version) == request.version {
        return Ok(());
    }
    Err(Fault::aborted(
        ErrorReason::ServiceRequestChanged,
        "Someone else just changed this request. Review the latest version.",
    ))
}

/// Checks new values. An empty phone or email address removes the value.
///
/// # Errors
/// `INVALID_ARGUMENT` on `title`, `contactPhone` or `contactEmail`.
pub fn check_values(title: Option<&str>, phone: Option<&str>, email: Option<&str>) -> Result<(), Fault> {
    if title == Some("") {
        return Err(Fault::field("title", "Describe the work."));
    }
    if let Some(phone) = phone.filter(|phone| !phone.is_empty()) {
        Phone::parse("contactPhone", phone)?;
    }
    if let Some(email) = email {
        homeowner::parse_email(email).map_err(|words| Fault::field("contactEmail", words))?;
    }
    Ok(())
}

/// Changes fields. Returns the request, and the changes as text for the timeline.
///
/// # Errors
/// `SERVICE_REQUEST_CLOSED`.
pub fn update(mut request: ServiceRequest, changes: Changes) -> Result<(ServiceRequest, Vec<String>), Fault> {
    if request.state.is_final() {
        return Err(Fault::precondition(
            ErrorReason::ServiceRequestClosed,
            "This request is closed and can't be changed.",
        ));
    }
    let mut changed = Vec::new();
    let mut set = |field: &mut String, value: Option<String>, name: &str| {
        if let Some(value) = value.filter(|value| value != field) {
            *field = value;
            changed.push(name.to_owned());
        }
    };
    set(&mut request.title, changes.title, "title");
    set(&mut request.description, changes.description, "description");
    set(&mut request.unit, changes.unit, "unit");
    set(&mut request.location, changes.location, "location");
    set(&mut request.contact_name, changes.contact_name, "contact");
    set(&mut request.contact_phone, changes.contact_phone, "phone");
    set(&mut request.contact_email, changes.contact_email, "email");
    set(&mut request.pets, changes.pets, "pets");
    set(&mut request.vendor, changes.vendor, "vendor");
    if let Some(kind) = changes.kind.filter(|kind| *kind != request.kind) {
        request.kind = kind;
        changed.push("kind".into());
    }
    if let Some(priority) = changes.priority.filter(|priority| *priority != request.priority) {
        request.priority = priority;
        request.due_ms = changes.due_of_priority.unwrap_or(request.due_ms);
        changed.push("priority".into());
    }
    if let Some(permission) = changes.entry_permission.filter(|one| *one != request.entry_permission) {
        request.entry_permission = permission;
        changed.push("permission to enter".into());
    }
    if let Some(assignee) = changes.assignee {
        changed.extend(set_assignee(&mut request, assignee));
    }
    if let Some(due) = changes.due.filter(|due| *due != request.due_ms) {
        request.due_ms = due;
        changed.push("due date".into());
    }
    if let Some(notify) = changes.notify_resident.filter(|one| *one != request.notify_resident) {
        request.notify_resident = notify;
        changed.push("texts to the resident".into());
    }
    if let Some(cents) = changes.estimate_cents {
        changed.extend(set_estimate(&mut request, cents));
    }
    if !changed.is_empty() {
        request.version += 1;
    }
    Ok((request, changed))
}

/// Sets or removes the assignee. Returns the change as text, if there is one.
fn set_assignee(request: &mut ServiceRequest, assignee: Option<Assignee>) -> Option<String> {
    let (id, name) = assignee.map(|one| (one.id, one.name)).unzip();
    if id == request.assignee_id {
        return None;
    }
    request.assignee_id = id;
    request.assignee_name = name.unwrap_or_default();
    Some(match request.assignee_name.as_str() {
        "" => "assignee removed".into(),
        name => format!("assigned to {name}"),
    })
}

/// Sets the estimate, which then has to be approved, or removes it if it is zero. Returns the change as text, if
/// there is one.
fn set_estimate(request: &mut ServiceRequest, cents: i64) -> Option<String> {
    let estimate = (cents > 0).then_some(cents);
    if estimate == request.estimate_cents {
        return None;
    }
    request.estimate_cents = estimate;
    request.estimate_state = if estimate.is_some() { EstimateState::Pending } else { EstimateState::None };
    Some("estimate".into())
}

/// Approves or declines an estimate.
///
/// # Errors
/// `NO_ESTIMATE_TO_DECIDE`.
pub fn decide_estimate(mut request: ServiceRequest, is_approved: bool) -> Result<ServiceRequest, Fault> {
    if request.estimate_state != EstimateState::Pending || request.state.is_final() {
        return Err(Fault::precondition(
            ErrorReason::NoEstimateToDecide,
            "No estimate waits for a decision.",
        ));
    }
    request.estimate_state = if is_approved { EstimateState::Approved } else { EstimateState::Declined };
    request.version += 1;
    Ok(request)
}

/// Checks that a photo can be added.
///
/// # Errors
/// `TOO_MANY_PHOTOS`.
pub fn check_photo_count(request: &ServiceRequest) -> Result<(), Fault> {
    if request.photo_count < MAX_PHOTOS {
        return Ok(());
    }
    Err(Fault::precondition(
        ErrorReason::TooManyPhotos,
        "This request has 20 photos. Delete one to add another.",
    ))
}

/// Checks that a document can be added to this number of documents.
///
/// # Errors
/// `TOO_MANY_REQUEST_DOCUMENTS`.
pub fn check_document_count(count: usize) -> Result<(), Fault> {
    if count < MAX_DOCUMENTS {
        return Ok(());
    }
    Err(Fault::precondition(
        ErrorReason::TooManyRequestDocuments,
        "This request has 10 documents. Delete one to add another.",
    ))
}

/// Returns the due date of a request that was created at this time: after business days, or after 4 hours at any time
/// of day for an emergency.
#[must_use]
pub fn due(priority: Priority, created: Timestamp, calendar: &OfficeCalendar<'_>) -> Timestamp {
    match priority {
        Priority::Low => calendar.days_after(created, 10),
        Priority::Normal => calendar.days_after(created, 3),
        Priority::High => calendar.days_after(created, 1),
        Priority::Emergency => created.plus(EMERGENCY_DUE_IN),
    }
}

/// Returns the prefix of the numbers of a community's requests: the initials of its name, or the first two
/// letters of a single word.
#[must_use]
pub fn number_prefix(tag: &str) -> String {
    let words: Vec<&str> = tag
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case("the"))
        .collect();
    let letters: String = match words.as_slice() {
        [] => "SR".into(),
        [word] => word.chars().take(2).collect(),
        words => words.iter().take(3).filter_map(|word| word.chars().next()).collect(),
    };
    letters.to_uppercase()
}

#[cfg(test)]
mod tests;
