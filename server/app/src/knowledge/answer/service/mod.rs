//! RPC handlers of `KnowledgeService`.
mod file;
mod history;

use contract::v1::{knowledge_service_server::KnowledgeService, *};
use platform::{Actor, Fault, ids::CommunityId, paging};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    editing::AnswerEditor,
    model::{CompanySearch, Listing, Owner},
    rules, seeding, store,
};
use crate::{context::Context, incoming_request, knowledge::catalog, tenancy::community};

pub use file::FileService;
pub use history::HistoryService;

/// Maximum number of answers that a search in all communities returns.
const MAX_FOUND: i64 = 20;

/// Implements `KnowledgeService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl KnowledgeService for Service {
    async fn list_answers(
        &self,
        request: Request<ListAnswersRequest>,
    ) -> Result<Response<ListAnswersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let id = request.community_id.into();
        let of = self.of_community(&actor, &id);
        let mut listing = listing(&request.query, request.answered, request.limit, &request.page_token)?;
        if let Some(expiry_status) = convert::expiry_status(request.expiry_status) {
            listing.until = Some(rules::lapsing(expiry_status, of.day(&id).await?));
        }
        let (answers, next_page_token) = of.list(listing).await?;
        let answers = answers.iter().map(convert::answer).collect();
        Ok(Response::new(ListAnswersResponse { answers, next_page_token }))
    }

    async fn search_answers(
        &self,
        request: Request<SearchAnswersRequest>,
    ) -> Result<Response<SearchAnswersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let limit = match i64::from(request.limit) {
            limit @ 1..=MAX_FOUND => limit,
            _ => MAX_FOUND,
        };
        let search = CompanySearch { query: &request.query, first: &request.first_community_ids, limit };
        let mut tx = self.context.db.read(&scope).await?;
        let answers = store::search_company(&mut tx, &scope, &search).await?;
        Ok(Response::new(SearchAnswersResponse { answers: answers.iter().map(convert::answer).collect() }))
    }

    async fn get_coverage(
        &self,
        request: Request<GetCoverageRequest>,
    ) -> Result<Response<GetCoverageResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id) = (actor.scope(), request.community_id.into());
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &id).await?;
        let today = self.context.now().date_in(&community.time_zone).to_string();
        let categories = store::coverage(&mut tx, &scope, &id, &today).await?;
        Ok(Response::new(convert::coverage(categories)))
    }

    async fn seed_answers_from_catalog(
        &self,
        request: Request<SeedAnswersFromCatalogRequest>,
    ) -> Result<Response<SeedAnswersFromCatalogResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, catalog) = (request.community_id.into(), catalog::name_from_contract(request.catalog));
        let added = seeding::add_catalog(&self.context, &actor, &id, catalog).await?;
        let changes = added.into_iter().map(convert::answer_change).collect::<Vec<_>>();
        Ok(Response::new(SeedAnswersFromCatalogResponse { added: convert::count(changes.len()), changes }))
    }

    async fn create_answer(
        &self,
        request: Request<CreateAnswerRequest>,
    ) -> Result<Response<CreateAnswerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, draft) = convert::draft(request);
        let answer = self.of_community(&actor, &id).create(&actor, &draft).await?;
        Ok(Response::new(CreateAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn update_answer(
        &self,
        request: Request<UpdateAnswerRequest>,
    ) -> Result<Response<UpdateAnswerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (community, id, change) = convert::change(request);
        let answer = self.of_community(&actor, &community).update(&actor, id, change).await?;
        Ok(Response::new(UpdateAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn delete_answer(
        &self,
        request: Request<DeleteAnswerRequest>,
    ) -> Result<Response<DeleteAnswerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        self.of_community(&actor, &request.community_id.into()).delete(&actor, request.id.into()).await?;
        Ok(Response::new(DeleteAnswerResponse {}))
    }

    async fn list_company_answers(
        &self,
        request: Request<ListCompanyAnswersRequest>,
    ) -> Result<Response<ListCompanyAnswersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let of = self.of_company(&actor, request.company_id)?;
        let listing = listing(&request.query, None, request.limit, &request.page_token)?;
        let (answers, next_page_token) = of.list(listing).await?;
        let answers = answers.iter().map(convert::answer).collect();
        Ok(Response::new(ListCompanyAnswersResponse { answers, next_page_token }))
    }

    async fn create_company_answer(
        &self,
        request: Request<CreateCompanyAnswerRequest>,
    ) -> Result<Response<CreateCompanyAnswerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (company, draft) = convert::company_draft(request);
        let answer = self.of_company(&actor, company)?.create(&actor, &draft).await?;
        Ok(Response::new(CreateCompanyAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn update_company_answer(
        &self,
        request: Request<UpdateCompanyAnswerRequest>,
    ) -> Result<Response<UpdateCompanyAnswerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (company, id, change) = convert::company_change(request);
        let answer = self.of_company(&actor, company)?.update(&actor, id, change).await?;
        Ok(Response::new(UpdateCompanyAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn delete_company_answer(
        &self,
        request: Request<DeleteCompanyAnswerRequest>,
    ) -> Result<Response<DeleteCompanyAnswerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        self.of_company(&actor, request.company_id)?.delete(&actor, request.id.into()).await?;
        Ok(Response::new(DeleteCompanyAnswerResponse {}))
    }
}

impl Service {
    fn of_community<'a>(&'a self, actor: &Actor, community: &'a CommunityId) -> AnswerEditor<'a> {
        AnswerEditor { context: &self.context, scope: actor.scope(), owner: Owner::Community(community) }
    }

    fn of_company(&self, actor: &Actor, company: String) -> Result<AnswerEditor<'_>, Fault> {
        let scope = actor.within(&company.into())?;
        Ok(AnswerEditor { context: &self.context, scope, owner: Owner::Company })
    }
}

/// Converts a list request to a listing.
fn listing<'a>(
    query: &'a str,
    answered: Option<bool>,
    limit: i32,
    token: &str,
) -> Result<Listing<'a>, Fault> {
    Ok(Listing { query, answered, until: None, after: paging::after(token)?, limit: paging::limit(limit) })
}
