//! Changes a draft.
use platform::{Actor, Fault};

use super::{draft_change::apply, require_locked};
use crate::{
    context::Context,
    outreach::blast::{
        model::{Blast, BlastId, DraftChange},
        rules, store,
    },
};

/// Changes a draft.
///
/// # Errors
/// `INVALID_ARGUMENT` on an invalid field; `NOT_FOUND` for blasts, communities and audiences outside the scope;
/// `BLAST_CHANGED`, `BLAST_NOT_DRAFT`.
pub async fn update_draft(
    context: &Context,
    actor: &Actor,
    id: &BlastId,
    version: i32,
    change: DraftChange,
) -> Result<Blast, Fault> {
    let mut tx = context.db.write(&actor.scope()).await?;
    let blast = require_locked(&mut tx, actor, id).await?;
    rules::require_draft(&blast)?;
    rules::require_version(&blast, version)?;
    let blast = apply(&mut tx, actor, blast, change).await?;
    store::publish_change(&mut tx, &actor.scope(), &blast.id, context.now());
    tx.commit().await?;
    Ok(blast)
}
