//! Rules for community requests, association codes and restoring communities.
use std::{collections::BTreeMap, time::Duration};

use platform::{ErrorReason, Fault, Timestamp, clock::MAX_CLOCK_STEP, sms};

use super::model::{CommunityRequest, RequestState};
use crate::tenancy::community::{Association, Community};

/// How long a deleted community can be restored.
const RESTORABLE: Duration = Duration::from_secs(30 * 24 * 3600);

/// A transition that the state of a community request does not allow.
#[derive(Debug, PartialEq, Eq)]
pub enum CommunityRequestError {
    /// The request was approved, rejected or withdrawn.
    AlreadyDecided,
    /// The request is not approved, or already has its community.
    NotApproved,
}

impl From<CommunityRequestError> for Fault {
    fn from(error: CommunityRequestError) -> Self {
        let (reason, words) = match error {
            CommunityRequestError::AlreadyDecided => (
                ErrorReason::AlreadyDecided,
                "This request was already reviewed. Reload to see the decision.",
            ),
            CommunityRequestError::NotApproved => {
                (ErrorReason::NotApproved, "This request has not been approved. Approve it first.")
            }
        };
        Fault::precondition(reason, words)
    }
}

/// Approves a request, or rejects it if `rejection` has a reason.
pub fn decide(
    mut request: CommunityRequest,
    rejection: Option<String>,
    by: &str,
    now: Timestamp,
) -> Result<CommunityRequest, CommunityRequestError> {
    require_undecided(&request)?;
    request.state = if rejection.is_some() { RequestState::Rejected } else { RequestState::Approved };
    request.reason = rejection.unwrap_or_default();
    request.decided_by = by.to_owned();
    request.decided_ms = Some(now);
    Ok(request)
}

/// Withdraws an undecided request.
pub fn withdraw(
    mut request: CommunityRequest,
    now: Timestamp,
) -> Result<CommunityRequest, CommunityRequestError> {
    require_undecided(&request)?;
    request.state = RequestState::Withdrawn;
    request.decided_ms = Some(now);
    Ok(request)
}

/// Links an approved request to its new community.
pub fn fulfill(
    mut request: CommunityRequest,
    community: &Community,
) -> Result<CommunityRequest, CommunityRequestError> {
    if request.state != RequestState::Approved {
        return Err(CommunityRequestError::NotApproved);
    }
    request.state = RequestState::Active;
    request.community_id = Some(community.id.clone());
    Ok(request)
}

fn require_undecided(request: &CommunityRequest) -> Result<(), CommunityRequestError> {
    if request.state == RequestState::Submitted { Ok(()) } else { Err(CommunityRequestError::AlreadyDecided) }
}

/// Trims a reason.
///
/// # Errors
/// `INVALID_ARGUMENT` if it has fewer than `min_length` characters that are not invisible.
pub fn reason(text: &str, min_length: usize) -> Result<String, Fault> {
    let text = text.trim();
    match sms::visible_length(text) {
        n if n < min_length => {
            Err(Fault::field("reason", format!("Enter a reason of at least {min_length} characters.")))
        }
        _ => Ok(text.to_owned()),
    }
}

/// Validates a community's code in an association software.
///
/// # Errors
/// `INVALID_ARGUMENT` on the software's field.
pub fn code(association: &Association, text: &str) -> Result<String, Fault> {
    let text = text.trim();
    let refused = |words: &str| Err(Fault::field(&association.field, words));
    if association.name == "CINC" {
        let fits = (3..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
        return if fits {
            Ok(text.to_owned())
        } else {
            refused("A code in CINC has 3 or 4 letters or digits.")
        };
    }
    if text.is_empty() || text.chars().count() > 40 || text.chars().any(char::is_control) {
        return refused("Enter the code as the software shows it, up to 40 characters.");
    }
    Ok(text.to_owned())
}

/// Applies changes to a community's codes; an empty code removes one. `required` is the software of its company.
///
/// # Errors
/// `INVALID_ARGUMENT` for an invalid code, or if the required code is missing from a new community or removed.
pub fn set_codes(
    codes: &mut BTreeMap<String, String>,
    changes: &[(&Association, String)],
    required: Option<&Association>,
    is_new: bool,
) -> Result<(), Fault> {
    let had_required = required.is_some_and(|association| codes.contains_key(&association.name));
    for (association, text) in changes {
        if text.is_empty() {
            codes.remove(&association.name);
        } else {
            codes.insert(association.name.clone(), code(association, text)?);
        }
    }
    match required {
        Some(association) if (is_new || had_required) && !codes.contains_key(&association.name) => {
            let words = format!(
                "Your company's communities are in {}: enter this one's code there.",
                association.name
            );
            Err(Fault::field(&association.field, words))
        }
        _ => Ok(()),
    }
}

/// Returns whether a deleted community can be restored.
pub fn is_restorable(archived: Timestamp, now: Timestamp) -> bool {
    now < archived.plus(RESTORABLE)
}

/// Returns the time at or before which deleted communities are purged: an hour after they can last be restored, in case
/// the clock is wrong.
pub fn purge_before(now: Timestamp) -> Timestamp {
    now.minus(RESTORABLE).minus(MAX_CLOCK_STEP)
}

/// Returns the error for a name that is in use.
pub fn community_exists() -> Fault {
    Fault::exists(
        ErrorReason::CommunityExists,
        "There is already a community with this name. Choose another name.",
    )
}

/// Returns the error for a code that is in use.
pub fn code_taken(association: &str) -> Fault {
    Fault::exists(
        ErrorReason::CodeTaken,
        format!(
            "Another community has this code in {association}. Check the code, or change the other one first."
        ),
    )
}

/// Returns the error for a number that is in use.
pub fn number_taken() -> Fault {
    Fault::exists(ErrorReason::NumberTaken, "Another community has this number. Choose another one.")
}

/// Returns the error for a change of a community's companies by a company administrator.
pub fn platform_administrators_only() -> Fault {
    Fault::precondition(
        ErrorReason::PlatformAdministratorsOnly,
        "Only Parlor administrators can change which companies manage a community.",
    )
}

#[cfg(test)]
mod tests;
