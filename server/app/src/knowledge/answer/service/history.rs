//! RPC handlers of `AnswerHistoryService`.
use contract::v1::{answer_history_service_server::AnswerHistoryService, *};
use platform::{Actor, Fault, ids::CommunityId, paging};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::super::{convert, editing::AnswerEditor, history, model::Owner};
use crate::{context::Context, incoming_request};

/// Implements `AnswerHistoryService`.
pub struct HistoryService {
    pub context: Context,
}

#[async_service]
impl AnswerHistoryService for HistoryService {
    async fn list_answer_versions(
        &self,
        request: Request<ListAnswerVersionsRequest>,
    ) -> Result<Response<ListAnswerVersionsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let community = request.community_id.into();
        let history = self.of(&actor, &community).versions(&request.id.into(), before, limit).await?;
        let (versions, next_page_token) = history;
        let versions = versions.into_iter().map(convert::version).collect();
        Ok(Response::new(ListAnswerVersionsResponse { versions, next_page_token }))
    }

    async fn list_removed_answers(
        &self,
        request: Request<ListRemovedAnswersRequest>,
    ) -> Result<Response<ListRemovedAnswersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let community = request.community_id.into();
        let (removed, next_page_token) = self.of(&actor, &community).removed(before, limit).await?;
        let answers = removed.into_iter().map(convert::version).collect();
        Ok(Response::new(ListRemovedAnswersResponse { answers, next_page_token }))
    }

    async fn restore_answer(
        &self,
        request: Request<RestoreAnswerRequest>,
    ) -> Result<Response<RestoreAnswerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let RestoreAnswerRequest { community_id, id, version, current_version } = request;
        let community = community_id.into();
        let of = self.of(&actor, &community);
        let answer = of.restore(&actor, &id.into(), version, current_version).await?;
        Ok(Response::new(RestoreAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn undo_answer_changes(
        &self,
        request: Request<UndoAnswerChangesRequest>,
    ) -> Result<Response<UndoAnswerChangesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let changes: Vec<_> = request.changes.into_iter().map(convert::change_from_contract).collect();
        let outcome =
            history::undo_changes(&self.context, &actor, &request.community_id.into(), &changes).await?;
        Ok(Response::new(convert::undo_response(outcome)))
    }

    async fn list_company_answer_versions(
        &self,
        request: Request<ListCompanyAnswerVersionsRequest>,
    ) -> Result<Response<ListCompanyAnswerVersionsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let of = self.of_company(&actor, request.company_id)?;
        let (versions, next_page_token) = of.versions(&request.id.into(), before, limit).await?;
        let versions = versions.into_iter().map(convert::version).collect();
        Ok(Response::new(ListCompanyAnswerVersionsResponse { versions, next_page_token }))
    }

    async fn list_removed_company_answers(
        &self,
        request: Request<ListRemovedCompanyAnswersRequest>,
    ) -> Result<Response<ListRemovedCompanyAnswersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let of = self.of_company(&actor, request.company_id)?;
        let (removed, next_page_token) = of.removed(before, limit).await?;
        let answers = removed.into_iter().map(convert::version).collect();
        Ok(Response::new(ListRemovedCompanyAnswersResponse { answers, next_page_token }))
    }

    async fn restore_company_answer(
        &self,
        request: Request<RestoreCompanyAnswerRequest>,
    ) -> Result<Response<RestoreCompanyAnswerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let RestoreCompanyAnswerRequest { company_id, id, version, current_version } = request;
        let of = self.of_company(&actor, company_id)?;
        let answer = of.restore(&actor, &id.into(), version, current_version).await?;
        Ok(Response::new(RestoreCompanyAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }
}

impl HistoryService {
    fn of<'a>(&'a self, actor: &Actor, community: &'a CommunityId) -> AnswerEditor<'a> {
        AnswerEditor { context: &self.context, scope: actor.scope(), owner: Owner::Community(community) }
    }

    fn of_company(&self, actor: &Actor, company: String) -> Result<AnswerEditor<'_>, Fault> {
        let scope = actor.within(&company.into())?;
        Ok(AnswerEditor { context: &self.context, scope, owner: Owner::Company })
    }
}
