//! Commands of drafts.
mod change;
mod create;
mod export;
mod merge;
mod read_document;
mod rewrite;

use platform::{Actor, Fault, Tx, ids::CommunityId};

pub use change::{delete, set_feedback, stop, update_text};
pub use create::{NewDraft, continue_draft, create, regenerate};
pub use export::export;
pub use merge::{export_letters, merge_letters};
pub use read_document::read_document;
pub use rewrite::rewrite;

use super::{
    community_facts,
    model::{Draft, DraftId, DraftKind, DraftView, Position},
    rules, store, verification,
};
use crate::context::Context;

/// Returns a draft of the actor, locked until the transaction ends.
///
/// # Errors
/// `NOT_FOUND` for drafts of others, of communities outside the scope and of assistants that are off.
async fn require_locked(tx: &mut Tx, actor: &Actor, id: &DraftId) -> Result<Draft, Fault> {
    let found = store::lock(tx, &actor.scope(), &actor.id, id).await?;
    checked(actor, found)
}

/// Returns a draft of the actor.
///
/// # Errors
/// As [`require_locked`].
pub async fn require(tx: &mut Tx, actor: &Actor, id: &DraftId) -> Result<Draft, Fault> {
    let found = store::find(tx, &actor.scope(), &actor.id, id).await?;
    checked(actor, found)
}

/// Returns how far a draft of the actor is.
///
/// # Errors
/// As [`require_locked`].
pub async fn require_position(tx: &mut Tx, actor: &Actor, id: &DraftId) -> Result<Position, Fault> {
    let found = store::find_position(tx, &actor.scope(), &actor.id, id).await?;
    let position = found.ok_or_else(|| Fault::not_found("draft"))?;
    check(actor, position.kind, position.community_id.as_ref())?;
    Ok(position)
}

fn checked(actor: &Actor, found: Option<Draft>) -> Result<Draft, Fault> {
    let draft = found.ok_or_else(|| Fault::not_found("draft"))?;
    check(actor, draft.kind, draft.community_id.as_ref())?;
    Ok(draft)
}

fn check(actor: &Actor, kind: i32, community: Option<&CommunityId>) -> Result<(), Fault> {
    if !rules::has_kind(actor, DraftKind::try_from(kind).unwrap_or_default()) {
        return Err(Fault::not_found("draft"));
    }
    community.map_or(Ok(()), |community| actor.scope().check_community(community))
}

/// Returns the texts that a draft may take details from: its inputs, its facts, names, and what a template wrote.
async fn known_texts(
    context: &Context,
    tx: &mut Tx,
    actor: &Actor,
    draft: &Draft,
) -> Result<Vec<String>, Fault> {
    let scope = actor.scope();
    let names = community_facts::names(tx, context, &scope.whole(), draft).await?;
    // What a template adds to the inputs is not the output of a model.
    let template = store::last_template(tx, &scope, &draft.id).await?;
    let mut texts: Vec<String> = draft.inputs.texts().into_iter().map(str::to_owned).collect();
    texts.extend([names.company, names.community, names.author, names.today]);
    texts.extend(draft.facts.iter().flat_map(|fact| [fact.label.clone(), fact.text.clone()]));
    texts.extend(template);
    Ok(texts)
}

/// Returns a draft with its text, versions and unverified details.
pub async fn view(context: &Context, tx: &mut Tx, actor: &Actor, draft: Draft) -> Result<DraftView, Fault> {
    let scope = actor.scope();
    let text = store::text(tx, &scope, &draft.id, draft.version).await?;
    let versions = store::versions(tx, &scope, &draft.id).await?;
    let details = if draft.state.is_active() {
        Vec::new()
    } else {
        let known = known_texts(context, tx, actor, &draft).await?;
        let sources: Vec<&str> = known.iter().map(String::as_str).collect();
        verification::unverified_details(&text, &sources, &draft.confirmed)
    };
    let used_facts = draft.facts.iter().map(|fact| verification::uses(&text, &fact.text)).collect();
    Ok(DraftView { draft, text, details, used_facts, versions })
}
