//! The job that purges communities that were deleted 30 days ago.
use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use platform::{
    Fault, Scope,
    jobs::{self, Claimed, Handler, JobKind, Schedule},
};

use super::{commands, rules, store};
use crate::{context::Context, tenancy::community::CommunityContent};

/// Runs the purge every hour.
pub const PURGE: Schedule = Schedule { kind: JobKind::PurgeCommunities, every: Duration::from_secs(3_600) };

/// Purges one batch of one community per run, and runs again until none is left.
pub struct Purge {
    pub context: Context,
    pub content: Arc<dyn CommunityContent>,
}

#[async_trait]
impl Handler for Purge {
    fn purpose(&self) -> &'static str {
        "Purge communities deleted 30 days ago"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let now = self.context.now();
        let mut tx = self.context.db.platform_read().await?;
        let Some(community) = store::find_purgeable(&mut tx, rules::purge_before(now)).await? else {
            drop(tx);
            let mut tx = self.context.db.platform().await?;
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        };
        let company = store::find_any_company(&mut tx, &community).await?;
        drop(tx);
        let scope = Scope::of_company(company.as_ref().unwrap_or(&job.company_id));
        let mut tx = self.context.db.found(&scope).await?;
        match company {
            Some(_) => commands::purge_batch(&mut tx, &scope, &community, &*self.content).await?,
            None => store::delete(&mut tx, &community).await?,
        }
        // More batches may be left.
        jobs::postpone(&mut tx, job, now).await?;
        tx.commit().await
    }
}
