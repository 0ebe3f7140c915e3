//! RPC handlers of `WebChatSiteService`.
use contract::v1::{web_chat_site_service_server::WebChatSiteService, *};
use platform::paging;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{commands, convert, model::WebChatSite as Model, require, rules, store};
use crate::{context::Context, incoming_request, operations::audit, tenancy::community};

/// Implements `WebChatSiteService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl WebChatSiteService for Service {
    async fn list_web_chat_sites(
        &self,
        request: Request<ListWebChatSitesRequest>,
    ) -> Result<Response<ListWebChatSitesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (after, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        let rows = store::list(&mut tx, &scope, after, limit).await?;
        let key = |row: &Model| community::name_key(&row.community_tag);
        let (rows, next_page_token) = paging::page(rows, limit, key);
        let sites = rows.into_iter().map(|row| convert::site(&rules::with_defaults(row))).collect();
        Ok(Response::new(ListWebChatSitesResponse { sites, next_page_token }))
    }

    async fn get_web_chat_site(
        &self,
        request: Request<GetWebChatSiteRequest>,
    ) -> Result<Response<GetWebChatSiteResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let site = require(&mut tx, &scope, &request.community_id.into()).await?;
        Ok(Response::new(GetWebChatSiteResponse { site: Some(convert::site(&site)) }))
    }

    async fn update_web_chat_site(
        &self,
        request: Request<UpdateWebChatSiteRequest>,
    ) -> Result<Response<UpdateWebChatSiteResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (community, version) = (request.community_id.as_str().into(), request.version.into());
        let change = convert::change(request);
        let differences =
            |before: &Model, after: &Model| audit::differences(&convert::site(before), &convert::site(after));
        let context = &self.context;
        let site = commands::update_site(context, &actor, &community, version, change, differences).await?;
        Ok(Response::new(UpdateWebChatSiteResponse { site: Some(convert::site(&site)) }))
    }

    async fn replace_web_chat_key(
        &self,
        request: Request<ReplaceWebChatKeyRequest>,
    ) -> Result<Response<ReplaceWebChatKeyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let site = commands::replace_key(&self.context, &actor, &request.community_id.into()).await?;
        Ok(Response::new(ReplaceWebChatKeyResponse { site: Some(convert::site(&site)) }))
    }

    async fn replace_web_chat_signing_secret(
        &self,
        request: Request<ReplaceWebChatSigningSecretRequest>,
    ) -> Result<Response<ReplaceWebChatSigningSecretResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let community = request.community_id.into();
        let (site, signing_secret) =
            commands::replace_signing_secret(&self.context, &actor, &community).await?;
        let site = Some(convert::site(&site));
        Ok(Response::new(ReplaceWebChatSigningSecretResponse { signing_secret, site }))
    }

    async fn delete_web_chat_signing_secret(
        &self,
        request: Request<DeleteWebChatSigningSecretRequest>,
    ) -> Result<Response<DeleteWebChatSigningSecretResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let site =
            commands::delete_signing_secret(&self.context, &actor, &request.community_id.into()).await?;
        Ok(Response::new(DeleteWebChatSigningSecretResponse { site: Some(convert::site(&site)) }))
    }
}
