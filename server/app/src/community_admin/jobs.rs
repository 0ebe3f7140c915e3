//! Purging what was deleted 30 days ago: a little at a time, each time in one transaction, so
//! that nothing else waits for it and a crash costs nothing.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    Fault, Scope, Tx,
    ids::CommunityId,
    jobs::{self, Claimed, Handler, Schedule},
};

use super::{rules, store};
use crate::{context::Context, homeowner};

/// Has everything purged that can be restored no longer.
pub const PURGE: Schedule = Schedule { kind: "purge", every: Duration::from_secs(3_600) };
/// So many rows of each kind go at once.
const BATCH: i64 = 2_000;

/// Purges.
pub struct Purge(pub Context);

#[async_trait]
impl Handler for Purge {
    fn purpose(&self) -> &'static str {
        "Purge what was deleted 30 days ago"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let now = self.0.now();
        let mut tx = self.0.db.platform_read().await?;
        let Some(community) = store::to_be_purged(&mut tx, rules::beyond_restoring(now)).await? else {
            drop(tx);
            let mut tx = self.0.db.platform().await?;
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        };
        let company = store::any_company(&mut tx, &community).await?;
        drop(tx);
        let scope = Scope::of_company(company.as_ref().unwrap_or(&job.company_id));
        let mut tx = self.0.db.found(&scope).await?;
        match company {
            Some(_) => step(&mut tx, &scope, &community).await?,
            None => store::delete(&mut tx, &community).await?,
        }
        // There may be more.
        jobs::postpone(&mut tx, job, now).await?;
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
    if homeowner::purge(tx, scope, community, BATCH).await? > 0 {
        return Ok(());
    }
    store::detach(tx, scope, community).await
}
