//! Implements `EngineStatusService`.
use contract::v1::{engine_status_service_server::EngineStatusService, *};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use crate::{
    bot::{
        index::{
            EncoderState::{Disabled, Failed, Loading, Ready},
            IndexCache,
        },
        response::{ReplyRenderer, WriterState},
    },
    incoming_request,
};

/// Implements `EngineStatusService`.
pub struct Service {
    pub index_cache: IndexCache,
    pub renderer: ReplyRenderer,
}

#[async_service]
impl EngineStatusService for Service {
    async fn get_engine_status(
        &self,
        request: Request<GetEngineStatusRequest>,
    ) -> Result<Response<GetEngineStatusResponse>, Status> {
        incoming_request::split(request)?;
        let (engine, model) = match self.index_cache.encoder.state() {
            Disabled => (AnsweringEngine::Words, SentenceModel::None),
            Loading => (AnsweringEngine::Words, SentenceModel::Loading),
            Failed => (AnsweringEngine::Words, SentenceModel::Broken),
            Ready => (AnsweringEngine::Meaning, SentenceModel::Ready),
        };
        let writing = match self.renderer.state() {
            WriterState::None => WritingModel::None,
            WriterState::Ready => WritingModel::Ready,
            WriterState::Failing => WritingModel::Failing,
        };
        let (engine, model, writing) = (engine.into(), model.into(), writing.into());
        Ok(Response::new(GetEngineStatusResponse { engine, model, writing }))
    }
}
