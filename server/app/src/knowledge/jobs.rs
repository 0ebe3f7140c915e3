//! The job that gives many new communities their questions, a few communities at a time, so that
//! nothing else waits for it.
use async_trait::async_trait;
use platform::{Fault, Scope, Tx, config::CatalogueName, ids::CommunityId, jobs};
use serde::{Deserialize, Serialize};

use super::starting;
use crate::context::Context;

/// The kind of these jobs.
pub const START: &str = "start communities";
/// So many communities are served in one transaction.
const BATCH: usize = 20;

#[derive(Serialize, Deserialize)]
struct Payload {
    communities: Vec<CommunityId>,
}

/// Has communities of a company given the questions of the fine catalogue.
///
/// # Errors
/// Those of storage.
pub async fn start_soon(
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
        kind: START,
        payload: serde_json::to_value(Payload { communities }).map_err(Fault::internal)?,
        key: format!("{START} {id}"),
        lane: format!("{START} {}", scope.company()),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

/// Gives.
pub struct Start(pub Context);

#[async_trait]
impl jobs::Handler for Start {
    fn purpose(&self) -> &'static str {
        "Give new communities the questions to answer"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { mut communities } =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let later = communities.split_off(communities.len().min(BATCH));
        let mut tx = self.0.db.write(&scope).await?;
        starting::start(&mut tx, &scope, &communities, CatalogueName::Fine, self.0.now()).await?;
        start_soon(&mut tx, &scope, &self.0, later).await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
