//! Deletes a draft.
use platform::{Actor, Fault};

use super::{draft_picture::remove_files, require};
use crate::{
    context::Context,
    outreach::blast::{model::BlastId, rules, store},
};

/// Deletes a draft with its picture.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `BLAST_NOT_DRAFT`.
pub async fn delete_draft(context: &Context, actor: &Actor, id: &BlastId) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let blast = require(&mut tx, &scope, id).await?;
    rules::require_draft(&blast)?;
    remove_files(&mut tx, &scope, &blast).await?;
    store::delete(&mut tx, &scope, &blast.id).await?;
    store::publish_change(&mut tx, &scope, &blast.id, context.now());
    tx.commit().await
}
