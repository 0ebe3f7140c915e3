//! RPC handlers of `LinkService`.
use std::sync::Arc;

use contract::v1::{link_service_server::LinkService, *};
use platform::{
    Fault,
    network_address::{Resolver, resolves_to_public},
    paging,
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, model::Link, rules, store};
use crate::{context::Context, incoming_request, operations::rate_limit};

/// Implements `LinkService`.
pub struct Service {
    pub context: Context,
    /// Resolves the names that links lead to.
    pub resolver: Arc<dyn Resolver>,
}

#[async_service]
impl LinkService for Service {
    async fn create_short_link(
        &self,
        request: Request<CreateShortLinkRequest>,
    ) -> Result<Response<CreateShortLinkResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let target = rules::target(&request.url, &self.context.settings.public_url)?;
        let key = rules::target_key(&target, &request.campaign);
        // Repeated requests for the same target count once, because they create no new link.
        rate_limit::take(&self.context, &rules::LINKS, actor.id.as_str(), Some(key.clone())).await?;
        let is_target_public = match rules::name(&target) {
            Some(name) => resolves_to_public(self.resolver.as_ref(), &name).await,
            None => Some(true),
        };
        if is_target_public == Some(false) {
            return Err(rules::not_public().into());
        }
        let (scope, now) = (actor.scope(), self.context.now());
        let link = Link {
            id: self.context.ids.next(now),
            code: rules::code(&self.context.ids),
            target,
            clicks: 0,
            created_by: actor.name.to_string(),
            created_ms: now,
        };
        let mut tx = self.context.db.write(&scope).await?;
        store::insert(&mut tx, &scope, &link, &key, is_target_public).await?;
        let made = store::to_target(&mut tx, &scope, &key).await?;
        tx.commit().await?;
        // There is none only if the random code belongs to another link, which is extremely unlikely.
        let made = made.ok_or_else(|| Fault::unavailable("the code of a short link is taken"))?;
        Ok(Response::new(CreateShortLinkResponse { url: self.address(&made) }))
    }

    async fn list_short_links(
        &self,
        request: Request<ListShortLinksRequest>,
    ) -> Result<Response<ListShortLinksResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.context.db.read(&scope).await?;
        let rows = store::list(&mut tx, &scope, before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |link| link.id.clone());
        let short_links = rows.iter().map(|link| convert::link(link, self.address(link))).collect();
        Ok(Response::new(ListShortLinksResponse { short_links, next_page_token }))
    }
}

impl Service {
    fn address(&self, link: &Link) -> String {
        rules::address(&self.context.settings.public_url, &link.code)
    }
}
