//! RPC handlers of `ContradictionService`.
use contract::v1::{self, contradiction_service_server::ContradictionService, *};
use platform::{CpuPool, paging};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::rules;
use crate::{context::Context, incoming_request, knowledge::answer, tenancy::community};

/// Implements `ContradictionService`.
pub struct Service {
    context: Context,
    /// Runs one comparison at a time, so that comparisons do not delay replies to residents.
    cpu_pool: CpuPool,
}

impl Service {
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, cpu_pool: CpuPool::new() }
    }
}

#[async_service]
impl ContradictionService for Service {
    async fn list_contradictions(
        &self,
        request: Request<ListContradictionsRequest>,
    ) -> Result<Response<ListContradictionsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id) = (actor.scope(), request.community_id.into());
        let limit = usize::try_from(paging::limit(request.limit)).unwrap_or_default();
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &id).await?;
        let mut answers = answer::for_bot(&mut tx, &scope, &id).await?;
        drop(tx);
        let today = self.context.now().date_in(&community.time_zone).to_string();
        answers.retain(|answer| answer.is_answered() && !answer.has_expired(&today));
        let found = self.cpu_pool.run(|| rules::contradictions(answers)).await?;
        let more = found.len() > limit;
        let contradictions = found.into_iter().take(limit).map(to_contract).collect();
        Ok(Response::new(ListContradictionsResponse { contradictions, has_more: more }))
    }
}

fn to_contract(pair: rules::Contradiction) -> v1::Contradiction {
    v1::Contradiction {
        first: Some(answer::to_contract(&pair.first)),
        second: Some(answer::to_contract(&pair.second)),
        reasons: pair.reasons,
        similarity: f64::from(pair.similarity),
    }
}
