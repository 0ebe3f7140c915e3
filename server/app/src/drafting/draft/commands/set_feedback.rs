//! Sets the feedback on a draft.
use platform::{Actor, Fault};

use super::require_locked;
use crate::{
    context::Context,
    drafting::draft::{
        model::{Draft, DraftId},
        store,
    },
};

/// Sets the feedback on a draft.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`.
pub async fn set_feedback(
    context: &Context,
    actor: &Actor,
    id: &DraftId,
    feedback: i32,
    note: String,
) -> Result<Draft, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    draft.feedback = feedback;
    draft.feedback_note = note.trim().to_owned();
    store::update(&mut tx, &scope, &draft).await?;
    tx.commit().await?;
    Ok(draft)
}
