//! Service requests as association software takes and returns them, and the job that reads their state after a sync.
use platform::{
    Fault, Scope, Tx,
    jobs::{self, Job, JobKind},
    text::one_line,
};
use serde::{Deserialize, Serialize};

use super::software::SoftwareError;
use crate::{context::Context, service_requests::service_request::Priority};

/// The kind of the job that reads the state of the requests that were sent. Another capability handles it.
pub const READ_SOFTWARE_REQUESTS: JobKind = JobKind::ReadSoftwareRequests;

/// Maximum length of a status, in characters.
const MAX_STATUS: usize = 100;
/// Maximum length of a number, in characters.
const MAX_NUMBER: usize = 40;

/// The input of a [`READ_SOFTWARE_REQUESTS`] job.
#[derive(Serialize, Deserialize)]
pub struct ReadRequests {
    /// Requests that were looked up at this time or later are not read.
    pub since: platform::Timestamp,
}

/// A service request for association software.
#[derive(Clone, Debug)]
pub struct OutgoingRequest {
    /// Whether it asks for a change that needs approval, rather than for maintenance.
    pub is_architectural: bool,
    /// Code of the association.
    pub code: String,
    /// Number of the homeowner account.
    pub account: String,
    /// The reference that identifies the request there, such as HR-204-7K3QD. It begins with its number in Parlor.
    pub reference: String,
    pub title: String,
    pub description: String,
    pub priority: Priority,
    /// Due date, such as 2026-05-03.
    pub due_on: String,
}

impl OutgoingRequest {
    /// Returns the subject, which begins with the reference; at most `limit` characters.
    pub fn subject(&self, limit: usize) -> String {
        format!("{}: {}", self.reference, one_line(&self.title)).chars().take(limit).collect()
    }

    /// Returns whether a subject in the software is that of this request.
    pub fn has_subject(&self, subject: &str) -> bool {
        subject.trim().strip_prefix(&self.reference).is_some_and(|rest| rest.starts_with(": "))
    }
}

/// A service request that association software has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRequest {
    /// Its number there.
    pub number: String,
    /// Its status in the software's own words.
    pub status: String,
    /// Whether the software has closed it.
    pub is_closed: bool,
}

impl FoundRequest {
    /// Returns a request whose number and status fit on a line each.
    pub fn new(number: &str, status: &str, is_closed: bool) -> Self {
        let line = |text: &str, limit| -> String {
            one_line(text).chars().filter(|c| !c.is_control()).take(limit).collect()
        };
        Self { number: line(number, MAX_NUMBER), status: line(status, MAX_STATUS), is_closed }
    }
}

/// The reason why a request could not be created.
#[derive(Clone, Debug)]
pub struct WriteError {
    pub error: SoftwareError,
    /// Whether the software may have created it all the same.
    pub may_have_arrived: bool,
}

impl From<SoftwareError> for WriteError {
    /// An error of a read before the request is created.
    fn from(error: SoftwareError) -> Self {
        Self { error, may_have_arrived: false }
    }
}

/// Enqueues the job that reads the state of the requests after a sync.
pub async fn enqueue_read(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<(), Fault> {
    let now = context.now();
    let id: String = context.ids.next(now);
    let job = Job {
        company: scope.company().clone(),
        kind: READ_SOFTWARE_REQUESTS,
        payload: serde_json::to_value(ReadRequests { since: now }).map_err(Fault::internal)?,
        key: format!("software request read {id}"),
        queue_key: "software request read".to_owned(),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outgoing() -> OutgoingRequest {
        OutgoingRequest {
            is_architectural: false,
            code: "TL".into(),
            account: "TL111".into(),
            reference: "TL-20".into(),
            title: "Sink\nleaks".into(),
            description: String::new(),
            priority: Priority::Normal,
            due_on: "2026-05-03".into(),
        }
    }

    #[test]
    fn a_subject_is_one_line_that_begins_with_the_reference() {
        assert_eq!(outgoing().subject(100), "TL-20: Sink leaks");
        assert_eq!(outgoing().subject(11), "TL-20: Sink");
    }

    #[test]
    fn a_subject_is_recognized_by_the_whole_reference() {
        let is_known = |subject| outgoing().has_subject(subject);
        assert!(is_known("TL-20: Sink leaks") && is_known(" TL-20: renamed"));
        assert!(!is_known("TL-204: Sink leaks") && !is_known("Re: TL-20: Sink leaks") && !is_known(""));
    }

    #[test]
    fn what_the_software_calls_a_status_fits_on_a_line() {
        let found = FoundRequest::new(" 34881 ", &format!("Assigned\nto\u{7} {}", "x".repeat(200)), false);
        assert_eq!(found.number, "34881");
        assert!(found.status.starts_with("Assigned to ") && found.status.chars().count() == MAX_STATUS);
    }
}
