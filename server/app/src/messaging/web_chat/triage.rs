//! Marks web chats that need a reply from staff.
use platform::{Fault, Scope, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{model::WebChatId, store};
use crate::context::Context;

/// Job kind for a web chat that needs a reply from staff.
pub const TRIAGE_WEB_CHAT: jobs::JobKind = jobs::JobKind::TriageWebChat;

/// The payload of the job [`TRIAGE_WEB_CHAT`].
#[derive(Serialize, Deserialize)]
pub struct TriagePayload {
    pub chat: WebChatId,
}

/// Opens a chat for staff. An emergency makes it urgent.
pub async fn wait_for_staff(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    id: &WebChatId,
    is_urgent: bool,
) -> Result<(), Fault> {
    store::open_for_staff(tx, scope, id, is_urgent).await?;
    enqueue(tx, scope, context, id).await
}

/// Enqueues the triage of a chat that waits for staff.
pub async fn enqueue(tx: &mut Tx, scope: &Scope, context: &Context, id: &WebChatId) -> Result<(), Fault> {
    let now = context.now();
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: TRIAGE_WEB_CHAT,
        payload: serde_json::to_value(TriagePayload { chat: id.clone() }).map_err(Fault::internal)?,
        key: format!("{TRIAGE_WEB_CHAT} {id} {}", now.0),
        queue_key: format!("{TRIAGE_WEB_CHAT} {id}"),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}
