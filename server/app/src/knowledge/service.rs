//! The calls of `KnowledgeService`.
use contract::v1::{knowledge_service_server::KnowledgeService, *};
use platform::{Actor, Fault, ids::CommunityId};
use tonic::{Request, Response, Status};

use super::{convert, editing::Editing, model::Owner};
use crate::{call, context::Context};

/// Answers the calls.
pub struct Service(pub Context);

#[tonic::async_trait]
impl KnowledgeService for Service {
    async fn list_answers(
        &self,
        request: Request<ListAnswersRequest>,
    ) -> Result<Response<ListAnswersResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let id = request.community_id.into();
        let of = self.of_community(&actor, &id);
        let (answers, next_page_token) =
            of.list(&request.search_query, request.limit, &request.page_token).await?;
        let answers = answers.iter().map(convert::answer).collect();
        Ok(Response::new(ListAnswersResponse { answers, next_page_token }))
    }

    async fn create_answer(
        &self,
        request: Request<CreateAnswerRequest>,
    ) -> Result<Response<CreateAnswerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (id, draft) = convert::draft(request);
        let answer = self.of_community(&actor, &id).create(&actor, &draft).await?;
        Ok(Response::new(CreateAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn update_answer(
        &self,
        request: Request<UpdateAnswerRequest>,
    ) -> Result<Response<UpdateAnswerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (community, id, change) = convert::change(request);
        let answer = self.of_community(&actor, &community).update(&actor, id, change).await?;
        Ok(Response::new(UpdateAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn delete_answer(
        &self,
        request: Request<DeleteAnswerRequest>,
    ) -> Result<Response<DeleteAnswerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        self.of_community(&actor, &request.community_id.into()).delete(&actor, request.id.into()).await?;
        Ok(Response::new(DeleteAnswerResponse {}))
    }

    async fn list_company_answers(
        &self,
        request: Request<ListCompanyAnswersRequest>,
    ) -> Result<Response<ListCompanyAnswersResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let of = self.of_company(&actor, request.company_id)?;
        let (answers, next_page_token) =
            of.list(&request.search_query, request.limit, &request.page_token).await?;
        let answers = answers.iter().map(convert::answer).collect();
        Ok(Response::new(ListCompanyAnswersResponse { answers, next_page_token }))
    }

    async fn create_company_answer(
        &self,
        request: Request<CreateCompanyAnswerRequest>,
    ) -> Result<Response<CreateCompanyAnswerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (company, draft) = convert::company_draft(request);
        let answer = self.of_company(&actor, company)?.create(&actor, &draft).await?;
        Ok(Response::new(CreateCompanyAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn update_company_answer(
        &self,
        request: Request<UpdateCompanyAnswerRequest>,
    ) -> Result<Response<UpdateCompanyAnswerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (company, id, change) = convert::company_change(request);
        let answer = self.of_company(&actor, company)?.update(&actor, id, change).await?;
        Ok(Response::new(UpdateCompanyAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn delete_company_answer(
        &self,
        request: Request<DeleteCompanyAnswerRequest>,
    ) -> Result<Response<DeleteCompanyAnswerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        self.of_company(&actor, request.company_id)?.delete(&actor, request.id.into()).await?;
        Ok(Response::new(DeleteCompanyAnswerResponse {}))
    }
}

impl Service {
    fn of_community<'a>(&'a self, actor: &Actor, community: &'a CommunityId) -> Editing<'a> {
        Editing { context: &self.0, scope: actor.scope(), owner: Owner::Community(community) }
    }

    fn of_company(&self, actor: &Actor, company: String) -> Result<Editing<'_>, Fault> {
        let scope = actor.within(&company.into())?;
        Ok(Editing { context: &self.0, scope, owner: Owner::Company })
    }
}
