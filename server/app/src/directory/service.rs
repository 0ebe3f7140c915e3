//! The calls of `CommunityService`.
use contract::v1::{community_service_server::CommunityService, *};
use platform::{Actor, Fault, Tx, actor::Fact, events, paging};
use tonic::{Request, Response, Status};

use crate::{
    call,
    community::{self, Community},
    context::Context,
    knowledge,
};

/// Answers the calls.
pub struct Service(pub Context);

const MOST_ANSWERS: i64 = 200;

#[tonic::async_trait]
impl CommunityService for Service {
    async fn get_community(
        &self,
        request: Request<GetCommunityRequest>,
    ) -> Result<Response<GetCommunityResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.id.into()).await?;
        let text_community = with_answers(&mut tx, &actor, &community, request.include_answers).await?;
        Ok(Response::new(GetCommunityResponse { text_community: Some(text_community) }))
    }

    async fn get_community_by_tag(
        &self,
        request: Request<GetCommunityByTagRequest>,
    ) -> Result<Response<GetCommunityByTagResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let tag = request.tag.replace(' ', "_");
        let community = community::find_by_tag(&mut tx, &scope, &tag)
            .await?
            .ok_or_else(|| Fault::not_found("community"))?;
        let mut text_community = with_answers(&mut tx, &actor, &community, request.include_answers).await?;
        if !request.include_company {
            text_community.company.clear();
        }
        Ok(Response::new(GetCommunityByTagResponse { text_community: Some(text_community) }))
    }

    async fn list_turbo_communities(
        &self,
        request: Request<ListTurboCommunitiesRequest>,
    ) -> Result<Response<ListTurboCommunitiesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let after = paging::after(&request.page_token)?;
        let mut tx = self.0.db.read(&scope).await?;
        let rows = community::search(&mut tx, &scope, &request.search_query, after, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |c| (c.tag.clone(), c.id.clone()));
        let communities = rows.iter().map(|c| community::to_contract(c, &scope)).collect();
        Ok(Response::new(ListTurboCommunitiesResponse { communities, next_page_token }))
    }

    async fn set_training(
        &self,
        request: Request<SetTrainingRequest>,
    ) -> Result<Response<SetTrainingResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let mut community = community::require(&mut tx, &scope, &request.id.into()).await?;
        community::set_training(&mut tx, &community.id, request.is_training).await?;
        community.is_training = request.is_training;
        let (id, now) = (&community.id, self.0.now());
        events::publish(&mut tx, scope.company(), id, events::Kind::Community, id.as_str(), now);
        tx.commit().await?;
        Ok(Response::new(SetTrainingResponse {
            text_community: Some(community::to_contract(&community, &scope)),
        }))
    }
}

async fn with_answers(
    tx: &mut Tx,
    actor: &Actor,
    community: &Community,
    include: bool,
) -> Result<TextCommunity, Fault> {
    let scope = &actor.scope();
    let mut text_community = community::to_contract(community, scope);
    if include && actor.facts.contains(&Fact::FullView) {
        let (answers, more) = knowledge::first_page(tx, scope, &community.id, MOST_ANSWERS).await?;
        text_community.answers = answers.iter().map(knowledge::to_contract).collect();
        text_community.more_answers = !more.is_empty();
    }
    Ok(text_community)
}
