//! Changes the draft.
use platform::{Actor, Fault, Scope};

use super::{
    super::{
        model::{Draft, DraftState, Library},
        rules, store,
    },
    draft_state, save_draft,
};
use crate::{
    context::Context,
    operations::audit::{self, AuditEvent},
};

/// The next content of the draft.
pub struct DraftChange {
    pub library: Library,
    /// Whether the change can be undone.
    pub is_undoable: bool,
    pub audit_event: AuditEvent<'static>,
}

/// Replaces the content of the draft. A change without differences is not stored.
///
/// # Errors
/// Fails if the draft's version is not `version`; fails as `apply` does.
pub async fn change_draft<T>(
    context: &Context,
    actor: &Actor,
    version: i64,
    apply: impl FnOnce(&Draft, &Library) -> Result<(DraftChange, T), Fault>,
) -> Result<(DraftState, T), Fault> {
    let home = Scope::of_company(&actor.home);
    let mut tx = context.db.found(&home).await?;
    let draft = store::draft(&mut tx).await?;
    rules::same_version(&draft, version)?;
    let (DraftChange { library, is_undoable, audit_event }, output) =
        apply(&draft, &store::published(&mut tx).await?)?;
    if !rules::differences(&draft.library, &library).is_empty() {
        let before = is_undoable.then(|| draft.library.clone());
        save_draft(&mut tx, &draft.changed(library, before, &actor.name, context.now())).await?;
        audit::record(&mut tx, &home, context, actor, audit_event).await?;
    }
    let state = draft_state(&mut tx).await?;
    tx.commit().await?;
    Ok((state, output))
}
