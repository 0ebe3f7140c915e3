//! The calls of `AnsweringService`.
use contract::v1::{answering_service_server::AnsweringService, *};
use tonic::{Request, Response, Status};

use super::{
    brain::Brain,
    sense::State::{Broken, Loading, Meaning, Words},
};
use crate::call;

/// Answers the calls.
pub struct Service(pub Brain);

#[tonic::async_trait]
impl AnsweringService for Service {
    async fn get_answering(
        &self,
        request: Request<GetAnsweringRequest>,
    ) -> Result<Response<GetAnsweringResponse>, Status> {
        call::enter(request)?;
        let (engine, model) = match self.0.sense.state() {
            Words => (AnsweringEngine::Words, SentenceModel::None),
            Loading => (AnsweringEngine::Words, SentenceModel::Loading),
            Broken => (AnsweringEngine::Words, SentenceModel::Broken),
            Meaning => (AnsweringEngine::Meaning, SentenceModel::Ready),
        };
        Ok(Response::new(GetAnsweringResponse { engine: engine.into(), model: model.into() }))
    }
}
