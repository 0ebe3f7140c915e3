//! The calls of `VoiceService`.
use contract::v1::{voice_service_server::VoiceService, *};
use platform::Fault;
use tonic::{Request, Response, Status};

use super::convert;
use crate::{
    bot::{self, Brain},
    call, community,
    context::Context,
    voice::{Asked, Manner, Voice},
};

/// Answers the calls.
pub struct Service {
    /// Storage and time.
    pub context: Context,
    /// What the bot knows.
    pub brain: Brain,
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
        let meaning = self.brain.sense.read(question).await;
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.as_str().into()).await?;
        let manner = convert::manner(Manner::of(&community), &request);
        let expected =
            bot::expected(&mut tx, &self.brain, &scope, &community, question, meaning.as_deref()).await?;
        drop(tx);
        if !expected.is_reply {
            return Ok(Response::new(convert::escalated(&expected)));
        }
        let asked = Asked { text: question, answers: &expected.given, language: None };
        let said = self.voice.say(&manner, &asked).await;
        Ok(Response::new(convert::said(&expected, &manner, &said, request.first_contact)))
    }
}
