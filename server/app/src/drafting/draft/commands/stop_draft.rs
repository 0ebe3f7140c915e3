//! Stops the generation of a draft.
use platform::{Actor, Fault, jobs::cancel};

use super::require_locked;
use crate::{
    context::Context,
    drafting::draft::{
        model::{Draft, DraftId, DraftState, Failure},
        progress::Progress,
        queue::key,
        sharing,
        store::chunks,
    },
};

/// Stops the generation of a draft. The text written so far is kept.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`.
pub async fn stop_draft(
    context: &Context,
    progress: &Progress,
    actor: &Actor,
    id: &DraftId,
) -> Result<Draft, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    if draft.state.is_active() {
        let now = context.now();
        // Output that watchers on this server may have received already.
        let unstored = progress.run(id).and_then(|run| run.output(draft.run, draft.sequence));
        if let Some((text, end)) = unstored {
            chunks::append(&mut tx, &scope, id, &text, end).await?;
            draft.sequence = end;
        }
        sharing::settle(&mut tx, &scope, &draft, DraftState::Stopped, Failure::None, now).await?;
        cancel(&mut tx, scope.company(), &key(&draft)).await?;
        draft.state = DraftState::Stopped;
        draft.updated_ms = now;
    }
    tx.commit().await?;
    Ok(draft)
}
