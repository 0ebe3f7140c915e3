//! History of answers: each change stores the content before and after it. Stored versions can be restored.
use platform::{
    Actor, Fault, Scope, Timestamp, Tx,
    ids::CommunityId,
    paging::{self, PageKey},
};

use super::{
    answer_file,
    editing::{AnswerEditor, require_room},
    model::{Answer, AnswerChange, AnswerId, Cause, Owner, UndoOutcome, Version},
    rules, store,
};
use crate::{context::Context, operations::audit::AuditAction, tenancy::community};

/// Stores the first version of a new answer.
pub async fn insert_first_version(
    tx: &mut Tx,
    scope: &Scope,
    answer: &Answer,
    cause: Cause,
) -> Result<(), Fault> {
    store::insert_version(tx, scope, answer.owner(), &Version::of(answer, cause)).await
}

/// Stores the version after a change. If the answer has no history yet, the version before the change is
/// stored as well.
pub async fn changed(
    tx: &mut Tx,
    scope: &Scope,
    before: &Answer,
    after: &Answer,
    cause: Cause,
) -> Result<(), Fault> {
    store::insert_version(tx, scope, before.owner(), &Version::of(before, Cause::Before)).await?;
    store::insert_version(tx, scope, after.owner(), &Version::of(after, cause)).await
}

/// Stores the removal of an answer.
pub async fn removed(
    tx: &mut Tx,
    scope: &Scope,
    before: &Answer,
    cause: Cause,
    by: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    store::insert_version(tx, scope, before.owner(), &Version::of(before, Cause::Before)).await?;
    store::insert_version(tx, scope, before.owner(), &Version::removal(before, cause, by, now)).await
}

impl AnswerEditor<'_> {
    /// Returns a page of an answer's versions, newest first, and the token of the next page.
    pub async fn versions(
        &self,
        id: &AnswerId,
        before: Option<i64>,
        limit: i64,
    ) -> Result<(Vec<Version>, String), Fault> {
        let mut tx = self.context.db.read(&self.scope).await?;
        self.require_owner(&mut tx).await?;
        let (scope, owner) = (&self.scope, self.owner);
        let rows = store::list_versions(&mut tx, scope, owner, id, before.unwrap_or(i64::MAX), limit).await?;
        if rows.is_empty() && before.is_none() {
            let answer = store::find(&mut tx, scope, owner, id).await?;
            let answer = answer.ok_or_else(|| Fault::not_found("answer"))?;
            return Ok((vec![Version::of(&answer, Cause::Before)], String::new()));
        }
        Ok(paging::page(rows, limit, |version| version.version))
    }

    /// Returns a page of the removed answers, and the token of the next page.
    pub async fn removed(
        &self,
        before: Option<PageKey>,
        limit: i64,
    ) -> Result<(Vec<Version>, String), Fault> {
        let mut tx = self.context.db.read(&self.scope).await?;
        self.require_owner(&mut tx).await?;
        let before = before.unwrap_or_else(PageKey::max);
        let rows = store::list_removed(&mut tx, &self.scope, self.owner, &before, limit).await?;
        Ok(paging::page(rows, limit, |version| PageKey::new(version.changed_ms, version.answer_id.as_str())))
    }

    /// Restores the content of an earlier version; 0 means the newest one. `current` is the version that the
    /// caller has seen; 0 means any.
    pub async fn restore(
        &self,
        actor: &Actor,
        id: &AnswerId,
        version: i64,
        current: i64,
    ) -> Result<Answer, Fault> {
        let (scope, owner, now) = (&self.scope, self.owner, self.context.now());
        let mut tx = self.context.db.write(scope).await?;
        self.require_owner(&mut tx).await?;
        let there = store::find(&mut tx, scope, owner, id).await?;
        if let Some(there) = &there {
            rules::same_version(there, current)?;
        }
        let Some(wanted) = store::find_version(&mut tx, scope, owner, id, version).await? else {
            // An answer that was never changed has no stored version.
            let untouched = there.filter(|there| version == 0 || version == there.version);
            return untouched.ok_or_else(|| Fault::not_found("version of the answer"));
        };
        let last = store::find_version(&mut tx, scope, owner, id, 0).await?;
        let last = last.as_ref().unwrap_or(&wanted);
        let last = rules::Counters { version: last.version, used: last.used };
        let answer = rules::restored(owner, there.clone(), last, wanted, &actor.name, now);
        match there {
            Some(there) if there == answer => return Ok(answer),
            Some(there) => {
                self.require_free(&mut tx, &answer).await?;
                store::save(&mut tx, scope, &answer).await?;
                changed(&mut tx, scope, &there, &answer, Cause::Restore).await?;
            }
            None => {
                require_room(&mut tx, scope, owner).await?;
                if !store::insert(&mut tx, scope, &answer).await? {
                    return Err(rules::question_exists(owner));
                }
                insert_first_version(&mut tx, scope, &answer, Cause::Restore).await?;
            }
        }
        self.finish(tx, actor, &answer, AuditAction::AnswerRestored, "Restored").await?;
        Ok(answer)
    }
}

/// Undoes changes to a community's answers. Answers that were changed again since then keep their content.
///
/// # Errors
/// `NOT_FOUND` for an answer that never existed.
pub async fn undo_changes(
    context: &Context,
    actor: &Actor,
    id: &CommunityId,
    changes: &[AnswerChange],
) -> Result<UndoOutcome, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, id).await?;
    store::lock(&mut tx, &scope, Owner::Community(id)).await?;
    let known = store::all(&mut tx, &scope, Owner::Community(id)).await?;
    let history = store::versions_before(&mut tx, &scope, id, changes).await?;
    let plan = rules::plan_undo(&known, changes, history, &actor.name, now)?;
    let rules::UndoPlan { removed, restored, kept, undone } = plan;
    if undone == 0 {
        return Ok(UndoOutcome { undone, kept });
    }
    let mut versions = Vec::new();
    for (before, after) in &restored {
        versions.extend([Version::of(before, Cause::Before), Version::of(after, Cause::Undo)]);
    }
    // An unanswered question has no content to keep.
    for gone in removed.iter().filter(|answer| answer.is_answered()) {
        let removal = Version::removal(gone, Cause::Undo, &actor.name, now);
        versions.extend([Version::of(gone, Cause::Before), removal]);
    }
    let restored: Vec<_> = restored.into_iter().map(|(_, after)| after).collect();
    if !store::delete_all(&mut tx, id, &removed).await? || !store::save_all(&mut tx, id, &restored).await? {
        return Err(rules::moved_on());
    }
    store::insert_versions(&mut tx, id, &versions).await?;
    let summary = format!("Undid {undone} changes to answers of {}.", community.label());
    answer_file::finish(context, tx, actor, &community, AuditAction::AnswerChangesUndone, summary).await?;
    Ok(UndoOutcome { undone, kept })
}
