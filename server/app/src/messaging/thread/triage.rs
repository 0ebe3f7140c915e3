//! Marks conversations that need a reply from staff.
use platform::{Fault, Scope, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{model::ConversationId, store};
use crate::context::Context;

/// Job kind for a conversation that needs a reply from staff.
pub const TRIAGE_CONVERSATION: jobs::JobKind = jobs::JobKind::TriageConversation;

/// The payload of the job [`TRIAGE_CONVERSATION`].
#[derive(Serialize, Deserialize)]
pub struct TriagePayload {
    pub conversation: ConversationId,
}

/// Opens a conversation for staff.
pub async fn wait_for_staff(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    id: &ConversationId,
) -> Result<(), Fault> {
    store::open_for_staff(tx, scope, id).await?;
    enqueue_triage(tx, scope, context, id).await
}

/// Enqueues the triage of a conversation that waits for staff.
pub async fn enqueue_triage(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    id: &ConversationId,
) -> Result<(), Fault> {
    let now = context.now();
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: TRIAGE_CONVERSATION,
        payload: serde_json::to_value(TriagePayload { conversation: id.clone() }).map_err(Fault::internal)?,
        key: format!("{TRIAGE_CONVERSATION} {id} {}", now.0),
        queue_key: format!("{TRIAGE_CONVERSATION} {id}"),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}
