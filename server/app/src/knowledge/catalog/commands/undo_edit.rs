//! Undoes the last edit of the draft.
use platform::{Actor, Fault};

use super::change_draft::{DraftChange, change_draft};
use crate::{
    context::Context,
    knowledge::catalog::{
        model::{Draft, DraftState, Library},
        rules,
    },
    operations::audit::{AuditAction, AuditEvent},
};

/// Undoes the last edit of the draft.
///
/// # Errors
/// `NOTHING_TO_UNDO`; fails if the draft's version is not `version`.
pub async fn undo_edit(context: &Context, actor: &Actor, version: i64) -> Result<DraftState, Fault> {
    let undo = |draft: &Draft, _: &Library| {
        let library = draft.previous_library.clone().ok_or_else(rules::nothing_to_undo)?;
        let summary = "Undid the last change to the catalogs' draft.".to_owned();
        let audit_event = AuditEvent { action: AuditAction::CatalogEditUndone, subject: "", summary };
        Ok((DraftChange { library, is_undoable: false, audit_event }, ()))
    };
    let (state, ()) = change_draft(context, actor, version, undo).await?;
    Ok(state)
}
