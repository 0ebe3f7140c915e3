//! A community's answers as a file, out and in. A file is one change: all of it in a transaction, with a
//! version of each answer that it changed, and once for the bot to notice.
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

/// What a file of answers says.
///
/// # Errors
/// On `data`, in plain words, when it cannot be read.
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
    let brought = rules::brought(Owner::Community(community), &own, file, keep_answered, ("", now))?;
    let proposed = rules::applied(own.clone(), brought);
    Ok(ProposedKnowledge {
        current: rules::merge_shared(own, shared.clone()),
        proposed: rules::merge_shared(proposed, shared),
    })
}

/// How a file is brought in.
pub struct Import {
    pub file: File,
    /// What has an answer stays.
    pub keep: bool,
    /// Nothing is changed.
    pub dry_run: bool,
    /// What it has to do, if it is to do anything; empty for whatever it does.
    pub preview: String,
}

/// What a file did or would do, what that is called, and the changes that it made.
pub type Imported = (ImportPlan, String, Vec<AnswerChange>);

/// The name of a file with a community's answers, and what is in it.
pub async fn export(context: &Context, actor: &Actor, id: &CommunityId) -> Result<(String, String), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let community = community::require(&mut tx, &scope, id).await?;
    let mut answers = store::all(&mut tx, &scope, Owner::Community(id)).await?;
    answers.sort_by_cached_key(Answer::key);
    Ok((format!("{} answers.csv", community.label()), rules::export(&answers)?))
}

/// Brings a community's answers in line with a file. What it would do is worked out beside the calls, and
/// written if no answer that it changes was changed meanwhile.
pub async fn import(
    context: &Context,
    aside: &CpuPool,
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
        let brought = rules::brought(Owner::Community(&of), &known, file, keep, (&by, now))?;
        let preview = rules::preview(&brought);
        Ok::<_, Fault>((brought, preview))
    };
    let (mut brought, preview) = aside.run(compared).await??;
    if !wanted.is_empty() && wanted != preview {
        return Err(rules::moved_on());
    }
    if dry_run || brought.differences.is_empty() {
        return Ok((brought, preview, vec![]));
    }
    for new in brought.differences.iter_mut().filter(|one| one.before.is_none()) {
        new.after.id = context.ids.next(now);
    }
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, id).await?;
    write(&mut tx, &scope, id, &brought.differences).await?;
    let new = brought.differences.iter().filter(|one| one.before.is_none()).count();
    let (place, old) = (community.label(), brought.differences.len() - new);
    let summary = format!("Imported a file of answers into {place}: {new} new, {old} changed.");
    finish(context, tx, actor, &community, (AuditAction::AnswersImported, summary)).await?;
    let made = |one: &Difference| AnswerChange { id: one.after.id.clone(), version: one.after.version };
    let changes = brought.differences.iter().map(made).collect();
    Ok((brought, preview, changes))
}

/// Writes differences down, and what they were in the history.
async fn write(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityId,
    differences: &[Difference],
) -> Result<(), Fault> {
    store::lock(tx, scope, id).await?;
    let (new, old): (Vec<_>, Vec<_>) = differences.iter().partition(|one| one.before.is_none());
    let after = |of: Vec<&Difference>| of.into_iter().map(|one| one.after.clone()).collect::<Vec<_>>();
    if !store::insert_all(tx, id, &after(new)).await? || !store::save_all(tx, id, &after(old)).await? {
        return Err(rules::moved_on());
    }
    // The count includes the added answers.
    let owner = Owner::Community(id);
    rules::has_room(owner, store::count(tx, scope, owner).await? - 1)?;
    let before = differences.iter().filter_map(|one| one.before.as_ref());
    let mut versions: Vec<_> = before.map(|before| Version::of(before, Cause::Before)).collect();
    versions.extend(differences.iter().map(|one| Version::of(&one.after, Cause::Import)));
    store::insert_versions(tx, id, &versions).await
}

/// Has the bot and listeners notice, and notes who did it.
pub async fn finish(
    context: &Context,
    mut tx: Tx,
    actor: &Actor,
    community: &Community,
    (action, summary): (AuditAction, String),
) -> Result<(), Fault> {
    let (scope, id) = (actor.scope(), &community.id);
    community::touch_knowledge(&mut tx, &scope, id).await?;
    let audit_event = AuditEvent { action, subject: id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, audit_event).await?;
    events::publish(&mut tx, scope.company(), id, events::Kind::Answer, id.as_str(), context.now());
    tx.commit().await
}
