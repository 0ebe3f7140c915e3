//! Edits the draft.
use platform::{Actor, Fault};

use super::{
    change_draft::{DraftChange, change_draft},
    find_impact, key_suffix, require_version,
};
use crate::{
    context::Context,
    knowledge::catalog::{
        model::{Difference, Draft, DraftState, Edit, Impact, Library},
        rules,
    },
    operations::audit::{AuditAction, AuditEvent},
};

/// The draft after an edit, or before one that was only tried.
pub struct EditedDraft {
    pub state: DraftState,
    pub differences: Vec<Difference>,
    pub impact: Impact,
    /// The key of the edited intent; empty if it was removed.
    pub key: String,
}

/// Edits the draft. A dry run stores nothing and returns the state of the draft before the edit.
///
/// # Errors
/// Fails if the draft's version is not `version`; fails as `rules::apply_edit` does.
pub async fn edit_draft(
    context: &Context,
    actor: &Actor,
    edit: Edit,
    version: i64,
    is_dry_run: bool,
) -> Result<EditedDraft, Fault> {
    let impact = find_impact(context, &edit.keys()).await?;
    let suffix = || key_suffix(context);
    let (state, (differences, key)) = if is_dry_run {
        let state = require_version(context, version).await?;
        let edited = rules::apply_edit(&state.draft.library, edit, &suffix)?;
        let differences = rules::differences(&state.draft.library, &edited.library);
        (state, (differences, edited.key))
    } else {
        let change = |draft: &Draft, _: &Library| {
            let edited = rules::apply_edit(&draft.library, edit, &suffix)?;
            let differences = rules::differences(&draft.library, &edited.library);
            let audit_event =
                AuditEvent { action: AuditAction::CatalogEdited, subject: "", summary: edited.summary };
            let next = DraftChange { library: edited.library, is_undoable: true, audit_event };
            Ok((next, (differences, edited.key)))
        };
        change_draft(context, actor, version, change).await?
    };
    Ok(EditedDraft { state, differences, impact, key })
}
