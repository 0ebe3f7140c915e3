//! Exports drafts.
use platform::{Actor, Fault};

use super::require;
use crate::{
    context::Context,
    drafting::{
        document,
        draft::{
            model::{DraftId, ExportedFile},
            rules, store,
        },
    },
};

/// Returns the current version of a draft as a DOCX file.
///
/// # Errors
/// `NOT_FOUND`; `DRAFT_BEING_WRITTEN`.
pub async fn export(context: &Context, actor: &Actor, id: &DraftId) -> Result<ExportedFile, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let draft = require(&mut tx, actor, id).await?;
    rules::require_at_rest(&draft)?;
    let text = store::text(&mut tx, &scope, &draft).await?;
    drop(tx);
    Ok(ExportedFile { name: rules::file_name(&draft.title), bytes: document::write_docx(&[&text])? })
}
