//! The calls of `ReplayService`.
use std::sync::Arc;

use contract::v1::{replay_service_server::ReplayService, *};
use platform::{Aside, Fault, Scope};
use tonic::{Request, Response, Status};

use super::{convert, rules};
use crate::{
    bot::{self, Meant, Mind, Sense},
    call, community,
    context::Context,
    conversation,
    knowledge::{self, Answer},
};

/// So many questions are asked again.
const MOST_ASKED: i64 = 500;

/// Answers the calls.
pub struct Service {
    context: Context,
    sense: Sense,
    /// A replay keeps a core busy, so one at a time: residents are answered meanwhile.
    aside: Aside,
}

impl Service {
    /// With nobody at it.
    #[must_use]
    pub fn new(context: Context, sense: Sense) -> Self {
        Self { context, sense, aside: Aside::new() }
    }

    async fn rehearse(&self, scope: &Scope, answers: Vec<Answer>) -> Result<Arc<Mind>, Fault> {
        bot::know(&self.context, &self.sense, scope, answers).await
    }
}

#[tonic::async_trait]
impl ReplayService for Service {
    async fn replay_questions(
        &self,
        request: Request<ReplayQuestionsRequest>,
    ) -> Result<Response<ReplayQuestionsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let (id, wish) = convert::wish(request)?;
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &id).await?;
        let there = knowledge::own_and_shared(&mut tx, &scope, &id).await?;
        let asked = conversation::asked(&mut tx, &scope, &id, MOST_ASKED).await?;
        drop(tx);
        let now = self.context.now();
        let known = self.aside.run(move || wish.known(&id, there, now)).await??;
        // From here on: what is known takes memory, too.
        let place = self.aside.place().await?;
        let (now, then) = (self.rehearse(&scope, known.now).await?, self.rehearse(&scope, known.then).await?);
        let mut questions = Vec::with_capacity(asked.len());
        for asked in asked {
            let mut meant = Meant::read(&self.sense, &now, &asked.body).await;
            if !asked.english.is_empty() {
                meant.read_on(&self.sense, &now, &asked.english).await;
            }
            questions.push((asked, meant));
        }
        let today = knowledge::today(&community.time_zone, self.context.now());
        let sides = rules::Sides { now, then, caution: community.persona.thresholds(), today };
        let replayed = place.run(move || rules::replay(questions, &sides)).await?;
        Ok(Response::new(convert::replayed(replayed)))
    }
}
