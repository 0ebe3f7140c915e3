//! Exports drafts.
use platform::{Actor, Fault, Scope};

use super::require;
use crate::{
    context::Context,
    drafting::{
        document::{self, HeaderImage},
        draft::{
            model::{Draft, DraftId, DraftKind, ExportedFile},
            rules, store,
        },
    },
    identity::header_image,
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
    let text = store::text(&mut tx, &scope, &draft.id, draft.version).await?;
    drop(tx);
    let header = letterhead(context, actor, &draft).await?;
    let bytes = document::write_docx(&[&text], header.as_ref())?;
    Ok(ExportedFile { name: rules::file_name(&draft.title), bytes })
}

/// Returns the header image of the owner of a letter. Other drafts have none.
pub async fn letterhead(
    context: &Context,
    actor: &Actor,
    draft: &Draft,
) -> Result<Option<HeaderImage>, Fault> {
    if draft.kind() != DraftKind::Correspondence {
        return Ok(None);
    }
    let home = Scope::of_company(&actor.home);
    Ok(header_image::png(context, &home, &actor.id).await?.and_then(HeaderImage::new))
}
