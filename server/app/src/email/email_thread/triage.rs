//! Enqueues the triage of email threads that need a reply from staff.
use platform::{Fault, Scope, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::model::EmailThreadId;
use crate::context::Context;

/// Job kind for an email thread that needs a reply from staff.
pub const TRIAGE_EMAIL: jobs::JobKind = jobs::JobKind::TriageEmail;

/// The payload of the job [`TRIAGE_EMAIL`].
#[derive(Serialize, Deserialize)]
pub struct TriagePayload {
    pub thread: EmailThreadId,
}

/// Enqueues the triage of a thread, in the given queue.
pub async fn enqueue_triage(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    id: &EmailThreadId,
    queue_key: String,
) -> Result<(), Fault> {
    let now = context.now();
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: TRIAGE_EMAIL,
        payload: serde_json::to_value(TriagePayload { thread: id.clone() }).map_err(Fault::internal)?,
        key: format!("{TRIAGE_EMAIL} {id} {}", now.0),
        queue_key,
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}
