//! Validation of answers, the email to the vendor, and the texts of the timeline.
use std::time::Duration;

use jiff::{ToSpan, civil::Date};
use platform::{ErrorReason, Fault, Timestamp, text::one_line};

use super::model::{State, VendorResponse, WorkOrder};
use crate::{operations::rate_limit::Limit, service_requests::service_request::ServiceRequest};

/// How long a link is valid.
const LIFETIME: Duration = Duration::from_secs(14 * 86_400);
/// Limit of calls with tokens, per client location.
pub const CALLS_BY_LOCATION: Limit = Limit {
    name: "work order by place",
    most: 100,
    window: Duration::from_secs(15 * 60),
    reason: ErrorReason::TooManyAttempts,
    words: "Too many attempts from your network. Wait a moment, then try again.",
};

/// Returns when a link that is sent now expires.
pub fn expires_at(now: Timestamp) -> Timestamp {
    now.plus(LIFETIME)
}

/// Returns the error for an invalid link.
pub fn link_expired() -> Fault {
    let words = "This link has expired or was replaced. Ask the sender for a new one.";
    Fault::precondition(ErrorReason::LinkExpired, words)
}

/// Returns the work order if its link is valid.
///
/// # Errors
/// `LINK_EXPIRED`.
pub fn require_valid(order: WorkOrder, request: &ServiceRequest, now: Timestamp) -> Result<WorkOrder, Fault> {
    let is_valid = now < order.expires_ms && order.state != State::Replaced && !request.state.is_final();
    if is_valid { Ok(order) } else { Err(link_expired()) }
}

/// Applies the response of a vendor.
///
/// # Errors
/// `WORK_ORDER_ANSWERED`; `INVALID_ARGUMENT` on the date of an acceptance or the note of a decline.
pub fn answer(
    order: WorkOrder,
    response: VendorResponse,
    today: Date,
    now: Timestamp,
) -> Result<WorkOrder, Fault> {
    if order.state != State::Sent {
        let words = "This work order was answered before. Call the sender to change the answer.";
        return Err(Fault::precondition(ErrorReason::WorkOrderAnswered, words));
    }
    let note = response.note.trim().to_owned();
    let answered_ms = Some(now);
    if !response.is_accepted {
        if note.is_empty() {
            return Err(Fault::field("note", "Tell us why you are declining."));
        }
        return Ok(WorkOrder { state: State::Declined, note, answered_ms, ..order });
    }
    let date = response.scheduled_on.parse::<Date>().ok();
    let date = date.filter(|date| *date >= today && *date <= today.saturating_add(1.year()));
    let date = date.ok_or_else(|| Fault::field("scheduledOn", "Choose a date within a year from today."))?;
    Ok(WorkOrder {
        state: State::Accepted,
        scheduled_on: date.to_string(),
        estimate_cents: (response.estimate_cents > 0).then_some(response.estimate_cents),
        note,
        answered_ms,
        ..order
    })
}

/// Returns the description of an answer for the timeline.
pub fn answer_text(order: &WorkOrder) -> String {
    let note = if order.note.is_empty() { String::new() } else { format!(" \"{}\"", order.note) };
    if order.state == State::Declined {
        return format!("Declined the work order.{note}");
    }
    let date = order.scheduled_on.parse::<Date>();
    let day = date.map_or(order.scheduled_on.clone(), |date| date.strftime("%B %-d, %Y").to_string());
    let estimate = order
        .estimate_cents
        .map_or(String::new(), |cents| format!(" with an estimate of ${}.{:02}", cents / 100, cents % 100));
    format!("Accepted the work order for {day}{estimate}.{note}")
}

/// Returns the subject and the text of the email to the vendor.
pub fn email(
    order: &WorkOrder,
    request: &ServiceRequest,
    company: &str,
    public_url: &str,
    token: &str,
) -> (String, String) {
    let subject = format!("Work order {} from {company}: {}", request.number, one_line(&request.title));
    let mut lines = vec![
        format!("Hello {},", order.vendor),
        format!("{company} has a work order for you at {}.", request.community_label()),
        format!("{}: {}", request.number, request.title),
    ];
    let place: Vec<&str> =
        [&*request.unit, &*request.location].into_iter().filter(|text| !text.is_empty()).collect();
    lines.extend((!place.is_empty()).then(|| format!("Where: {}", place.join(", "))));
    lines.extend((!request.description.is_empty()).then(|| request.description.clone()));
    lines.extend((!order.message.is_empty()).then(|| order.message.clone()));
    lines.push(format!(
        "Accept it with a date, or decline it, within 14 days:\n{public_url}/work-order/{token}"
    ));
    lines.push(
        "You don't need an account. Don't forward this link: anyone who has it can answer for you."
            .to_owned(),
    );
    (subject, lines.join("\n\n") + "\n")
}
