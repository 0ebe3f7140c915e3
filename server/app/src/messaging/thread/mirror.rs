//! Mirrors texts of conversations to another inbox.
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{model::MessageId, store};
use crate::context::Context;

/// Job kind for a text to be mirrored.
pub const MIRROR_MESSAGE: jobs::JobKind = jobs::JobKind::MirrorMessage;

/// The payload of the job [`MIRROR_MESSAGE`].
#[derive(Serialize, Deserialize)]
pub struct MirrorPayload {
    pub message: MessageId,
    /// Whether the job waits for its time in its own queue.
    #[serde(default)]
    pub is_delayed: bool,
}

/// Enqueues the mirroring of a text, not before `at`, if the company mirrors its texts to another inbox. The
/// texts of a company are mirrored one after another.
pub async fn enqueue_mirror(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    message: &MessageId,
    at: Timestamp,
) -> Result<(), Fault> {
    if !store::is_mirrored(tx, scope).await? {
        return Ok(());
    }
    let now = context.now();
    let is_delayed = at > now;
    let payload = MirrorPayload { message: message.clone(), is_delayed };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: MIRROR_MESSAGE,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: if is_delayed { format!("mirror later {message}") } else { format!("mirror {message}") },
        // A text that can still be undone has its own queue, so that others do not wait for it.
        queue_key: if is_delayed { format!("mirror later {message}") } else { "mirror".to_owned() },
        run_at: at,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}
