//! Export and import of a community's answers as a file. An import is one transaction: it stores a version of
//! each changed answer and increments the knowledge version once.
use platform::{Actor, CpuPool, Fault, Scope, Timestamp, Tx, events, ids::CommunityId, tabular};

use super::{
    model::{
        Answer, AnswerChange, Cause, CommunityAnswers, Difference, ImportPlan, Owner, ProposedKnowledge,
        Version,
    },
    rules::{self, File},
    store,
};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::community::{self, Community},
};

/// Parses a file of answers.
///
/// # Errors
/// Fails on the field `data` if the file cannot be read.
pub fn read(bytes: &[u8]) -> Result<File, Fault> {
    rules::read(&tabular::read(bytes, rules::BOUNDS)?)
}

/// Returns a community's current knowledge and its knowledge after the import of a file.
///
/// # Errors
/// `TOO_MANY_ANSWERS`.
pub fn propose_import(
    community: &CommunityId,
    CommunityAnswers { own, shared }: CommunityAnswers,
    file: File,
    keep_answered: bool,
    now: Timestamp,
) -> Result<ProposedKnowledge, Fault> {
    let plan = rules::plan_import(Owner::Community(community), &own, file, keep_answered, "", now)?;
    let proposed = rules::applied(own.clone(), plan);
    Ok(ProposedKnowledge {
        current: rules::merge_shared(own, shared.clone()),
        proposed: rules::merge_shared(proposed, shared),
    })
}

/// Options of an import.
pub struct Import {
    pub file: File,
    /// Keeps existing answers.
    pub keep: bool,
    /// Changes nothing and returns the plan.
    pub dry_run: bool,
    /// The digest of the expected plan; the import fails if its own plan differs. Empty accepts any plan.
    pub preview: String,
}

/// The plan of an import, the digest of the plan, and the changes that were made.
pub type Imported = (ImportPlan, String, Vec<AnswerChange>);

/// Returns the file name and the content of the exported file.
pub async fn export(context: &Context, actor: &Actor, id: &CommunityId) -> Result<(String, String), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let community = community::require(&mut tx, &scope, id).await?;
    let mut answers = store::all(&mut tx, &scope, Owner::Community(id)).await?;
    answers.sort_by_cached_key(Answer::key);
    Ok((format!("{} answers.csv", community.label()), rules::export(&answers)?))
}

/// Imports a file into a community's answers. The plan is computed on the CPU pool, outside a transaction,
/// and is written only if none of the affected answers changed in the meantime.
pub async fn import(
    context: &Context,
    cpu_pool: &CpuPool,
    actor: &Actor,
    id: &CommunityId,
    import: Import,
) -> Result<Imported, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.read(&scope).await?;
    community::require(&mut tx, &scope, id).await?;
    let known = store::all(&mut tx, &scope, Owner::Community(id)).await?;
    drop(tx);
    let Import { file, keep, dry_run, preview: wanted } = import;
    let (of, by) = (id.clone(), actor.name.clone());
    let compared = move || {
        let plan = rules::plan_import(Owner::Community(&of), &known, file, keep, &by, now)?;
        let preview = rules::preview(&plan);
        Ok::<_, Fault>((plan, preview))
    };
    let (mut plan, preview) = cpu_pool.run(compared).await??;
    if !wanted.is_empty() && wanted != preview {
        return Err(rules::moved_on());
    }
    if dry_run || plan.differences.is_empty() {
        return Ok((plan, preview, vec![]));
    }
    for new in plan.differences.iter_mut().filter(|one| one.before.is_none()) {
        new.after.id = context.ids.next(now);
    }
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, id).await?;
    write(&mut tx, &scope, id, &plan.differences).await?;
    let new = plan.differences.iter().filter(|one| one.before.is_none()).count();
    let (place, old) = (community.label(), plan.differences.len() - new);
    let summary = format!("Imported a file of answers into {place}: {new} new, {old} changed.");
    finish(context, tx, actor, &community, AuditAction::AnswersImported, summary).await?;
    let made = |one: &Difference| AnswerChange { id: one.after.id.clone(), version: one.after.version };
    let changes = plan.differences.iter().map(made).collect();
    Ok((plan, preview, changes))
}

/// Writes the differences and their history versions.
async fn write(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityId,
    differences: &[Difference],
) -> Result<(), Fault> {
    let owner = Owner::Community(id);
    store::lock(tx, scope, owner).await?;
    let (new, old): (Vec<_>, Vec<_>) = differences.iter().partition(|one| one.before.is_none());
    let after = |of: Vec<&Difference>| of.into_iter().map(|one| one.after.clone()).collect::<Vec<_>>();
    if !store::insert_all(tx, id, &after(new)).await? || !store::save_all(tx, id, &after(old)).await? {
        return Err(rules::moved_on());
    }
    // The count includes the added answers.
    rules::has_room(owner, store::count(tx, scope, owner).await? - 1)?;
    let before = differences.iter().filter_map(|one| one.before.as_ref());
    let mut versions: Vec<_> = before.map(|before| Version::of(before, Cause::Before)).collect();
    versions.extend(differences.iter().map(|one| Version::of(&one.after, Cause::Import)));
    store::insert_versions(tx, id, &versions).await
}

/// Increments the knowledge version, commits, publishes the event and records the audit event.
pub async fn finish(
    context: &Context,
    mut tx: Tx,
    actor: &Actor,
    community: &Community,
    action: AuditAction,
    summary: String,
) -> Result<(), Fault> {
    let (scope, id) = (actor.scope(), &community.id);
    community::touch_knowledge(&mut tx, &scope, id).await?;
    let audit_event = AuditEvent { action, subject: id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, audit_event).await?;
    events::publish(&mut tx, scope.company(), id, events::Kind::Answer, id.as_str(), context.now());
    tx.commit().await
}
