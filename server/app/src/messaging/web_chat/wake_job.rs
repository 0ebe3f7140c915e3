//! The job that reopens a snoozed chat.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{inbox_status, model::WebChatId, publish, store, triage};
use crate::context::Context;

/// Job kind of [`WakeWebChat`].
pub const WAKE_WEB_CHAT: jobs::JobKind = jobs::JobKind::WakeWebChat;

pub struct WakeWebChat {
    pub context: Context,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    chat: WebChatId,
    until: Timestamp,
}

/// Enqueues the job.
pub async fn enqueue(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    chat: &WebChatId,
    until: Timestamp,
) -> Result<(), Fault> {
    let payload = Payload { chat: chat.clone(), until };
    let key = format!("{WAKE_WEB_CHAT} {chat} {}", until.0);
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: WAKE_WEB_CHAT,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: key.clone(),
        queue_key: key,
        run_at: until,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

#[async_trait]
impl jobs::Handler for WakeWebChat {
    fn purpose(&self) -> &'static str {
        "Reopen a snoozed web chat"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        // The community may have been deleted in the meantime.
        if let Some(chat) = store::lock(&mut tx, &scope, &payload.chat).await?
            && let Some(awake) = inbox_status::wake(chat.inbox_status.clone(), payload.until)
        {
            store::save_inbox_status(&mut tx, &scope, &chat.id, &awake).await?;
            publish(&mut tx, &scope, &chat, self.context.now());
            triage::enqueue(&mut tx, &scope, &self.context, &chat.id).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
