//! The job that reopens a snoozed conversation.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::{Deserialize, Serialize};

use crate::{
    context::Context,
    messaging::thread::{self, Conversation, ConversationId},
};

/// Job kind of [`Wake`].
pub const WAKE: jobs::JobKind = jobs::JobKind::WakeConversation;

pub struct Wake {
    pub context: Context,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    conversation: ConversationId,
    until: Timestamp,
}

/// Enqueues the job.
pub async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    until: Timestamp,
) -> Result<(), Fault> {
    let id = &conversation.id;
    let payload = Payload { conversation: id.clone(), until };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: WAKE,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: format!("wake {id} {}", until.0),
        queue_key: format!("wake {id} {}", until.0),
        run_at: until,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

#[async_trait]
impl jobs::Handler for Wake {
    fn purpose(&self) -> &'static str {
        "Reopen a snoozed conversation"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        // The community may have been deleted in the meantime.
        let asleep = thread::lock(&mut tx, &scope, &payload.conversation).await?;
        if let Some(awake) = asleep.and_then(|asleep| thread::reopen_snoozed(asleep, payload.until)) {
            thread::save(&mut tx, &scope, &awake).await?;
            thread::publish_change(&mut tx, &scope, &awake, self.context.now());
            thread::enqueue_triage(&mut tx, &scope, &self.context, &awake.id).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
