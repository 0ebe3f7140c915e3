//! Which service requests can be sent, for which account, and what the results of calls mean.
use std::time::Duration;

use platform::{ErrorReason, Fault, Timestamp};

use super::model::{Duplicate, SoftwareRequest, State};
use crate::{
    integrations::integration::{ConnectableSoftware, FoundRequest, OutgoingRequest},
    residents::homeowner::Account,
    service_requests::service_request::{Kind, ServiceRequest, State as RequestState},
};

/// Number of failed attempts after which a request is not sent, and of failed reads after which a sync reads no more.
pub const MAX_TRIES: i32 = 5;
/// Delays before each lookup of a request whose result is unknown.
const LOOKUP_DELAYS: [Duration; 5] = [
    Duration::from_secs(10),
    Duration::from_secs(60),
    Duration::from_secs(300),
    Duration::from_secs(900),
    Duration::from_secs(3_600),
];
/// Number of characters of a request's ID that its reference has: 25 random bits.
const ID_CHARACTERS: usize = 5;
/// Age of an unconfirmed request at which no call can still create it, and the lookups have ended.
const MAX_UNCONFIRMED: Duration = Duration::from_secs(3 * 3_600);

/// Checks that a request can be sent to a software. `code` is that of its community there.
///
/// # Errors
/// `SERVICE_REQUEST_IN_SOFTWARE`; `SERVICE_REQUEST_IN_FORMER_SOFTWARE`; `SERVICE_REQUEST_KIND_NOT_TAKEN`;
/// `SERVICE_REQUEST_NOT_APPROVED`; `SERVICE_REQUEST_CLOSED`; `ASSOCIATION_CODE_MISSING`.
pub fn check(
    request: &ServiceRequest,
    software: ConnectableSoftware,
    code: Option<&str>,
    sent: Option<&SoftwareRequest>,
    duplicate: Duplicate,
) -> Result<(), Fault> {
    let label = software.label();
    let refuse = |reason, words: String| Err(Fault::precondition(reason, words));
    if let Some(sent) = sent {
        check_sent(sent, software, duplicate)?;
    }
    if !matches!(request.kind, Kind::Maintenance | Kind::Architectural) {
        let words = format!("{label} takes maintenance and architectural requests. Change the type first.");
        return refuse(ErrorReason::ServiceRequestKindNotTaken, words);
    }
    if request.state.is_final() {
        let words = format!("This request is closed and can't be sent to {label}. Create a new one.");
        return refuse(ErrorReason::ServiceRequestClosed, words);
    }
    if matches!(request.state, RequestState::Draft | RequestState::Pending | RequestState::NeedsInfo) {
        let words = format!("This request isn't approved. Approve it, then send it to {label}.");
        return refuse(ErrorReason::ServiceRequestNotApproved, words);
    }
    if code.is_none() {
        let words = format!(
            "This community has no {label} code. Ask an administrator to enter it or to sync the company."
        );
        return refuse(ErrorReason::AssociationCodeMissing, words);
    }
    Ok(())
}

/// Checks that a request that was sent before can be sent to a software. One that is still being sent is first given up
/// by its job.
fn check_sent(
    sent: &SoftwareRequest,
    software: ConnectableSoftware,
    duplicate: Duplicate,
) -> Result<(), Fault> {
    let (former, is_former) = (sent.label(), sent.software != software as i32);
    match sent.state {
        State::Failed => Ok(()),
        State::Unconfirmed | State::Sent if is_former => match duplicate {
            Duplicate::Accepted => Ok(()),
            Duplicate::Refused => Err(Fault::precondition(
                ErrorReason::ServiceRequestInFormerSoftware,
                format!(
                    "This request may already be in {former}. Reload, then confirm that you want to send it."
                ),
            )),
        },
        State::Sending | State::Unconfirmed | State::Sent => Err(Fault::precondition(
            ErrorReason::ServiceRequestInSoftware,
            format!("This request was sent to {former} before. Reload to see its state there."),
        )),
    }
}

/// Returns a further sentence for the timeline on where a request that is sent again may be as well; empty if it is
/// nowhere else.
pub fn elsewhere(before: &SoftwareRequest) -> String {
    let (former, number) = (before.label(), &before.number);
    match before.state {
        State::Sent => format!(" It is also in {former} as #{number}."),
        State::Unconfirmed => format!(" It may also be in {former}."),
        State::Sending | State::Failed => String::new(),
    }
}

/// Returns the error for a company without software that takes requests.
pub fn takes_no_requests() -> Fault {
    Fault::precondition(
        ErrorReason::SoftwareTakesNoRequests,
        "This company isn't connected to Vantaca or Buildium. Ask an administrator to connect it first.",
    )
}

/// Returns the number of the account that a request is for: the only one of the unit or, if several have the unit, the
/// only one of them with the phone. Without a unit, the only one with the phone.
///
/// # Errors
/// `HOMEOWNER_ACCOUNT_UNCLEAR`.
pub fn account_number(unit: &str, of_unit: &[Account], of_phone: &[Account]) -> Result<String, Fault> {
    let of_both = || of_unit.iter().filter(|one| of_phone.iter().any(|other| other.id == one.id));
    let candidates: Vec<&Account> = match (unit, of_unit) {
        ("", _) => of_phone.iter().collect(),
        (_, [one]) => vec![one],
        _ => of_both().collect(),
    };
    match candidates.as_slice() {
        [one] => Ok(one.entry.number.clone()),
        _ => Err(Fault::precondition(
            ErrorReason::HomeownerAccountUnclear,
            "No single homeowner account matches the unit and phone. Correct them, then send the request.",
        )),
    }
}

/// Returns a request as the software takes it. `due_on` is its due date in the community.
pub fn outgoing(sent: &SoftwareRequest, request: &ServiceRequest, due_on: String) -> OutgoingRequest {
    let place = [request.unit.as_str(), request.location.as_str()];
    let place: Vec<&str> = place.into_iter().filter(|text| !text.is_empty()).collect();
    let parts = [place.join(", "), request.description.clone()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    OutgoingRequest {
        is_architectural: sent.is_architectural,
        code: sent.code.clone(),
        account: sent.account.clone(),
        reference: reference(request),
        title: request.title.clone(),
        description: parts.join("\n\n"),
        priority: request.priority,
        due_on,
    }
}

/// Returns what a request is recognized by in the software: its number with the end of its ID. A community that is
/// created again after it was purged numbers its requests from the start, so the number alone could be that of an
/// earlier request of the same account.
fn reference(request: &ServiceRequest) -> String {
    let id = request.id.as_str();
    let end = id.char_indices().rev().nth(ID_CHARACTERS - 1).map_or(id, |(start, _)| &id[start..]);
    format!("{}-{}", request.number, end.to_uppercase())
}

/// Returns the delay before the next lookup of an unconfirmed request; `None` after the last one.
pub fn lookup_delay(tries: i32) -> Option<Duration> {
    LOOKUP_DELAYS.get(usize::try_from(tries).unwrap_or(usize::MAX)).copied()
}

/// Records that the software has a request. Returns the entry for the timeline, if something changed.
pub fn confirm(sent: &mut SoftwareRequest, found: FoundRequest, now: Timestamp) -> Option<String> {
    let (was_sent, is_new_status) = (sent.state == State::Sent, sent.status != found.status);
    sent.state = State::Sent;
    sent.number = found.number;
    sent.status = found.status;
    sent.is_closed = found.is_closed;
    sent.is_unlisted = false;
    sent.problem = String::new();
    sent.tries = 0;
    sent.checked_ms = Some(now);
    let (label, number, status) = (sent.label(), &sent.number, &sent.status);
    match (was_sent, is_new_status && !status.is_empty()) {
        (false, true) => Some(format!("In {label} as #{number}. Status: {status}.")),
        (false, false) => Some(format!("In {label} as #{number}.")),
        (true, true) => Some(format!("Status in {label}: {status}.")),
        (true, false) => None,
    }
}

/// Records that a request was not sent. Returns the entry for the timeline.
pub fn fail(sent: &mut SoftwareRequest, problem: &str) -> String {
    sent.state = State::Failed;
    sent.problem = problem.to_owned();
    sent.tries = 0;
    format!("Not sent to {}. {problem}", sent.label())
}

/// Records that the software did not say whether it took a request. Returns the entry for the timeline.
pub fn doubt(sent: &mut SoftwareRequest, problem: &str) -> String {
    sent.problem = problem.to_owned();
    sent.tries = 0;
    format!("{} didn't confirm this request. Parlor is checking whether it arrived.", sent.label())
}

/// Records that a sync did not find a request. Returns the entry for the timeline, if something changed.
pub fn miss(sent: &mut SoftwareRequest, now: Timestamp) -> Option<String> {
    sent.checked_ms = Some(now);
    sent.tries = 0;
    if sent.state == State::Sent {
        sent.is_unlisted = true;
        sent.problem = format!("{} doesn't list #{} anymore. Check it there.", sent.label(), sent.number);
        return None;
    }
    if now.since(sent.sent_ms) < MAX_UNCONFIRMED {
        return None;
    }
    let problem = not_listed(sent.label());
    Some(fail(sent, &problem))
}

/// Returns the problem of a request that the software did not create.
pub fn not_listed(label: &str) -> String {
    format!("{label} doesn't list it. Send it again.")
}

#[cfg(test)]
mod tests;
