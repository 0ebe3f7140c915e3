//! Implements `UnansweredQuestionService`.
use std::time::Duration;

use answering::ConfidenceThresholds;
use contract::v1::{unanswered_question_service_server::UnansweredQuestionService, *};
use platform::{CpuPool, ids::CommunityId, paging, time_zone};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, rules, store};
use crate::{bot::CommunityIndex, context::Context, incoming_request, knowledge::answer, tenancy::community};

/// Maximum age of texts that are considered.
const WINDOW: Duration = Duration::from_secs(90 * 24 * 3600);
/// Maximum number of company answers that texts are compared with.
const MAX_ANSWERS: i64 = 2_000;

/// Implements `UnansweredQuestionService`.
pub struct Service {
    context: Context,
    /// Runs one comparison at a time, because each keeps a core busy while residents wait.
    cpu_pool: CpuPool,
}

impl Service {
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, cpu_pool: CpuPool::new() }
    }
}

#[async_service]
impl UnansweredQuestionService for Service {
    async fn list_unanswered_questions(
        &self,
        request: Request<ListUnansweredQuestionsRequest>,
    ) -> Result<Response<ListUnansweredQuestionsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, now) = (actor.scope(), self.context.now());
        let limit = usize::try_from(paging::limit(request.limit)).unwrap_or_default();
        let wanted = Some(CommunityId::from(request.community_id)).filter(|id| !id.0.is_empty());
        let mut tx = self.context.db.read(&scope).await?;
        let (answers, today, thresholds) = match &wanted {
            Some(id) => {
                let community = community::require(&mut tx, &scope, id).await?;
                let today = now.date_in(&community.time_zone).to_string();
                (answer::for_bot(&mut tx, &scope, id).await?, today, community.persona.thresholds())
            }
            None => {
                let (shared, _) = answer::company_page(&mut tx, &scope, MAX_ANSWERS).await?;
                (shared, now.date_in(time_zone::DEFAULT).to_string(), ConfidenceThresholds::DEFAULT)
            }
        };
        let max_texts = i64::try_from(answering::MAX_CLUSTERED_TEXTS).unwrap_or(i64::MAX).saturating_add(1);
        let (since, with_tests) = (now.minus(WINDOW), request.include_test_traffic);
        let texts = store::texts(&mut tx, &scope, wanted.as_ref(), since, with_tests, max_texts).await?;
        drop(tx);
        let found = move || {
            let is_expired = |answer: &answer::Answer| answer.has_expired(&today);
            let index = CommunityIndex::new(answers);
            let knowledge = rules::KnowledgeContext {
                index: &index,
                thresholds,
                is_complete: wanted.is_some(),
                is_expired: &is_expired,
            };
            rules::questions(texts, &knowledge, limit, now)
        };
        Ok(Response::new(convert::questions(self.cpu_pool.run(found).await?)))
    }
}
