//! What-if indexes: search indexes of answers that are not stored.
use std::sync::Arc;

use platform::{Fault, Scope, cpu_pool};

use super::{
    community_index::CommunityIndex,
    encoder::{EncoderService, Priority},
    store::{Calibration, Embeddings},
    utterances::{self, Utterances},
};
use crate::{context::Context, knowledge::answer::Answer};

/// Builds an index of answers, semantic if a sentence model is in use. Stores nothing.
pub async fn build_index(
    context: &Context,
    encoder: &EncoderService,
    scope: &Scope,
    answers: Vec<Answer>,
) -> Result<Arc<CommunityIndex>, Fault> {
    let index = build_lexical_index(answers).await?;
    let Some(model) = encoder.version().filter(|_| !index.is_complete()) else { return Ok(index) };
    let utterances = Utterances::new(index);
    let mut tx = context.db.read(scope).await?;
    let score_threshold = Calibration::find(&mut tx).await?.score_threshold;
    let (mut embeddings, _): (Embeddings, bool) =
        utterances.stored(&mut tx, scope, model, context.now()).await?;
    drop(tx);
    let embedded = utterances::embed(encoder, &utterances.missing(&embeddings)).await?;
    embeddings.extend(embedded);
    utterances
        .build(encoder, &embeddings, score_threshold, Priority::Background)
        .await
        .map(Arc::new)
        .map_err(Fault::internal)
}

/// Builds a lexical index of answers.
///
/// # Errors
/// `UNAVAILABLE` while the server shuts down.
pub async fn build_lexical_index(answers: Vec<Answer>) -> Result<Arc<CommunityIndex>, Fault> {
    cpu_pool::run_at_lowest_priority("index", || Arc::new(CommunityIndex::new(answers))).await
}
