//! Adding a catalog's questions to communities, for staff to answer.
use platform::{
    Actor, Fault, Scope, Timestamp, Tx,
    config::CatalogName,
    events::{self, Kind},
    ids::CommunityId,
};

use super::{
    model::{Answer, AnswerChange, Owner},
    rules, store,
};
use crate::{
    context::Context,
    knowledge::catalog,
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::community,
};

/// Adds the questions of a catalog that communities of a company lack. Returns the added questions.
pub async fn seed(
    tx: &mut Tx,
    scope: &Scope,
    communities: &[CommunityId],
    catalog: CatalogName,
    now: Timestamp,
) -> Result<Vec<AnswerChange>, Fault> {
    let intents = catalog::published(tx, catalog).await?;
    let unanswered: Vec<Answer> = intents.iter().map(|intent| rules::unanswered(intent, now)).collect();
    store::insert_unanswered(tx, scope, communities, &unanswered).await
}

/// Adds the questions of a catalog that a community lacks, on behalf of an administrator. Returns the
/// added questions.
pub async fn add_catalog(
    context: &Context,
    actor: &Actor,
    id: &CommunityId,
    catalog: CatalogName,
) -> Result<Vec<AnswerChange>, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, id).await?;
    let owner = Owner::Community(id);
    store::lock(&mut tx, &scope, owner).await?;
    let added = seed(&mut tx, &scope, std::slice::from_ref(id), catalog, now).await?;
    if added.is_empty() {
        return Ok(added);
    }
    // The count includes the added answers.
    rules::has_room(owner, store::count(&mut tx, &scope, owner).await? - 1)?;
    community::touch_knowledge(&mut tx, &scope, id).await?;
    let (count, place) = (added.len(), community.label());
    let summary = format!("Added {count} catalog questions to {place}.");
    let audit_event = AuditEvent { action: AuditAction::AnswerCatalogAdded, subject: id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, audit_event).await?;
    events::publish(&mut tx, scope.company(), id, Kind::Answer, id.as_str(), now);
    tx.commit().await?;
    Ok(added)
}
