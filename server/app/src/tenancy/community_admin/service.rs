//! `CommunityAdminService`.
use std::sync::Arc;

use contract::v1::{community_admin_service_server::CommunityAdminService, *};
use platform::{
    Actor, ErrorReason, Fault, Scope,
    paging::{self, NameKey, PageKey},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands::{self, AdministeredCommunity},
    convert,
    model::RequestCommunity,
    rules, store,
};
use crate::{
    context::Context,
    incoming_request,
    tenancy::community::{self, Community, CommunityContent},
};

/// Implements `CommunityAdminService`.
pub struct Service {
    pub context: Context,
    /// What other domains keep for a community.
    pub content: Arc<dyn CommunityContent>,
}

#[async_service]
impl CommunityAdminService for Service {
    async fn list_communities(
        &self,
        request: Request<ListCommunitiesRequest>,
    ) -> Result<Response<ListCommunitiesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let limit = paging::limit(request.limit);
        let (search, token) = (request.query.as_str(), request.page_token.as_str());
        let (rows, next_page_token) = if request.without_company {
            let after = paging::after(token)?;
            let mut tx = self.context.db.platform_read().await?;
            let rows = match actor.platform_administrator {
                true => store::unattached(&mut tx, search, after, limit).await?,
                false => vec![],
            };
            paging::page(rows, limit, |c| NameKey { name: c.tag.clone(), id: c.id.to_string() })
        } else {
            let mut tx = self.context.db.read(&scope).await?;
            community::company_settings(&mut tx, &scope).await?;
            if request.archived {
                let rows = store::archived(&mut tx, &scope, search, paging::after(token)?, limit).await?;
                paging::page(rows, limit, |c| PageKey::new(c.archived_ms.unwrap_or_default(), c.id.as_str()))
            } else {
                let rows = community::search(&mut tx, &scope, search, paging::after(token)?, limit).await?;
                paging::page(rows, limit, |c| community::name_key(&c.tag))
            }
        };
        let communities = self.to_contract(&actor, &scope, &rows).await?;
        Ok(Response::new(ListCommunitiesResponse { communities, next_page_token }))
    }

    async fn create_community(
        &self,
        request: Request<CreateCommunityRequest>,
    ) -> Result<Response<CreateCommunityResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.as_str().into())?;
        let command = convert::create_community(request);
        let created =
            commands::create_community(&self.context, &*self.content, &actor, scope, command).await?;
        Ok(Response::new(CreateCommunityResponse { text_community: Some(to_contract(&actor, &created)) }))
    }

    async fn update_community(
        &self,
        request: Request<UpdateCommunityRequest>,
    ) -> Result<Response<UpdateCommunityResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let command = convert::update_community(request)?;
        let updated = commands::update_community(&self.context, &*self.content, &actor, command).await?;
        Ok(Response::new(UpdateCommunityResponse { text_community: Some(to_contract(&actor, &updated)) }))
    }

    async fn delete_community(
        &self,
        request: Request<DeleteCommunityRequest>,
    ) -> Result<Response<DeleteCommunityResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::delete_community(&self.context, &actor, &request.id.into(), &request.reason).await?;
        Ok(Response::new(DeleteCommunityResponse {}))
    }

    async fn restore_community(
        &self,
        request: Request<RestoreCommunityRequest>,
    ) -> Result<Response<RestoreCommunityResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let restored =
            commands::restore_community(&self.context, &*self.content, &actor, &request.id.into()).await?;
        Ok(Response::new(RestoreCommunityResponse { text_community: Some(to_contract(&actor, &restored)) }))
    }

    async fn request_community(
        &self,
        request: Request<RequestCommunityRequest>,
    ) -> Result<Response<RequestCommunityResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        if !actor.facts.contains(&platform::actor::Entitlement::FullView) {
            return Err(Fault::precondition(
                ErrorReason::ScreenNotAvailable,
                "You don't have access to this. Ask your administrator if you need it.",
            )
            .into());
        }
        let command = RequestCommunity {
            community_name: request.community_name,
            escalation_email: request.escalation_email,
            secondary_escalation_emails: request.secondary_escalation_emails,
        };
        let request = commands::request_community(&self.context, &actor, &command).await?;
        Ok(Response::new(RequestCommunityResponse { request: Some(convert::community_request(&request)) }))
    }

    async fn list_community_requests(
        &self,
        request: Request<ListCommunityRequestsRequest>,
    ) -> Result<Response<ListCommunityRequestsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.context.db.read(&scope).await?;
        community::company_settings(&mut tx, &scope).await?;
        let rows =
            store::list_community_requests(&mut tx, &scope, convert::state(request.state), before, limit)
                .await?;
        let (rows, next_page_token) =
            paging::page(rows, limit, |request| PageKey::new(request.requested_ms, request.id.as_str()));
        let requests = rows.iter().map(convert::community_request).collect();
        Ok(Response::new(ListCommunityRequestsResponse { requests, next_page_token }))
    }

    async fn decide_community_request(
        &self,
        request: Request<DecideCommunityRequestRequest>,
    ) -> Result<Response<DecideCommunityRequestResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let rejection = if request.approve { None } else { Some(rules::reason(&request.reason, 3)?) };
        let id = request.id.into();
        let request = commands::decide_community_request(&self.context, &actor, &id, rejection).await?;
        let request = Some(convert::community_request(&request));
        Ok(Response::new(DecideCommunityRequestResponse { request }))
    }

    async fn withdraw_community_request(
        &self,
        request: Request<WithdrawCommunityRequestRequest>,
    ) -> Result<Response<WithdrawCommunityRequestResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let id = request.id.into();
        let request = commands::withdraw_community_request(&self.context, &actor, &id).await?;
        let request = Some(convert::community_request(&request));
        Ok(Response::new(WithdrawCommunityRequestResponse { request }))
    }
}

impl Service {
    /// Converts communities; platform administrators see all companies of each.
    async fn to_contract(
        &self,
        actor: &Actor,
        scope: &Scope,
        rows: &[Community],
    ) -> Result<Vec<TextCommunity>, Fault> {
        let mut communities: Vec<TextCommunity> =
            rows.iter().map(|community| community::to_contract(community, scope)).collect();
        if actor.platform_administrator {
            let ids: Vec<&str> = rows.iter().map(|community| community.id.as_str()).collect();
            let mut tx = self.context.db.platform_read().await?;
            let links = store::companies_of(&mut tx, &ids).await?;
            for text_community in &mut communities {
                let companies = links.iter().filter(|(id, _)| *id == text_community.id);
                text_community.company = companies.map(|(_, company)| company.clone()).collect();
            }
        }
        Ok(communities)
    }
}

/// Converts a community; platform administrators see all of its companies.
fn to_contract(actor: &Actor, administered: &AdministeredCommunity) -> TextCommunity {
    let AdministeredCommunity { community, companies } = administered;
    let mut text_community = community::to_contract(community, &companies.scope);
    if actor.platform_administrator {
        text_community.company = companies.companies.iter().map(ToString::to_string).collect();
    }
    text_community
}
