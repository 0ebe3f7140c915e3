//! The calls of `TestCaseService`.
use contract::v1::{test_case_service_server::TestCaseService, *};
use platform::{Fault, Scope, Tx, ids::CommunityId, paging};
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{Expected, TestCase, TestCaseId},
    rules, store,
};
use crate::{bot::Rehearsal, call, community, context::Context, knowledge};

/// Answers the calls.
pub struct Service {
    /// Storage, time and ids.
    pub context: Context,
    /// Asks the bot.
    pub rehearsal: Rehearsal,
}

#[tonic::async_trait]
impl TestCaseService for Service {
    async fn list_test_cases(
        &self,
        request: Request<ListTestCasesRequest>,
    ) -> Result<Response<ListTestCasesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, community) = (actor.scope(), request.community_id.into());
        let (after, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        community::require(&mut tx, &scope, &community).await?;
        let cases = store::list(&mut tx, &scope, &community, after, limit).await?;
        let (cases, next_page_token) = paging::page(cases, limit, |case| case.id.clone());
        let test_cases = cases.iter().map(convert::case).collect();
        Ok(Response::new(ListTestCasesResponse { test_cases, next_page_token }))
    }

    async fn create_test_case(
        &self,
        request: Request<CreateTestCaseRequest>,
    ) -> Result<Response<CreateTestCaseResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, community) = (actor.scope(), request.community_id.into());
        let question = rules::question(&request.question)?;
        let answer_id = match convert::expected(request.answer_id) {
            Expected::Named(id) => id,
            Expected::AsNow => self.as_now(&scope, &community, &question).await?,
        };
        let now = self.context.now();
        let mut tx = self.context.db.write(&scope).await?;
        community::require(&mut tx, &scope, &community).await?;
        rules::has_room(store::count(&mut tx, &scope, &community).await?)?;
        let case = TestCase {
            id: self.context.ids.next(now),
            question,
            answer_question: expected(&mut tx, &scope, &community, &answer_id).await?,
            answer_id,
            answer_gone: false,
            version: 1,
            outcome: None,
            created_ms: now,
            community_id: community,
        };
        if !store::insert(&mut tx, &scope, &case).await? {
            return Err(rules::exists().into());
        }
        tx.commit().await?;
        Ok(Response::new(CreateTestCaseResponse { test_case: Some(convert::case(&case)) }))
    }

    async fn update_test_case(
        &self,
        request: Request<UpdateTestCaseRequest>,
    ) -> Result<Response<UpdateTestCaseResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, community) = (actor.scope(), request.community_id.into());
        let mut tx = self.context.db.write(&scope).await?;
        let mut case = require(&mut tx, &scope, &community, &request.id.into()).await?;
        if let Some(question) = request.question {
            case.question = rules::question(&question)?;
        }
        if let Some(answer_id) = request.answer_id {
            case.answer_question = expected(&mut tx, &scope, &community, &answer_id).await?;
            (case.answer_id, case.answer_gone) = (answer_id, false);
        }
        (case.version, case.outcome) = (case.version + 1, None);
        if !store::save(&mut tx, &scope, &case).await? {
            return Err(rules::exists().into());
        }
        tx.commit().await?;
        Ok(Response::new(UpdateTestCaseResponse { test_case: Some(convert::case(&case)) }))
    }

    async fn delete_test_case(
        &self,
        request: Request<DeleteTestCaseRequest>,
    ) -> Result<Response<DeleteTestCaseResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let case = require(&mut tx, &scope, &request.community_id.into(), &request.id.into()).await?;
        store::delete(&mut tx, &scope, &case.id).await?;
        tx.commit().await?;
        Ok(Response::new(DeleteTestCaseResponse {}))
    }

    async fn run_test_cases(
        &self,
        request: Request<RunTestCasesRequest>,
    ) -> Result<Response<RunTestCasesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, community) = (actor.scope(), request.community_id.into());
        let mut tx = self.context.db.read(&scope).await?;
        community::require(&mut tx, &scope, &community).await?;
        let cases = store::all(&mut tx, &scope, &community).await?;
        drop(tx);
        let questions = cases.iter().map(|case| case.question.clone()).collect();
        let asked = self.rehearsal.ask(&scope, &community, questions).await?;
        let now = self.context.now();
        let judged = cases.into_iter().zip(&asked.tried).map(|(case, tried)| rules::judge(case, tried, now));
        let ran: Vec<_> = judged.collect();
        let mut tx = self.context.db.write(&scope).await?;
        store::keep(&mut tx, &scope, &ran).await?;
        tx.commit().await?;
        Ok(Response::new(convert::ran(&ran, asked.by_meaning)))
    }
}

impl Service {
    /// The answer that the bot would reply with now, the first of several; empty where none goes out.
    async fn as_now(&self, scope: &Scope, community: &CommunityId, question: &str) -> Result<String, Fault> {
        let asked = self.rehearsal.ask(scope, community, vec![question.to_owned()]).await?;
        let reply = asked.tried.first().and_then(|tried| tried.replies.first());
        Ok(reply.map(|answer| answer.id.to_string()).unwrap_or_default())
    }
}

/// The question of the answer that is expected; nothing where staff are.
async fn expected(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    answer_id: &str,
) -> Result<String, Fault> {
    if answer_id.is_empty() {
        return Ok(String::new());
    }
    let answer = knowledge::find(tx, scope, community, &answer_id.into()).await?;
    Ok(answer.ok_or_else(|| Fault::not_found("answer"))?.question)
}

async fn require(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &TestCaseId,
) -> Result<TestCase, Fault> {
    community::require(tx, scope, community).await?;
    store::find(tx, scope, community, id).await?.ok_or_else(|| Fault::not_found("test case"))
}
