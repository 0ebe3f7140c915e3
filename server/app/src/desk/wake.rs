//! The job that wakes a conversation which was put aside.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::{Deserialize, Serialize};

use crate::{
    context::Context,
    conversation::{self, Conversation, ConversationId},
};

/// The kind of the jobs that wake.
pub const WAKE: &str = "wake";

/// Wakes.
pub struct Wake(pub Context);

#[derive(Serialize, Deserialize)]
struct Payload {
    conversation: ConversationId,
    until: Timestamp,
}

/// Has a conversation woken when its time comes.
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
        lane: format!("wake {id} {}", until.0),
        run_at: until,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

#[async_trait]
impl jobs::Handler for Wake {
    fn purpose(&self) -> &'static str {
        "Bring a snoozed conversation back"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.0.db.write(&scope).await?;
        // Nothing is there to wake when its community was deleted meanwhile.
        let asleep = conversation::hold(&mut tx, &scope, &payload.conversation).await?;
        if let Some(awake) = asleep.and_then(|asleep| conversation::wake(asleep, payload.until)) {
            conversation::save(&mut tx, &scope, &awake).await?;
            conversation::announce(&mut tx, &scope, &awake, self.0.now());
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
