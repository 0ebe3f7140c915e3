//! Purging what was deleted 30 days ago: a little at a time, each time in one transaction, so
//! that nothing else waits for it and a crash costs nothing.
use async_trait::async_trait;
use platform::{
    Fault, Scope, Timestamp, Tx,
    ids::{CommunityId, CompanyId},
    jobs::{self, Claimed, Handler, Job},
};
use serde::{Deserialize, Serialize};

use super::{rules, store};
use crate::context::Context;

/// The kind of the jobs that purge.
pub const PURGE: &str = "purge";
/// So many rows of each kind go at once.
const BATCH: i64 = 2_000;

/// Purges.
pub struct Purge(pub Context);

#[derive(Serialize, Deserialize)]
struct Payload {
    communities: Vec<CommunityId>,
    /// When they were deleted: what was restored and deleted again is not meant.
    archived: Timestamp,
}

/// Has communities purged that were deleted now.
pub async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    communities: &[CommunityId],
    now: Timestamp,
) -> Result<(), Fault> {
    let Some(first) = communities.first() else { return Ok(()) };
    let payload = Payload { communities: communities.to_vec(), archived: now };
    let at = now.plus(rules::RESTORABLE);
    jobs::enqueue(tx, &context.ids, now, job(scope.company(), key(first, now), &payload, at)?).await
}

/// The key of the job that purges a community that was deleted then.
pub fn key(community: &CommunityId, archived: Timestamp) -> String {
    format!("purge {community} {}", archived.0)
}

fn job(company: &CompanyId, key: String, payload: &Payload, at: Timestamp) -> Result<Job, Fault> {
    Ok(Job {
        company: company.clone(),
        kind: PURGE,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        lane: key.clone(),
        key,
        run_at: at,
    })
}

#[async_trait]
impl Handler for Purge {
    fn purpose(&self) -> &'static str {
        "Purge what was deleted 30 days ago"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let mut payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let Some(community) = payload.communities.first().cloned() else {
            let mut tx = self.0.db.platform().await?;
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        };
        let mut tx = self.0.db.platform_read().await?;
        let due = store::is_archived(&mut tx, &community, payload.archived).await?;
        let company = store::any_company(&mut tx, &community).await?;
        drop(tx);
        let scope = Scope::of_company(company.as_ref().unwrap_or(&job.company_id));
        let mut tx = self.0.db.found(&scope).await?;
        let gone = match (due, &company) {
            (false, _) => true,
            (true, Some(_)) => {
                step(&mut tx, &scope, &community).await?;
                false
            }
            (true, None) => store::delete(&mut tx, &community).await.map(|()| true)?,
        };
        jobs::finish(&mut tx, job).await?;
        if gone {
            payload.communities.remove(0);
        }
        if let Some(next) = payload.communities.first() {
            let (now, key) = (self.0.now(), key(next, payload.archived));
            let next = self::job(&job.company_id, key, &payload, now)?;
            jobs::enqueue(&mut tx, &self.0.ids, now, next).await?;
        }
        tx.commit().await
    }
}

/// Removes some of what a company has of a community, what refers to others first; at last that
/// the company had it.
async fn step(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<(), Fault> {
    let messages = store::some_messages(tx, scope, community, BATCH).await?;
    if !messages.is_empty() {
        return store::delete_messages(tx, scope, &messages).await;
    }
    if store::delete_conversations(tx, scope, community, BATCH).await? > 0 {
        return Ok(());
    }
    if store::delete_residents(tx, scope, community, BATCH).await? > 0 {
        return Ok(());
    }
    store::detach(tx, scope, community).await
}
