//! Applies changes to drafts.
use platform::{Actor, Fault, Tx, ids::CommunityId};

use crate::outreach::{
    audience,
    blast::{
        model::{Blast, DraftChange, Recipients},
        rules, store,
    },
};

/// Applies a change to a draft and stores it.
pub(super) async fn apply(
    tx: &mut Tx,
    actor: &Actor,
    mut blast: Blast,
    change: DraftChange,
) -> Result<Blast, Fault> {
    let scope = actor.scope();
    if let Some(title) = change.title {
        blast.title = rules::title(&title)?;
    }
    if let Some(body) = change.body {
        blast.body = rules::body(&body)?;
    }
    let mut communities: Option<Vec<CommunityId>> = None;
    match change.recipients {
        Some(Recipients::Filter(filter)) => {
            audience::check_filter(&filter)?;
            audience::require_communities(tx, &scope, &filter.communities).await?;
            communities = Some(filter.communities.clone());
            (blast.filter, blast.audience_id) = (Some(filter), None);
        }
        Some(Recipients::Audience(id)) => {
            let filter = audience::find_filter(tx, &scope, &id).await?;
            let filter = filter.ok_or_else(|| Fault::not_found("audience"))?;
            audience::require_communities(tx, &scope, &filter.communities).await?;
            communities = Some(filter.communities);
            (blast.filter, blast.audience_id) = (None, Some(id));
        }
        None => {}
    }
    blast.version += 1;
    store::save(tx, &scope, &blast).await?;
    if let Some(communities) = communities {
        store::save_communities(tx, &scope, &blast.id, &communities).await?;
    }
    Ok(blast)
}
