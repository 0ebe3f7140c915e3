//! Copies a draft.
use platform::{Actor, Fault, Timestamp, Tx};

use super::{generation_request::WRITING, require_readable};
use crate::{
    context::Context,
    drafting::draft::{
        model::{Draft, DraftId, Origin, Progress, Version},
        rules, store,
    },
    operations::rate_limit,
};

/// Copies the inputs, the facts and the current text of a draft to a new draft of the actor.
///
/// # Errors
/// `NOT_FOUND`; `DRAFT_BEING_WRITTEN`; `TOO_MANY_DRAFTS`.
pub async fn copy_draft(context: &Context, actor: &Actor, id: &DraftId) -> Result<Draft, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.read(&scope).await?;
    require_original(&mut tx, actor, id).await?;
    drop(tx);
    rate_limit::take(context, &WRITING, actor.id.as_str(), None).await?;
    let mut tx = context.db.write(&scope).await?;
    let original = require_original(&mut tx, actor, id).await?;
    let current = store::find_version(&mut tx, &scope, id, original.version).await?;
    let current = current.ok_or_else(|| Fault::not_found("draft"))?;
    let copy = Draft {
        id: context.ids.next(now),
        owner_id: actor.id.clone(),
        version: 1,
        revision: 1,
        sequence: 0,
        run: 0,
        lease_ms: Timestamp(0),
        progress: Progress::NONE,
        confirmed: Vec::new(),
        feedback: 0,
        feedback_note: String::new(),
        shared_ms: None,
        owner_name: String::new(),
        created_ms: now,
        updated_ms: now,
        ..original
    };
    let version = Version { number: 1, origin: Origin::Copied, created_ms: now, ..current };
    store::insert(&mut tx, &scope, &copy).await?;
    store::insert_version(&mut tx, &scope, &copy.id, &version).await?;
    tx.commit().await?;
    Ok(copy)
}

/// Returns a draft that the actor can read and that is not being written.
async fn require_original(tx: &mut Tx, actor: &Actor, id: &DraftId) -> Result<Draft, Fault> {
    let draft = require_readable(tx, actor, id).await?;
    rules::require_at_rest(&draft)?;
    Ok(draft)
}
