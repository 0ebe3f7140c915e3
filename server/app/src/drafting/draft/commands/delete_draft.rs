//! Deletes a draft.
use platform::{Actor, Fault, jobs::cancel};

use super::require_locked;
use crate::{
    context::Context,
    drafting::draft::{model::DraftId, queue::key, sharing, store},
};

/// Deletes a draft.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`.
pub async fn delete_draft(context: &Context, actor: &Actor, id: &DraftId) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let draft = require_locked(&mut tx, actor, id).await?;
    cancel(&mut tx, scope.company(), &key(&draft)).await?;
    store::delete(&mut tx, &scope, id).await?;
    sharing::publish_if_shared(&mut tx, &scope, &draft, context.now());
    tx.commit().await
}
