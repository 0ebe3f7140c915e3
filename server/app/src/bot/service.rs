//! The calls of `AnsweringService`.
use contract::v1::{answering_service_server::AnsweringService, *};
use tonic::{Request, Response, Status};

use super::{
    brain::Brain,
    sense::State::{Broken, Loading, Meaning, Words},
};
use crate::{
    call,
    voice::{Voice, Writing},
};

/// Answers the calls.
pub struct Service {
    /// What the bot knows.
    pub brain: Brain,
    /// How it says it.
    pub voice: Voice,
}

#[tonic::async_trait]
impl AnsweringService for Service {
    async fn get_answering(
        &self,
        request: Request<GetAnsweringRequest>,
    ) -> Result<Response<GetAnsweringResponse>, Status> {
        call::enter(request)?;
        let (engine, model) = match self.brain.sense.state() {
            Words => (AnsweringEngine::Words, SentenceModel::None),
            Loading => (AnsweringEngine::Words, SentenceModel::Loading),
            Broken => (AnsweringEngine::Words, SentenceModel::Broken),
            Meaning => (AnsweringEngine::Meaning, SentenceModel::Ready),
        };
        let writing = match self.voice.state() {
            Writing::None => WritingModel::None,
            Writing::Ready => WritingModel::Ready,
            Writing::Failing => WritingModel::Failing,
        };
        let (engine, model, writing) = (engine.into(), model.into(), writing.into());
        Ok(Response::new(GetAnsweringResponse { engine, model, writing }))
    }
}
