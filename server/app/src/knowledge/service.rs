//! The calls of `KnowledgeService`.
use contract::v1::{knowledge_service_server::KnowledgeService, *};
use platform::{Fault, Scope, Tx, events, ids::CommunityId, paging};
use tonic::{Request, Response, Status};

use super::{convert, model, rules, store, training};
use crate::{call, community, context::Context};

/// Answers the calls.
pub struct Service(pub Context);

#[tonic::async_trait]
impl KnowledgeService for Service {
    async fn list_answers(
        &self,
        request: Request<ListAnswersRequest>,
    ) -> Result<Response<ListAnswersResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let limit = paging::limit(request.limit);
        let after = paging::after(&request.page_token)?;
        let mut tx = self.0.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.into()).await?.id;
        let rows = store::search(&mut tx, &scope, &community, &request.search_query, after, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, model::Answer::key);
        let answers = rows.iter().map(convert::answer).collect();
        Ok(Response::new(ListAnswersResponse { answers, next_page_token }))
    }

    async fn create_answer(
        &self,
        request: Request<CreateAnswerRequest>,
    ) -> Result<Response<CreateAnswerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let now = self.0.now();
        let mut answer = model::Answer {
            id: self.0.ids.next(now),
            community_id: request.community_id.into(),
            topic: rules::topic(&request.topic),
            question: rules::filled("question", &request.question)?,
            samples: vec![],
            answer: rules::filled("answer", &request.answer)?,
            source: request.source.trim().to_owned(),
            version: 1,
            used: 0,
            updated_by: actor.name.to_string(),
            updated_ms: now,
        };
        for sample in &request.samples {
            rules::add_sample(&mut answer, sample);
        }
        let mut tx = self.0.db.write(&scope).await?;
        community::require(&mut tx, &scope, &answer.community_id).await?;
        training::refuse_too_many(&mut tx, &answer.community_id).await?;
        if !store::insert(&mut tx, &answer).await? {
            return Err(rules::question_exists().into());
        }
        self.changed(tx, &scope, &answer).await?;
        Ok(Response::new(CreateAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn update_answer(
        &self,
        request: Request<UpdateAnswerRequest>,
    ) -> Result<Response<UpdateAnswerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let mut answer =
            self.require(&mut tx, &scope, request.community_id.into(), request.id.into()).await?;
        rules::same_version(&answer, request.version)?;
        if let Some(question) = request.question {
            answer.question = rules::filled("question", &question)?;
            let same =
                store::find_by_question(&mut tx, &scope, &answer.community_id, &answer.question).await?;
            if same.is_some_and(|other| other.id != answer.id) {
                return Err(rules::question_exists().into());
            }
        }
        if let Some(text) = request.answer {
            answer.answer = rules::filled("answer", &text)?;
        }
        if let Some(topic) = request.topic {
            answer.topic = rules::topic(&topic);
        }
        if let Some(source) = request.source {
            answer.source = source.trim().to_owned();
        }
        answer.version += 1;
        answer.updated_by = actor.name.to_string();
        answer.updated_ms = self.0.now();
        store::save(&mut tx, &answer).await?;
        self.changed(tx, &scope, &answer).await?;
        Ok(Response::new(UpdateAnswerResponse { answer: Some(convert::answer(&answer)) }))
    }

    async fn delete_answer(
        &self,
        request: Request<DeleteAnswerRequest>,
    ) -> Result<Response<DeleteAnswerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let answer = self.require(&mut tx, &scope, request.community_id.into(), request.id.into()).await?;
        store::delete(&mut tx, &answer).await?;
        self.changed(tx, &scope, &answer).await?;
        Ok(Response::new(DeleteAnswerResponse {}))
    }
}

impl Service {
    async fn require(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: CommunityId,
        id: model::AnswerId,
    ) -> Result<model::Answer, Fault> {
        community::require(tx, scope, &community).await?;
        store::find(tx, scope, &community, &id).await?.ok_or_else(|| Fault::not_found("answer"))
    }

    async fn changed(&self, mut tx: Tx, scope: &Scope, answer: &model::Answer) -> Result<(), Fault> {
        let (community, id, now) = (&answer.community_id, answer.id.as_str(), self.0.now());
        community::touch_knowledge(&mut tx, community).await?;
        events::publish(&mut tx, scope.company(), community, events::Kind::Answer, id, now);
        tx.commit().await
    }
}
