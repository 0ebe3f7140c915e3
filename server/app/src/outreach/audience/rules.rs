//! Validation of filters and names.
use platform::{ErrorReason, Fault, sms};

use super::model::{Filter, ParsedRecipients};
use crate::residents::homeowner::unit_key;

/// Validates a filter.
///
/// # Errors
/// `INVALID_ARGUMENT` without a community, or if the first unit comes after the last.
pub fn check(filter: &Filter) -> Result<(), Fault> {
    if filter.communities.is_empty() {
        return Err(Fault::field("communityIds", "Choose at least one community."));
    }
    if !filter.unit_to.is_empty() && unit_key(&filter.unit_from) > unit_key(&filter.unit_to) {
        return Err(Fault::field("unitTo", "The last unit comes before the first. Swap them."));
    }
    Ok(())
}

/// Minimum and maximum length of the evidence of consent, in characters.
const EVIDENCE_LENGTH: std::ops::RangeInclusive<usize> = 10..=500;

/// Returns the evidence of consent without surrounding spaces; `None` if it is empty.
///
/// # Errors
/// `INVALID_ARGUMENT` if it is too short or too long.
pub fn consent_evidence(evidence: &str) -> Result<Option<&str>, Fault> {
    match evidence.trim() {
        "" => Ok(None),
        evidence if EVIDENCE_LENGTH.contains(&sms::visible_length(evidence)) => Ok(Some(evidence)),
        _ => {
            Err(Fault::field("consentEvidence", "Say in 10 to 500 characters how they agreed to get texts."))
        }
    }
}

/// Checks that a list has recipients.
///
/// # Errors
/// `INVALID_ARGUMENT` on `field`, or on `columns` if no column has phone numbers.
pub fn require_recipients(parsed: &ParsedRecipients, field: &str) -> Result<(), Fault> {
    match () {
        () if parsed.columns.phone == 0 => {
            Err(Fault::field("columns", "Choose the column with the phone numbers."))
        }
        () if parsed.members.is_empty() => {
            Err(Fault::field(field, "There is no valid phone number. Write them as (202) 555-0101."))
        }
        () => Ok(()),
    }
}

/// Returns the name without surrounding spaces.
///
/// # Errors
/// `INVALID_ARGUMENT` if the name has no visible characters.
pub fn name(name: &str) -> Result<String, Fault> {
    match sms::is_blank(name) {
        true => Err(Fault::field("name", "Enter a name.")),
        false => Ok(name.trim().to_owned()),
    }
}

pub fn audience_exists() -> Fault {
    Fault::exists(
        ErrorReason::AudienceExists,
        "There is already an audience with this name. Choose another name.",
    )
}

pub fn audience_changed() -> Fault {
    Fault::aborted(
        ErrorReason::AudienceChanged,
        "Someone else just changed this audience. Review the latest version.",
    )
}

pub fn too_many_audiences() -> Fault {
    Fault::precondition(
        ErrorReason::TooManyAudiences,
        "A company has at most 200 saved audiences. Delete one that is no longer needed first.",
    )
}

pub fn fixed_recipients() -> Fault {
    Fault::field("filter", "The recipients of a list stay the same. Import a new list instead.")
}

pub fn audience_in_use() -> Fault {
    Fault::precondition(
        ErrorReason::AudienceInUse,
        "A draft or an unfinished blast uses this audience. Change or delete that blast first.",
    )
}
