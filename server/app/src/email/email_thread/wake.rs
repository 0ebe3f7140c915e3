//! The job that reopens a snoozed thread.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{
    model::{EmailThread, EmailThreadId},
    publish, rules, store,
    triage::{TRIAGE_EMAIL, enqueue_triage},
};
use crate::context::Context;

/// The kind of job.
pub const WAKE: jobs::JobKind = jobs::JobKind::WakeEmailThread;

pub struct Wake {
    pub context: Context,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    thread: EmailThreadId,
    until: Timestamp,
}

/// Enqueues the job.
pub async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    thread: &EmailThread,
    until: Timestamp,
) -> Result<(), Fault> {
    let payload = Payload { thread: thread.id.clone(), until };
    let key = format!("wake email {} {}", thread.id, until.0);
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: WAKE,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: key.clone(),
        queue_key: key,
        run_at: until,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

#[async_trait]
impl jobs::Handler for Wake {
    fn purpose(&self) -> &'static str {
        "Reopen a snoozed email thread"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        // The mailbox may have been deleted in the meantime.
        let asleep = store::lock(&mut tx, &scope, &payload.thread).await?;
        if let Some(awake) = asleep.and_then(|asleep| rules::wake(asleep, payload.until)) {
            store::save(&mut tx, &scope, &awake).await?;
            publish(&mut tx, &scope, &awake.community_id, awake.id.as_str(), self.context.now());
            let queue_key = format!("{TRIAGE_EMAIL} {}", awake.id);
            enqueue_triage(&mut tx, &scope, &self.context, &awake.id, queue_key).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
