//! Enqueues the job that writes a draft.
use platform::{
    Fault, Scope, Tx,
    jobs::{self, Job},
};

use super::model::{Draft, Payload};
use crate::context::Context;

/// The kind of the jobs that write drafts.
pub const WRITE_DRAFT: &str = "write_draft";

/// Returns the key of the job that writes a draft as it is.
pub fn key(draft: &Draft) -> String {
    format!("draft {} {}", draft.id, draft.revision)
}

/// Enqueues the job that writes a draft.
pub async fn enqueue(tx: &mut Tx, context: &Context, scope: &Scope, draft: &Draft) -> Result<(), Fault> {
    let now = context.now();
    let payload = Payload { draft: draft.id.clone(), revision: draft.revision };
    let job = Job {
        company: scope.company().clone(),
        kind: WRITE_DRAFT,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: key(draft),
        queue_key: key(draft),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}
