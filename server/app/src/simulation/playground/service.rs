//! RPC handlers of `PlaygroundService`.
use contract::v1::{self, playground_service_server::PlaygroundService, *};
use platform::events;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{Compared, Variant},
    rules,
};
use crate::{
    bot::{SimulatedReply, Simulator, response::ReplyStyle},
    context::Context,
    incoming_request,
    messaging::thread,
    tenancy::community,
};

/// Maximum number of texts that are searched for distinct questions.
const MAX_SEARCHED_TEXTS: i64 = 500;

/// Implements `PlaygroundService`.
pub struct Service {
    pub context: Context,
    pub simulator: Simulator,
}

#[async_service]
impl PlaygroundService for Service {
    async fn compare_answers(
        &self,
        request: Request<CompareAnswersRequest>,
    ) -> Result<Response<CompareAnswersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.into()).await?;
        drop(tx);
        let side = |variant: Option<v1::Variant>| match variant {
            Some(variant) => rules::as_if(community.clone(), convert::variant(variant)),
            None => Ok(community.clone()),
        };
        let sides = [side(request.left)?, side(request.right)?];
        let threshold_sets = sides.each_ref().map(|side| side.persona.thresholds());
        let batch = self
            .simulator
            .simulate_with(&scope, &community, request.questions.clone(), &threshold_sets)
            .await?;
        let compare = |(question, simulated): (String, Vec<SimulatedReply>)| {
            let say = |(simulated, side): (SimulatedReply, _)| SimulatedReply {
                reply: simulated.rendered_texts(&ReplyStyle::of(side)),
                ..simulated
            };
            let mut simulated = simulated.into_iter().zip(&sides).map(say);
            Some(Compared { question, left: simulated.next()?, right: simulated.next()? })
        };
        let compared: Vec<_> = request.questions.into_iter().zip(batch.results).filter_map(compare).collect();
        Ok(Response::new(convert::compared(&compared, batch.by_meaning)))
    }

    async fn list_asked_questions(
        &self,
        request: Request<ListAskedQuestionsRequest>,
    ) -> Result<Response<ListAskedQuestionsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, community) = (actor.scope(), request.community_id.into());
        let most = match usize::try_from(request.limit) {
            Ok(limit) if limit > 0 => limit.min(rules::MAX_QUESTIONS),
            _ => rules::MAX_QUESTIONS,
        };
        let mut tx = self.context.db.read(&scope).await?;
        community::require(&mut tx, &scope, &community).await?;
        let asked = thread::inbound_questions(&mut tx, &scope, &community, MAX_SEARCHED_TEXTS).await?;
        let questions = rules::each_once(asked.into_iter().map(|asked| asked.body), most);
        Ok(Response::new(ListAskedQuestionsResponse { questions }))
    }

    async fn promote_variant(
        &self,
        request: Request<PromoteVariantRequest>,
    ) -> Result<Response<PromoteVariantResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id) = (actor.scope(), request.community_id.into());
        let shown = request.before.map(convert::variant);
        let mut tx = self.context.db.write(&scope).await?;
        // Locks the community: a concurrent change waits here and then fails, because the variant has
        // changed.
        community::touch_knowledge(&mut tx, &scope, &id).await?;
        let community = community::require(&mut tx, &scope, &id).await?;
        let before = Variant::of(&community);
        rules::unchanged(&before, shown.as_ref())?;
        let after = request.after.map_or_else(|| before.clone(), convert::variant);
        let community = rules::as_if(community, after)?;
        community::save_persona(&mut tx, &community).await?;
        let now = self.context.now();
        events::publish(&mut tx, scope.company(), &id, events::Kind::Community, id.as_str(), now);
        tx.commit().await?;
        Ok(Response::new(PromoteVariantResponse {
            text_community: Some(community::to_contract(&community, &scope)),
            before: Some(convert::variant_to_contract(&before)),
            after: Some(convert::variant_to_contract(&Variant::of(&community))),
        }))
    }
}
