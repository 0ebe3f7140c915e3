//! Exports a draft.
use platform::{Actor, Fault};

use super::{letterhead::letterhead, require_readable};
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
pub async fn export_draft(context: &Context, actor: &Actor, id: &DraftId) -> Result<ExportedFile, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let draft = require_readable(&mut tx, actor, id).await?;
    rules::require_at_rest(&draft)?;
    let text = store::text(&mut tx, &scope, &draft.id, draft.version).await?;
    drop(tx);
    let header = letterhead(context, actor, &draft).await?;
    let bytes = document::write_docx(&[&text], header.as_ref())?;
    Ok(ExportedFile { name: rules::file_name(&draft.title), bytes })
}
