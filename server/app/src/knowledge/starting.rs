//! Giving communities what residents will ask, for staff to answer.
use platform::{
    Actor, Fault, Scope, Timestamp, Tx,
    config::CatalogueName,
    events::{self, Kind},
    ids::CommunityId,
};

use super::{
    model::{Answer, Changed, Owner},
    rules, store,
};
use crate::{
    audit::{self, Deed},
    catalogue, community,
    context::Context,
};

/// Gives communities of a company the questions of a catalogue that they do not have yet; those that
/// are new.
///
/// # Errors
/// Those of storage.
pub async fn start(
    tx: &mut Tx,
    scope: &Scope,
    communities: &[CommunityId],
    catalogue: CatalogueName,
    now: Timestamp,
) -> Result<Vec<Changed>, Fault> {
    let intents = catalogue::published(tx, catalogue).await?;
    let waiting: Vec<Answer> = intents.iter().map(|intent| rules::waiting(intent, now)).collect();
    store::insert_waiting(tx, scope, communities, &waiting).await
}

/// The same for one that is in use, by an administrator of it.
pub async fn add(
    context: &Context,
    actor: &Actor,
    id: &CommunityId,
    catalogue: CatalogueName,
) -> Result<Vec<Changed>, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, id).await?;
    let added = start(&mut tx, &scope, std::slice::from_ref(id), catalogue, now).await?;
    if added.is_empty() {
        return Ok(added);
    }
    let owner = Owner::Community(id);
    // The last of them had room.
    rules::has_room(owner, store::count(&mut tx, &scope, owner).await? - 1)?;
    community::touch_knowledge(&mut tx, &scope, id).await?;
    let (count, place) = (added.len(), community.label());
    let summary = format!("Gave {place} {count} questions of a catalogue to answer.");
    let deed = Deed { action: "answer.catalogue_added", subject: id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, deed).await?;
    events::publish(&mut tx, scope.company(), id, Kind::Answer, id.as_str(), now);
    tx.commit().await?;
    Ok(added)
}
