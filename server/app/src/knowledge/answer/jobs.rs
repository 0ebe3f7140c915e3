//! The job that adds questions to new communities, 20 communities per transaction, so that other
//! writes do not wait for it.
use async_trait::async_trait;
use platform::{Fault, Scope, Tx, config::CatalogName, ids::CommunityId, jobs};
use serde::{Deserialize, Serialize};

use super::seeding;
use crate::context::Context;

/// The kind of the jobs that add questions to new communities.
pub const SEED_COMMUNITIES: jobs::JobKind = jobs::JobKind::SeedCommunities;
/// Number of communities that are processed in one transaction.
const BATCH: usize = 20;

#[derive(Serialize, Deserialize)]
struct Payload {
    communities: Vec<CommunityId>,
}

/// Enqueues a job that adds the questions of the fine catalog to communities of a company.
pub async fn enqueue_seed(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    communities: Vec<CommunityId>,
) -> Result<(), Fault> {
    if communities.is_empty() {
        return Ok(());
    }
    let now = context.now();
    let id: String = context.ids.next(now);
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: SEED_COMMUNITIES,
        payload: serde_json::to_value(Payload { communities }).map_err(Fault::internal)?,
        key: format!("{SEED_COMMUNITIES} {id}"),
        queue_key: format!("{SEED_COMMUNITIES} {}", scope.company()),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

/// Adds the questions of the fine catalog to new communities.
pub struct SeedHandler {
    pub context: Context,
}

#[async_trait]
impl jobs::Handler for SeedHandler {
    fn purpose(&self) -> &'static str {
        "Add catalog questions to new communities"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { mut communities } =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let later = communities.split_off(communities.len().min(BATCH));
        let mut tx = self.context.db.write(&scope).await?;
        seeding::seed(&mut tx, &scope, &communities, CatalogName::Fine, self.context.now()).await?;
        enqueue_seed(&mut tx, &scope, &self.context, later).await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
