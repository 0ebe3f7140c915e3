//! Conversion to the contract.
use contract::v1;

use super::model::{Destination, Duplicate, SoftwareRequest};

pub fn software_request(sent: &SoftwareRequest, is_disconnected: bool) -> v1::SoftwareRequest {
    v1::SoftwareRequest {
        software: sent.software,
        state: sent.state as i32,
        number: sent.number.clone(),
        status: sent.status.clone(),
        is_closed: sent.is_closed,
        problem: sent.problem.clone(),
        sent_by: sent.sent_by.clone(),
        sent_at: Some(sent.sent_ms.into()),
        checked_at: sent.checked_ms.map(Into::into),
        is_disconnected,
    }
}

pub fn destination(destination: Destination) -> v1::GetSoftwareRequestResponse {
    let is_disconnected = destination.is_disconnected();
    let Destination { software, refusal, sent } = destination;
    v1::GetSoftwareRequestResponse {
        software: software.map_or(0, |software| software as i32),
        refusal,
        software_request: sent.as_ref().map(|sent| software_request(sent, is_disconnected)),
    }
}

pub fn duplicate(is_accepted: bool) -> Duplicate {
    if is_accepted { Duplicate::Accepted } else { Duplicate::Refused }
}
