//! Service requests in association software.
use platform::Timestamp;
use sqlx::FromRow;

use crate::{
    integrations::integration::ConnectableSoftware, service_requests::service_request::ServiceRequestId,
};

platform::db_enum! {
    /// State of a service request that is sent to association software. The numbers are those of the contract.
    State {
        /// It waits to be sent, or to be tried again.
        Sending = 1,
        /// A call that creates it has begun, and its result is not known.
        Unconfirmed = 2,
        /// The software has it.
        Sent = 3,
        /// The software does not have it.
        Failed = 4,
    }
}

/// A service request that was sent to association software.
#[derive(Clone, Debug, FromRow)]
pub struct SoftwareRequest {
    pub request_id: ServiceRequestId,
    /// The contract's number of the software.
    pub software: i32,
    /// Whether it asks for a change that needs approval.
    pub is_architectural: bool,
    /// Code of the association in the software.
    pub code: String,
    /// Number of the homeowner account in the software.
    pub account: String,
    #[sqlx(try_from = "i32")]
    pub state: State,
    /// Number in the software. Empty until it is known.
    pub number: String,
    /// Status in the software's own words. Empty until it is known.
    pub status: String,
    pub is_closed: bool,
    /// Whether the software listed the request before and no longer does. Its status is then not read anymore.
    pub is_unlisted: bool,
    /// Why it was not sent, or its status could not be read. Empty if there is no problem.
    pub problem: String,
    /// Number of attempts, or lookups, that failed in a row.
    pub tries: i32,
    /// Name of the user who sent it.
    pub sent_by: String,
    pub sent_ms: Timestamp,
    /// `None` before it was looked up.
    pub checked_ms: Option<Timestamp>,
}

impl SoftwareRequest {
    /// Returns the name of the software.
    pub fn label(&self) -> &'static str {
        ConnectableSoftware::of(self.software).map_or("the software", ConnectableSoftware::label)
    }
}

/// Whether a user sends a request that former software may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Duplicate {
    Refused,
    Accepted,
}

/// Where a service request can be sent, and what was sent.
pub struct Destination {
    /// The software that takes requests of the company; `None` if there is none.
    pub software: Option<ConnectableSoftware>,
    /// Why the request cannot be sent now, in words for staff. Empty if it can be sent.
    pub refusal: String,
    /// What was sent; `None` if nothing was.
    pub sent: Option<SoftwareRequest>,
}

impl Destination {
    /// Returns whether the company is no longer connected to the software to which the request was sent.
    pub fn is_disconnected(&self) -> bool {
        let current = self.software.map(|software| software as i32);
        self.sent.as_ref().is_some_and(|sent| current != Some(sent.software))
    }
}
