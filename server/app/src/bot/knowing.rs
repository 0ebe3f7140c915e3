//! What the bot would know if it knew something else, by the very code that makes what answers residents. Nothing is
//! stored.
use std::sync::Arc;

use platform::{Fault, Scope, aside};

use super::{
    mind::Mind,
    sense::{Haste, Sense},
    store::{Calibration, Readings},
    wordings::{self, Wordings},
};
use crate::{context::Context, knowledge::Answer};

/// A bot that knows these answers: by meaning where a sentence model is in use.
///
/// # Errors
/// Those of storage.
pub async fn know(
    context: &Context,
    sense: &Sense,
    scope: &Scope,
    answers: Vec<Answer>,
) -> Result<Arc<Mind>, Fault> {
    let mind = by_words(answers).await?;
    let Some(model) = sense.version().filter(|_| !mind.is_settled()) else { return Ok(mind) };
    let wordings = Wordings::new(mind);
    let mut tx = context.db.read(scope).await?;
    let usual = Calibration::find(&mut tx).await?.usual;
    let (mut known, _): (Readings, bool) = wordings.kept(&mut tx, scope, model, context.now()).await?;
    drop(tx);
    let read = wordings::read(sense, &wordings.unread(&known)).await?;
    known.extend(read);
    wordings.learn(sense, &known, usual, Haste::None).await.map(Arc::new).map_err(Fault::internal)
}

/// The same by words alone.
///
/// # Errors
/// `UNAVAILABLE` while the server stops.
pub async fn by_words(answers: Vec<Answer>) -> Result<Arc<Mind>, Fault> {
    aside::least_urgent("learning", || Arc::new(Mind::new(answers))).await
}
