//! `TextPlanService`.
use contract::v1::{text_plan_service_server::TextPlanService, *};
use platform::paging;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{Usage, UsageKey},
    usages,
};
use crate::{context::Context, incoming_request};

/// Implements `TextPlanService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl TextPlanService for Service {
    async fn list_text_plan_usage(
        &self,
        request: Request<ListTextPlanUsageRequest>,
    ) -> Result<Response<ListTextPlanUsageResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, now) = (actor.scope(), self.context.now());
        let (after, limit): (Option<UsageKey>, _) =
            (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read_in_background(&scope).await?;
        let mut usages = usages::find(&mut tx, &scope, None, now).await?;
        // All of them include the same number of segments.
        usages.retain(|usage| after.as_ref().is_none_or(|after| usage.key() > *after));
        usages.sort_by_cached_key(Usage::key);
        let (usages, next_page_token) = paging::page(usages, limit, Usage::key);
        Ok(Response::new(ListTextPlanUsageResponse {
            usages: usages.iter().map(convert::usage).collect(),
            next_page_token,
            counted_until: Some(now.into()),
        }))
    }
}
