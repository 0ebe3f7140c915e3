//! Enqueues the job that generates a draft.
use platform::{
    Fault, Scope, Tx,
    jobs::{self, Job},
};

use super::model::{Draft, Payload};
use crate::context::Context;

/// Job kind of draft generation.
pub const WRITE_DRAFT: jobs::JobKind = jobs::JobKind::WriteDraft;

/// Returns the key of the job that generates the current revision of a draft.
pub fn key(draft: &Draft) -> String {
    format!("draft {} {}", draft.id, draft.revision)
}

/// Enqueues the job that generates a draft.
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
