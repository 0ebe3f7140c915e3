//! Discards the draft.
use platform::{Actor, Fault};

use super::change_draft::{DraftChange, change_draft};
use crate::{
    context::Context,
    knowledge::catalog::model::{Draft, DraftState, Library},
    operations::audit::{AuditAction, AuditEvent},
};

/// Replaces the draft with the published version. This can be undone.
///
/// # Errors
/// Fails if the draft's version is not `version`.
pub async fn discard_draft(context: &Context, actor: &Actor, version: i64) -> Result<DraftState, Fault> {
    let discard = |_: &Draft, published: &Library| {
        let summary = "Discarded the catalogs' draft.".to_owned();
        let audit_event = AuditEvent { action: AuditAction::CatalogDraftDiscarded, subject: "", summary };
        Ok((DraftChange { library: published.clone(), is_undoable: true, audit_event }, ()))
    };
    let (state, ()) = change_draft(context, actor, version, discard).await?;
    Ok(state)
}
