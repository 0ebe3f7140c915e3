//! RPC handlers of `ReplayService`.
use std::sync::Arc;

use contract::v1::{replay_service_server::ReplayService, *};
use platform::{CpuPool, Fault, Scope};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, rules};
use crate::{
    bot::{self, CommunityIndex, EncoderService, TextEmbeddings},
    context::Context,
    incoming_request,
    knowledge::answer::{self, Answer},
    messaging::thread::{self, InboundQuestion},
    tenancy::community,
};

/// Maximum number of questions that are replayed.
const MAX_QUESTIONS: i64 = 500;
/// Number of questions that are encoded in advance, if that is faster.
const PREFETCHED: usize = 100;

/// Implements `ReplayService`.
pub struct Service {
    context: Context,
    encoder: EncoderService,
    /// Runs one replay at a time, so that replays do not delay replies to residents.
    cpu_pool: CpuPool,
}

impl Service {
    #[must_use]
    pub fn new(context: Context, encoder: EncoderService) -> Self {
        Self { context, encoder, cpu_pool: CpuPool::new() }
    }

    async fn build_index(&self, scope: &Scope, answers: Vec<Answer>) -> Result<Arc<CommunityIndex>, Fault> {
        bot::build_index(&self.context, &self.encoder, scope, answers).await
    }

    /// Encodes questions and their translations.
    async fn with_embeddings(
        &self,
        questions: Vec<InboundQuestion>,
        index: &CommunityIndex,
    ) -> Vec<(InboundQuestion, TextEmbeddings)> {
        let mut encoded = Vec::with_capacity(questions.len());
        for (number, asked) in questions.iter().enumerate() {
            if number.is_multiple_of(PREFETCHED) {
                let next = questions[number..].iter().take(PREFETCHED);
                let texts: Vec<&str> = next.flat_map(|asked| [&*asked.body, &*asked.english]).collect();
                TextEmbeddings::prefetch(&self.encoder, index, &texts).await;
            }
            let mut embeddings = TextEmbeddings::embed(&self.encoder, index, &asked.body).await;
            if !asked.english.is_empty() {
                embeddings.add(&self.encoder, index, &asked.english).await;
            }
            encoded.push(embeddings);
        }
        questions.into_iter().zip(encoded).collect()
    }
}

#[async_service]
impl ReplayService for Service {
    async fn replay_questions(
        &self,
        request: Request<ReplayQuestionsRequest>,
    ) -> Result<Response<ReplayQuestionsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (id, proposal) = convert::proposal(request)?;
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &id).await?;
        let answers = answer::own_and_shared(&mut tx, &scope, &id).await?;
        let recent = thread::inbound_questions(&mut tx, &scope, &id, MAX_QUESTIONS).await?;
        drop(tx);
        let now = self.context.now();
        let knowledge = self.cpu_pool.run(move || proposal.apply(&id, answers, now)).await??;
        // The slot also bounds the memory that the indexes take.
        let slot = self.cpu_pool.slot().await?;
        let current = self.build_index(&scope, knowledge.current).await?;
        let proposed = self.build_index(&scope, knowledge.proposed).await?;
        let questions = self.with_embeddings(recent, &current).await;
        let today = self.context.now().date_in(&community.time_zone).to_string();
        let indexes =
            rules::ReplayIndexes { current, proposed, thresholds: community.persona.thresholds(), today };
        let report = slot.run(move || rules::replay(questions, &indexes)).await?;
        Ok(Response::new(convert::report(report)))
    }
}
