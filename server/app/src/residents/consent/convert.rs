//! Conversion of consent between the model and the contract.
use contract::v1;
use platform::{Fault, phone::Phone};

use super::model::{ConsentSource, ConsentState, CurrentConsent, Entry, PhoneConsent, RecordConsent};

pub fn consent(consent: &PhoneConsent) -> v1::Consent {
    let current = consent.current.as_ref();
    v1::Consent {
        phone: consent.phone.as_str().to_owned(),
        state: current.map_or(v1::ConsentState::Unknown as i32, |current| current.state as i32),
        since: current.map(|current| current.at_ms.into()),
        entry: consent.entry.as_ref().map(entry),
        can_opt_in: current.is_none_or(CurrentConsent::can_opt_in),
    }
}

pub fn entry(entry: &Entry) -> v1::ConsentEntry {
    v1::ConsentEntry {
        state: entry.state as i32,
        source: entry.source as i32,
        evidence: entry.evidence.clone(),
        given_on: entry.given_on.clone(),
        recorded_by: entry.recorded_by.clone(),
        recorded_at: Some(entry.at_ms.into()),
    }
}

/// Converts a request, whose state and source validation has limited to those that staff record.
///
/// # Errors
/// `INVALID_ARGUMENT` on `phone` if it is not a phone number.
pub fn record_consent(request: v1::RecordConsentRequest) -> Result<RecordConsent, Fault> {
    Ok(RecordConsent {
        phone: Phone::parse("phone", &request.phone)?,
        state: ConsentState::try_from(request.state)
            .map_err(|_| Fault::field("state", "Choose whether they agreed."))?,
        source: ConsentSource::try_from(request.source)
            .map_err(|_| Fault::field("source", "Choose how they told you."))?,
        evidence: request.evidence,
        given_on: request.given_on,
    })
}
