//! `CommunityService`.
use std::sync::Arc;

use contract::v1::{community_service_server::CommunityService, *};
use platform::{
    Actor, ErrorReason, Fault, Tx, access_policy::AccessTable, events, ids::CommunityId, paging, sms,
};
use service_macros::async_service;
use tonic::{Code, Request, Response, Status};

use super::{Community, CommunityContent, convert, find, require, rules, store};
use crate::{
    context::Context,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Implements `CommunityService`.
pub struct Service {
    pub context: Context,
    /// The answers of communities and companies.
    pub content: Arc<dyn CommunityContent>,
}

const MAX_ANSWERS: i64 = 200;

#[async_service]
impl CommunityService for Service {
    async fn get_community(
        &self,
        request: Request<GetCommunityRequest>,
    ) -> Result<Response<GetCommunityResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let id = request.id.into();
        let community = match require(&mut tx, &scope, &id).await {
            Ok(community) => community,
            Err(fault) => return Err(self.explain_not_found(&actor, &id, fault).await.into()),
        };
        let company_settings = store::company_settings(&mut tx, &scope).await?;
        let text_community = self.with_answers(&mut tx, &actor, &community, request.include_answers).await?;
        let details = convert::details(&community, &scope, &company_settings);
        Ok(Response::new(GetCommunityResponse {
            text_community: Some(text_community),
            details: Some(details),
        }))
    }

    async fn get_community_by_tag(
        &self,
        request: Request<GetCommunityByTagRequest>,
    ) -> Result<Response<GetCommunityByTagResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let community = scope.require(store::find_by_tag(&mut tx, &scope, &request.tag).await?)?;
        let mut text_community =
            self.with_answers(&mut tx, &actor, &community, request.include_answers).await?;
        if !request.include_company {
            text_community.company.clear();
        }
        if request.include_company_answers && can_list(&actor, "ListCompanyAnswers")? {
            let (answers, more) = self.content.company_answers(&mut tx, &scope, MAX_ANSWERS).await?;
            text_community.company_answers = answers;
            text_community.has_more_company_answers = more;
        }
        Ok(Response::new(GetCommunityByTagResponse { text_community: Some(text_community) }))
    }

    async fn list_turbo_communities(
        &self,
        request: Request<ListTurboCommunitiesRequest>,
    ) -> Result<Response<ListTurboCommunitiesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let after = paging::after(&request.page_token)?;
        let mut tx = self.context.db.read(&scope).await?;
        let rows = store::search(&mut tx, &scope, &request.query, after, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |c| super::name_key(&c.tag));
        let communities = rows.iter().map(|c| convert::community(c, &scope)).collect();
        Ok(Response::new(ListTurboCommunitiesResponse { communities, next_page_token }))
    }

    async fn set_training(
        &self,
        request: Request<SetTrainingRequest>,
    ) -> Result<Response<SetTrainingResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, is_training) = (actor.scope(), request.is_training());
        let mut tx = self.context.db.write(&scope).await?;
        let mut community = require(&mut tx, &scope, &request.id.into()).await?;
        if community.is_training != is_training {
            store::set_training(&mut tx, &community.id, is_training).await?;
            community.is_training = is_training;
            self.record_training(&mut tx, &actor, &community).await?;
        }
        let (id, now) = (&community.id, self.context.now());
        events::publish(&mut tx, scope.company(), id, events::Kind::Community, id.as_str(), now);
        tx.commit().await?;
        Ok(Response::new(SetTrainingResponse {
            text_community: Some(convert::community(&community, &scope)),
        }))
    }

    async fn fetch_community(
        &self,
        request: Request<FetchCommunityRequest>,
    ) -> Result<Response<FetchCommunityResponse>, Status> {
        let (actor, request) = incoming_request::split_by_token(request, |request| &request.token).await?;
        let named = request.text_community.trim();
        if named.is_empty() {
            return Err(Fault::field("text_community", "Send the community's ID or tag.").into());
        }
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let community = match find(&mut tx, &scope, &named.into()).await? {
            Some(community) => Some(community),
            None => store::find_by_tag(&mut tx, &scope, named).await?,
        };
        let community = scope.require(community)?;
        let text_community = self.with_answers(&mut tx, &actor, &community, !request.exclude_answers).await?;
        Ok(Response::new(FetchCommunityResponse { text_community: Some(text_community) }))
    }

    async fn update_persona(
        &self,
        request: Request<UpdatePersonaRequest>,
    ) -> Result<Response<UpdatePersonaResponse>, Status> {
        let (actor, mut request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let id = std::mem::take(&mut request.id).into();
        // Locks the row, so that concurrent changes apply one after the other.
        store::touch_knowledge(&mut tx, &scope, &id).await?;
        let mut community = require(&mut tx, &scope, &id).await?;
        sms::refuse_account_fields("botWaiver", request.bot_waiver.as_deref().unwrap_or_default())?;
        sms::refuse_account_fields(
            "collectionsMessage",
            request.collections_message.as_deref().unwrap_or_default(),
        )?;
        sms::refuse_account_fields("newText", &request.new_text)?;
        if let Some(pair) = &request.new_replacement {
            sms::refuse_account_fields("newReplacement.originalText", &pair.original_text)?;
            sms::refuse_account_fields("newReplacement.newText", &pair.new_text)?;
        }
        rules::apply_persona_change(&mut community, convert::change(request))?;
        store::save_persona(&mut tx, &community).await?;
        let now = self.context.now();
        events::publish(&mut tx, scope.company(), &id, events::Kind::Community, id.as_str(), now);
        tx.commit().await?;
        let text_community = Some(convert::community(&community, &scope));
        Ok(Response::new(UpdatePersonaResponse { text_community }))
    }
}

impl Service {
    /// Converts a community, with its answers if they are requested and the actor may read them.
    async fn with_answers(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        community: &Community,
        include: bool,
    ) -> Result<TextCommunity, Fault> {
        let scope = &actor.scope();
        let mut text_community = convert::community(community, scope);
        if include && can_list(actor, "ListAnswers")? {
            let (answers, more) =
                self.content.community_answers(tx, scope, &community.id, MAX_ANSWERS).await?;
            text_community.answers = answers;
            text_community.has_more_answers = more;
        }
        Ok(text_community)
    }

    /// Records in the audit trail that training was turned on or off.
    async fn record_training(&self, tx: &mut Tx, actor: &Actor, community: &Community) -> Result<(), Fault> {
        let state = if community.is_training { "on" } else { "off" };
        let event = AuditEvent {
            action: AuditAction::CommunityTrainingUpdated,
            subject: community.id.as_str(),
            summary: format!("Turned training {state} for {}.", community.label()),
        };
        audit::record(tx, &actor.scope(), &self.context, actor, event).await
    }

    /// Explains to platform administrators that a community has no company; returns other errors unchanged.
    async fn explain_not_found(&self, actor: &Actor, id: &CommunityId, fault: Fault) -> Fault {
        if !actor.platform_administrator || fault.code() != Code::NotFound {
            return fault;
        }
        let unattached = async {
            let mut tx = self.context.db.platform_read().await?;
            store::is_unattached(&mut tx, id).await
        };
        match unattached.await {
            Ok(true) => {
                Fault::precondition(ErrorReason::NoCompany, "No company associated with this community")
            }
            Ok(false) => fault,
            Err(storage) => storage,
        }
    }
}

/// Returns whether the actor may call a method of `KnowledgeService` that lists answers. Other calls return answers
/// only to callers who may.
fn can_list(actor: &Actor, method: &str) -> Result<bool, Fault> {
    let policy = AccessTable::read().map_err(Fault::internal)?;
    Ok(policy.admits(&format!("/parlor.v1.KnowledgeService/{method}"), actor).is_ok())
}
