//! RPC handlers of `TestCaseService`.
use contract::v1::{test_case_service_server::TestCaseService, *};
use platform::{Fault, Scope, Tx, ids::CommunityId, paging};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{Expectation, TestCase, TestCaseId},
    rules, store,
};
use crate::{bot::Simulator, context::Context, incoming_request, knowledge::answer, tenancy::community};

/// Implements `TestCaseService`.
pub struct Service {
    pub context: Context,
    pub simulator: Simulator,
}

#[async_service]
impl TestCaseService for Service {
    async fn list_test_cases(
        &self,
        request: Request<ListTestCasesRequest>,
    ) -> Result<Response<ListTestCasesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
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
        let (actor, request) = incoming_request::split(request)?;
        let (scope, community) = (actor.scope(), request.community_id.into());
        let question = rules::question(&request.question)?;
        let answer_id = match convert::expectation(request.answer_id) {
            Expectation::Answer(id) => id,
            Expectation::CurrentReply => self.current_reply(&scope, &community, &question).await?,
        };
        let now = self.context.now();
        let mut tx = self.context.db.write(&scope).await?;
        community::require(&mut tx, &scope, &community).await?;
        rules::require_room(store::lock_and_count(&mut tx, &scope, &community).await?)?;
        let case = TestCase {
            id: self.context.ids.next(now),
            question,
            answer_question: expected_question(&mut tx, &scope, &community, &answer_id).await?,
            answer_id,
            answer_gone: false,
            version: 1,
            outcome: None,
            created_ms: now,
            community_id: community,
        };
        if !store::insert(&mut tx, &scope, &case).await? {
            return Err(rules::question_exists().into());
        }
        tx.commit().await?;
        Ok(Response::new(CreateTestCaseResponse { test_case: Some(convert::case(&case)) }))
    }

    async fn update_test_case(
        &self,
        request: Request<UpdateTestCaseRequest>,
    ) -> Result<Response<UpdateTestCaseResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, community) = (actor.scope(), request.community_id.into());
        let mut tx = self.context.db.write(&scope).await?;
        let mut case = require(&mut tx, &scope, &community, &request.id.into()).await?;
        if let Some(question) = request.question {
            case.question = rules::question(&question)?;
        }
        if let Some(answer_id) = request.answer_id {
            case.answer_question = expected_question(&mut tx, &scope, &community, &answer_id).await?;
            (case.answer_id, case.answer_gone) = (answer_id, false);
        }
        (case.version, case.outcome) = (case.version + 1, None);
        if !store::save(&mut tx, &scope, &case).await? {
            return Err(rules::question_exists().into());
        }
        tx.commit().await?;
        Ok(Response::new(UpdateTestCaseResponse { test_case: Some(convert::case(&case)) }))
    }

    async fn delete_test_case(
        &self,
        request: Request<DeleteTestCaseRequest>,
    ) -> Result<Response<DeleteTestCaseResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
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
        let (actor, request) = incoming_request::split(request)?;
        let (scope, community) = (actor.scope(), request.community_id.into());
        let mut tx = self.context.db.read(&scope).await?;
        community::require(&mut tx, &scope, &community).await?;
        let cases = store::all(&mut tx, &scope, &community).await?;
        drop(tx);
        let questions = cases.iter().map(|case| case.question.clone()).collect();
        let batch = self.simulator.simulate(&scope, &community, questions).await?;
        let now = self.context.now();
        let judged =
            cases.into_iter().zip(&batch.results).map(|(case, simulated)| rules::judge(case, simulated, now));
        let runs: Vec<_> = judged.collect();
        let mut tx = self.context.db.write(&scope).await?;
        store::save_outcomes(&mut tx, &scope, &runs).await?;
        tx.commit().await?;
        Ok(Response::new(convert::runs(&runs, batch.by_meaning)))
    }
}

impl Service {
    /// Returns the id of the first answer that the bot sends now; empty if it sends none.
    async fn current_reply(
        &self,
        scope: &Scope,
        community: &CommunityId,
        question: &str,
    ) -> Result<String, Fault> {
        let batch = self.simulator.simulate(scope, community, vec![question.to_owned()]).await?;
        let reply = batch.results.first().and_then(|simulated| simulated.answers.first());
        Ok(reply.map(|answer| answer.id.to_string()).unwrap_or_default())
    }
}

/// Returns the question of the expected answer; empty if an escalation is expected.
async fn expected_question(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    answer_id: &str,
) -> Result<String, Fault> {
    if answer_id.is_empty() {
        return Ok(String::new());
    }
    let answer = answer::find(tx, scope, community, &answer_id.into()).await?;
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
