//! Storage of the questions that wait for a resident's reply: which question they mean, and the details of a
//! service request.
mod pending_disambiguation;
mod pending_service_request;

pub use pending_disambiguation::{DisambiguationCandidate, PendingDisambiguation, save_feedback};
pub use pending_service_request::PendingServiceRequest;
