//! The calls of `ContradictionService`.
use contract::v1::{self, contradiction_service_server::ContradictionService, *};
use platform::{Aside, paging};
use tonic::{Request, Response, Status};

use super::rules;
use crate::{call, community, context::Context, knowledge};

/// Answers the calls.
pub struct Service {
    context: Context,
    /// Comparing keeps a core busy, so one at a time: residents are answered meanwhile.
    aside: Aside,
}

impl Service {
    /// With nobody at it.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, aside: Aside::new() }
    }
}

#[tonic::async_trait]
impl ContradictionService for Service {
    async fn list_contradictions(
        &self,
        request: Request<ListContradictionsRequest>,
    ) -> Result<Response<ListContradictionsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, id) = (actor.scope(), request.community_id.into());
        let limit = usize::try_from(paging::limit(request.limit)).unwrap_or_default();
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &id).await?;
        let mut answers = knowledge::for_bot(&mut tx, &scope, &id).await?;
        drop(tx);
        let today = knowledge::today(&community.time_zone, self.context.now());
        answers.retain(|answer| answer.is_answered() && !answer.has_expired(&today));
        let found = self.aside.run(|| rules::contradictions(answers)).await?;
        let more = found.len() > limit;
        let contradictions = found.into_iter().take(limit).map(told).collect();
        Ok(Response::new(ListContradictionsResponse { contradictions, more }))
    }
}

/// A pair in the contract's words.
fn told(pair: rules::Contradiction) -> v1::Contradiction {
    v1::Contradiction {
        here: Some(knowledge::to_contract(&pair.here)),
        there: Some(knowledge::to_contract(&pair.there)),
        reasons: pair.reasons,
        likeness: f64::from(pair.likeness),
    }
}
