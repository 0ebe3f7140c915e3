//! Commands of drafts.
mod change;
mod create;
mod read_document;

use platform::{Actor, Fault, Tx};

pub use change::{delete, set_feedback, stop, update_text};
pub use create::{NewDraft, continue_draft, create, regenerate};
pub use read_document::read_document;

use super::{
    community_facts,
    model::{Draft, DraftId, DraftView},
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

fn checked(actor: &Actor, found: Option<Draft>) -> Result<Draft, Fault> {
    let found = found.filter(|draft| rules::has_kind(actor, draft.kind()));
    let draft = found.ok_or_else(|| Fault::not_found("draft"))?;
    if let Some(community) = &draft.community_id {
        actor.scope().check_community(community)?;
    }
    Ok(draft)
}

/// Returns a draft with its text, versions and unverified details.
pub async fn view(context: &Context, tx: &mut Tx, actor: &Actor, draft: Draft) -> Result<DraftView, Fault> {
    let scope = actor.scope();
    let text = store::text(tx, &scope, &draft).await?;
    let versions = store::versions(tx, &scope, &draft.id).await?;
    let names = community_facts::names(tx, context, &scope.whole(), &draft).await?;
    // What a template adds to the inputs is not the output of a model.
    let templates = match versions.iter().find(|version| version.is_template) {
        Some(version) => store::find_version(tx, &scope, &draft.id, version.number).await?,
        None => None,
    };
    let mut sources: Vec<&str> = draft.inputs.texts();
    sources.extend([&*names.company, &*names.community, &*names.author, &*names.today]);
    sources.extend(draft.facts.iter().flat_map(|fact| [&*fact.label, &*fact.text]));
    sources.extend(templates.as_ref().map(|version| &*version.text));
    let details = if draft.state.is_active() {
        Vec::new()
    } else {
        verification::unverified_details(&text, &sources, &draft.confirmed)
    };
    let used_facts = draft.facts.iter().map(|fact| verification::uses(&text, &fact.text)).collect();
    Ok(DraftView { draft, text, details, used_facts, versions })
}
