//! The calls of `VoiceService`.
use answering::Language;
use contract::v1::{voice_service_server::VoiceService, *};
use platform::Fault;
use tonic::{Request, Response, Status};

use super::convert;
use crate::{
    bot::Rehearsal,
    call, community,
    context::Context,
    voice::{Asked, Manner, Voice},
};

/// Answers the calls.
pub struct Service {
    /// Storage and time.
    pub context: Context,
    /// Asks the bot.
    pub rehearsal: Rehearsal,
    /// How it says it.
    pub voice: Voice,
}

#[tonic::async_trait]
impl VoiceService for Service {
    async fn preview_persona(
        &self,
        request: Request<PreviewPersonaRequest>,
    ) -> Result<Response<PreviewPersonaResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let question = request.question.trim();
        if question.is_empty() {
            return Err(Fault::field("question", "Write what a resident would ask.").into());
        }
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.as_str().into()).await?;
        drop(tx);
        let manner = convert::manner(Manner::of(&community), &request);
        let tried = self.rehearsal.ask_one(&scope, &community, question).await?;
        if tried.given.is_empty() {
            return Ok(Response::new(convert::unworded(&tried, &manner, request.first_contact)));
        }
        let asked = Asked { text: &tried.asked, answers: &tried.given, language: tried.language };
        let said = self.voice.say(&manner, &asked).await;
        if tried.language != Language::English && !said.written {
            let told = convert::unworded(&tried, &manner, request.first_contact);
            return Ok(Response::new(PreviewPersonaResponse { why: said.why, ..told }));
        }
        Ok(Response::new(convert::said(&tried, &manner, &said, request.first_contact)))
    }
}
