//! The calls of `LinkService`.
use contract::v1::{link_service_server::LinkService, *};
use platform::{Fault, paging};
use sha2::{Digest, Sha256};
use tonic::{Request, Response, Status};

use super::{convert, model::Link, rules, store};
use crate::{call, context::Context, limit};

/// Answers the calls.
pub struct Service(pub Context);

#[tonic::async_trait]
impl LinkService for Service {
    async fn create_short_link(
        &self,
        request: Request<CreateShortLinkRequest>,
    ) -> Result<Response<CreateShortLinkResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let target = rules::target(&request.url, &self.0.settings.public_url)?;
        let key = hex::encode(Sha256::digest(&target));
        // The same target asked for again counts once: it makes nothing new.
        limit::take(&self.0, &rules::LINKS, actor.id.as_str(), Some(key.clone())).await?;
        let (scope, now) = (actor.scope(), self.0.now());
        let link = Link {
            id: self.0.ids.next(now),
            code: rules::code(&self.0.ids),
            target,
            clicks: 0,
            created_by: actor.name.to_string(),
            created_ms: now,
        };
        let mut tx = self.0.db.write(&scope).await?;
        store::insert(&mut tx, &scope, &link, &key).await?;
        let made = store::to_target(&mut tx, &scope, &key).await?;
        tx.commit().await?;
        // Without one the code was another link's, once in a thousand billion times.
        let made = made.ok_or_else(|| Fault::unavailable("the code of a short link is taken"))?;
        Ok(Response::new(CreateShortLinkResponse { url: self.address(&made) }))
    }

    async fn list_short_links(
        &self,
        request: Request<ListShortLinksRequest>,
    ) -> Result<Response<ListShortLinksResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.0.db.read(&scope).await?;
        let rows = store::list(&mut tx, &scope, before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |link| link.id.clone());
        let short_links = rows.iter().map(|link| convert::link(link, self.address(link))).collect();
        Ok(Response::new(ListShortLinksResponse { short_links, next_page_token }))
    }
}

impl Service {
    fn address(&self, link: &Link) -> String {
        rules::address(&self.0.settings.public_url, &link.code)
    }
}
