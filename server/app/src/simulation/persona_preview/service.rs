//! RPC handlers of `PersonaPreviewService`.
use answering::Language;
use contract::v1::{persona_preview_service_server::PersonaPreviewService, *};
use platform::Fault;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::convert;
use crate::{
    bot::{
        Simulator,
        response::{ReplyRenderer, ReplyRequest, ReplyStyle},
    },
    context::Context,
    incoming_request,
    tenancy::community,
};

/// Implements `PersonaPreviewService`.
pub struct Service {
    pub context: Context,
    pub simulator: Simulator,
    /// Renders the previewed replies.
    pub renderer: ReplyRenderer,
}

#[async_service]
impl PersonaPreviewService for Service {
    async fn preview_persona(
        &self,
        request: Request<PreviewPersonaRequest>,
    ) -> Result<Response<PreviewPersonaResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let question = request.question.trim();
        if question.is_empty() {
            return Err(Fault::field("question", "Enter a question as a resident would ask it.").into());
        }
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.as_str().into()).await?;
        drop(tx);
        let style = convert::style(ReplyStyle::of(&community), &request);
        let simulated = self.simulator.simulate_one(&scope, &community, question).await?;
        if simulated.sources.is_empty() {
            return Ok(Response::new(convert::to_plain_response(&simulated, &style, request.first_contact)));
        }
        let request_to_render = ReplyRequest {
            text: &simulated.question,
            answers: &simulated.sources,
            language: simulated.language,
        };
        let rendered = self.renderer.render(&style, &request_to_render).await;
        if simulated.language != Language::English && !rendered.is_written {
            let to_response = convert::to_plain_response(&simulated, &style, request.first_contact);
            return Ok(Response::new(PreviewPersonaResponse { why: rendered.why, ..to_response }));
        }
        Ok(Response::new(convert::rendered(&simulated, &style, &rendered, request.first_contact)))
    }
}
