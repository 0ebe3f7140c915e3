//! Deletes a draft.
use platform::{Actor, Fault, jobs::cancel};

use super::require_locked;
use crate::{
    context::Context,
    drafting::draft::{model::DraftId, queue::key, store},
};

/// Deletes a draft.
///
/// # Errors
/// `NOT_FOUND` for drafts of other users, of communities outside the scope and of disabled assistants.
pub async fn delete_draft(context: &Context, actor: &Actor, id: &DraftId) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let draft = require_locked(&mut tx, actor, id).await?;
    cancel(&mut tx, scope.company(), &key(&draft)).await?;
    store::delete(&mut tx, &scope, id).await?;
    tx.commit().await
}
