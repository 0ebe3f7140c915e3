//! Removes the picture of a draft.
use platform::{Actor, Fault};

use super::{
    draft_picture::{remove_files, save},
    require_locked,
};
use crate::{
    context::Context,
    outreach::blast::{
        model::{Blast, BlastId},
        rules,
    },
};

/// Removes the picture of a draft.
///
/// # Errors
/// `BLAST_NOT_DRAFT`.
pub async fn delete_picture(context: &Context, actor: &Actor, id: &BlastId) -> Result<Blast, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let blast = require_locked(&mut tx, actor, id).await?;
    rules::require_draft(&blast)?;
    remove_files(&mut tx, &scope, &blast).await?;
    save(tx, context, &scope, Blast { picture: None, ..blast }).await
}
