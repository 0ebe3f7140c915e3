//! The calls of `CommunityService`.
use contract::v1::{community_service_server::CommunityService, *};
use platform::{
    Actor, Fault, Tx,
    actor::{Fact, PartnerScope},
    events,
    ids::CommunityId,
    paging,
};
use tonic::{Code, Request, Response, Status};

use crate::{
    call,
    community::{self, Community},
    context::Context,
    knowledge, texting,
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
        let id = request.id.into();
        let community = match community::require(&mut tx, &scope, &id).await {
            Ok(community) => community,
            Err(fault) => return Err(self.why_not(&actor, &id, fault).await.into()),
        };
        let terms = community::terms(&mut tx, &scope).await?;
        let text_community = with_answers(&mut tx, &actor, &community, request.include_answers).await?;
        let details = community::details_to_contract(&community, &scope, &terms);
        Ok(Response::new(GetCommunityResponse {
            text_community: Some(text_community),
            details: Some(details),
        }))
    }

    async fn get_community_by_tag(
        &self,
        request: Request<GetCommunityByTagRequest>,
    ) -> Result<Response<GetCommunityByTagResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let community = community::find_by_tag(&mut tx, &scope, &request.tag)
            .await?
            .ok_or_else(|| Fault::not_found("community"))?;
        let mut text_community = with_answers(&mut tx, &actor, &community, request.include_answers).await?;
        if !request.include_company {
            text_community.company.clear();
        }
        if request.include_company_answers && reads_answers(&actor) {
            let (answers, more) = knowledge::company_page(&mut tx, &scope, MOST_ANSWERS).await?;
            text_community.company_answers = answers.iter().map(knowledge::to_contract).collect();
            text_community.more_company_answers = more;
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
        let (rows, next_page_token) = paging::page(rows, limit, |c| community::name_key(&c.tag));
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

    async fn fetch_community(
        &self,
        request: Request<FetchCommunityRequest>,
    ) -> Result<Response<FetchCommunityResponse>, Status> {
        let (actor, request) = call::enter_by_token(request, |request| &request.token).await?;
        let named = request.text_community.trim();
        if named.is_empty() {
            return Err(Fault::field("textCommunity", "Name the community by its id or its tag.").into());
        }
        let scope = actor.scope();
        let mut tx = self.0.db.read(&scope).await?;
        let community = match community::still(&mut tx, &scope, &named.into()).await? {
            Some(community) => Some(community),
            None => community::find_by_tag(&mut tx, &scope, named).await?,
        };
        let community = community.ok_or_else(|| Fault::not_found("community"))?;
        let text_community = with_answers(&mut tx, &actor, &community, !request.exclude_answers).await?;
        Ok(Response::new(FetchCommunityResponse { text_community: Some(text_community) }))
    }

    async fn update_persona(
        &self,
        request: Request<UpdatePersonaRequest>,
    ) -> Result<Response<UpdatePersonaResponse>, Status> {
        let (actor, mut request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let id = std::mem::take(&mut request.id).into();
        // Whoever changes it at the same time waits here, and changes what this one leaves.
        community::touch_knowledge(&mut tx, &scope, &id).await?;
        let mut community = community::require(&mut tx, &scope, &id).await?;
        texting::nameless("botWaiver", request.bot_waiver.as_deref().unwrap_or_default())?;
        texting::nameless("collectionsMessage", request.collections_message.as_deref().unwrap_or_default())?;
        texting::nameless("newText", &request.new_text)?;
        if let Some(pair) = &request.new_replacement {
            texting::nameless("newReplacement.originalText", &pair.original_text)?;
            texting::nameless("newReplacement.newText", &pair.new_text)?;
        }
        community::speak(&mut community, community::persona_change(request))?;
        community::save_persona(&mut tx, &community).await?;
        let now = self.0.now();
        events::publish(&mut tx, scope.company(), &id, events::Kind::Community, id.as_str(), now);
        tx.commit().await?;
        let text_community = Some(community::to_contract(&community, &scope));
        Ok(Response::new(UpdatePersonaResponse { text_community }))
    }
}

impl Service {
    /// Why a community cannot be selected: one that no company has is told of to those who can
    /// give it one.
    async fn why_not(&self, actor: &Actor, id: &CommunityId, fault: Fault) -> Fault {
        if !actor.platform_administrator || fault.code() != Code::NotFound {
            return fault;
        }
        let unattached = async {
            let mut tx = self.0.db.platform_read().await?;
            community::is_unattached(&mut tx, id).await
        };
        match unattached.await {
            Ok(true) => Fault::precondition("NO_COMPANY", "No company associated with this community"),
            Ok(false) => fault,
            Err(storage) => storage,
        }
    }
}

/// The restricted view has no answers; a partner has them where its credential says so.
fn reads_answers(actor: &Actor) -> bool {
    match &actor.scopes {
        Some(scopes) => scopes.contains(&PartnerScope::KnowledgeRead),
        None => actor.facts.contains(&Fact::FullView),
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
    if include && reads_answers(actor) {
        let (answers, more) = knowledge::first_page(tx, scope, &community.id, MOST_ANSWERS).await?;
        text_community.answers = answers.iter().map(knowledge::to_contract).collect();
        text_community.more_answers = !more.is_empty();
    }
    Ok(text_community)
}
