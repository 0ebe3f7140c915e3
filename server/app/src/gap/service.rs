//! The calls of `GapService`.
use std::time::Duration;

use answering::Thresholds;
use contract::v1::{gap_service_server::GapService, *};
use platform::{Aside, ids::CommunityId, paging};
use tonic::{Request, Response, Status};

use super::{convert, rules, store};
use crate::{bot::Mind, call, community, context::Context, knowledge};

/// So far back questions count.
const WINDOW: Duration = Duration::from_secs(90 * 24 * 3600);
/// The most answers of a company that gaps are compared with.
const MOST_KNOWN: i64 = 2_000;

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
impl GapService for Service {
    async fn list_gaps(
        &self,
        request: Request<ListGapsRequest>,
    ) -> Result<Response<ListGapsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, now) = (actor.scope(), self.context.now());
        let limit = usize::try_from(paging::limit(request.limit)).unwrap_or_default();
        let wanted = Some(CommunityId::from(request.community_id)).filter(|id| !id.0.is_empty());
        let mut tx = self.context.db.read(&scope).await?;
        let (answers, today, caution) = match &wanted {
            Some(id) => {
                let community = community::require(&mut tx, &scope, id).await?;
                let today = knowledge::today(&community.time_zone, now);
                (knowledge::for_bot(&mut tx, &scope, id).await?, today, community.persona.thresholds())
            }
            None => {
                let (shared, _) = knowledge::company_page(&mut tx, &scope, MOST_KNOWN).await?;
                (shared, knowledge::today(community::DEFAULT_TIME_ZONE, now), Thresholds::DEFAULT)
            }
        };
        let most = i64::try_from(answering::MOST_TEXTS).unwrap_or(i64::MAX).saturating_add(1);
        let asked = store::asked(&mut tx, &scope, wanted.as_ref(), now.minus(WINDOW), most).await?;
        drop(tx);
        let found = move || {
            let expired = |answer: &knowledge::Answer| answer.has_expired(&today);
            let mind = Mind::new(answers);
            let known = rules::Known { mind: &mind, caution, whole: wanted.is_some(), expired: &expired };
            rules::gaps(asked, &known, limit, now)
        };
        Ok(Response::new(convert::gaps(self.aside.run(found).await?)))
    }
}
