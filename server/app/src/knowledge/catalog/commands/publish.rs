//! Publishes the draft or an earlier version.
use platform::{Actor, Fault, Scope};

use super::{
    super::{
        model::{DraftState, Library, Version},
        rules, store,
    },
    draft_state, save_draft,
};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
};

/// The version to publish: the draft or an earlier version.
pub struct Release {
    pub note: String,
    /// Unset publishes the draft.
    pub restored: Option<RestoredVersion>,
}

/// An earlier version that is published again.
pub struct RestoredVersion {
    pub number: i64,
    pub library: Library,
}

/// Publishes the next version. The draft equals it afterwards and has no change to undo.
///
/// # Errors
/// `NOTHING_TO_PUBLISH`, `DRAFT_HAS_CHANGES`, `ALREADY_PUBLISHED`; fails if the draft's version is not
/// `version`.
pub async fn publish(
    context: &Context,
    actor: &Actor,
    version: i64,
    release: Release,
) -> Result<(Version, DraftState), Fault> {
    let (home, now) = (Scope::of_company(&actor.home), context.now());
    let mut tx = context.db.found(&home).await?;
    let before = draft_state(&mut tx).await?;
    rules::same_version(&before.draft, version)?;
    let restored = release.restored.as_ref().map_or(0, |version| version.number);
    rules::check_publishable(&before, restored)?;
    let library = release.restored.map_or_else(|| before.draft.library.clone(), |version| version.library);
    let number = before.published + 1;
    let published = Version {
        number,
        note: release.note,
        published_by: actor.name.to_string(),
        published_ms: now,
        restored,
        intents: i64::try_from(library.len()).unwrap_or(i64::MAX),
    };
    // The draft is saved first, so that the second of two concurrent publications fails.
    save_draft(&mut tx, &before.draft.changed(library.clone(), None, &actor.name, now)).await?;
    if !store::insert(&mut tx, &published, &library).await? {
        return Err(rules::draft_changed());
    }
    let (action, summary) = match restored {
        0 => (
            AuditAction::CatalogPublished,
            format!("Published version {number} of the catalogs: {}", published.note),
        ),
        old => (
            AuditAction::CatalogRolledBack,
            format!("Restored version {old} of the catalogs as version {number}."),
        ),
    };
    audit::record(&mut tx, &home, context, actor, AuditEvent { action, subject: "", summary }).await?;
    let state = draft_state(&mut tx).await?;
    tx.commit().await?;
    Ok((published, state))
}
