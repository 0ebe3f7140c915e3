//! Validation of consent that staff record.
use jiff::{ToSpan, civil::Date};
use platform::{ErrorReason, Fault, tabular};

use super::model::{ConsentSource, ConsentState};

/// Minimum length of the evidence of an opt-in, in characters. The contract limits its maximum.
const MIN_EVIDENCE: usize = 10;

/// Returns the evidence without surrounding white space. An opt-out needs none.
///
/// # Errors
/// `INVALID_ARGUMENT` on `evidence` if it is too short for an opt-in.
pub fn evidence(state: ConsentState, text: &str) -> Result<&str, Fault> {
    let text = text.trim();
    if state == ConsentState::OptedIn && text.chars().count() < MIN_EVIDENCE {
        return Err(Fault::field("evidence", "Say in 10 to 500 characters how they agreed to get texts."));
    }
    Ok(text)
}

/// Parses the date on which a resident told staff, 2026-05-03 or 5/3/2026. An empty text is `today`.
///
/// # Errors
/// `INVALID_ARGUMENT` on `givenOn` if it is no date, after `today` or more than ten years before it.
pub fn given_on(text: &str, today: Date) -> Result<String, Fault> {
    if text.trim().is_empty() {
        return Ok(today.to_string());
    }
    let refused = |why: &str| Err(Fault::field("givenOn", why));
    match tabular::day(text) {
        None => refused("Enter the date as 2026-05-03 or 5/3/2026."),
        Some(date) if date > today => refused("This date is in the future. Enter the day they told you."),
        Some(date) if date < today.saturating_sub(10.years()) => {
            refused("This date is more than ten years ago. Enter the day they told you.")
        }
        Some(date) => Ok(date.to_string()),
    }
}

/// Returns the error for a state that staff cannot record because of the current one.
pub fn refused(state: ConsentState) -> Fault {
    match state {
        ConsentState::OptedOut => Fault::precondition(
            ErrorReason::AlreadyOptedOut,
            "This phone has already opted out of texts, so there is nothing to record.",
        ),
        ConsentState::OptedIn | ConsentState::Implied => Fault::precondition(
            ErrorReason::OptInByResidentOnly,
            "The resident opted out, and only they can undo it. Ask them to text START to the community's number.",
        ),
    }
}

/// Returns what the audit trail says about consent that staff recorded.
pub fn summary(state: ConsentState, source: ConsentSource) -> String {
    let what = if state == ConsentState::OptedOut { "an opt-out" } else { "an opt-in" };
    let how = match source {
        ConsentSource::Email => "by email",
        ConsentSource::Phone => "on the phone",
        _ => "in person or on paper",
    };
    format!("Recorded {what} received {how}")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn an_opt_in_needs_evidence_and_an_opt_out_does_not() {
        assert_eq!(evidence(ConsentState::OptedOut, " \n").ok(), Some(""));
        assert_eq!(evidence(ConsentState::OptedIn, " Signed it.\n").ok(), Some("Signed it."));
        for short in ["", "yes", "  said  yes  "] {
            assert!(evidence(ConsentState::OptedIn, short).is_err(), "{short}");
        }
    }

    #[test]
    fn the_date_is_today_unless_given_and_never_in_the_future() {
        let today = date(2026, 3, 2);
        for (text, expected) in [
            ("", Some("2026-03-02")),
            ("2026-03-02", Some("2026-03-02")),
            (" 2/28/2026 ", Some("2026-02-28")),
            ("2016-03-02", Some("2016-03-02")),
            ("2016-03-01", None),
            ("2026-03-03", None),
            ("2026-02-30", None),
            ("yesterday", None),
        ] {
            assert_eq!(given_on(text, today).ok().as_deref(), expected, "{text}");
        }
    }
}
