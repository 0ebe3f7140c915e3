//! Shared parts of the commands that enqueue the generation of a draft.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Tx};

use super::require;
use crate::{
    context::Context,
    drafting::draft::{
        model::{Draft, DraftId, DraftState, Failure, Origin, Version},
        queue::enqueue,
        store,
    },
    operations::rate_limit::Limit,
};

/// Limit of requests to a language model.
pub const WRITING: Limit = Limit {
    name: "drafts written",
    most: 60,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyDrafts,
    words: "You've had 60 drafts written in the last hour. Try again later.",
};

/// Returns a draft whose state allows generation.
pub(super) async fn require_allowed(
    context: &Context,
    actor: &Actor,
    id: &DraftId,
    allows: impl Fn(&Draft) -> Result<(), Fault>,
) -> Result<Draft, Fault> {
    let mut tx = context.db.read(&actor.scope()).await?;
    let draft = require(&mut tx, actor, id).await?;
    allows(&draft)?;
    Ok(draft)
}

/// Sets the state of a draft whose generation is enqueued.
pub(super) fn set_queued(draft: &mut Draft, context: &Context) {
    draft.state = DraftState::Queued;
    draft.failure = Failure::None;
    draft.revision += 1;
    draft.updated_ms = context.now();
}

/// Inserts an empty current version and the job that generates it.
pub(super) async fn enqueue_version(
    tx: &mut Tx,
    context: &Context,
    actor: &Actor,
    draft: &Draft,
) -> Result<(), Fault> {
    let scope = actor.scope();
    let version = Version {
        number: draft.version,
        origin: Origin::Generated,
        is_template: false,
        text: String::new(),
        created_ms: draft.updated_ms,
    };
    store::insert_version(tx, &scope, &draft.id, &version).await?;
    enqueue(tx, context, &scope, draft).await
}
