//! Enqueues the generation of a new version of a draft.
use platform::{Actor, Fault};

use super::{
    generation_request::{WRITING, enqueue_version, require_allowed, set_queued},
    require_locked,
};
use crate::{
    context::Context,
    drafting::draft::{
        model::{Draft, DraftId, Inputs},
        rules, sharing, store,
    },
    operations::rate_limit,
};

/// Enqueues the generation of a new version of a draft.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`; `DRAFT_BEING_WRITTEN`; fails as `create_draft`.
pub async fn regenerate_draft(
    context: &Context,
    actor: &Actor,
    id: &DraftId,
    inputs: Option<Inputs>,
    has_model: bool,
) -> Result<Draft, Fault> {
    let found = require_allowed(context, actor, id, rules::require_at_rest).await?;
    rules::check_inputs(found.kind(), inputs.as_ref().unwrap_or(&found.inputs), has_model)?;
    rate_limit::take(context, &WRITING, actor.id.as_str(), None).await?;
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    rules::require_at_rest(&draft)?;
    if let Some(inputs) = inputs {
        draft.title = rules::title(draft.kind(), &inputs);
        draft.inputs = inputs;
    }
    draft.version += 1;
    set_queued(&mut draft, context);
    store::update(&mut tx, &scope, &draft).await?;
    enqueue_version(&mut tx, context, actor, &draft).await?;
    sharing::publish_if_shared(&mut tx, &scope, &draft, draft.updated_ms);
    tx.commit().await?;
    Ok(draft)
}
