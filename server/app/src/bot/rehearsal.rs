//! What the bot would do with texts, by the code that decides on residents': nobody is texted and
//! nothing is stored.
use std::sync::Arc;

use answering::Thresholds;
use platform::{Fault, Scope, ids::CommunityId};
use tokio::{sync::Semaphore, task::spawn_blocking};

use super::{
    brain::{Brain, Found},
    rules::{self, Outcome},
};
use crate::{community, context::Context, knowledge};

/// Asks the bot. Cheap to clone.
#[derive(Clone)]
pub struct Rehearsal {
    context: Context,
    brain: Brain,
    /// It keeps a core busy, so one at a time: residents are answered meanwhile.
    place: Arc<Semaphore>,
}

/// What the bot would do with texts, in their order.
pub struct Asked {
    pub tried: Vec<Tried>,
    /// Meanings were compared, not words alone.
    pub by_meaning: bool,
}

/// What the bot would do with a text. Training does not count.
pub struct Tried {
    /// The answer that it would reply with; nothing where staff would get the text.
    pub reply: Option<knowledge::Answer>,
    /// Of what came nearest.
    pub confidence: f64,
    /// In plain words.
    pub why: String,
}

impl Rehearsal {
    /// With nobody at it.
    #[must_use]
    pub fn new(context: Context, brain: Brain) -> Self {
        Self { context, brain, place: Arc::new(Semaphore::new(1)) }
    }

    /// Asks a community of the scope, as cautiously as it wants it.
    ///
    /// # Errors
    /// `NOT_FOUND` for a community that the scope does not see, and those of storage.
    pub async fn ask(
        &self,
        scope: &Scope,
        community: &CommunityId,
        texts: Vec<String>,
    ) -> Result<Asked, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let community = community::require(&mut tx, scope, community).await?;
        let mind = self.brain.mind(&mut tx, scope, &community).await?;
        drop(tx);
        // The place is kept until the work is done, also when whoever asked for it has gone.
        let place = self.place.clone().acquire_owned().await.map_err(Fault::unavailable)?;
        let by_meaning = mind.has_meanings();
        let mut read = Vec::with_capacity(texts.len());
        for text in texts {
            let meaning = if by_meaning { self.brain.sense.read(&mind.put_right(&text)).await } else { None };
            read.push((text, meaning));
        }
        let caution = community.persona.thresholds();
        let tried = spawn_blocking(move || {
            let _place = place;
            let find = |(text, meaning): (String, Option<Arc<[f32]>>)| {
                Found::new(mind.clone(), caution, &text, meaning.as_deref())
            };
            read.into_iter().map(find).map(|found| try_out(&found, &caution)).collect()
        });
        Ok(Asked { tried: tried.await.map_err(Fault::unavailable)?, by_meaning })
    }
}

fn try_out(found: &Found, caution: &Thresholds) -> Tried {
    let (replies, why) = match rules::decide(&found.matches, caution, false) {
        Outcome::Reply(why) => (true, why),
        Outcome::Escalate(why) => (false, why),
    };
    Tried {
        reply: found.best().filter(|_| replies).cloned(),
        confidence: found.matches.first().map_or(0.0, |best| f64::from(best.confidence)),
        why,
    }
}
