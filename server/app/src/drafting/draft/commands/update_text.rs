//! Replaces the text of a draft.
use platform::{Actor, Fault};

use super::require_locked;
use crate::{
    context::Context,
    drafting::draft::{
        model::{Draft, DraftId, DraftState, Failure, Origin, Version},
        rules, sharing, store,
    },
};

/// Replaces the text of a draft. A generated version is kept and followed by a new one; an edited version is
/// overwritten.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`; `DRAFT_BEING_WRITTEN`; `DRAFT_TEXT_CHANGED`.
pub async fn update_text(
    context: &Context,
    actor: &Actor,
    id: &DraftId,
    revision: i32,
    text: String,
    confirmed: Vec<String>,
) -> Result<Draft, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    rules::require_at_rest(&draft)?;
    rules::require_revision(&draft, revision)?;
    let current = store::find_version(&mut tx, &scope, id, draft.version).await?;
    let is_changed = current.as_ref().is_none_or(|version| version.text != text);
    if is_changed {
        let is_edited = current.as_ref().is_some_and(|version| version.origin == Origin::Edited);
        draft.version += i64::from(!is_edited);
        let number = draft.version;
        let version = Version { number, origin: Origin::Edited, is_template: false, text, created_ms: now };
        store::insert_version(&mut tx, &scope, id, &version).await?;
        draft.state = DraftState::Done;
        draft.failure = Failure::None;
    }
    draft.revision += 1;
    draft.confirmed = confirmed;
    draft.updated_ms = now;
    store::update(&mut tx, &scope, &draft).await?;
    sharing::publish_if_shared(&mut tx, &scope, &draft, now);
    tx.commit().await?;
    Ok(draft)
}
