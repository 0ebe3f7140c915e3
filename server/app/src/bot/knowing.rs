//! What the bot would know if it knew something else, by the very code that makes what answers residents. Nothing is
//! stored.
use std::sync::Arc;

use platform::{Fault, Scope};
use tokio::task::spawn_blocking;

use super::{
    mind::Mind,
    sense::Sense,
    store::{Calibration, Vectors},
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
    let Some(model) = sense.version() else { return by_words(answers).await };
    let wordings = match Wordings::new(answers) {
        Ok(wordings) => wordings,
        Err(answers) => return by_words(answers).await,
    };
    let mut tx = context.db.read(scope).await?;
    let usual = Calibration::find(&mut tx).await?.usual;
    let (mut known, _): (Vectors, bool) = wordings.kept(&mut tx, scope, model, context.now()).await?;
    drop(tx);
    let read = wordings::read(sense, &wordings.unread(&known)).await?;
    known.extend(read);
    wordings.learn(sense, &known, usual).await.map(Arc::new).map_err(Fault::internal)
}

async fn by_words(answers: Vec<Answer>) -> Result<Arc<Mind>, Fault> {
    spawn_blocking(|| Arc::new(Mind::new(answers))).await.map_err(Fault::unavailable)
}
