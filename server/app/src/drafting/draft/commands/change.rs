//! Changes drafts.
use platform::{Actor, Fault, jobs::cancel};

use super::require_locked;
use crate::{
    context::Context,
    drafting::draft::{
        model::{Draft, DraftId, DraftState, Failure, Origin, Version},
        progress::Progress,
        queue::key,
        rules,
        store::{self, chunks},
    },
};

/// Stops the generation of a draft. The text written so far is kept.
///
/// # Errors
/// `NOT_FOUND` for drafts of other users, of communities outside the scope and of disabled assistants.
pub async fn stop(
    context: &Context,
    progress: &Progress,
    actor: &Actor,
    id: &DraftId,
) -> Result<Draft, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    if draft.state.is_active() {
        let now = context.now();
        // Output that watchers on this server may have received already.
        let unstored = progress.run(id).and_then(|run| run.output(draft.run, draft.sequence));
        if let Some((text, end)) = unstored {
            chunks::append(&mut tx, &scope, id, &text, end).await?;
            draft.sequence = end;
        }
        store::settle(&mut tx, &scope, &draft, DraftState::Stopped, Failure::None, now).await?;
        cancel(&mut tx, scope.company(), &key(&draft)).await?;
        draft.state = DraftState::Stopped;
        draft.updated_ms = now;
    }
    tx.commit().await?;
    Ok(draft)
}

/// Replaces the text of a draft. A generated version is kept and followed by a new one; an edited version is
/// overwritten.
///
/// # Errors
/// `NOT_FOUND`; `DRAFT_BEING_WRITTEN`; `DRAFT_TEXT_CHANGED`.
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
    tx.commit().await?;
    Ok(draft)
}

/// Deletes a draft.
///
/// # Errors
/// `NOT_FOUND` for drafts of other users, of communities outside the scope and of disabled assistants.
pub async fn delete(context: &Context, actor: &Actor, id: &DraftId) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let draft = require_locked(&mut tx, actor, id).await?;
    cancel(&mut tx, scope.company(), &key(&draft)).await?;
    store::delete(&mut tx, &scope, id).await?;
    tx.commit().await
}

/// Sets the feedback on a draft.
///
/// # Errors
/// `NOT_FOUND` for drafts of other users, of communities outside the scope and of disabled assistants.
pub async fn set_feedback(
    context: &Context,
    actor: &Actor,
    id: &DraftId,
    feedback: i32,
    note: String,
) -> Result<Draft, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut draft = require_locked(&mut tx, actor, id).await?;
    draft.feedback = feedback;
    draft.feedback_note = note.trim().to_owned();
    store::update(&mut tx, &scope, &draft).await?;
    tx.commit().await?;
    Ok(draft)
}
