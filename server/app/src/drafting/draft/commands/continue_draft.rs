//! Continues the generation of a draft that was stopped or failed.
use platform::{Actor, Fault};

use super::{
    generation_request::{WRITING, require_allowed, set_queued},
    require_locked,
};
use crate::{
    context::Context,
    drafting::draft::{
        model::{Draft, DraftId},
        queue::enqueue,
        rules, sharing, store,
    },
    operations::rate_limit,
};

/// Continues the generation of a draft that was stopped or failed.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`; `DRAFT_NOT_STOPPED`; `TOO_MANY_DRAFTS`.
pub async fn continue_draft(context: &Context, actor: &Actor, id: &DraftId) -> Result<Draft, Fault> {
    require_allowed(context, actor, id, rules::require_stopped).await?;
    rate_limit::take(context, &WRITING, actor.id.as_str(), None).await?;
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    rules::require_stopped(&draft)?;
    set_queued(&mut draft, context);
    store::update(&mut tx, &scope, &draft).await?;
    enqueue(&mut tx, context, &scope, &draft).await?;
    sharing::publish_if_shared(&mut tx, &scope, &draft, draft.updated_ms);
    tx.commit().await?;
    Ok(draft)
}
